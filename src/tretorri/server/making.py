"""New games: from options and a seed, from a position text, or from a record."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from tretorri.core.game import Position, check_seed
from tretorri.core.records import Record
from tretorri.core.records.draft import rules_version
from tretorri.core.registry import find, game
from tretorri.core.words import excerpt
from tretorri.server.access import new_game_id
from tretorri.server.clocks import Absence, Clock
from tretorri.server.errors import BadRequest, refused
from tretorri.server.events import Happening
from tretorri.server.fold import Fold
from tretorri.server.names import clean_name
from tretorri.server.notes import happenings_of
from tretorri.server.opening import BY_LINK, ENGINE, HERE, OPEN, Opening, Player

LARGEST_DRAWN = 2**53  # a seed that every program can write down exactly


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody wants to play; a record or a position says everything about its game."""

    game: str | None = None
    options: Mapping[str, str | int] = field(default_factory=dict)
    seed: int | None = None
    position: str | None = None
    record: str | None = None
    players: Mapping[str, Player] = field(default_factory=dict)
    clock: Clock | None = None
    absence: Absence | None = None


def opening_of(wish: Wish) -> tuple[Opening, list[Happening]]:
    """Return what a new game begins with, and what has happened in it already."""
    if wish.record is not None:
        return _from_record(wish)
    if wish.game is None:
        raise refused(BadRequest, "which-game")
    return _from_options(wish, find(wish.game).id), []


def _from_options(wish: Wish, game_id: str) -> Opening:
    if wish.position is not None:
        if wish.options or wish.seed is not None:
            raise refused(BadRequest, "says-all")
        start = game(game_id).position(wish.position)
        return _opening(wish, start, None, str(start))
    chosen = game(game_id, **wish.options)
    seed = secrets.randbelow(LARGEST_DRAWN) if wish.seed is None else check_seed(wish.seed)
    return _opening(wish, chosen.start(seed), seed, None)


def _from_record(wish: Wish) -> tuple[Opening, list[Happening]]:
    if wish.options or wish.game or wish.position is not None or wish.seed is not None:
        raise refused(BadRequest, "says-all")
    record = Record.from_text(wish.record or "", strict=False)
    names = {seat: record.header(f"Player.{seat}") or "" for seat in record.game.seats}
    players = {seat: Player(HERE, None, clean_name(name)) for seat, name in names.items()}
    seated = replace(wish, players={**players, **wish.players}, record=record.to_text())
    start = str(record.start) if record.seed is None else None
    return _opening(seated, record.start, record.seed, start), list(happenings_of(record))


def _opening(wish: Wish, start: Position, seed: int | None, text: str | None) -> Opening:
    chosen = start.game
    return Opening(
        id=new_game_id(),
        kind=chosen.id,
        options=chosen.options if text is None else {},
        seed=seed,
        start=text,
        rules=rules_version(chosen.id),
        players=_seated(start, wish.players),
        created=0,  # the service says when
        record=wish.record,
        clock=wish.clock,
        absence=wish.absence,
    )


def again(fold: Fold, seats: Mapping[str, str], time: int) -> Opening:
    """Return what the same people begin with once more, on other *seats*; luck is drawn anew."""
    last = fold.opening
    players = {seats[seat]: _next(player) for seat, player in fold.players.items()}
    return replace(
        last,
        id=new_game_id(),
        seed=None if last.start is not None else secrets.randbelow(LARGEST_DRAWN),
        rules=rules_version(last.kind),
        players={seat: players[seat] for seat in fold.game.seats},
        created=time,
        record=None,
    )


def _next(player: Player) -> Player:
    """Return a player of the next game: who came by link comes again."""
    return Player(OPEN, None, player.name) if player.kind in BY_LINK else player


def _seated(start: Position, players: Mapping[str, Player]) -> dict[str, Player]:
    """Return who plays each seat; a person here, unless somebody else is named."""
    seats = start.game.seats
    for seat in players:
        if seat not in seats:
            raise refused(BadRequest, "no-seat", seat=excerpt(seat), seats=" ".join(seats))
    return {seat: checked_player(players.get(seat, Player(HERE))) for seat in seats}


def checked_player(player: Player) -> Player:
    """Return a player whose level fits its kind: engines have one, people have none."""
    if (player.kind == ENGINE) != (player.level is not None):
        raise refused(BadRequest, "level-for-engines")
    return Player(player.kind, player.level, clean_name(player.name))
