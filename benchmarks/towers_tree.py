"""Play the tree of Spiel der Türme against alpha-beta with three and four seats.

    python -m benchmarks.towers_tree --players 3 --games 180

Alpha-beta has one seat, the tree has the others; both get the same CPU time, as nodes: how many
that is comes from their speeds, which are measured first.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path
from time import process_time

import tretorri
from benchmarks.tune_games import DEEPEST
from benchmarks.tune_match import outcome, play_match
from tretorri import _native
from tretorri.arena.matches import Match
from tretorri.arena.players import EnginePlayer, GameLine, MatchPlayer, PlayerSpec, TurnLimits
from tretorri.engine.search import Engine

NEVER = 5  # seats
POSITIONS = 12


class AlphaBetaPlayer(EnginePlayer):
    """The engine without its tree."""

    def begin(self, game_line: GameLine, seed: int) -> None:
        """Get ready for a game."""
        super().begin(game_line, seed)
        self._engine = Engine(game_line.position.game.id, seed=seed)
        self._engine.set_option("tree_from_seats", NEVER)


@dataclass(frozen=True, slots=True)
class AlphaBeta(PlayerSpec):
    """The engine without its tree, as a player of a match."""

    def player(self, deadline: float) -> MatchPlayer:
        """Return the player; it never takes so long that the deadline matters."""
        return AlphaBetaPlayer(self)


def speed(players: str, nodes: int, tree_from: int) -> float:
    """Return nodes per second of CPU time."""
    game = tretorri.game("towers", players=players)
    spent, begin = 0, process_time()
    for number in range(POSITIONS):
        search = _native.towers_search(2**24, number)
        search.set_option("tree_from_seats", tree_from)
        position = _native.towers(str(game.start(number)))
        spent += search.search(position, nodes, 0.0, DEEPEST, 1, None)[2]
    return spent / (process_time() - begin)


def main(words: list[str] | None = None) -> None:
    """Measure and play."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--players", choices=("3", "4"), default="3")
    parser.add_argument("--games", type=int, default=180)
    parser.add_argument("--nodes", type=int, default=4000, help="of the tree, per turn")
    parser.add_argument("--out", type=Path, default=Path("build/tune"))
    parser.add_argument("--jobs", type=int, default=1)
    arguments = parser.parse_args(words)
    tree, other = (speed(arguments.players, arguments.nodes, each) for each in (3, NEVER))
    nodes = round(arguments.nodes * other / tree)
    match = Match(
        players=(
            AlphaBeta("alpha-beta", "engine", TurnLimits(nodes=nodes)),
            PlayerSpec("tree", "engine", TurnLimits(nodes=arguments.nodes)),
        ),
        game_id="towers",
        options=(("players", arguments.players),),
    )
    arguments.out.mkdir(parents=True, exist_ok=True)
    path = arguments.out / f"tree{arguments.players}-{arguments.nodes}-{nodes}.jsonl"
    print(f"{nodes} nodes of alpha-beta take as long as {arguments.nodes} of the tree")
    print(outcome(play_match(match, arguments.games, None, path, arguments.jobs)))


if __name__ == "__main__":
    main()
