"""How a law says that a game breaks it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tretorri.core.errors import TretorriError


class BrokenLaw(AssertionError):
    """A game breaks a law that holds for every game; the message says where and how."""


def require(holds: object, broken: str) -> None:
    """Raise *BrokenLaw* with the sentence *broken* unless something *holds*."""
    if not holds:
        raise BrokenLaw(broken)


@contextmanager
def require_refusal(kind: type[TretorriError], broken: str) -> Iterator[None]:
    """Raise *BrokenLaw* with the sentence *broken* unless what is done inside raises *kind*."""
    try:
        yield
    except kind:
        return
    raise BrokenLaw(broken)
