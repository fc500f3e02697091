"""VoldéTour: wins in this turn that the engine must find, and wins of rivals that it must stop.

Positions come from random crowds of pieces and from games, for two and for four. Nothing that the
engine says about them is believed: its turns are played by the Python rules, and whatever is not
won or stopped by them is decided by ``native/tests/voldetour_brute_force.cpp``, which tries every
turn.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from functools import cache, lru_cache
from itertools import count
from random import Random
from typing import Any

import tretorri
from tests.native.drivers import driver
from tretorri import _native
from tretorri.core.game import Position
from tretorri.engine import search
from tretorri.engine.bots import RandomBot

BUDGETS: Mapping[str, dict[str, Any]] = {
    "1 node": {"nodes": 1},
    "1,000 nodes": {"nodes": 1_000},
    "0.05 s": {"seconds": 0.05},
}
CROWDS = 10  # of one task
LONGEST_GAME, LONGEST_REST = 160, 40  # turns from the start, and from a crowd
AT_HOME = 3  # turns [D19]
RANDOM_TURNS = 0.3  # of those who are not lucky
MOST_STOPS = 2  # of a game, as they are alike
STRENGTHS = (50, 300, 1_500)  # nodes


@dataclass(frozen=True)
class Case:
    """A position that can be won, or in which a win can be stopped; *missed* by which budgets."""

    kind: str  # "win" or "stop"
    source: str  # "crowd" or "play"
    seats: int
    text: str
    turns: dict[str, str]
    missed: list[str]


@dataclass
class Findings:
    """What came of one task; the counts are of positions that turned out to be no case."""

    task: int
    cases: list[Case] = field(default_factory=list)
    not_won: int = 0  # the brute force finds no win either
    not_stopped: int = 0  # nothing stops the win
    undecided: int = 0  # too many turns to try them all

    def to_json(self) -> dict[str, Any]:
        """Return the findings as plain data."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Findings:
        """Return findings that were written as data."""
        return cls(**{**data, "cases": [Case(**case) for case in data["cases"]]})


class BruteForce:
    """The program that tries every turn, asked line by line."""

    def __init__(self) -> None:
        self._program = subprocess.Popen(
            [driver("voldetour_brute_force")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )

    def ask(self, *words: object) -> str:
        """Return the answer to a line; it ends when its input does, that is with this process."""
        said, heard = self._program.stdin, self._program.stdout
        if said is None or heard is None:
            raise RuntimeError("the brute force has no pipes")
        said.write(" ".join(map(str, words)) + "\n")
        answer = heard.readline().strip()
        if not answer or answer.startswith("refused"):
            raise RuntimeError(f"the brute force says {answer!r} to {words}")
        return answer


@cache
def brute_force() -> BruteForce:
    """Return the program of this process."""
    return BruteForce()


@lru_cache(maxsize=100)
def ask(*words: object) -> str:
    """Ask the brute force, unless that was just done."""
    return brute_force().ask(*words)


def examine(task: int) -> Findings:
    """Make the positions of a task and look at each."""
    findings = Findings(task)
    made = _crowds(task) if task % 2 == 0 else _games(task)
    for kind, source, position in made:
        if kind == "win":
            _look_for_win(findings, source, position)
        else:
            _look_for_stop(findings, source, position)
    return findings


# Positions ----------------------------------------------------------------------------------------

Made = Iterator[tuple[str, str, Position]]  # kind, source, position


def _crowds(task: int) -> Made:
    """Yield crowds to be won and, where that is possible, the same for a rival to stop it."""
    for number in range(CROWDS):
        text = ask("crowd", CROWDS * task + number)
        won = ask("win", text)
        try:
            position = tretorri.game("voldetour").position(text)
            if won.count("+") or won == "none":  # walking alone is too easy
                yield "win", "crowd", position
            if won != "none":
                yield (
                    "stop",
                    "crowd",
                    _before(position, 1 + number % (len(position.game.seats) - 1)),
                )
        except tretorri.InvalidPosition:  # the native reader checks less
            continue


def _before(position: Position, turns: int) -> Position:
    """Return the position as if it were the turn of somebody so many turns before."""
    fields = str(position).split(" ")
    turn = position.turn - turns
    seats = position.game.seats
    fields[2], fields[5] = seats[(turn - 1) % len(seats)], str(turn)
    return tretorri.game("voldetour").position(" ".join(fields))


def _games(task: int) -> Made:
    """Play a game that one seat may win; yield what seems to be won or threatened in it.

    What it seems is asked of the engine's core, for the brute force takes long; a position that
    is wrongly left out is missing here, but not among the crowds.
    """
    dice, stops = Random(task), 0
    position = _game_start(task)
    at_home = AT_HOME * len(position.game.seats)
    lucky = dice.choice(position.game.seats)
    last = position.turn + (LONGEST_REST if position.turn > at_home else LONGEST_GAME)
    engine = search.Engine("voldetour", seed=task)
    while not position.is_over and position.turn < last:
        careless = position.turn > at_home and position.mover != lucky
        if careless and dice.random() < RANDOM_TURNS:
            position = position.play_turn(RandomBot(task).choose(position))
        else:
            found = engine.analyse(position, nodes=dice.choice(STRENGTHS))
            position = position.play_turn(found.best.turns[0])
        if position.is_over or position.turn <= at_home:
            continue  # a rival who does nothing before may lose its Lord [D19]
        if _can_win(str(position)):
            yield "win", "play", position
        elif stops < MOST_STOPS and _is_threatened(position):
            stops += 1
            yield "stop", "play", position


def _game_start(task: int) -> Position:
    """Return the start for two, or a crowd: a game of four seldom gets to a win without one."""
    if task % 8 == 1:
        return tretorri.game("voldetour").start()
    seats = 2 if task % 4 == 1 else 4
    for number in count(CROWDS * task):
        text = ask("crowd", number)
        try:
            position = tretorri.game("voldetour").position(text)
        except tretorri.InvalidPosition:  # the native reader checks less
            continue
        if len(position.game.seats) == seats and not position.is_over:
            return position
    raise AssertionError("counting never ends")


def _is_threatened(position: Position) -> bool:
    return any(_can_win(_to_move(position, seat)) for seat in _rivals(position))


def _can_win(text: str) -> bool:
    return bool(_native.voldetour(text).can_win_this_turn())


def _rivals(position: Position) -> list[str]:
    """Return the other seats whose Lords are there, in turn order."""
    seats = position.game.seats
    at = seats.index(position.mover)
    out = [lord[0] for lord in str(position).split(" ")[3].split(",") if lord[1:] == "-"]
    return [seat for seat in (*seats[at + 1 :], *seats[:at]) if seat not in out]


def _to_move(position: Position, seat: str) -> str:
    """Return the text of the position as if the next turn of *seat* were now."""
    fields, seats = str(position).split(" "), position.game.seats
    later = (seats.index(seat) - seats.index(position.mover)) % len(seats)
    fields[2], fields[5] = seat, str(position.turn + later)
    return " ".join(fields)


# Wins and stops -----------------------------------------------------------------------------------


def _answers(position: Position) -> dict[str, str]:
    """Return the engine's turn with each budget."""
    return {
        name: search.analyse(position, clock="cpu", **budget).best.turns[0]
        for name, budget in BUDGETS.items()
    }


def _wins(position: Position, turn: str) -> bool:
    result = position.play_turn(turn).result
    return result is not None and result.winners == (position.mover,)


def _look_for_win(findings: Findings, source: str, position: Position) -> None:
    """Note a position that can be won, and who does not win it."""
    turns = _answers(position)
    missed = [name for name, turn in turns.items() if not _wins(position, turn)]
    if missed and ask("win", str(position)) == "none":
        findings.not_won += 1
        return
    seats = len(position.game.seats)
    findings.cases.append(Case("win", source, seats, str(position), turns, missed))


def _look_for_stop(findings: Findings, source: str, position: Position) -> None:
    """Note a position in which wins can be stopped, and who does not stop them.

    With four players, where nothing stops all of the rivals, those who move first must be.
    """
    turns, rivals = _answers(position), _rivals(position)
    if any(_wins(position, turn) for turn in turns.values()):
        return
    open_wins = ask("threats", "".join(rivals), position)
    while any(rival in open_wins for rival in rivals) and open_wins != "none":
        missed = [name for name, turn in turns.items() if not _stops(position, turn, rivals)]
        answer = ask("stop", "".join(rivals), position) if missed else "possible"
        if answer == "undecided":
            findings.undecided += 1
            return
        if answer != "none":
            seats = len(position.game.seats)
            findings.cases.append(Case("stop", source, seats, str(position), turns, missed))
            return
        rivals.pop()
    findings.not_stopped += open_wins != "none"


def _stops(position: Position, turn: str, rivals: list[str]) -> bool:
    """Tell whether none of the rivals can win after a turn, by trying everything."""
    after = position.play_turn(turn)
    if after.result is not None:
        return position.mover in after.result.winners or not after.result.winners
    if f"{position.mover}-" in str(after).split(" ")[3]:
        return False  # the Lord was lost [D19]
    return ask("threats", "".join(rivals), after) == "none"
