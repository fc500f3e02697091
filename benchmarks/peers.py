"""The peers, installed into a folder of their own: python-chess and OpenSpiel.

python-chess is GPL and OpenSpiel large: both are here for comparison only.
"""

from __future__ import annotations

import importlib
import random
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent.parent / "build" / "peers"
PACKAGES = {
    "chess": "chess==1.11.2",
    "open_spiel": "open_spiel==2.0.2",
    "absl": "absl-py==2.5.1",  # OpenSpiel's bots in Python need it, and numpy
    "numpy": "numpy==2.4.6",
}
EXPLORATION = 2.0  # rewards from -1 to 1; ours go from 0 to 1 with 1.0


def install() -> None:
    """Install what is missing and make it importable."""
    missing = [pin for folder, pin in PACKAGES.items() if not (FOLDER / folder).is_dir()]
    if missing:
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps"]
        subprocess.run([*command, "--target", str(FOLDER), *missing], check=True)
    if str(FOLDER) not in sys.path:
        sys.path.append(str(FOLDER))


@cache
def _module(name: str) -> Any:
    return importlib.import_module(name)


@cache
def _spiel_game(name: str) -> Any:
    return _module("pyspiel").load_game(name)


def chess_walk(chance: random.Random) -> Iterator[None]:
    """Walk through random games of chess, one step per position."""
    chess = _module("chess")
    while True:
        board = chess.Board()
        while moves := list(board.legal_moves):
            board.push(chance.choice(moves))
            yield
            if board.is_insufficient_material() or board.halfmove_clock >= 100:
                break


def chess_perft(depth: int) -> int:
    """Count the sequences of moves in chess, every leaf made."""
    board = _module("chess").Board()

    def count(left: int) -> int:
        leaves = 0
        for move in board.legal_moves:
            board.push(move)
            leaves += 1 if left == 1 else count(left - 1)
            board.pop()
        return leaves

    return count(depth)


def spiel_random_games(name: str, games: int, seed: int) -> int:
    """Play random games of OpenSpiel in a loop; return how many actions were played."""
    game, choice, actions = _spiel_game(name), random.Random(seed).choice, 0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(choice(state.legal_actions()))
            actions += 1
    return actions


def spiel_mcts(name: str, simulations: int, seed: int) -> int:
    """Search with OpenSpiel's MCTSBot and one random playout; return the simulations made."""
    spiel, game = _module("pyspiel"), _spiel_game(name)
    evaluator = spiel.RandomRolloutEvaluator(1, seed)
    bot = spiel.MCTSBot(game, evaluator, EXPLORATION, simulations, 1000, False, seed, False)
    root = bot.mcts_search(game.new_initial_state())
    return int(root.explore_count)
