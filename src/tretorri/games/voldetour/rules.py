"""The rules of VoldéTour: a turn, its end and the ends of the game [D3 to D8, D19, C1, C3]."""

from __future__ import annotations

from bisect import insort
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, Self

from tretorri.core.endings import is_too_long, stands_third_time, with_turns
from tretorri.core.game import Action, Game, Memory, Position, Result, players_option
from tretorri.core.reading import check_exact
from tretorri.core.scene import Scene, Way
from tretorri.core.words import ENGLISH, Reason, Text
from tretorri.games.voldetour import aids, describing, estimate, reading, refusals, scene
from tretorri.games.voldetour.board import (
    BLOCKS,
    MATERIAL,
    OUT,
    RESERVE,
    SETUPS,
    STAIR,
    Setup,
    Square,
)
from tretorri.games.voldetour.lord import lords_result, stops, without_late_lords
from tretorri.games.voldetour.notation import (
    NOTHING,
    EndTurn,
    MoveLord,
    Place,
    write_lords,
    write_pieces,
)
from tretorri.games.voldetour.pieces import Piece, Terrain, bare_terrain, place_order
from tretorri.games.voldetour.placing import is_blocked, spots
from tretorri.games.voldetour.setting_up import VoldeTourSetUp

_END_TURN = EndTurn()


@dataclass(frozen=True)
class VoldeTour(Game["VoldeTourPosition"]):
    """VoldéTour for two or four players.

    >>> VoldeTour(players=4).seats
    ('b', 'r', 'w', 'y')
    """

    players: int = 2

    id: ClassVar[str] = "voldetour"
    title: ClassVar[str] = MATERIAL["about"]["title"]
    OPTIONS: ClassVar = (players_option(SETUPS, 2),)

    @classmethod
    def configured(cls, options: Mapping[str, str]) -> Self:
        """Return the game for this number of players."""
        return cls(**{name: int(value) for name, value in options.items()})

    @property
    def setup(self) -> Setup:
        """Return the seats and their Towers [D3]."""
        return SETUPS[self.players]

    @property
    def seats(self) -> tuple[str, ...]:
        """Return the seats in turn order, black first [D3]."""
        return self.setup.seats

    @property
    def options(self) -> dict[str, str]:
        """Return the number of players, unless two play."""
        return {} if self.players == VoldeTour.players else {"players": str(self.players)}

    def seat_name(self, seat: str) -> Text:
        """Return the colour of a seat."""
        return describing.colour_name(seat)

    def _start(self, seed: int) -> VoldeTourPosition:
        return begin_turn(self._first())

    def _first(self) -> VoldeTourPosition:
        towers = self.setup.towers
        return VoldeTourPosition(self, 1, (), bare_terrain(towers.values()), dict(towers))

    def position(self, text: str) -> VoldeTourPosition:
        """Read a position text for two or four players.

        >>> VoldeTour().position("bw wSn@d4.0 w bc3,wh8 - 2").to_move
        'w'
        """
        parts = reading.read_parts(text)
        read = VoldeTourPosition(VoldeTour(len(parts.lords)), *parts)
        check_exact(text, str(read))
        result = lords_result(read.game.setup, read.lords)
        if result or read.done:
            return replace(read, result=result)
        begun = begin_turn(read)
        reading.check_mover(read.mover, read.lords, begun.result)
        return begun

    def set_up(self, draft: str | None = None) -> VoldeTourSetUp:
        """Return the board with Towers and Lords, or the one that *draft* tells."""
        if draft is None:
            return VoldeTourSetUp(self._first())
        setup, parts = reading.read_draft(draft)
        read = VoldeTourPosition(VoldeTour(len(setup.seats)), *parts)
        check_exact(draft, str(read))
        return VoldeTourSetUp(read)


Begun = tuple[tuple[Piece, ...], str, tuple[Square, ...]]
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
    seen: tuple[Begun, ...] = ()

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

    def can_act(self) -> bool:
        """Tell whether the mover is not out and has any action [D8]."""
        return self.lord != OUT and any(True for _ in self._legal_actions())

    def _legal_actions(self) -> Iterator[Action]:
        """Yield what D6 allows: a Block, a Stair, then the Lord; or the end of the turn."""
        if "B" not in self.done:
            yield from placements(self, BLOCKS)
        if "S" not in self.done:
            yield from placements(self, (STAIR,))
        yield from lord_moves(self)
        if self.done:
            yield _END_TURN

    def _after(self, action: Place | MoveLord | EndTurn) -> VoldeTourPosition:
        if isinstance(action, Place):
            return place(self, action)
        lords = self.lords
        if isinstance(action, MoveLord):
            lords = {**lords, self.mover: action.target}
        ended = close_turn(replace(self, lords=lords, done="", last=action))
        return ended if ended.is_over else begin_turn(ended)

    def _refusal(self, text: str) -> Reason:
        return refusals.refusal(self, text)

    def picks(self, action: Place | MoveLord | EndTurn) -> tuple[str, ...]:
        """Return what to click: a piece, a square and a way; the Lord and a square; or *end*."""
        return describing.picks(self, action)

    def describe(self, action: Place | MoveLord | EndTurn) -> Text:
        """Say in words what a legal action does."""
        return describing.describe(action)

    def scene(self, language: str = ENGLISH) -> Scene:
        """Describe what to draw."""
        return scene.draw(self, language)

    def way(self, action: Place | MoveLord | EndTurn) -> Way:
        """Return the squares and slopes that the Lord walks over."""
        return aids.way(self, action.target) if isinstance(action, MoveLord) else ()

    def estimate(self, seat: str) -> float:
        """Guess how *seat* stands, from -1 (lost) to 1 (won)."""
        return super().estimate(seat) if self.is_over else estimate.guess(self, seat)


# The actions of a turn ----------------------------------------------------------------------------


def placements(position: VoldeTourPosition, kinds: Collection[str]) -> Iterator[Place]:
    """Yield the placements of pieces of these kinds, from reserve and in play [D7]."""
    seat, terrain, lords = position.mover, position.terrain, position.lords.values()
    for kind in kinds:
        if position.reserve(seat, kind):
            for spot in spots(kind, terrain, lords):
                yield Place(kind, None, spot.anchor, spot.way)
    for piece in position.pieces:
        if piece.owner == seat and piece.kind in kinds and not is_blocked(piece, terrain, lords):
            yield from _moves_of(piece, terrain.without_piece(piece), lords)


def _moves_of(piece: Piece, terrain: Terrain, lords: Collection[Square]) -> Iterator[Place]:
    """Yield where a lifted piece can go, other than back to where it was [D7]."""
    old = piece.spot
    for spot in spots(piece.kind, terrain, lords):
        if spot is not old:
            yield Place(piece.kind, piece.anchor, spot.anchor, spot.way)


def lord_moves(position: VoldeTourPosition) -> Iterator[MoveLord]:
    """Yield the moves of the mover's Lord [D14 to D18]."""
    closed = position.game.setup.closed[position.mover]
    for square in stops(position.terrain, position.lord, position.other_lords, closed):
        yield MoveLord(square)


def place(position: VoldeTourPosition, action: Place) -> VoldeTourPosition:
    """Return the position after a placement; the turn goes on [D6, D7]."""
    pieces, terrain = list(position.pieces), position.terrain
    if action.source is not None:
        lifted = position.top_piece(action.kind, action.source)
        pieces.remove(lifted)
        terrain = terrain.without_piece(lifted)
    piece = terrain.place(position.mover, action.kind, action.way, action.target)
    insort(pieces, piece, key=place_order)
    done = "".join(sorted(position.done + action.kind[0]))
    return VoldeTourPosition(
        position.game,
        position.turn,
        tuple(pieces),
        terrain.with_piece(piece),
        position.lords,
        done,
        None,
        action,
        position.seen,
    )


# The end of a turn and the start of the next ------------------------------------------------------


def close_turn(position: VoldeTourPosition) -> VoldeTourPosition:
    """Return what stands after the mover's turn, taken or skipped [D5, D19]."""
    setup, turn = position.game.setup, position.turn + 1
    lords = without_late_lords(setup, position.lords, turn)
    return replace(position, turn=turn, lords=lords, result=lords_result(setup, lords))


def begin_turn(first: VoldeTourPosition) -> VoldeTourPosition:
    """Skip seats that cannot act, and look whether the game ends before the turn [D8, C1, C3]."""
    coming = first
    for _ in first.game.seats:
        if coming.can_act():
            return _with_common_ends(coming)
        coming = close_turn(coming)
        if coming.is_over:
            return coming
    return replace(coming, turn=first.turn, result=_draw("D8"))


def _with_common_ends(coming: VoldeTourPosition) -> VoldeTourPosition:
    """Return the position at the start of a turn, a draw if C1 or C3 says so."""
    key = (coming.pieces, coming.mover, tuple(coming.lords.values()))
    result = None
    if stands_third_time(coming.seen, key):
        result = _draw("C1")
    elif is_too_long(coming.turn):
        result = _draw("C3")
    return replace(coming, seen=(*coming.seen, key), result=result)


def _draw(rule: str) -> Result:
    return Result((), None, rule)
