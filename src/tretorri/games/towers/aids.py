"""What helps a learner to see: districts, symbols, and what stands still."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tretorri.core.scene import Aid
from tretorri.core.words import Text
from tretorri.games.towers import names
from tretorri.games.towers.board import DISTRICT_OF, SITES, SQUARES, STREETS
from tretorri.games.towers.counters import SYMBOLS, colour_of, height_of, symbol_of
from tretorri.games.towers.moves import moves_from

if TYPE_CHECKING:
    from tretorri.games.towers.rules import TowersPosition


def aids(position: TowersPosition, language: str) -> Iterator[Aid]:
    """Yield the districts, where each symbol is, and the towers that are safe, stuck or locked."""

    def label(key: str) -> str:
        return Text(f"towers.aid-{key}").sentence(language)

    yield Aid("districts", label("districts"), tuple(s for s in SQUARES if s in DISTRICT_OF))
    for symbol in SYMBOLS:
        name = names.symbol_text(symbol).sentence(language)
        yield Aid(f"symbol-{symbol}", name, tuple(_bearing(position, symbol)))
    yield Aid("stuck", label("stuck"), tuple(_stuck(position)))
    yield Aid("safe", label("safe"), tuple(_safe(position)))
    if position.game.has_neutrals:
        yield Aid("locked", label("locked"), tuple(s for s in SQUARES if s in position.locks))


def _bearing(position: TowersPosition, symbol: str) -> Iterator[str]:
    """Yield the symbol spaces for *symbol* and the squares of its counters."""
    for square in SQUARES:
        tower = position.towers.get(square)
        if (symbol_of(tower) if tower else SITES.get(square)) == symbol:
            yield square


def _stuck(position: TowersPosition) -> Iterator[str]:
    """Yield the streets where the mover's towers stand that nothing lets move [T6 to T12]."""
    for square in STREETS:
        tower = position.towers.get(square)
        is_own = tower is not None and colour_of(tower) == position.mover
        if is_own and not any(True for _ in moves_from(position, square)):
            yield square


def _safe(position: TowersPosition) -> Iterator[str]:
    """Yield the towers that are as high as towers get: nobody can cover them [T12]."""
    for square in SQUARES:
        if (
            square in position.towers
            and height_of(position.towers[square]) >= position.game.highest
        ):
            yield square
