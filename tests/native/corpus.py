"""Positions for the native drivers: every setting's games, early and late, and the perft tables."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from tests.conformance.test_perft import CASES
from tests.settings import every_setting, name, walk
from tretorri.engine.native import has_native

SETTINGS = [game for game in every_setting() if has_native(game.id)]
GAMES = sorted({game.id for game in SETTINGS})
STEPS = 60  # of a game that gives positions
EVERY = 13  # steps between them, so that every part of a turn is met
CHOICES = 32  # bytes behind a text by which the fuzzer plays on, two for an action


def positions(game_id: str) -> Iterator[str]:
    """Yield texts from a random game of each setting of a game."""
    for game in SETTINGS:
        if game.id == game_id:
            chance = random.Random(name(game))
            picks = [chance.randrange(10_000) for _ in range(STEPS)]
            yield from map(str, walk(game, picks)[::EVERY])


def write_corpus(path: Path) -> None:
    """Write the lines ``GAME DEPTH COUNT TEXT`` that the drivers read."""
    lines = [
        f"{case.game} {depth} {count} {case.start()}"
        for case in CASES
        if case.game in GAMES
        for depth, count in case.counts
    ]
    lines += [f"{game_id} 0 0 {text}" for game_id in GAMES for text in positions(game_id)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def write_seeds(folder: Path, game_id: str) -> None:
    """Write one file for each position from which the fuzzer begins."""
    folder.mkdir(parents=True, exist_ok=True)
    texts = [str(case.start()) for case in CASES if case.game == game_id]
    chance = random.Random(game_id)
    for number, text in enumerate(dict.fromkeys([*texts, *positions(game_id)])):
        choices = chance.randbytes(CHOICES)
        (folder / f"seed-{number}").write_bytes(text.encode() + b"\n" + choices)
