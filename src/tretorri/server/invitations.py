"""Invitations: tickets in links, joining, handing over a seat, and the next game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tretorri.core.errors import IllegalAction
from tretorri.core.words import Reason
from tretorri.server.errors import Busy, Conflict
from tretorri.server.service import Service, SideWrites
from tretorri.server.store import ExchangeTicket, InsertGame, InsertKey, KeepKeys
from tretorri.table.access import (
    CREATOR,
    DEVICE,
    HANDOVER,
    JOIN,
    SEAT,
    TICKET,
    Key,
    Rights,
    derive_secret,
    hash_secret,
    is_valid,
    new_secret,
    no_such_game_error,
    require,
)
from tretorri.table.errors import NotNow, error
from tretorri.table.events import EventKind, NewEvent
from tretorri.table.game_request import make_rematch_setup
from tretorri.table.seats import join_seat, require_seats
from tretorri.table.setup import BY_LINK, OPEN, SeatPlayer
from tretorri.table.state import GameState
from tretorri.table.timeouts import find_due

MAX_JOIN_ATTEMPTS = 8  # other players may take other seats at the same moment


@dataclass(frozen=True, slots=True)
class JoinResult:
    """A player has joined: the game, the *seats* of the player, and the secrets for them."""

    state: GameState
    seats: Sequence[str]
    secrets: Sequence[str]


class Invitations:
    """Issues and exchanges tickets, and creates rematches."""

    def __init__(self, service: Service) -> None:
        self._service = service

    async def issue_ticket(
        self, game_id: str, secrets: Sequence[str], seat: str | None, purpose: str
    ) -> str:
        """Issue a ticket: for an open seat, for another device, or to hand a seat over."""
        state = await self._service.game(game_id)
        rights = await self._service.rights(state, secrets)
        if seat is not None:
            require(rights.seats or rights.creator)
            require_seats(state, {seat: purpose})
        self._require_may_issue(state, rights, seat, purpose)
        ticket = new_secret()
        generation = state.generations.get(seat, 0) if seat else 0
        key = Key(hash_secret(ticket), game_id, TICKET, seat, purpose, generation)
        await self._service.write_beside(game_id, InsertKey(key))
        return ticket

    def _require_may_issue(
        self, state: GameState, rights: Rights, seat: str | None, purpose: str
    ) -> None:
        if seat is None:
            require(rights.creator and purpose == DEVICE)
        elif purpose == JOIN:
            require(rights.creator)
            if state.players[seat].kind != OPEN:
                raise error(NotNow, "seat-taken")
        else:
            require(seat in rights.seats)
            if state.players[seat].kind not in BY_LINK:
                raise error(NotNow, "seat-here")

    async def join(
        self,
        game_id: str,
        ticket: str,
        *,
        request_id: str,
        kind: str,
        name: str,
        browser: str | None = None,
    ) -> JoinResult:
        """Exchange a ticket for the key to a seat; sent again, it gives the same key.

        The key is kept with the secret of a *browser*, of which this is the hash.
        """
        store, secret = self._service.store, derive_secret(ticket, request_id)
        is_missing = False
        for _ in range(MAX_JOIN_ATTEMPTS):
            state = await self._service.game(game_id)
            done = await store.key(hash_secret(secret))
            if done is not None and is_valid(state, done):
                if browser not in (None, done.browser):  # the first answer, with another, was lost
                    await self.keep(game_id, [secret], browser)
                return JoinResult(state, _seats_of(state, done), [secret])
            key = await store.key(hash_secret(ticket))
            if key is None or key.role != TICKET or not is_valid(state, key):
                if is_missing:
                    raise no_such_game_error()
                is_missing = True  # a repeat of this request may just have spent it
                continue
            try:
                await self._exchange(state, key, secret, SeatPlayer(kind, None, name), browser)
            except Conflict:
                continue  # another player joined at the same moment
        raise error(Busy, "busy")

    async def keep(self, game_id: str, secrets: Sequence[str], browser: str) -> None:
        """Let the keys with these secrets be kept with that of a browser."""
        digests = [hash_secret(secret) for secret in secrets]
        await self._service.store.write(KeepKeys(game_id, digests, browser))

    async def _exchange(
        self, state: GameState, ticket: Key, secret: str, player: SeatPlayer, browser: str | None
    ) -> None:
        seat, game_id = ticket.seat, state.setup.id
        if ticket.purpose == DEVICE or seat is None:
            role = CREATOR if seat is None else SEAT
            key = Key(hash_secret(secret), game_id, role, seat, None, ticket.generation, browser)
            await self._service.write_beside(game_id, ExchangeTicket(ticket.digest, key))
            return
        if (state.players[seat].kind == OPEN) == (ticket.purpose == HANDOVER):
            raise no_such_game_error()
        if state.is_over:
            raise IllegalAction(Reason("core.game-over"))
        await self._take_seat(state, seat, secret, player, browser=browser, spent=[ticket.digest])

    async def _take_seat(
        self,
        state: GameState,
        seat: str,
        secret: str,
        player: SeatPlayer,
        *,
        browser: str | None,
        spent: Sequence[str] = (),
    ) -> None:
        """Give a seat to a player, with a key to it."""
        generation = state.generations.get(seat, 0) + 1
        key = Key(hash_secret(secret), state.setup.id, SEAT, seat, None, generation, browser)
        await self._service.append(
            state.setup.id,
            f"join/{key.digest[:32]}",
            state.version,
            lambda now: join_seat(now, seat, player.kind, player.name),
            SideWrites([key], spent),
        )

    async def delete(self, game_id: str, secrets: Sequence[str]) -> None:
        """Delete a game for its creator, but not while others play it."""
        state = await self._service.game(game_id)
        rights = await self._service.rights(state, secrets)
        require(rights.creator)
        if _is_played_by_others(state, rights):
            raise error(NotNow, "others-play")
        await self._service.delete(game_id)

    async def rematch(
        self, game_id: str, secrets: Sequence[str], browser: str | None = None
    ) -> JoinResult:
        """Create the next game, or join it: each player has the seat after the last one."""
        state = await self._service.game(game_id)
        rights = await self._service.rights(state, secrets)
        require(rights.seats or rights.creator)
        if not state.is_over:
            raise error(NotNow, "not-over")
        deleted = await self._find_deleted(state.rematch)
        if state.rematch == deleted:
            state = await self._create_rematch(state, deleted)
        if state.rematch is None or state.rematch == deleted:
            raise error(Busy, "busy")
        keys = []
        if rights.creator:
            secret = new_secret()
            key = Key(hash_secret(secret), state.rematch, CREATOR, browser=browser)
            await self._service.write_beside(state.rematch, InsertKey(key))
            keys.append(secret)
        for seat in sorted(rights.seats):
            if state.players[seat].kind in BY_LINK:
                new_seat = rotate_seats(state)[seat]
                keys += await self._rejoin(state.rematch, new_seat, state, seat, browser)
        after = await self._service.game(state.rematch)
        may = await self._service.rights(after, keys)
        return JoinResult(after, sorted(may.seats), keys)

    async def _find_deleted(self, game_id: str | None) -> str | None:
        """Return the id of a game that is not stored any more; ``None`` if it is, or has none."""
        is_there = game_id is None or await self._service.store.setup(game_id) is not None
        return None if is_there else game_id

    async def _create_rematch(self, state: GameState, deleted: str | None) -> GameState:
        """Make the game that follows, if need be in place of one that was *deleted*.

        Of several callers, one creates it.
        """
        setup = make_rematch_setup(
            state, rotate_seats(state), self._service.now(), self._service.ahead()
        )
        start = GameState.of(setup)
        new = InsertGame(setup, (), find_due(start))
        made = NewEvent(EventKind.REMATCH, None, {"to": setup.id})
        for _ in range(MAX_JOIN_ATTEMPTS):
            try:
                answer = await self._service.append(
                    state.setup.id,
                    f"rematch/{setup.id}",
                    state.version,
                    lambda now: _decide_rematch(now, made, deleted),
                    SideWrites(rematch=new),
                )
            except Conflict:
                state = await self._service.game(state.setup.id)
                if state.rematch not in (None, deleted):
                    return state
            else:
                self._service.notify(start)
                return answer.state
        return state

    async def _rejoin(
        self, game_id: str, seat: str, last: GameState, before: str, browser: str | None
    ) -> list[str]:
        """Return the secret for a seat in the next game, for the player of the seat before it."""
        secret, player = new_secret(), last.players[before]
        for _ in range(MAX_JOIN_ATTEMPTS):
            state = await self._service.game(game_id)
            if state.players[seat].kind == OPEN and not state.generations.get(seat, 0):
                try:
                    await self._take_seat(state, seat, secret, player, browser=browser)
                except Conflict:
                    continue
                return [secret]
            if state.generations.get(seat, 0) == 1:  # they have come already: another key
                key = Key(hash_secret(secret), game_id, SEAT, seat, None, 1, browser)
                await self._service.write_beside(game_id, InsertKey(key))
                return [secret]
            return []
        raise error(Busy, "busy")


def rotate_seats(state: GameState) -> Mapping[str, str]:
    """Return the seats of the next game by those of this one: each moves on by one."""
    seats = state.game.seats
    return dict(zip(seats, (*seats[1:], seats[0]), strict=True))


def _seats_of(state: GameState, key: Key) -> list[str]:
    return [key.seat] if key.seat else []


def _is_played_by_others(state: GameState, rights: Rights) -> bool:
    """Tell whether a game is under way in which others have come to seats by link."""
    by_link = {seat for seat, player in state.players.items() if player.kind in BY_LINK}
    is_under_way = state.is_started and not state.is_over and state.has_moved
    return is_under_way and not by_link <= rights.seats


def _decide_rematch(state: GameState, made: NewEvent, deleted: str | None) -> Iterator[NewEvent]:
    if state.rematch not in (None, deleted):
        raise error(NotNow, "rematch-made")
    yield made
