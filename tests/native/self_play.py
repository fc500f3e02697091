"""The engine plays itself: ``python -m tests.native.self_play GAMES SEED``.

Every turn is played by the rules in Python, which refuse what is illegal. It prints how many games
and turns were played, and how many were refused. An assertion in the native core ends the process.
"""

from __future__ import annotations

import random
import sys

from tests.settings import every_setting
from tretorri import Position, TretorriError
from tretorri.engine.native import has_native
from tretorri.engine.search import best_turn

BY_CHANCE = 3  # turns at the beginning, so that games differ
NODES = 60
MOST_TURNS = 60


def opening(start: Position, chance: random.Random) -> Position:
    """Return a position some turns from the start."""
    position, turn = start, start.turn
    while not position.is_over and position.turn < turn + BY_CHANCE:
        position = position.play(chance.choice(position.actions()))
    return position


def game_of(start: Position, seed: int) -> tuple[int, int]:
    """Play a game; return how many turns were played, and how many refused."""
    position = opening(start, random.Random(seed))
    for turns in range(MOST_TURNS):
        if position.is_over:
            return turns, 0
        try:
            position = position.play_turn(best_turn(position, nodes=NODES, seed=seed))
        except TretorriError as refusal:
            print(f"seed {seed}: {refusal}", file=sys.stderr)
            return turns, 1
    return MOST_TURNS, 0


def main() -> None:
    """Play, and say what came of it."""
    games, seed = map(int, sys.argv[1:])
    settings = [game for game in every_setting() if has_native(game.id)]
    turns = refused = 0
    for nth in range(games):
        start = settings[nth % len(settings)].start(seed + nth)
        played, wrong = game_of(start, seed + nth)
        turns, refused = turns + played, refused + wrong
    print(f"games {games} turns {turns} refused {refused}")


if __name__ == "__main__":
    main()
