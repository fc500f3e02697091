"""A server as a client sees it: create games and take seats."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from tretorri.client.errors import BadLink, Refused, SeatLost, client_error
from tretorri.client.links import join_link, read_link
from tretorri.client.seat import NO_SUCH_GAME, Seat
from tretorri.client.state import RIGHTS
from tretorri.client.wire import DEFAULT_PATIENCE_S, Wire
from tretorri.core.game import Game, Position
from tretorri.core.words import ENGLISH

NOTHING: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class OwnGame:
    """A game created by this client: each of the *links* invites a player to an open seat.

    *key* is the secret of the creator. Neither is printed.
    """

    id: str
    links: Mapping[str, str] = field(repr=False)
    key: str = field(repr=False)
    _wire: Wire = field(repr=False)

    @property
    def watch_link(self) -> str:
        """Return the link for spectators."""
        return f"{self._wire.address}{self._wire.language}/game/{self.id}"

    def invite(self, seat: str) -> str:
        """Return a new link to an open seat; the previous one becomes void."""
        body = {"seat": seat, "for": "join"}
        made = self._wire.post(f"api/games/{self.id}/tickets", body)
        self._wire.require(made, {"ticket": str})
        return join_link(self._wire.address, self._wire.language, self.id, made["ticket"])

    def delete(self) -> None:
        """Delete the game permanently."""
        self._wire.post(f"api/games/{self.id}/delete", {}, is_repeatable=False)


class Client:
    """A server at an address, such as ``https://towers.example``.

    *language* is the language of messages; *patience* is the number of seconds to keep trying while
    the server is busy or does not answer.

    >>> Client("https://towers.example")
    Client('https://towers.example/')
    """

    def __init__(
        self, address: str, *, language: str = ENGLISH, patience: float = DEFAULT_PATIENCE_S
    ) -> None:
        self._wire = Wire(address, "", language, patience)

    def __repr__(self) -> str:
        return f"Client({self._wire.address!r})"

    def create(
        self,
        start: Game[Any] | Position,
        *,
        engines: Mapping[str, int] = NOTHING,
        seed: int | None = None,
        clock: Mapping[str, Any] | None = None,
        absence: Mapping[str, Any] | None = None,
    ) -> OwnGame:
        """Create a game from its start or from a position; seats without an engine are open.

        *engines* maps seats to levels; *clock* and *absence* are as in the HTTP API.
        """
        is_position = isinstance(start, Position)
        game = start.game if isinstance(start, Position) else start
        seats: dict[str, Any] = {seat: {"kind": "open"} for seat in game.seats}
        seats |= {seat: {"kind": "engine", "level": level} for seat, level in engines.items()}
        wish = {
            "game": game.id,
            "options": {} if is_position else game.options,
            "position": str(start) if is_position else None,
            "seed": seed,
            "seats": seats,
            "clock": clock and dict(clock),
            "absence": absence and dict(absence),
        }
        made = self._wire.post("api/games", wish, is_repeatable=False)
        self._wire.require(made, {"id": str, "secret": str, "tickets": dict})
        wire = self._wire.with_key(made["secret"])
        links = {
            seat: join_link(wire.address, wire.language, made["id"], ticket)
            for seat, ticket in made["tickets"].items()
        }
        return OwnGame(made["id"], links, made["secret"], wire)

    def join(self, game_id: str, ticket: str, name: str = "") -> Seat:
        """Take the seat of a ticket; the function *join* reads id and ticket from a link."""
        body = {"ticket": ticket, "name": name, "as": "bot", "request_id": secrets.token_hex(16)}
        try:
            joined = self._wire.post(f"api/games/{game_id}/join", body)
        except Refused as error:
            if error.code != NO_SUCH_GAME:
                raise
            raise client_error(BadLink, "void-link") from None
        self._wire.require(joined, {"seat": (str, None), "secret": str})
        if joined["seat"] is None:
            raise client_error(BadLink, "no-seat")
        wire = self._wire.with_key(joined["secret"])
        return Seat(wire, game_id, joined["seat"], joined.get("state"))

    def come_back(self, game_id: str, key: str) -> Seat:
        """Return to a seat by its *key*; raise *SeatLost* if another player has it now."""
        wire = self._wire.with_key(key)
        try:
            seats = wire.require(wire.get(f"api/games/{game_id}/rights"), RIGHTS)["seats"]
            state = wire.get(f"api/games/{game_id}")
        except Refused as error:
            if error.code != NO_SUCH_GAME:
                raise
            seats, state = [], {}
        if not seats:
            raise client_error(SeatLost, "seat-lost")
        return Seat(wire, game_id, seats[0], state)


def join(
    link: str, name: str = "", *, language: str = ENGLISH, patience: float = DEFAULT_PATIENCE_S
) -> Seat:
    """Take the seat that a link leads to; its ticket can be used once.

    >>> join("https://towers.example/en/join/somewhere")
    Traceback (most recent call last):
    ...
    tretorri.client.errors.BadLink: this is not a link to a seat, which looks like https://…/join/…#…
    """
    found = read_link(link)
    client = Client(found.address, language=language, patience=patience)
    return client.join(found.game_id, found.ticket, name)
