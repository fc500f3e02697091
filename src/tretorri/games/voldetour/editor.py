"""Setting up a position by hand: pieces, Lords, and what the turn has seen so far."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache, cached_property, partial
from typing import TYPE_CHECKING, Final

from tretorri.core.editor import Edit, Editor, MakeEdit, fault_of, placement_text
from tretorri.core.errors import InvalidPosition
from tretorri.core.scene import Reserve
from tretorri.core.words import Reason, Text
from tretorri.games.voldetour.board import (
    COLOURS,
    NESTED,
    OUT,
    RESERVE,
    SPOTS,
    SQUARES,
    WAYS,
    Square,
)
from tretorri.games.voldetour.notation import NOTHING, PlacePiece
from tretorri.games.voldetour.reading import check_standing
from tretorri.games.voldetour.refusals import spot_reasons
from tretorri.games.voldetour.rules.pieces import Piece, Terrain, place_order
from tretorri.games.voldetour.rules.placing import carries_piece
from tretorri.games.voldetour.scene import lord_pick, reserve, reserve_pick
from tretorri.games.voldetour.words import (
    colour_name,
    kind_name,
    laid_name,
    name_with_owner,
)

if TYPE_CHECKING:
    from tretorri.games.voldetour.position import VoldeTourPosition

LORD: Final = "L"
TURN: Final = "turn"  # the button that turns pieces where they stand
_DONE: Final = {"": "set-nothing", "B": "set-block", "S": "set-stair", "BS": "set-both"}


class VoldeTourEditor(Editor["VoldeTourPosition"]):
    """A board in the making; every piece and Lord stands where one can [D9 to D12, D16 to D18]."""

    @property
    def squares(self) -> tuple[Square, ...]:
        """Return the squares of the board."""
        return SQUARES

    def _game_edits(self) -> Mapping[str, MakeEdit]:
        return _edits_of(self.draft.game.seats)

    # Pieces ---------------------------------------------------------------------------------------

    def _fault(self, kind: str, way: str, anchor: Square, terrain: Terrain) -> Reason | None:
        """Return why a piece cannot be put down there, if it cannot [D9 to D12]."""
        place, lords = PlacePiece(kind, None, anchor, way), self.draft.lords.values()
        return next(spot_reasons(place, terrain, lords), None)

    @cached_property
    def _spot_faults(self) -> dict[tuple[str, str, Square], Reason | None]:
        """Return what is known of spots so far: it is the same for the pieces of all owners."""
        return {}

    def _piece(self, owner: str, kind: str, way: str, anchor: Square) -> Edit:
        known, spot = self._spot_faults, (kind, way, anchor)
        if spot not in known:
            known[spot] = self._fault(kind, way, anchor, self.draft.terrain)
        fault = known[spot]
        if not self.draft.reserve(owner, kind):
            fault = Reason("voldetour.reserve-empty", {"kind": kind_name(kind)}, "D2")
        return Edit(
            f"{owner}{kind}@{anchor}{way}",
            (reserve_pick(owner, kind), anchor, *([way] if way else [])),
            placement_text(anchor, laid_name(kind, way, owner)),
            partial(self._place_piece, owner, kind, way, anchor),
            fault,
        )

    def _place_piece(self, owner: str, kind: str, way: str, anchor: Square) -> VoldeTourPosition:
        piece = self.draft.terrain.place(owner, kind, way, anchor)
        return self._with_pieces((*self.draft.pieces, piece), self.draft.terrain.with_piece(piece))

    def _with_pieces(self, pieces: tuple[Piece, ...], terrain: Terrain) -> VoldeTourPosition:
        in_order = tuple(sorted(pieces, key=place_order))
        return replace(self.draft, pieces=in_order, terrain=terrain)

    def _top(self, square: Square) -> Piece | None:
        """Return the top piece over a square; refuse it if it carries another [D13]."""
        over = [piece for piece in self.draft.pieces if square in piece.spot.squares]
        if not over:
            return None
        top = max(over, key=lambda piece: (piece.level, piece.nested))
        if carries_piece(top, self.draft.terrain):
            words: dict[str, str | Text] = {"kind": kind_name(top.kind), "square": top.anchor}
            raise InvalidPosition(Reason("voldetour.piece-on-it", words, "D13"))
        return top

    def _lift(self, piece: Piece) -> tuple[tuple[Piece, ...], Terrain]:
        left = tuple(other for other in self.draft.pieces if other != piece)
        return left, self.draft.terrain.without_piece(piece)

    def _without_top(self, square: Square) -> VoldeTourPosition | None:
        """Take the Lord off *square*, or else the top piece."""
        lords = self.draft.lords
        if square in lords.values():
            gone = {seat: OUT if at == square else at for seat, at in lords.items()}
            return replace(self.draft, lords=gone)
        top = self._top(square)
        return None if top is None else self._with_pieces(*self._lift(top))

    def _turn_piece(self, square: Square) -> VoldeTourPosition:
        """Turn the top piece to the next way in which it can stand on its first square."""
        top = self._top(square)
        if top is not None:
            left, terrain = self._lift(top)
            for way in _other_ways(top):
                on_board = (top.kind, way, top.anchor) in SPOTS
                if on_board and not self._fault(top.kind, way, top.anchor, terrain):
                    piece = terrain.place(top.owner, top.kind, way, top.anchor)
                    return self._with_pieces((*left, piece), terrain.with_piece(piece))
        raise InvalidPosition(Reason("voldetour.set-no-turn", {"square": square}))

    def _turning(self, square: Square) -> Edit:
        says = Text("voldetour.set-turning", {"square": square})
        make = partial(self._turn_piece, square)
        return Edit(f"~{square}", (TURN, square), says, make, fault_of(make))

    # Lords and the turn ---------------------------------------------------------------------------

    def _lord(self, seat: str, square: Square) -> Edit:
        is_out = self.draft.lords[seat] == OUT
        picks = (reserve_pick(seat, LORD) if is_out else lord_pick(seat), square)
        says = placement_text(square, _lord_name(seat))
        make = partial(self._stand, seat, square)
        return Edit(f"{seat}{LORD}@{square}", picks, says, make, fault_of(make))

    def _stand(self, seat: str, square: Square) -> VoldeTourPosition:
        lords = {**self.draft.lords, seat: square}
        check_standing(self.draft.game.setup, lords, self.draft.terrain)
        return replace(self.draft, lords=lords)

    def _having_done(self, done: str) -> Edit | None:
        if done == self.draft.done:
            return None
        pick, make = _done_pick(done), partial(replace, self.draft, done=done)
        return Edit(pick, (pick,), Text(f"voldetour.{_DONE[done]}"), make)

    def _on_turn(self, turn: int) -> VoldeTourPosition:
        return replace(self.draft, turn=turn)

    # What is beside the board ---------------------------------------------------------------------

    def _box(self, language: str) -> Iterator[Reserve]:
        for seat in self.draft.game.seats:
            for kind in RESERVE:
                label = name_with_owner(kind, seat).sentence(language)
                yield replace(reserve(self.draft, seat, kind, language), label=label)
            yield Reserve(
                id=reserve_pick(seat, LORD),
                shape="lord",
                size=(1, 1, 1),
                colour=COLOURS[seat],
                owner=seat,
                count=int(self.draft.lords[seat] == OUT),
                label=_lord_name(seat).sentence(language),
            )

    def _tools(self) -> dict[str, Text]:
        done = {_done_pick(done): Text(f"voldetour.{name}") for done, name in _DONE.items()}
        return {TURN: Text("voldetour.set-turn"), **done}


@cache
def _edits_of(seats: tuple[str, ...]) -> Mapping[str, MakeEdit]:
    """Return by its text every step of a game with these seats."""
    made = VoldeTourEditor
    edits: dict[str, MakeEdit] = {
        f"{owner}{kind}@{anchor}{way}": partial(
            made._piece, owner=owner, kind=kind, way=way, anchor=anchor
        )
        for kind, way, anchor in SPOTS
        for owner in seats
    }
    for seat in seats:
        for square in SQUARES:
            edits[f"{seat}{LORD}@{square}"] = partial(made._lord, seat=seat, square=square)
    edits |= {f"~{square}": partial(made._turning, square=square) for square in SQUARES}
    return edits | {_done_pick(done): partial(made._having_done, done=done) for done in _DONE}


def _other_ways(piece: Piece) -> tuple[str, ...]:
    """Return the ways in which a piece could lie, beginning behind its own; never nested."""
    ways = tuple(way for way in WAYS[piece.kind] if way != NESTED)
    at = ways.index(piece.way)
    return ways[at + 1 :] + ways[:at]


def _lord_name(seat: str) -> Text:
    return Text("voldetour.lord", {"owner": colour_name(seat)})


def _done_pick(done: str) -> str:
    return f"done:{done or NOTHING}"
