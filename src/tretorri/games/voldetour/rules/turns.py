"""A turn: its actions, its end and the start of the next one [D5 to D8, D19, C1, C3]."""

from __future__ import annotations

from bisect import insort
from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from tretorri.core.endings import is_too_long, stands_third_time
from tretorri.core.game import Action, Result
from tretorri.games.voldetour.board import BLOCKS, OUT, STAIR, Square
from tretorri.games.voldetour.notation import EndTurn, MoveLord, PlacePiece
from tretorri.games.voldetour.rules.lord import lords_result, stops, without_late_lords
from tretorri.games.voldetour.rules.pieces import Piece, Terrain, place_order
from tretorri.games.voldetour.rules.placing import is_blocked, spots

if TYPE_CHECKING:
    from tretorri.games.voldetour.position import VoldeTourPosition

_END_TURN = EndTurn()


# The actions of a turn ----------------------------------------------------------------------------


def legal_actions(position: VoldeTourPosition) -> Iterator[Action]:
    """Yield what D6 allows: a Block, a Stair, then the Lord; or the end of the turn."""
    if "B" not in position.done:
        yield from placements(position, BLOCKS)
    if "S" not in position.done:
        yield from placements(position, (STAIR,))
    yield from lord_moves(position)
    if position.done:
        yield _END_TURN


def can_act(position: VoldeTourPosition) -> bool:
    """Tell whether the mover is not out and has any action [D8]."""
    return position.lord != OUT and any(True for _ in legal_actions(position))


def placements(position: VoldeTourPosition, kinds: Collection[str]) -> Iterator[PlacePiece]:
    """Yield the placements of pieces of these kinds, from reserve and in play [D7]."""
    seat, terrain, lords = position.mover, position.terrain, position.lords.values()
    for kind in kinds:
        if position.reserve(seat, kind):
            for spot in spots(kind, terrain, lords):
                yield PlacePiece(kind, None, spot.anchor, spot.way)
    for piece in position.pieces:
        if piece.owner == seat and piece.kind in kinds and not is_blocked(piece, terrain, lords):
            yield from _moves_of(piece, terrain.without_piece(piece), lords)


def _moves_of(piece: Piece, terrain: Terrain, lords: Collection[Square]) -> Iterator[PlacePiece]:
    """Yield where a lifted piece can go, other than back to where it was [D7]."""
    old = piece.spot
    for spot in spots(piece.kind, terrain, lords):
        if spot is not old:
            yield PlacePiece(piece.kind, piece.anchor, spot.anchor, spot.way)


def lord_moves(position: VoldeTourPosition) -> Iterator[MoveLord]:
    """Yield the moves of the mover's Lord [D14 to D18]."""
    closed = position.game.setup.closed[position.mover]
    for square in stops(position.terrain, position.lord, position.other_lords, closed):
        yield MoveLord(square)


def after(
    position: VoldeTourPosition, action: PlacePiece | MoveLord | EndTurn
) -> VoldeTourPosition:
    """Return the position after a legal action [D6]."""
    if isinstance(action, PlacePiece):
        return place(position, action)
    lords = position.lords
    if isinstance(action, MoveLord):
        lords = {**lords, position.mover: action.target}
    ended = close_turn(replace(position, lords=lords, done="", last=action))
    return ended if ended.is_over else begin_turn(ended)


def place(position: VoldeTourPosition, action: PlacePiece) -> VoldeTourPosition:
    """Return the position after a placement; the turn goes on [D6, D7]."""
    pieces, terrain = list(position.pieces), position.terrain
    if action.source is not None:
        lifted = position.top_piece(action.kind, action.source)
        pieces.remove(lifted)
        terrain = terrain.without_piece(lifted)
    piece = terrain.place(position.mover, action.kind, action.way, action.target)
    insort(pieces, piece, key=place_order)
    done = "".join(sorted(position.done + action.kind[0]))
    terrain = terrain.with_piece(piece)
    return replace(position, pieces=tuple(pieces), terrain=terrain, done=done, last=action)


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
        if can_act(coming):
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
