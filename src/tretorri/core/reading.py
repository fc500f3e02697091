"""What reading a position text means in every game."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tretorri.core.errors import InvalidPosition
from tretorri.core.words import Reason, excerpt

_TURN = re.compile(r"[1-9][0-9]{0,5}")


def split_fields(text: object, names: Sequence[str]) -> list[str]:
    """Return the fields of a position text, which one space separates.

    >>> split_fields("dl - 1", ["SEATS", "BOARD", "TURN"])
    ['dl', '-', '1']
    """
    parts = text.split(" ") if isinstance(text, str) else []
    if len(parts) != len(names) or not all(parts):
        wanted = " ".join(names)
        raise InvalidPosition(Reason("core.bad-fields", {"text": excerpt(text), "fields": wanted}))
    return parts


def read_turn(text: str, seats: Sequence[str], mover: str) -> int:
    """Return the number of the turn, which must be that of the seat to move."""
    if not _TURN.fullmatch(text):
        raise InvalidPosition(Reason("core.bad-turn", {"turn": excerpt(text)}))
    turn = int(text)
    expected = seats[(turn - 1) % len(seats)]
    if mover != expected:
        raise InvalidPosition(
            Reason(
                "core.wrong-mover", {"turn": turn, "expected": expected, "mover": excerpt(mover)}
            )
        )
    return turn


def check_exact(text: str, written: str) -> None:
    """Refuse a text that is not exactly what writing the position gives."""
    if text != written:
        at = next(
            (i for i, (a, b) in enumerate(zip(text, written, strict=False)) if a != b), len(written)
        )
        raise InvalidPosition(
            Reason("core.not-exact", {"column": at + 1, "written": excerpt(written[at:])})
        )
