"""The game with its options, and its positions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Self

from tretorri.core.endings import with_turns
from tretorri.core.game import Action, Game, Memory, Option, Position, Result
from tretorri.core.scene import Scene
from tretorri.core.words import ENGLISH, Reason, Text
from tretorri.games.volterra import estimate, refusals, rules, scene
from tretorri.games.volterra.board import (
    CHEQUERED,
    COLOUR_NAMES,
    FIRST_PAWNS,
    LETTERS,
    MATERIAL,
    OTHER,
    Colour,
    Square,
)
from tretorri.games.volterra.notation import (
    LAYING,
    NOTHING,
    PAWN_MOVED,
    TOWER_MOVED,
    AnyAction,
    LayPiece,
    MoveTower,
    Pawns,
    Towers,
    write_position,
)
from tretorri.games.volterra.reading import Setting, read_draft, read_setting
from tretorri.games.volterra.setting_up import VolterraSetUp

STANDARD, FREE = "standard", "free"
FIRST: str = MATERIAL["seats"]["first"]
SEATS = {name: (letter, OTHER[letter]) for name, letter in LETTERS.items()}


@dataclass(frozen=True, eq=False, repr=False)
class VolterraPosition(Position):
    """A position of Volterra; two are equal when their texts are.

    *done* is what the turn has seen so far; *seen* are the texts, without the turn number, of all
    positions that began a turn up to here [C1].
    """

    game: Volterra
    towers: Towers
    pawns: Pawns
    done: str
    turn: int
    result: Result | None = None
    last: AnyAction | None = None
    seen: tuple[str, ...] = ()

    @cached_property
    def _text(self) -> str:
        told = write_position(self.game.seats, self.towers, self.mover, self.pawns, self.done)
        return f"{told} {self.turn}"

    def __str__(self) -> str:
        return self._text

    @property
    def memory(self) -> Memory:
        """Return the turn starts so far [C1]."""
        begun = self.seen[:-1] if self.done == NOTHING else self.seen
        return Memory(with_turns(begun, self.game.seats, self.turn + (self.done != NOTHING)))

    @property
    def pawn(self) -> Square:
        """Return the square of the mover's pawn."""
        return self.pawns[self.mover]

    @property
    def rival(self) -> Square:
        """Return the square of the other pawn."""
        return self.pawns[OTHER[self.mover]]

    def _legal_actions(self) -> Iterator[Action]:
        towers, mover = self.towers, self.mover
        if self.done == NOTHING:
            return rules.turn_actions(towers, mover, self.pawn, self.rival)
        if self.done == PAWN_MOVED:
            return rules.tower_moves(towers, mover, self.pawn, self.rival)
        if self.done == TOWER_MOVED:
            return rules.pawn_moves(towers, mover, self.pawn)
        return rules.layout_actions(towers, mover, self.turn)

    def _after(self, action: Any) -> VolterraPosition:
        towers, pawns = self._field_after(action)
        if self.done == NOTHING:
            done = TOWER_MOVED if isinstance(action, MoveTower) else PAWN_MOVED
            return VolterraPosition(
                self.game, towers, pawns, done, self.turn, None, action, self.seen
            )
        if self.done == LAYING and self.turn < rules.LAYOUT_TURNS:
            return VolterraPosition(self.game, towers, pawns, LAYING, self.turn + 1, None, action)
        return begin_turn(self.game, towers, pawns, self.turn + 1, last=action, seen=self.seen)

    def _field_after(self, action: AnyAction) -> tuple[Towers, Pawns]:
        if isinstance(action, MoveTower):
            return rules.towers_after(self.towers, self.pawns, action), self.pawns
        if isinstance(action, LayPiece):
            return {**self.towers, action.square: self.mover}, self.pawns
        return self.towers, {**self.pawns, self.mover: action.square}

    def _refusal(self, text: str) -> Reason:
        return refusals.refusal(self, text)

    def picks(self, action: Any) -> tuple[str, ...]:
        """Return what to click, in order."""
        return scene.picks(self, action)

    def describe(self, action: Any) -> Text:
        """Say in words what an action does."""
        return scene.describe(action)

    def scene(self, language: str = ENGLISH) -> Scene:
        """Describe what to draw."""
        return scene.draw(self, language)

    def estimate(self, seat: str) -> float:
        """Guess how *seat* stands, from -1 (lost) to 1 (won)."""
        return super().estimate(seat) if self.is_over else estimate.estimate(self, seat)


def begin_turn(
    game: Volterra,
    towers: Towers,
    pawns: Pawns,
    turn: int,
    *,
    last: AnyAction | None = None,
    seen: tuple[str, ...] = (),
) -> VolterraPosition:
    """Return the position at the start of a turn, over if a rule ends it there [V14, C1, C3]."""
    seats = game.seats
    key = write_position(seats, towers, seats[(turn - 1) % 2], pawns, NOTHING)
    rule = rules.ending(towers, pawns, seats, turn, key=key, seen=seen)
    result = rules.score(towers, seats, rule) if rule else None
    return VolterraPosition(game, towers, pawns, NOTHING, turn, result, last, (*seen, key))


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
            {seat: Text(f"volterra.seat-{seat}") for seat in SEATS},
            FIRST,
            Text("volterra.first-title"),
            Text("volterra.first-help"),
        ),
        Option(
            "variant",
            {name: Text(f"volterra.variant-{name}") for name in (STANDARD, FREE)},
            STANDARD,
            Text("volterra.variant-title"),
            Text("volterra.variant-help"),
        ),
    )

    @classmethod
    def configured(cls, options: Mapping[str, str]) -> Self:
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
        return Text(f"{self.id}.seat-{COLOUR_NAMES[seat]}")

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
        told = read_setting(text)
        as_told = self._as_told(told)
        if told.done == NOTHING:
            return begin_turn(as_told.game, told.towers, told.pawns, told.turn)
        return as_told

    def set_up(self, draft: str | None = None) -> VolterraSetUp:
        """Return the empty field to set up a position on, or the one that *draft* tells."""
        if draft is not None:
            return VolterraSetUp(self._as_told(read_draft(draft)))
        done = LAYING if self.variant == FREE else NOTHING
        return VolterraSetUp(VolterraPosition(self, {}, {}, done, 1))

    def _as_told(self, told: Setting) -> VolterraPosition:
        """Return what was read, before the ends are looked at."""
        game = Volterra(COLOUR_NAMES[told.seats[0]], self._variant_of(told))
        return VolterraPosition(game, told.towers, told.pawns, told.done, told.turn)

    def _variant_of(self, told: Setting) -> str:
        """Return the variant, which a text shows only up to the turns of the layout [V16]."""
        if told.turn > rules.LAYOUT_TURNS:
            return self.variant
        return FREE if told.done == LAYING else STANDARD
