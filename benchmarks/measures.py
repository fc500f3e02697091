"""What is measured of the native core and of its peers: amounts per second of CPU time."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from functools import cache
from itertools import islice
from threading import Thread
from time import perf_counter, process_time

import tretorri
from benchmarks import peers
from benchmarks.won_positions import won_positions
from tretorri import _native

SIMULATIONS = 50_000
WON_POSITIONS = 200
REPEATS = 20  # of one question, as it takes microseconds
GAMES_OF_A_THREAD = 150_000
Measure = Callable[[int], float]  # from a seed


@cache
def volterra() -> _native.volterra:
    """Return the start of Volterra."""
    return _native.volterra(str(tretorri.game("volterra").start()))


@cache
def towers() -> _native.towers:
    """Return a start of Towers for two."""
    return _native.towers(str(tretorri.game("towers", players=2).start(seed=1)))


@cache
def voldetour() -> _native.voldetour:
    """Return the start of VoldéTour for two."""
    return _native.voldetour(str(tretorri.game("voldetour").start()))


@cache
def won() -> list[_native.voldetour]:
    """Return positions in which the mover can win in this turn."""
    return list(islice(won_positions(seed=1), WON_POSITIONS))


@cache
def breakthrough_length() -> float:
    """Return the mean length of random games: MCTSBot does not tell that of its simulations."""
    return peers.spiel_random_games("breakthrough", 3000, seed=1) / 3000


def clobber_games(seed: int) -> float:
    """Play random games of the peer; return how many."""
    games = 8000
    peers.spiel_random_games("clobber", games, seed)
    return games


def volterra_search(seed: int) -> float:
    """Search four times, as once is over soon; return the simulations."""
    return sum(volterra().uct(SIMULATIONS, seed + number)[1] for number in range(4))


def towers_search(seed: int) -> float:
    """Search; return simulations × length."""
    _, simulations, length = towers().uct(SIMULATIONS // 2, seed)
    return simulations * length


def question_times() -> list[float]:
    """Return the seconds that each won position takes to be recognised, shortest first."""
    times = list[float]()
    for position in won():
        begin = process_time()
        for _ in range(REPEATS):
            position.can_win_this_turn()
        times.append((process_time() - begin) / REPEATS)
    return sorted(times)


def questions(_: int) -> float:
    """Return how often the median question can be answered in a second."""
    return 1 / statistics.median(question_times())


def play_in_threads(threads: int, seed: int) -> float:
    """Play random games in several threads at once; return how many."""
    crowd = [
        Thread(target=volterra().playouts, args=(GAMES_OF_A_THREAD, seed + number))
        for number in range(threads)
    ]
    for thread in crowd:
        thread.start()
    for thread in crowd:
        thread.join()
    return threads * GAMES_OF_A_THREAD


def per_second(work: Measure, clock: Callable[[], float] = process_time) -> Measure:
    """Return what measures the amount of *work* per second, of CPU time unless said."""

    def measure(seed: int) -> float:
        begin = clock()
        amount = work(seed)
        return amount / (clock() - begin)

    return measure


MEASURES: dict[str, Measure] = {
    "clobber games": per_second(clobber_games),
    "volterra games": per_second(lambda seed: volterra().playouts(200_000, seed)[0]),
    "clobber search": per_second(lambda seed: peers.spiel_mcts("clobber", SIMULATIONS, seed)),
    "volterra search": per_second(volterra_search),
    "volterra turns": per_second(lambda _: volterra().turn_perft(4)),
    "breakthrough": per_second(lambda seed: peers.spiel_random_games("breakthrough", 2500, seed)),
    "towers": per_second(lambda seed: towers().playouts(12_000, seed)[1]),
    "voldetour": per_second(lambda seed: voldetour().playouts(200_000, seed)[1]),
    "breakthrough search": per_second(
        lambda seed: peers.spiel_mcts("breakthrough", SIMULATIONS, seed)
    ),
    "towers search": per_second(towers_search),
    "chess leaves": per_second(lambda _: sum(peers.chess_perft(3) for _ in range(8))),
    "towers leaves": per_second(lambda _: sum(towers().perft(3, True) for _ in range(10))),
    "voldetour leaves": per_second(lambda _: sum(voldetour().perft(2, True) for _ in range(40))),
    "voldetour questions": questions,
    "one thread": per_second(lambda seed: play_in_threads(1, seed), perf_counter),
    "two threads": per_second(lambda seed: play_in_threads(2, seed), perf_counter),
    "one thread, CPU": per_second(lambda seed: play_in_threads(1, seed)),
    "two threads, CPU": per_second(lambda seed: play_in_threads(2, seed)),
}
