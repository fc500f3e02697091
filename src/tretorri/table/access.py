"""Access: secrets, of which only hashes are stored, and the rights they give."""

from __future__ import annotations

import base64
import hashlib
import re
import secrets
from collections.abc import Iterable
from dataclasses import dataclass

from tretorri.table.errors import NoSuchGame, error
from tretorri.table.setup import ENGINE, HERE
from tretorri.table.state import GameState

SECRET_BYTES = 32  # 256 bits
SENDER_CHARS = 32  # letters of the hash of a key
CREATOR, SEAT, TICKET = "creator", "seat", "ticket"
JOIN, DEVICE, HANDOVER = "join", "device", "handover"
GAME_ID = r"[A-Za-z0-9_-]{22}"
_GAME_ID = re.compile(GAME_ID)


@dataclass(frozen=True, slots=True)
class Key:
    """What a secret is good for: one game, and in it a role and perhaps a seat.

    A ``ticket`` is exchanged once, for its *purpose*, for the key of a ``seat``. Both are void as
    soon as the seat has another player: the log counts its *generation*. The secret of a *browser*,
    of which this is the hash, gives access to all keys that are kept with it.
    """

    digest: str
    game_id: str
    role: str
    seat: str | None = None
    purpose: str | None = None
    generation: int = 0
    browser: str | None = None


def new_game_id() -> str:
    """Return an id that cannot be guessed; to know it is to be allowed to watch.

    It does not begin with a hyphen, so that a command line cannot mistake it for an option.
    """
    while (game_id := secrets.token_urlsafe(16)).startswith("-"):
        pass
    return game_id


def is_game_id(text: str) -> bool:
    r"""Tell whether a game can have this id; whatever else is sent never reaches the database.

    >>> is_game_id("A" * 22), is_game_id("\x00" * 22), is_game_id("A" * 22 + "\n")
    (True, False, False)
    """
    return _GAME_ID.fullmatch(text) is not None


def new_secret() -> str:
    """Return a secret of 256 bits."""
    return secrets.token_urlsafe(SECRET_BYTES)


def hash_secret(secret: str) -> str:
    """Return what is stored of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def hash_sender(key: str) -> str:
    """Return what stands in the log for the key with this hash; the hash cannot be read from it."""
    return hash_secret(f"sender {key}")[:SENDER_CHARS]


@dataclass(frozen=True, slots=True)
class Rights:
    """What a caller may do with a game: play these *seats*; as *creator* also arrange it."""

    seats: frozenset[str] = frozenset()
    creator: bool = False

    def has_all(self, state: GameState) -> bool:
        """Tell whether all other players are engines."""
        return all(p.kind == ENGINE or seat in self.seats for seat, p in state.players.items())


def authorise(state: GameState, keys: Iterable[Key]) -> Rights:
    """Return what the holder of *keys* may do; HTTP and WebSocket both ask here."""
    valid = [key for key in keys if is_valid(state, key)]
    creator = any(key.role == CREATOR for key in valid)
    seats = {key.seat for key in valid if key.role == SEAT and key.seat}
    if creator:
        seats |= {seat for seat, player in state.players.items() if player.kind == HERE}
    return Rights(frozenset(seats), creator)


def is_valid(state: GameState, key: Key) -> bool:
    """Tell whether a key still opens something in this game."""
    if key.game_id != state.setup.id:
        return False
    return key.seat is None or key.generation == state.generations.get(key.seat, 0)


def derive_secret(ticket: str, request_id: str) -> str:
    """Return the secret that a ticket is exchanged for by a request.

    A repeat of the request, because the answer was lost, gives the same secret again; the ticket
    alone, found later, does not.
    """
    both = hashlib.sha256(f"{ticket} {request_id}".encode()).digest()
    return base64.urlsafe_b64encode(both).rstrip(b"=").decode()


def no_such_game_error() -> NoSuchGame:
    """Return the one error for games that are absent and for games of other players."""
    return error(NoSuchGame, "no-such-game")


def require(allowed: object) -> None:
    """Refuse what the caller may not do, with the error for a game that does not exist."""
    if not allowed:
        raise no_such_game_error()
