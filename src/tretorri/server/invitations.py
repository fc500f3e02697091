"""How people come to the table: tickets in links, seats taken, handed over, and the next game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tretorri.core.errors import IllegalAction
from tretorri.core.words import Reason
from tretorri.server.errors import Busy, Conflict
from tretorri.server.service import Along, Service
from tretorri.server.store import Exchange, Keep, NewGame, NewKey
from tretorri.table.access import (
    CREATOR,
    DEVICE,
    HANDOVER,
    JOIN,
    SEAT,
    TICKET,
    Key,
    Rights,
    digest,
    exchanged,
    is_valid,
    need,
    new_secret,
    no_such_game,
)
from tretorri.table.errors import NotNow, error
from tretorri.table.events import Happening, Kind
from tretorri.table.game_request import again
from tretorri.table.seats import joining, need_seats
from tretorri.table.setup import BY_LINK, OPEN, Player
from tretorri.table.state import Fold
from tretorri.table.timeouts import due_in

ATTEMPTS = 8  # others may take other seats at the same moment


@dataclass(frozen=True, slots=True)
class Entrance:
    """Somebody has come in: the game, the *seats* that are theirs now, and the secrets for them."""

    fold: Fold
    seats: Sequence[str]
    secrets: Sequence[str]


class Doors:
    """Lets people in, and out."""

    def __init__(self, service: Service) -> None:
        self._service = service

    async def ticket(
        self, game_id: str, secrets: Sequence[str], seat: str | None, purpose: str
    ) -> str:
        """Issue a ticket: for an open seat, for another device, or to hand a seat over."""
        fold = await self._service.game(game_id)
        rights = await self._service.rights(fold, secrets)
        if seat is not None:
            need(rights.seats or rights.creator)
            need_seats(fold, {seat: purpose})
        self._need_may_issue(fold, rights, seat, purpose)
        ticket = new_secret()
        generation = fold.generations.get(seat, 0) if seat else 0
        key = Key(digest(ticket), game_id, TICKET, seat, purpose, generation)
        await self._service.store_beside(game_id, NewKey(key))
        return ticket

    def _need_may_issue(self, fold: Fold, rights: Rights, seat: str | None, purpose: str) -> None:
        if seat is None:
            need(rights.creator and purpose == DEVICE)
        elif purpose == JOIN:
            need(rights.creator)
            if fold.players[seat].kind != OPEN:
                raise error(NotNow, "seat-taken")
        else:
            need(seat in rights.seats)
            if fold.players[seat].kind not in BY_LINK:
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
    ) -> Entrance:
        """Exchange a ticket for the key to a seat; sent again, it gives the same key.

        The key is kept with the secret of a *browser*, of which this is the hash.
        """
        store, secret = self._service.store, exchanged(ticket, request_id)
        is_missing = False
        for _ in range(ATTEMPTS):
            fold = await self._service.game(game_id)
            done = await store.key(digest(secret))
            if done is not None and is_valid(fold, done):
                if browser not in (None, done.browser):  # the first answer, with another, was lost
                    await self.keep(game_id, [secret], browser)
                return Entrance(fold, _seats(fold, done), [secret])
            key = await store.key(digest(ticket))
            if key is None or key.role != TICKET or not is_valid(fold, key):
                if is_missing:
                    raise no_such_game()
                is_missing = True  # a repeat of this request may just have spent it
                continue
            try:
                await self._exchange(fold, key, secret, Player(kind, None, name), browser)
            except Conflict:
                continue  # somebody else has come in at the same moment
        raise error(Busy, "busy")

    async def keep(self, game_id: str, secrets: Sequence[str], browser: str) -> None:
        """Let the keys with these secrets be kept with that of a browser."""
        digests = [digest(secret) for secret in secrets]
        await self._service.store.write(Keep(game_id, digests, browser))

    async def _exchange(
        self, fold: Fold, ticket: Key, secret: str, player: Player, browser: str | None
    ) -> None:
        seat, game_id = ticket.seat, fold.opening.id
        if ticket.purpose == DEVICE or seat is None:
            role = CREATOR if seat is None else SEAT
            key = Key(digest(secret), game_id, role, seat, None, ticket.generation, browser)
            await self._service.store_beside(game_id, Exchange(ticket.digest, key))
            return
        if (fold.players[seat].kind == OPEN) == (ticket.purpose == HANDOVER):
            raise no_such_game()
        if fold.is_over:
            raise IllegalAction(Reason("core.game-over"))
        await self._enter(fold, seat, secret, player, browser=browser, spent=[ticket.digest])

    async def _enter(
        self,
        fold: Fold,
        seat: str,
        secret: str,
        player: Player,
        *,
        browser: str | None,
        spent: Sequence[str] = (),
    ) -> None:
        """Let somebody take a seat, with a key to it."""
        generation = fold.generations.get(seat, 0) + 1
        key = Key(digest(secret), fold.opening.id, SEAT, seat, None, generation, browser)
        await self._service.append(
            fold.opening.id,
            f"join/{key.digest[:32]}",
            fold.version,
            lambda now: joining(now, seat, player.kind, player.name),
            Along([key], spent),
        )

    async def delete(self, game_id: str, secrets: Sequence[str]) -> None:
        """Delete a game for its creator, but not while others play it."""
        fold = await self._service.game(game_id)
        rights = await self._service.rights(fold, secrets)
        need(rights.creator)
        if _do_others_play(fold, rights):
            raise error(NotNow, "others-play")
        await self._service.delete(game_id)

    async def rematch(
        self, game_id: str, secrets: Sequence[str], browser: str | None = None
    ) -> Entrance:
        """Begin the next game, or come to it: everybody has the seat after their last one."""
        fold = await self._service.game(game_id)
        rights = await self._service.rights(fold, secrets)
        need(rights.seats or rights.creator)
        if not fold.is_over:
            raise error(NotNow, "not-over")
        deleted = await self._deleted(fold.rematch)
        if fold.rematch == deleted:
            fold = await self._follow(fold, deleted)
        if fold.rematch is None or fold.rematch == deleted:
            raise error(Busy, "busy")
        keys = []
        if rights.creator:
            secret = new_secret()
            key = Key(digest(secret), fold.rematch, CREATOR, browser=browser)
            await self._service.store_beside(fold.rematch, NewKey(key))
            keys.append(secret)
        for seat in sorted(rights.seats):
            if fold.players[seat].kind in BY_LINK:
                new_seat = next_seats(fold)[seat]
                keys += await self._seat_again(fold.rematch, new_seat, fold, seat, browser)
        after = await self._service.game(fold.rematch)
        may = await self._service.rights(after, keys)
        return Entrance(after, sorted(may.seats), keys)

    async def _deleted(self, game_id: str | None) -> str | None:
        """Return the id of a game that is not stored any more; ``None`` if it is, or has none."""
        is_there = game_id is None or await self._service.store.opening(game_id) is not None
        return None if is_there else game_id

    async def _follow(self, fold: Fold, deleted: str | None) -> Fold:
        """Make the game that follows, if need be in place of one that was *deleted*.

        Of several who ask, one makes it.
        """
        opening = again(fold, next_seats(fold), self._service.now())
        start = Fold.of(opening)
        new = NewGame(opening, (), due_in(start))
        made = Happening(Kind.REMATCH, None, {"to": opening.id})
        for _ in range(ATTEMPTS):
            try:
                answer = await self._service.append(
                    fold.opening.id,
                    f"rematch/{opening.id}",
                    fold.version,
                    lambda now: _unless_made(now, made, deleted),
                    Along(rematch=new),
                )
            except Conflict:
                fold = await self._service.game(fold.opening.id)
                if fold.rematch not in (None, deleted):
                    return fold
            else:
                self._service.tell(start)
                return answer.fold
        return fold

    async def _seat_again(
        self, game_id: str, seat: str, last: Fold, before: str, browser: str | None
    ) -> list[str]:
        """Return the secret for a seat in the next game, for who had the one before it."""
        secret, player = new_secret(), last.players[before]
        for _ in range(ATTEMPTS):
            fold = await self._service.game(game_id)
            if fold.players[seat].kind == OPEN and not fold.generations.get(seat, 0):
                try:
                    await self._enter(fold, seat, secret, player, browser=browser)
                except Conflict:
                    continue
                return [secret]
            if fold.generations.get(seat, 0) == 1:  # they have come already: another key
                key = Key(digest(secret), game_id, SEAT, seat, None, 1, browser)
                await self._service.store_beside(game_id, NewKey(key))
                return [secret]
            return []
        raise error(Busy, "busy")


def next_seats(fold: Fold) -> Mapping[str, str]:
    """Return who sits where in the next game: each seat moves on by one."""
    seats = fold.game.seats
    return dict(zip(seats, (*seats[1:], seats[0]), strict=True))


def _seats(fold: Fold, key: Key) -> list[str]:
    return [key.seat] if key.seat else []


def _do_others_play(fold: Fold, rights: Rights) -> bool:
    """Tell whether a game is under way in which others have come to seats by link."""
    by_link = {seat for seat, player in fold.players.items() if player.kind in BY_LINK}
    is_under_way = fold.is_started and not fold.is_over and bool(fold.turns or fold.begun)
    return is_under_way and not by_link <= rights.seats


def _unless_made(fold: Fold, made: Happening, deleted: str | None) -> Iterator[Happening]:
    if fold.rematch not in (None, deleted):
        raise error(NotNow, "rematch-made")
    yield made
