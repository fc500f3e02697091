"""Why an action cannot be played: the first broken rule that a person would see."""

from __future__ import annotations

import re
from dataclasses import asdict
from typing import TYPE_CHECKING, TypeAlias

from tretorri.core.words import Reason, excerpt
from tretorri.games.volterra.board import AROUND, OTHER
from tretorri.games.volterra.notation import (
    ACTIONS,
    EMPTY,
    LAYING,
    PAWN_MOVED,
    TOWER_MOVED,
    AnyAction,
    LayPiece,
    MovePawn,
    MoveTower,
    PlacePawn,
)
from tretorri.games.volterra.rules.layout import LAYING_TURNS
from tretorri.games.volterra.rules.moves import has_free_side
from tretorri.games.volterra.words import colour_text

if TYPE_CHECKING:
    from tretorri.games.volterra.position import VolterraPosition

_THREE = re.compile("([a-e][1-4])≡([a-e][1-4])")  # as "-" lifts one piece and "=" two

Check: TypeAlias = tuple[str, str, bool]
"""The key of a sentence, the rule, and whether it is broken."""


def refusal(position: VolterraPosition, text: str) -> Reason:
    """Say why *text* is not legal in a running game."""
    action = ACTIONS.get(text)
    if _THREE.fullmatch(text):
        return Reason("volterra.more-than-two", {}, "V9")
    if action is None:
        return Reason("core.not-understood", {"text": excerpt(text)})
    words = {
        **asdict(action),
        "pawn": position.pawns.get(position.mover, EMPTY),
        "colour": colour_text(position.mover),
        "other": colour_text(OTHER[position.mover]),
    }
    broken = ((key, rule) for key, rule, is_broken in _checks(position, action) if is_broken)
    key, rule = next(broken)
    return Reason(f"volterra.{key}", words, rule)


def _checks(position: VolterraPosition, action: AnyAction) -> list[Check]:
    """List what the rules ask of an action, in the order in which a person looks."""
    if position.done == LAYING:
        return _layout_checks(position, action)
    if isinstance(action, MovePawn):
        return _pawn_checks(position, action)
    if isinstance(action, MoveTower):
        return _tower_checks(position, action)
    return [("laid-out", "V16", True)]


def _layout_checks(position: VolterraPosition, action: AnyAction) -> list[Check]:
    """List what V16 asks while the field is laid out."""
    lays, all_laid = isinstance(action, LayPiece), position.turn > LAYING_TURNS
    return [
        ("still-laying", "V16", isinstance(action, MovePawn | MoveTower)),
        ("pawns-later", "V16", isinstance(action, PlacePawn) and not all_laid),
        ("pieces-laid", "V16", lays and all_laid),
        ("square-filled", "V16", lays),
        ("place-on-enemy-tower", "V16", True),
    ]


def _pawn_checks(position: VolterraPosition, move: MovePawn) -> list[Check]:
    """List what V4, V5 and V11 ask of a pawn move."""
    square, towers = move.square, position.towers
    return [
        ("pawn-moved", "V4", position.done == PAWN_MOVED),
        ("pawn-stays", "V5", square == position.pawn),
        ("pawn-too-far", "V5", square not in AROUND[position.pawn]),
        ("pawn-to-nothing", "V5", square not in towers),
        ("pawn-to-pawn", "V5", square == position.rival),
        ("pawn-to-enemy-tower", "V5", towers.get(square, "")[-1:] != position.mover),
        ("no-tower-move-after", "V11", True),
    ]


def _tower_checks(position: VolterraPosition, move: MoveTower) -> list[Check]:
    """List what V4 and V6 to V9 ask of a tower move: first the source, then the target."""
    towers, near = position.towers, AROUND[position.pawn]
    tower = towers.get(move.source, "")
    return [
        ("tower-moved", "V4", position.done == TOWER_MOVED),
        ("no-tower", "V6", not tower),
        ("not-your-tower", "V6", tower[-1:] != position.mover),
        ("under-your-pawn", "V8", move.source == position.pawn),
        ("tower-too-far", "V6", move.source not in near),
        ("no-free-side", "V7", not has_free_side(towers, move.source)),
        ("tower-too-low", "V9", len(tower) < move.pieces),
        ("same-tower", "V6", move.target == move.source),
        ("onto-pawn", "V8", move.target in position.pawns.values()),
        ("target-too-far", "V6", move.target not in near),
        ("onto-nothing", "V8", True),
    ]
