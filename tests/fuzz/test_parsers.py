"""Mutated texts: parsers raise the declared errors and nothing else.

Each shard tries ``INPUTS`` texts; the shards of one parser together try at least 200,000, or
as many as ``TRETORRI_FUZZ`` says.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable

import pytest

from tests.settings import AnyGame, every_setting, name, walk
from tretorri import IllegalAction, InvalidPosition, InvalidRecord, Position, all_games
from tretorri.core.records import Record

SETTINGS = [game for game in every_setting() if game.id in all_games()]
AT_LEAST = int(os.environ.get("TRETORRI_FUZZ", "200000"))
INPUTS = -(-AT_LEAST // len(SETTINGS))
STRANGE = " -,/.;+@>=^x0123456789abcdefghijklmnABCDPSLTBvrbgdlwyz\n\t\x00²１é🏰'\"{}[]()\\"


def mutated(text: str, chance: random.Random) -> str:
    """Return *text* after a few random cuts, copies and changes."""
    letters = list(text)
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(letters) + 1)
        match chance.randrange(5):
            case 0:
                letters[at : at + 1] = [chance.choice(STRANGE)]
            case 1:
                letters[at:at] = [chance.choice(STRANGE)]
            case 2:
                del letters[at : at + chance.randint(1, 4)]
            case 3:
                other = chance.randrange(len(letters) + 1)
                letters[at:at] = letters[other : other + chance.randint(1, 6)]
            case _:
                other = chance.randrange(len(letters) + 1)
                letters[at : at + 1], letters[other : other + 1] = (
                    letters[other : other + 1],
                    letters[at : at + 1],
                )
    return "".join(letters)


def some_positions(game: AnyGame, chance: random.Random) -> list[Position]:
    """Return positions of a few random games, early and late."""
    found: list[Position] = []
    for _ in range(4):
        picks = [chance.randrange(10_000) for _ in range(60)]
        found.extend(walk(game, picks, seed=chance.randrange(1000))[::3])
    return found


def survives(call: Callable[[str], object], allowed: type[Exception], text: str) -> bool:
    """Tell whether *text* was accepted; any error but *allowed* goes through."""
    try:
        call(text)
    except allowed as error:
        assert str(error)
        assert "\n" not in str(error)
        return False
    return True


@pytest.mark.parametrize("game", SETTINGS, ids=name)
def test_position_parser_survives(game: AnyGame) -> None:
    chance = random.Random(name(game))
    texts = [str(position) for position in some_positions(game, chance)]
    accepted = 0
    for _ in range(INPUTS):
        text = mutated(chance.choice(texts), chance)
        if survives(game.position, InvalidPosition, text):
            accepted += 1
            assert str(game.position(str(game.position(text)))) == str(game.position(text))
    assert accepted < INPUTS


@pytest.mark.parametrize("game", SETTINGS, ids=name)
def test_action_parser_survives(game: AnyGame) -> None:
    chance = random.Random(name(game))
    positions = [p for p in some_positions(game, chance) if not p.is_over]
    texts = [[str(action) for action in position.actions()] for position in positions]
    for _ in range(INPUTS):
        at = chance.randrange(len(positions))
        text = mutated(chance.choice(texts[chance.randrange(len(texts))]), chance)
        reason = positions[at].why_not(text)
        if reason is not None:
            assert str(reason)
            with pytest.raises(IllegalAction):
                positions[at].play(text)


def some_records(game: AnyGame, chance: random.Random) -> list[str]:
    """Return texts of short records with comments and a variation."""
    texts = []
    for seed in range(8):
        record = Record(game.start(seed=seed), seed=seed)
        for _ in range(chance.randrange(1, 4)):
            record = record.play(str(chance.choice(record.final.actions())))
        texts.append(record.to_text())
        texts.append(record.to_text().replace("1. ", "{first \\} comment} 1. ", 1))
    return texts


@pytest.mark.parametrize("game", SETTINGS, ids=name)
def test_record_parser_survives(game: AnyGame) -> None:
    chance = random.Random(name(game))
    texts = some_records(game, chance)
    for number in range(INPUTS):
        text = mutated(chance.choice(texts), chance)
        strict = number % 2 == 0
        try:
            record = Record.from_text(text, strict=strict)
        except InvalidRecord as error:
            assert "\n" not in str(error)
        else:
            assert not strict or record.to_text().strip() == text.strip()
