"""Perft numbers from plain tables: ``tests/games/<id>/cases/*.perft``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

import tretorri
from tests.settings import TESTS

LEAST_POSITIONS = 12


@dataclass
class Case:
    """One entry of a table: a position and the counts by depth."""

    game: str
    id: str
    options: dict[str, str] = field(default_factory=dict)
    position: str | None = None
    counts: list[tuple[int, int]] = field(default_factory=list)

    def start(self) -> tretorri.Position:
        """Return the position of the case."""
        options = dict(self.options)
        seed = int(options.pop("seed", "1"))
        game = tretorri.game(self.game, **options)
        return game.position(self.position) if self.position else game.start(seed=seed)


def read_table(path: Path) -> Iterator[Case]:
    """Yield the cases of a table; a blank line ends a case."""
    case: Case | None = None
    for line in path.read_text(encoding="utf-8").splitlines():
        word, _, rest = line.partition(" ")
        if word == "id":
            case = Case(path.parent.parent.name, rest)
        elif not line and case:
            yield case
            case = None
        elif case and word == "options":
            case.options = dict(part.split("=") for part in rest.split())
        elif case and word == "position":
            case.position = rest
        elif case and word == "perft":
            depth, count = rest.split()
            case.counts.append((int(depth), int(count)))
        elif line and not line.startswith("#"):
            raise AssertionError(f"{path}: {line!r} is no line of a perft table")
    if case:
        yield case


TABLES = sorted((TESTS / "games").glob("*/cases/*.perft"))
CASES = [case for path in TABLES for case in read_table(path)]


@pytest.mark.no_cover
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.game}: {case.id}")
def test_perft(case: Case) -> None:
    position = case.start()
    assert case.counts
    for depth, count in case.counts:
        assert tretorri.perft(position, depth) == count


@pytest.mark.parametrize("game", tretorri.all_games())
def test_each_game_has_enough_perft_positions(game: str) -> None:
    starts = {str(case.start()) for case in CASES if case.game == game}
    assert len(starts) >= LEAST_POSITIONS
