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
from tretorri.table.access import new_game_id
from tretorri.table.clock import Absence, TimeControl
from tretorri.table.errors import InvalidSetup, error
from tretorri.table.events import NewEvent
from tretorri.table.names import clean_name
from tretorri.table.record import events_of_record
from tretorri.table.setup import BY_LINK, ENGINE, HERE, OPEN, GameSetup, SeatPlayer
from tretorri.table.state import GameState

MAX_DRAWN_SEED = 2**53  # a seed that every program can write down exactly


@dataclass(frozen=True, slots=True)
class GameRequest:
    """A game that a caller asks for; a record or a position says everything about its game."""

    game: str | None = None
    options: Mapping[str, str | int] = field(default_factory=dict)
    seed: int | None = None
    position: str | None = None
    record: str | None = None
    players: Mapping[str, SeatPlayer] = field(default_factory=dict)
    clock: TimeControl | None = None
    absence: Absence | None = None


def make_setup(request: GameRequest) -> tuple[GameSetup, list[NewEvent]]:
    """Return what a new game begins with, and what has happened in it already."""
    if request.record is not None:
        return _from_record(request)
    if request.game is None:
        raise error(InvalidSetup, "which-game")
    return _from_options(request, find(request.game).id), []


def _from_options(request: GameRequest, game_id: str) -> GameSetup:
    if request.position is not None:
        if request.options or request.seed is not None:
            raise error(InvalidSetup, "says-all")
        start = game(game_id).position(request.position)
        return _setup(request, start, None, str(start))
    chosen = game(game_id, **request.options)
    seed = secrets.randbelow(MAX_DRAWN_SEED) if request.seed is None else check_seed(request.seed)
    return _setup(request, chosen.start(seed), seed, None)


def _from_record(request: GameRequest) -> tuple[GameSetup, list[NewEvent]]:
    if request.options or request.game or request.position is not None or request.seed is not None:
        raise error(InvalidSetup, "says-all")
    record = Record.from_text(request.record or "", strict=False)
    names = {seat: record.header(f"Player.{seat}") or "" for seat in record.game.seats}
    players = {seat: SeatPlayer(HERE, None, clean_name(name)) for seat, name in names.items()}
    seated = replace(request, players={**players, **request.players}, record=record.to_text())
    start = str(record.start) if record.seed is None else None
    return _setup(seated, record.start, record.seed, start), list(events_of_record(record))


def _setup(request: GameRequest, start: Position, seed: int | None, text: str | None) -> GameSetup:
    chosen = start.game
    return GameSetup(
        id=new_game_id(),
        kind=chosen.id,
        options=chosen.options if text is None else {},
        seed=seed,
        start=text,
        rules=rules_version(chosen.id),
        players=_assign_seats(start, request.players),
        created=0,  # the service says when
        record=request.record,
        clock=request.clock,
        absence=request.absence,
    )


def make_rematch_setup(
    state: GameState, seats: Mapping[str, str], time: int, ahead: int
) -> GameSetup:
    """Return what the same people begin with once more, on other *seats*; luck is drawn anew.

    That is at a *time* of the server, which is *ahead* of the date.
    """
    last = state.setup
    players = {seats[seat]: _next_player(player) for seat, player in state.players.items()}
    return replace(
        last,
        id=new_game_id(),
        seed=None if last.start is not None else secrets.randbelow(MAX_DRAWN_SEED),
        rules=rules_version(last.kind),
        players={seat: players[seat] for seat in state.game.seats},
        created=time,
        ahead=ahead,
        record=None,
    )


def _next_player(player: SeatPlayer) -> SeatPlayer:
    """Return a player of the next game: the seat of one who joined by link is open again."""
    return SeatPlayer(OPEN, None, player.name) if player.kind in BY_LINK else player


def _assign_seats(start: Position, players: Mapping[str, SeatPlayer]) -> dict[str, SeatPlayer]:
    """Return the player of each seat; by default a person here."""
    seats = start.game.seats
    for seat in players:
        if seat not in seats:
            raise error(InvalidSetup, "no-seat", seat=excerpt(seat), seats=" ".join(seats))
    return {seat: check_player(players.get(seat, SeatPlayer(HERE))) for seat in seats}


def check_player(player: SeatPlayer) -> SeatPlayer:
    """Return a player whose level fits its kind: engines have one, people have none."""
    if (player.kind == ENGINE) != (player.level is not None):
        raise error(InvalidSetup, "level-for-engines")
    return SeatPlayer(player.kind, player.level, clean_name(player.name))
