"""Why an action is not legal: the piece is looked at first, then the way, then the target."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tretorri.core.words import Reason, Text, excerpt
from tretorri.games.towers.board import SITES, SQUARES, WAYS
from tretorri.games.towers.notation import Move, Pass, parse_move
from tretorri.games.towers.rules.moves import why_not_end, why_not_pass, why_still
from tretorri.games.towers.words import seat_text, symbol_text, tower_text

if TYPE_CHECKING:
    from tretorri.games.towers.position import TowersPosition

RULES = {
    "no-square": "T1",
    "nothing-there": "T6",
    "not-yours": "T6",
    "not-yours-nor-neutral": "T21",
    "stays-for-good": "T13",
    "locked": "T23",
    "not-straight": "T7",
    "other-colour-in-the-way": "T8",
    "neutral-in-the-way": "T24",
    "neutral-on-top": "T22",
    "other-symbol": "T9",
    "other-symbol-space": "T10",
    "too-high": "T12",
}


def refusal(position: TowersPosition, text: str) -> Reason:
    """Say why *text*, which is not legal here, is not."""
    if text == str(Pass()):
        return Reason("towers.no-extra-move", {}, "T14")
    move = parse_move(text)
    if move is None:
        return Reason("core.not-understood", {"text": excerpt(text)})
    name, at = next((name, at) for name, at in faults(position, move) if name is not None)
    return Reason(f"towers.{name}", _words(position, move, at), RULES[name])


def faults(position: TowersPosition, move: Move) -> Iterator[tuple[str | None, str]]:
    """Yield what each check finds, with the square it looks at; no check follows a fault."""
    for square in (move.source, move.target):
        yield (None if square in SQUARES else "no-square"), square
    yield why_still(position, move.source), move.source
    way = next((way for way in WAYS[move.source] if move.target in way), ())
    yield (None if way else "not-straight"), move.target
    game, towers, tower = position.game, position.towers, position.towers[move.source]
    for square in way[: way.index(move.target)]:
        if square in towers:
            yield why_not_pass(game, tower, towers[square]), square
    yield why_not_end(game, tower, move.target, towers.get(move.target)), move.target


def _words(position: TowersPosition, move: Move, at: str) -> dict[str, str | int | Text]:
    """Return what the sentences name: squares, what moves, and what is at the fault."""
    game, towers = position.game, position.towers
    words: dict[str, str | int | Text] = {
        "source": move.source,
        "target": move.target,
        "at": at,
        "tower": tower_text(game, towers.get(move.source)),
        "standing": tower_text(game, towers.get(at)),
        "highest": game.highest,
    }
    if at in SITES:
        words["space"] = symbol_text(SITES[at])
    if at in position.locks:
        words["seat"] = seat_text(position.locks[at])
    return words
