"""The rows of security and of bad input over the wire, by id."""

from __future__ import annotations

from tests.faults.figures import Row
from tests.security import (
    api,
    audit,
    bombs,
    flooding,
    guessing,
    matrix,
    messages,
    origins,
    texts,
    tokens,
)

ROWS: dict[str, Row] = {
    "X1": matrix.seat_matrix,
    "X2": tokens.tokens,
    "X3": guessing.guessing,
    "X4": origins.origins,
    "X5": texts.texts,
    "X6": flooding.flooding,
    "X7": audit.audit,
    "I3": api.described,
    "I4": messages.messages,
    "I5": bombs.bombs,
}
