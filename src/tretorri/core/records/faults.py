"""Errors in records, with their places."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from tretorri.core.errors import InvalidRecord, TretorriError
from tretorri.core.words import Reason, Text

Param = str | int | Text


class Place(NamedTuple):
    """A line and a column of a file, both counted from 1."""

    line: int
    column: int


def record_error(key: str, place: Place | None = None, /, **params: Param) -> InvalidRecord:
    """Return the error for a sentence of the words file, at *place* if that is known."""
    return error_at(Reason(f"core.{key}", params), place)


def error_at(why: Reason, place: Place | None) -> InvalidRecord:
    """Return the error for *why*, which begins with the place if that is known.

    >>> str(error_at(Reason("core.record-empty"), Place(12, 7)))
    'line 12, column 7: no record found'
    """
    if place is None:
        return InvalidRecord(why)
    params: dict[str, Param] = {"line": place.line, "column": place.column, "why": why}
    return InvalidRecord(Reason("core.record-at", params, why.rule))


def where(error: InvalidRecord) -> tuple[Place | None, Reason]:
    """Return the place of an error, and its reason without the place."""
    line, column, why = map(error.why.params.get, ("line", "column", "why"))
    if isinstance(line, int) and isinstance(column, int) and isinstance(why, Reason):
        return Place(line, column), why
    return None, error.why


@contextmanager
def blaming(place: Place | None) -> Iterator[None]:
    """Turn an error of the game into one of the record, at *place*."""
    try:
        yield
    except InvalidRecord:
        raise
    except TretorriError as error:
        raise error_at(error.why, place) from error
