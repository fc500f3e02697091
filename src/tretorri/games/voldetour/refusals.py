"""Why an action is refused: the first rule that a person would see broken.

Each generator yields the broken rules in that order; only the first is ever asked for.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from tretorri.core.words import Reason, Text, excerpt
from tretorri.games.voldetour.board import NESTED, ORDER, SPOTS, SQUARES, TOWER_HEIGHT, Square
from tretorri.games.voldetour.notation import EndTurn, MoveLord, PlacePiece, read_action
from tretorri.games.voldetour.rules.lord import MAX_LORD_SQUARES, distances
from tretorri.games.voldetour.rules.pieces import Terrain
from tretorri.games.voldetour.rules.placing import carries_lord, carries_piece, is_walled_in
from tretorri.games.voldetour.words import group_name, kind_name

if TYPE_CHECKING:
    from tretorri.games.voldetour.position import VoldeTourPosition


def refusal(position: VoldeTourPosition, text: str) -> Reason:
    """Say why *text* is not a legal action."""
    action = read_action(text)
    if action is None:
        return Reason("core.not-understood", {"text": excerpt(text)})
    if isinstance(action, EndTurn):
        return _reason("nothing-done", "D6")
    if isinstance(action, MoveLord):
        return next(_lord_reasons(position, action.target))
    return next(_place_reasons(position, action))


def _reason(key: str, rule: str, **params: str | int | Text) -> Reason:
    return Reason(f"voldetour.{key}", params, rule)


def _no_square(*squares: Square | None) -> Iterator[Reason]:
    for square in squares:
        if square is not None and square not in ORDER:
            yield _reason("no-square", "D1", square=square)


# Placing ------------------------------------------------------------------------------------------


def _place_reasons(position: VoldeTourPosition, action: PlacePiece) -> Iterator[Reason]:
    """Yield what is wrong with the piece, then with its new place [D6 to D13]."""
    yield from _no_square(action.source, action.target)
    group, kind = action.kind[0], kind_name(action.kind)
    if group in position.done:
        yield _reason("already-placed", "D6", group=group_name(group))
    terrain = position.terrain
    if action.source is not None:
        yield from _lift_reasons(position, action.kind, action.source)
        terrain = terrain.without_piece(position.top_piece(action.kind, action.source))
    elif not position.reserve(position.mover, action.kind):
        yield _reason("reserve-empty", "D7", kind=kind)
    yield from spot_reasons(action, terrain, position.lords.values())
    yield _reason("same-place", "D7", kind=kind, square=action.target)


def _lift_reasons(position: VoldeTourPosition, kind: str, source: Square) -> Iterator[Reason]:
    """Yield why the mover cannot lift a piece of *kind* from *source* [D7, D13]."""
    named: dict[str, str | Text] = {"kind": kind_name(kind), "square": source}
    owners = [p.owner for p in position.pieces if (p.kind, p.anchor) == (kind, source)]
    if not owners:
        yield _reason("no-piece", "D7", **named)
    if position.mover not in owners:
        yield _reason("not-yours", "D7", **named)
    piece = position.top_piece(kind, source)
    if carries_lord(piece, position.lords.values()):
        yield _reason("lord-on-it", "D13", **named)
    if carries_piece(piece, position.terrain):
        yield _reason("piece-on-it", "D13", **named)
    if is_walled_in(piece, position.terrain):
        yield _reason("walled-in", "D13", **named)


def spot_reasons(
    action: PlacePiece, terrain: Terrain, lords: Collection[Square]
) -> Iterator[Reason]:
    """Yield why the piece cannot be put down there [D10, D11, D12]."""
    kind, target = kind_name(action.kind), action.target
    spot = SPOTS.get((action.kind, action.way, target))
    if spot is None:
        yield _reason("off-board", "D12", kind=kind, square=target)
    else:
        for square in spot.squares:
            yield from _ground_reasons(action, terrain, lords, square)
        if terrain.heights[target] + spot.rise > TOWER_HEIGHT:
            yield _reason("too-high", "D12", kind=kind, square=target, top=TOWER_HEIGHT)


def _ground_reasons(
    action: PlacePiece, terrain: Terrain, lords: Collection[Square], square: Square
) -> Iterator[Reason]:
    """Yield why *square*, one of those under the piece, cannot bear it [D10, D11, D12]."""
    is_nested, has_slope = action.way == NESTED, square in terrain.slopes
    if square in terrain.towers:
        yield _reason("on-tower", "D12", square=square)
    if square in lords:
        yield _reason("on-lord", "D12", square=square)
    if is_nested and not has_slope:
        yield _reason("no-slope", "D10", square=square)
    if has_slope and not is_nested:
        yield _reason("on-slope", "D11", square=square)
    if terrain.heights[square] != terrain.heights[action.target]:
        kind = kind_name(action.kind)
        yield _reason("uneven", "D11", kind=kind, square=action.target, other=square)


# The Lord -----------------------------------------------------------------------------------------


def _lord_reasons(position: VoldeTourPosition, target: Square) -> Iterator[Reason]:
    """Yield why the mover's Lord cannot end its move on *target* [D14 to D18]."""
    yield from _no_square(target)
    terrain, lord, others = position.terrain, position.lord, position.other_lords
    if target == lord:
        yield _reason("lord-stays", "D18", square=target)
    if target in others:
        yield _reason("lord-there", "D17", square=target)
    if target in terrain.slopes:
        yield _reason("stop-on-slope", "D16", square=target)
    far = distances(terrain, lord, others, len(SQUARES))
    if target in far and far[target] > MAX_LORD_SQUARES:
        yield _reason("too-far", "D14", square=target, distance=far[target], most=MAX_LORD_SQUARES)
    if target in far:
        yield _reason("closed-tower", "D18", square=target)
    if target in distances(terrain, lord, (), len(SQUARES)):
        yield _reason("lord-in-the-way", "D17", square=target)
    yield _reason("no-way", "D15", square=target)
