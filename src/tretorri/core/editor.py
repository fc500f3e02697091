"""Setting up a position by hand, step by step, on a board that need not be a position yet.

A *draft* has the form of a position, but pieces may be missing and it need not make sense as a
whole. Every edit keeps what the box holds and where a piece can stand; whether the whole is a
position is decided by reading its text, as with any other text.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, partial
from typing import Any, Generic, Self, TypeVar

from tretorri.core.budget import check_budget
from tretorri.core.errors import IllegalAction, InvalidPosition
from tretorri.core.game import Action, Position
from tretorri.core.scene import Reserve, Scene
from tretorri.core.words import ENGLISH, Reason, Text, excerpt

P = TypeVar("P", bound=Position)
REMOVE = "remove"  # the button that takes pieces off
TO_MOVE = "to-move:"  # the buttons that say who is to move


@dataclass(frozen=True, slots=True)
class Edit(Action):
    """One step of setting up: its *text*, what to click, and what it does in words.

    *make* returns the draft after it, unless *fault* says which rule is against it.
    """

    text: str
    picks: tuple[str, ...]
    says: Text = field(compare=False, repr=False)
    make: Callable[[], Any] = field(compare=False, repr=False)
    fault: Reason | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return self.text


MakeEdit = Callable[[Any], Edit | None]
"""What makes an edit for a set-up; there is none where it would change nothing."""


@dataclass(frozen=True)
class Editor(ABC, Generic[P]):
    """A position in the making; it never changes: an edit returns a new one.

    >>> import tretorri
    >>> board = tretorri.game("volterra").set_up().play("d@c3").play("l@c2")
    >>> print(board.why_not())
    the light pawn is missing [V2]
    >>> str(board.play("Pd@c3").play("Pl@c2").position().result.rule)
    'V14'
    """

    draft: P

    # What a game says -------------------------------------------------------------------------

    @abstractmethod
    def _game_edits(self) -> Mapping[str, MakeEdit]:
        """Return by its text every step of this game, also those that some rule forbids here.

        They depend on the seats only, so they are made once for all drafts. None is made for a
        draft before it is asked for, and a set-up keeps none: each edit knows its set-up.
        """

    @abstractmethod
    def _box(self, language: str) -> Iterator[Reserve]:
        """Yield the kinds of pieces, with how many of each are still in the box."""

    @abstractmethod
    def _tools(self) -> dict[str, Text]:
        """Return the names of the buttons that this game adds."""

    @abstractmethod
    def _without_top(self, square: str) -> P | None:
        """Return the draft after taking the top piece off *square*, if there is one."""

    @abstractmethod
    def _on_turn(self, turn: int) -> P:
        """Return the draft on another turn."""

    @property
    @abstractmethod
    def squares(self) -> tuple[str, ...]:
        """Return the squares of the board."""

    # What follows -----------------------------------------------------------------------------

    def __str__(self) -> str:
        return str(self.draft)

    def actions(self) -> tuple[Edit, ...]:
        """Return the edits that can be made."""
        made = (make(self) for make in self._all_edits().values())
        return tuple(edit for edit in made if edit is not None and edit.fault is None)

    def play(self, edit: Edit | str) -> Self:
        """Return the set-up after an edit, or raise *IllegalAction* with the reason."""
        check_budget()
        known = self._edit(str(edit))
        if known is None or known.fault is not None:
            raise IllegalAction(_refusal(edit, known))
        return type(self)(known.make())

    def why_not(self, edit: Edit | str | None = None) -> Reason | None:
        """Say why an edit cannot be made; without one, why this is not a position yet."""
        if edit is None:
            return fault_of(self.position)
        known = self._edit(str(edit))
        return None if known is not None and known.fault is None else _refusal(edit, known)

    def position(self) -> P:
        """Return the position, or raise *InvalidPosition* with what is wrong with it."""
        found: P = self.draft.game.position(str(self.draft))
        return found

    def on_turn(self, turn: int) -> Self:
        """Return the set-up on another turn, which also says who is to move."""
        return type(self)(self._on_turn(turn))

    def picks(self, edit: Edit) -> tuple[str, ...]:
        """Return what to click for an edit, in order."""
        return edit.picks

    def describe(self, edit: Edit) -> Text:
        """Say in words what an edit does."""
        return edit.says

    def scene(self, language: str = ENGLISH) -> Scene:
        """Describe what to draw: the draft, and beside it what is still in the box."""
        drawn = self.draft.scene(language)
        tools = {
            REMOVE: Text("core.set-up-remove"),
            **{f"{TO_MOVE}{seat}": self._to_move_text(seat) for seat in self.draft.game.seats},
            **self._tools(),
        }
        named = {pick: text.sentence(language) for pick, text in tools.items()}
        return replace(
            drawn,
            reserves=tuple(self._box(language)),
            buttons={**drawn.buttons, **named},
            marked=(),
        )

    def _all_edits(self) -> Mapping[str, MakeEdit]:
        common = _common_edits(self.squares, self.draft.game.seats)
        return {**self._game_edits(), **common}

    def _edit(self, text: str) -> Edit | None:
        make = self._game_edits().get(text) or _common_edits(
            self.squares, self.draft.game.seats
        ).get(text)
        return make(self) if make else None

    def _removal(self, square: str) -> Edit:
        says = Text("core.set-up-removal", {"square": square})
        make = partial(self._remove, square)
        return Edit(f"-{square}", (REMOVE, square), says, make, fault_of(make))

    def _remove(self, square: str) -> P:
        after = self._without_top(square)
        if after is None:
            raise InvalidPosition(Reason("core.set-up-nothing-there", {"square": square}))
        return after

    def _mover(self, seat: str) -> Edit | None:
        """Return how another seat gets to move, in the same round of turns."""
        seats, turn = self.draft.game.seats, self.draft.turn
        its_turn = turn - (turn - 1) % len(seats) + seats.index(seat)
        if its_turn == turn:
            return None
        pick = f"{TO_MOVE}{seat}"
        return Edit(pick, (pick,), self._to_move_text(seat), partial(self._on_turn, its_turn))

    def _to_move_text(self, seat: str) -> Text:
        return Text("core.set-up-to-move", {"seat": self.draft.game.seat_name(seat)})


@cache
def _common_edits(squares: tuple[str, ...], seats: tuple[str, ...]) -> Mapping[str, MakeEdit]:
    """Return the edits that every game has: to take pieces off, and to say who is to move."""
    removals: dict[str, MakeEdit] = {
        f"-{square}": partial(Editor._removal, square=square) for square in squares
    }
    movers = {f"{TO_MOVE}{seat}": partial(Editor._mover, seat=seat) for seat in seats}
    return {**removals, **movers}


def _refusal(edit: Edit | str, known: Edit | None) -> Reason:
    fault = None if known is None else known.fault
    return fault or Reason("core.not-understood", {"text": excerpt(edit)})


def fault_of(check: Callable[[], object]) -> Reason | None:
    """Return the reason with which *check* refuses, if it does."""
    try:
        check()
    except InvalidPosition as error:
        return error.why
    return None


def placement_text(square: str, piece: Text) -> Text:
    """Say that a piece goes to a square."""
    return Text("core.set-up-put", {"square": square, "piece": piece})
