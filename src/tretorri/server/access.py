"""Whose game it is: secrets, of which only hashes are stored, and what they allow."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass

from tretorri.server.errors import NoSuchGame, ServerError, refused
from tretorri.server.fold import ENGINE, HERE, Fold

SECRET_BYTES = 32  # 256 bits
CREATOR = "creator"


@dataclass(frozen=True, slots=True)
class Key:
    """What a secret is good for: one game, and in it a role and perhaps a seat."""

    digest: str
    game_id: str
    role: str
    seat: str | None = None


def new_game_id() -> str:
    """Return an id that nobody can guess; whoever knows it may watch."""
    return secrets.token_urlsafe(16)


def new_secret() -> str:
    """Return a secret of 256 bits."""
    return secrets.token_urlsafe(SECRET_BYTES)


def digest(secret: str) -> str:
    """Return what is stored of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Rights:
    """What somebody may do with a game: play these *seats*; as *creator* also arrange it."""

    seats: frozenset[str] = frozenset()
    creator: bool = False

    def has_all(self, fold: Fold) -> bool:
        """Tell whether nobody else plays but engines."""
        return all(p.kind == ENGINE or seat in self.seats for seat, p in fold.players.items())


def authorise(fold: Fold, key: Key | None) -> Rights:
    """Return what the holder of *key* may do; HTTP and WebSocket both ask here."""
    if key is None or key.game_id != fold.opening.id:
        return Rights()
    if key.role == CREATOR:
        here = frozenset(seat for seat, p in fold.players.items() if p.kind == HERE)
        return Rights(here, creator=True)
    return Rights(frozenset([key.seat] if key.seat else []))


def no_such_game() -> ServerError:
    """Return the one answer for a game that is absent and for one that is somebody else's."""
    return refused(NoSuchGame, "no-such-game")
