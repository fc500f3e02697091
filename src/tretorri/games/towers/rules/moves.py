"""What may be moved and where to.

Each rule is stated once: a function that names what it forbids, or says ``None``. The list of legal
moves and the reasons for refusing a move both ask it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tretorri.games.towers.board import SITES, STREETS, WAYS
from tretorri.games.towers.notation import Move
from tretorri.games.towers.rules.counters import colour_of, height_of, symbol_of

if TYPE_CHECKING:
    from tretorri.games.towers.game import Towers
    from tretorri.games.towers.position import TowersPosition

# Made once: positions list the same moves again and again.
_MOVES = {
    source: {target: Move(source, target) for way in WAYS[source] for target in way}
    for source in STREETS
}


def moves(position: TowersPosition) -> Iterator[Move]:
    """Yield every legal move of the seat to move [T6, T21]."""
    for source in STREETS:
        if why_still(position, source) is None:
            yield from moves_from(position, source)


def can_act(position: TowersPosition) -> bool:
    """Tell whether the seat to move has a legal move [T15]."""
    return any(True for _ in moves(position))


def moves_from(position: TowersPosition, source: str) -> Iterator[Move]:
    """Yield the moves along the straight ways from a square whose tower may move [T7]."""
    game, towers = position.game, position.towers
    tower, moves_to = towers[source], _MOVES[source]
    for way in WAYS[source]:
        for target in way:
            standing = towers.get(target)
            if why_not_end(game, tower, target, standing) is None:
                yield moves_to[target]
            if standing is not None and why_not_pass(game, tower, standing) is not None:
                break


def why_still(position: TowersPosition, square: str) -> str | None:
    """Name what keeps the seat to move from moving what stands on *square* [T6, T13, T23]."""
    tower = position.towers.get(square)
    if tower is None:
        return "nothing-there"  # T6
    colour = colour_of(tower)
    if colour != position.mover and not position.game.is_neutral(colour):
        return "not-yours-nor-neutral" if position.game.has_neutrals else "not-yours"  # T21, T6
    if square in SITES:
        return "stays-for-good"  # T13
    if square in position.locks:
        return "locked"  # T23
    return None


def why_not_pass(game: Towers, tower: str, standing: str) -> str | None:
    """Name what keeps *tower* from passing over what is *standing* on its way [T8, T22, T24]."""
    if colour_of(standing) == colour_of(tower) or game.is_neutral(colour_of(tower)):
        return None  # T8, T22
    if game.is_neutral(colour_of(standing)):
        return "neutral-in-the-way"  # T24
    return "other-colour-in-the-way"  # T8


def why_not_end(game: Towers, tower: str, target: str, standing: str | None) -> str | None:
    """Name what keeps *tower* from ending on *target* [T9, T10, T12, T22]."""
    if standing is None:
        symbol = symbol_of(tower)
        return None if SITES.get(target, symbol) == symbol else "other-symbol-space"  # T10
    if game.is_neutral(colour_of(tower)):
        return "neutral-on-top"  # T22
    if symbol_of(standing) != symbol_of(tower):
        return "other-symbol"  # T9
    if height_of(standing) + height_of(tower) > game.highest:
        return "too-high"  # T12
    return None
