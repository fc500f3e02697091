"""Read a position text and check it against the material and the setting."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple, NoReturn

from tretorri.core.endings import is_too_long
from tretorri.core.errors import InvalidPosition
from tretorri.core.game import Result
from tretorri.core.reading import read_turn, split_fields
from tretorri.core.words import Reason, Text, excerpt
from tretorri.games.voldetour.board import (
    ORDER,
    OUT,
    RESERVE,
    SETUPS,
    TOWER_HEIGHT,
    Setup,
    Square,
)
from tretorri.games.voldetour.notation import NOTHING, read_piece
from tretorri.games.voldetour.rules.lord import last_turn_at_home, lords_result
from tretorri.games.voldetour.rules.pieces import Piece, Terrain, bare_terrain, place_order
from tretorri.games.voldetour.words import colour_name, group_name, kind_name

FIELDS = ("SEATS", "PIECES", "TO-MOVE", "LORDS", "DONE", "TURN")
DONE = {NOTHING: "", "B": "B", "S": "S", "BS": "BS"}
_SETUPS = {"".join(setup.seats): setup for setup in SETUPS.values()}


class Parts(NamedTuple):
    """What a text says, as the fields of a position."""

    turn: int
    pieces: tuple[Piece, ...]
    terrain: Terrain
    lords: Mapping[str, Square]
    done: str


def refuse(key: str, rule: str | None = None, **params: str | int | Text) -> NoReturn:
    """Refuse the text for this reason."""
    raise InvalidPosition(Reason(f"voldetour.{key}", params, rule))


def read_parts(text: str) -> Parts:
    """Return the parts of a position text, checked; its exact form is not."""
    setup, parts = read_draft(text)
    check_lords(setup, parts.lords, parts.turn)
    if parts.done:
        check_done(setup, parts, setup.seats[(parts.turn - 1) % len(setup.seats)])
    return parts


def read_draft(text: str) -> tuple[Setup, Parts]:
    """Return what a text says, checked only for where pieces and Lords can stand."""
    seats, pieces_text, mover, lords_text, done_text, turn_text = split_fields(text, FIELDS)
    if seats not in _SETUPS:
        refuse("bad-seats", seats=excerpt(seats), known=", ".join(_SETUPS))
    setup = _SETUPS[seats]
    turn = read_turn(turn_text, setup.seats, mover)
    pieces, terrain = build(setup, read_pieces(setup, pieces_text))
    lords = read_lords(setup, lords_text)
    check_standing(setup, lords, terrain)
    if done_text not in DONE:
        refuse("bad-done", done=excerpt(done_text))
    return setup, Parts(turn, pieces, terrain, lords, DONE[done_text])


# Pieces -----------------------------------------------------------------------------------------


def read_pieces(setup: Setup, text: str) -> list[Piece]:
    """Return the pieces that the text names, at most those in the box [D2]."""
    texts = [] if text == NOTHING else text.split(";", len(setup.seats) * RESERVE.total())
    pieces = [read_owned_piece(setup, piece) for piece in texts]
    for (owner, kind), count in Counter((p.owner, p.kind) for p in pieces).items():
        if count > RESERVE[kind]:
            named = {"owner": colour_name(owner), "kind": kind_name(kind)}
            refuse("too-many", "D2", **named, most=RESERVE[kind])
    return pieces


def read_owned_piece(setup: Setup, text: str) -> Piece:
    """Return the piece of one of the seats that *text* describes."""
    piece = read_piece(text)
    if piece is None or piece.owner not in setup.seats:
        refuse("bad-piece", piece=excerpt(text))
    return piece


def build(setup: Setup, pieces: list[Piece]) -> tuple[tuple[Piece, ...], Terrain]:
    """Put the pieces down from the board up; return them in order, and the terrain."""
    terrain = bare_terrain(setup.towers.values())
    built: list[Piece] = []
    for piece in sorted(pieces, key=lambda piece: (piece.level, piece.nested)):
        check_place(piece, terrain)
        way = terrain.slopes[piece.anchor] if piece.nested else piece.way
        built.append(piece._replace(way=way))
        terrain = terrain.with_piece(built[-1])
    return tuple(sorted(built, key=place_order)), terrain


def check_place(piece: Piece, terrain: Terrain) -> None:
    """Refuse a piece that cannot stand where the text has it [D10, D11, D12]."""
    if piece.level + piece.spot.rise > TOWER_HEIGHT:
        refuse("reads-too-high", "D12", piece=str(piece), top=TOWER_HEIGHT - 1)
    for square in piece.spot.squares:
        check_ground(piece, square, terrain)


def check_ground(piece: Piece, square: Square, terrain: Terrain) -> None:
    """Refuse a piece over a Tower, another piece, a hole, or a slope [D10, D11, D12]."""
    named = {"piece": str(piece), "square": square}
    if square in terrain.towers:
        refuse("reads-on-tower", "D12", **named)
    height, has_slope = terrain.heights[square], square in terrain.slopes
    if height < piece.level:
        refuse("reads-hole", "D11", **named)
    if height > piece.level or (has_slope and not piece.nested):
        refuse("reads-overlap", "D11", **named)
    if piece.nested and not has_slope:
        refuse("reads-no-slope", "D10", **named)


# Lords --------------------------------------------------------------------------------------------


def read_lords(setup: Setup, text: str) -> dict[str, Square]:
    """Return the squares of the Lords, which the text names in seat order."""
    parts = text.split(",", len(setup.seats))
    lords = {part[:1]: part[1:] for part in parts}
    if len(parts) != len(setup.seats) or tuple(lords) != setup.seats:
        refuse("bad-lords", lords=excerpt(text), seats=", ".join(setup.seats))
    for square in lords.values():
        if square != OUT and square not in ORDER:
            refuse("no-square", "D1", square=excerpt(square))
    return lords


def check_standing(setup: Setup, lords: Mapping[str, Square], terrain: Terrain) -> None:
    """Refuse Lords where no Lord can ever stand [D16 to D18]."""
    standing = [square for square in lords.values() if square != OUT]
    if len(set(standing)) < len(standing):
        refuse("reads-shared", "D17")
    for seat, square in lords.items():
        if square in terrain.slopes:
            refuse("reads-on-slope", "D16", lord=colour_name(seat), square=square)
        if square in setup.closed[seat] - {setup.towers[seat]}:
            refuse("reads-on-lateral", "D18", lord=colour_name(seat), square=square)


def check_lords(setup: Setup, lords: Mapping[str, Square], turn: int) -> None:
    """Refuse Lords that cannot be where they are on this turn [D5, D19]."""
    if all(square == OUT for square in lords.values()):
        refuse("all-out", "D19")
    if sum(square == setup.enemy_towers[seat] for seat, square in lords.items()) > 1:
        refuse("two-winners", "D5")
    for seat, square in lords.items():
        check_home(setup, seat, square, turn)


def check_home(setup: Setup, seat: str, square: Square, turn: int) -> None:
    """Refuse a Lord at home after its third turn, or out before its end [D19]."""
    has_ended = turn > last_turn_at_home(setup, seat)
    if has_ended and square == setup.towers[seat]:
        refuse("reads-late", "D19", lord=colour_name(seat), square=square)
    if not has_ended and square == OUT:
        refuse("reads-early-out", "D19", lord=colour_name(seat))


# The turn -----------------------------------------------------------------------------------------


def check_done(setup: Setup, parts: Parts, mover: str) -> None:
    """Refuse a turn half done that the mover cannot be in [D6, D19, C3]."""
    if lords_result(setup, parts.lords):
        refuse("done-when-over", "D6")
    check_mover(mover, parts.lords, None)
    if is_too_long(parts.turn):
        refuse("done-too-late", "C3", turn=parts.turn)
    for group in parts.done:
        if not any(p.owner == mover and p.kind[0] == group for p in parts.pieces):
            refuse("done-none", "D6", seat=colour_name(mover), group=group_name(group))


def check_mover(mover: str, lords: Mapping[str, Square], result: Result | None) -> None:
    """Refuse a mover who is out, unless no seat can act [D8, D19]."""
    is_drawn = result is not None and result.rule == "D8"
    if lords[mover] == OUT and not is_drawn:
        refuse("mover-out", "D19", seat=colour_name(mover))
