"""A position: what stands where, and what the rules and the viewers make of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from tretorri.core.endings import with_turns
from tretorri.core.game import Action, Memory, Position, Result
from tretorri.core.scene import Scene, Way
from tretorri.core.words import ENGLISH, Reason, Text
from tretorri.games.voldetour import estimate, refusals, scene
from tretorri.games.voldetour.board import RESERVE, Square
from tretorri.games.voldetour.notation import (
    NOTHING,
    EndTurn,
    MoveLord,
    PlacePiece,
    write_lords,
    write_pieces,
)
from tretorri.games.voldetour.rules.pieces import Piece, Terrain
from tretorri.games.voldetour.rules.turns import after, legal_actions
from tretorri.games.voldetour.words import action_text

if TYPE_CHECKING:
    from tretorri.games.voldetour.game import VoldeTour

TurnStart = tuple[tuple[Piece, ...], str, tuple[Square, ...]]
"""A turn start as C1 compares it: the pieces, the mover and the places of the Lords."""


@dataclass(frozen=True, eq=False, repr=False)
class VoldeTourPosition(Position):
    """Where everything stands; two positions are equal when their texts are.

    *pieces* are in the order of the text, *terrain* is what they make of the board, *lords* has
    the square of each Lord in seat order, *done* what the mover has placed in this turn (``B``,
    ``S``, ``BS``), and *seen* what C1 must remember.
    """

    game: VoldeTour
    turn: int
    pieces: tuple[Piece, ...]
    terrain: Terrain
    lords: Mapping[str, Square]
    done: str = ""
    result: Result | None = None
    last: Action | None = None
    seen: tuple[TurnStart, ...] = ()

    @cached_property
    def _text(self) -> str:
        return f"{self._setting(self.pieces, self.mover, self.lords, self.done)} {self.turn}"

    def _setting(
        self, pieces: tuple[Piece, ...], mover: str, lords: Mapping[str, Square], done: str = ""
    ) -> str:
        """Return a position text of this game without the turn number."""
        seats, places = "".join(self.game.seats), write_lords(lords)
        return f"{seats} {write_pieces(pieces)} {mover} {places} {done or NOTHING}"

    def __str__(self) -> str:
        return self._text

    @property
    def memory(self) -> Memory:
        """Return the turn starts so far [C1]."""
        begun = self.seen if self.done else self.seen[:-1]
        seats = self.game.seats
        settings = [
            self._setting(pieces, mover, dict(zip(seats, lords, strict=True)))
            for pieces, mover, lords in begun
        ]
        return Memory(with_turns(settings, seats, self.turn + bool(self.done)))

    @cached_property
    def in_play(self) -> Counter[tuple[str, str]]:
        """Count the pieces in play by owner and kind."""
        return Counter((piece.owner, piece.kind) for piece in self.pieces)

    def reserve(self, seat: str, kind: str) -> int:
        """Count the pieces of *kind* that *seat* has not yet brought into play [D3]."""
        return RESERVE[kind] - self.in_play[seat, kind]

    @property
    def lord(self) -> Square:
        """Return the square of the mover's Lord."""
        return self.lords[self.mover]

    @property
    def other_lords(self) -> frozenset[Square]:
        """Return the squares of the other Lords [D17]."""
        return frozenset(self.lords.values()) - {self.lord}

    def top_piece(self, kind: str, anchor: Square) -> Piece:
        """Return the mover's highest piece of *kind* on this anchor, the one an action means."""
        wanted = (self.mover, kind, anchor)
        return next(p for p in reversed(self.pieces) if (p.owner, p.kind, p.anchor) == wanted)

    def _legal_actions(self) -> Iterator[Action]:
        return legal_actions(self)

    def _after(self, action: PlacePiece | MoveLord | EndTurn) -> VoldeTourPosition:
        return after(self, action)

    def _refusal(self, text: str) -> Reason:
        return refusals.refusal(self, text)

    def picks(self, action: PlacePiece | MoveLord | EndTurn) -> tuple[str, ...]:
        """Return what to click: a piece, a square and a way; the Lord and a square; or *end*."""
        return scene.picks(self, action)

    def describe(self, action: PlacePiece | MoveLord | EndTurn) -> Text:
        """Say in words what a legal action does."""
        return action_text(action)

    def scene(self, language: str = ENGLISH) -> Scene:
        """Describe what to draw."""
        return scene.draw(self, language)

    def way(self, action: PlacePiece | MoveLord | EndTurn) -> Way:
        """Return the squares and slopes that the Lord walks over."""
        return scene.way(self, action.target) if isinstance(action, MoveLord) else ()

    def estimate(self, seat: str) -> float:
        """Guess how *seat* stands, from -1 (lost) to 1 (won)."""
        return super().estimate(seat) if self.is_over else estimate.guess(self, seat)
