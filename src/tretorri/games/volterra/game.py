"""The game with its options, its start, and how its positions are read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Self

from tretorri.core.game import Game, Option
from tretorri.core.words import Text
from tretorri.games.volterra.board import (
    CHEQUERED,
    COLOUR_NAMES,
    FIRST_PAWNS,
    LETTERS,
    MATERIAL,
    OTHER,
    Colour,
)
from tretorri.games.volterra.editor import VolterraEditor
from tretorri.games.volterra.notation import LAYING, NOTHING
from tretorri.games.volterra.position import VolterraPosition, begin_turn
from tretorri.games.volterra.reading import VolterraFields, read, read_draft
from tretorri.games.volterra.rules.layout import LAYOUT_TURNS
from tretorri.games.volterra.words import seat_text, text

STANDARD, FREE = "standard", "free"
FIRST: str = MATERIAL["seats"]["first"]
SEATS = {name: (letter, OTHER[letter]) for name, letter in LETTERS.items()}


@dataclass(frozen=True)
class Volterra(Game[VolterraPosition]):
    """Volterra: who begins [V3], and whether the field is laid out freely [V16].

    >>> str(Volterra(first="light").start())
    'ld l,d,l,d,l/d,l,d,l,d/l,d,l,d,l/d,l,d,l,d l lc2,dc3 - 1'
    """

    first: str = FIRST
    variant: str = STANDARD

    id: ClassVar[str] = "volterra"
    title: ClassVar[str] = MATERIAL["about"]["title"]
    OPTIONS: ClassVar[tuple[Option, ...]] = (
        Option(
            "first",
            {seat: text(f"seat-{seat}") for seat in SEATS},
            FIRST,
            text("first-title"),
            text("first-help"),
        ),
        Option(
            "variant",
            {name: text(f"variant-{name}") for name in (STANDARD, FREE)},
            STANDARD,
            text("variant-title"),
            text("variant-help"),
        ),
    )

    @classmethod
    def from_options(cls, options: Mapping[str, str]) -> Self:
        """Return the game with these options."""
        return cls(**options)

    @property
    def seats(self) -> tuple[Colour, ...]:
        """Return the colours, first player first [V3]."""
        return SEATS[self.first]

    @property
    def options(self) -> dict[str, str]:
        """Return the options that differ from the defaults."""
        chosen = {"first": self.first, "variant": self.variant}
        return {o.name: chosen[o.name] for o in self.OPTIONS if chosen[o.name] != o.default}

    def seat_name(self, seat: str) -> Text:
        """Return the colour in words."""
        return seat_text(seat)

    def _start(self, seed: int) -> VolterraPosition:
        """Return the chequered field [V1, V2], or the empty one [V16]."""
        if self.variant == FREE:
            return VolterraPosition(self, {}, {}, LAYING, 1)
        return begin_turn(self, CHEQUERED, FIRST_PAWNS, 1)

    def position(self, text: str) -> VolterraPosition:
        """Read a position text.

        >>> Volterra().position("dl -,-,-,-,-/-,-,d,-,-/-,-,l,-,-/-,-,-,-,- d lc2,dc3 - 9").result
        Result(winners=(), scores={'d': (1,), 'l': (1,)}, rule='V14')
        """
        fields = read(text)
        found = self._position_of(fields)
        if fields.done == NOTHING:
            return begin_turn(found.game, fields.towers, fields.pawns, fields.turn)
        return found

    def set_up(self, draft: str | None = None) -> VolterraEditor:
        """Return the empty field to set up a position on, or the one that *draft* tells."""
        if draft is not None:
            return VolterraEditor(self._position_of(read_draft(draft)))
        done = LAYING if self.variant == FREE else NOTHING
        return VolterraEditor(VolterraPosition(self, {}, {}, done, 1))

    def _position_of(self, fields: VolterraFields) -> VolterraPosition:
        """Return what was read, before the ends are looked at."""
        game = Volterra(COLOUR_NAMES[fields.seats[0]], self._variant_of(fields))
        return VolterraPosition(game, fields.towers, fields.pawns, fields.done, fields.turn)

    def _variant_of(self, fields: VolterraFields) -> str:
        """Return the variant, which a text shows only up to the turns of the layout [V16]."""
        if fields.turn > LAYOUT_TURNS:
            return self.variant
        return FREE if fields.done == LAYING else STANDARD
