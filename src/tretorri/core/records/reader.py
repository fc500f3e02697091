"""Read a record in text: what the words say, not yet whether the rules allow it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tretorri.core.errors import InvalidRecord
from tretorri.core.records.draft import Draft
from tretorri.core.records.faults import Place, record_error
from tretorri.core.records.model import Header, Line, Outcome, RecordedTurn
from tretorri.core.records.scanner import Token, clock_from_text, header_parts, tokens, unescape
from tretorri.core.records.verify import MAX_NESTED_VARIATIONS, MAX_RECORD_TURNS, OWN_HEADERS
from tretorri.core.words import excerpt

RUNNING = "*"
_NUMBER = re.compile(r"[0-9]{1,19}")
_OPTION = re.compile(r"([^\s=]+)=(\S+)")
_RESULT = re.compile(r"(=|[^\s=]+) (\S+)")


def read_text(text: str, first_line: int = 1) -> Draft:
    """Return what a record in text says."""
    words = _Words(tokens(text, first_line))
    headers = tuple(words.headers())
    line = words.line()
    words.end()
    return _draft(headers, line)


class _Words:
    """The words of a record, read one after the other."""

    def __init__(self, words: Iterator[Token]) -> None:
        self._words = words
        self._place = Place(1, 1)
        self._turns = 0
        self._next = next(words, None)

    def headers(self) -> Iterator[Header]:
        """Yield the headers at the beginning."""
        while token := self._take("header"):
            name, value = header_parts(token.text)
            yield Header(name, value, token.place)

    def line(self, depth: int = 0) -> Line:
        """Return turns, up to whatever else comes."""
        comment, turns = self._comment(), list[RecordedTurn]()
        while turn := self._turn(depth):
            turns.append(turn)
        return Line(tuple(turns), comment)

    def end(self) -> None:
        """Refuse anything but ``[End]``, and anything behind it."""
        if not self._take("end") or self._next is not None:
            raise self._error_at_next()

    def _turn(self, depth: int) -> RecordedTurn | None:
        """Return a turn with its notes, or nothing if no turn comes."""
        token = self._actions()
        if token is None:
            return None
        mark, clock = self._take("mark"), self._take("clock")
        return RecordedTurn(
            token.text,
            mark.text if mark else "",
            clock_from_text(clock.text) if clock else None,
            self._comment(),
            tuple(self._variations(depth)),
            place=token.place,
        )

    def _actions(self) -> Token | None:
        """Return the actions of a turn; the number before them is only for people."""
        number, token = self._take("number"), self._take("turn")
        if token is None:
            if number is not None:
                raise self._error_at_next()
            return None
        self._turns += 1
        if self._turns > MAX_RECORD_TURNS:
            raise record_error("record-too-many-turns", token.place, most=MAX_RECORD_TURNS)
        return token

    def _variations(self, depth: int) -> Iterator[Line]:
        while token := self._take("open"):
            if depth == MAX_NESTED_VARIATIONS:
                raise record_error("record-too-deep", token.place, most=MAX_NESTED_VARIATIONS)
            yield self.line(depth + 1)
            if not self._take("close"):
                raise self._error_at_next()

    def _comment(self) -> str:
        token = self._take("comment")
        return unescape(token.text[1:-1]) if token else ""

    def _take(self, kind: str) -> Token | None:
        """Return the next word if it is of this kind, and go on."""
        token = self._next
        if token is None or token.kind != kind:
            return None
        self._place = token.place
        self._next = next(self._words, None)
        return token

    def _error_at_next(self) -> InvalidRecord:
        if self._next is None:
            return record_error("record-cut-off", self._place)
        return record_error("record-unexpected", self._next.place, text=excerpt(self._next.text))


def _draft(headers: tuple[Header, ...], line: Line) -> Draft:
    """Return the draft that headers and turns make."""
    if headers[0].name != OWN_HEADERS[0]:
        raise record_error("record-foreign", headers[0].place)
    own: dict[str, Header] = {}
    for header in headers:
        if header.name in own:
            raise record_error("record-twice", header.place, name=header.name)
        if header.name in OWN_HEADERS:
            own[header.name] = header
    if "Game" not in own:
        raise record_error("record-no-game", headers[0].place)
    result = own.get("Result")
    return Draft(
        game=own["Game"].value,
        version=_number(own["Tretorri"]),
        rules=_number(own["Rules"]) if "Rules" in own else None,
        options=_options(own["Options"]) if "Options" in own else {},
        seed=_number(own["Seed"]) if "Seed" in own else None,
        start=own["Start"].value if "Start" in own else None,
        outcome=_outcome(result) if result else None,
        runs=result is not None and result.value == RUNNING,
        headers=tuple(header for header in headers if header.name not in own),
        line=line,
        places={name: header.place for name, header in own.items() if header.place},
    )


def _number(header: Header) -> int:
    if not _NUMBER.fullmatch(header.value):
        value = excerpt(header.value)
        raise record_error("record-bad-value", header.place, name=header.name, value=value)
    return int(header.value)


def _options(header: Header) -> dict[str, str]:
    options: dict[str, str] = {}
    for part in header.value.split():
        match = _OPTION.fullmatch(part)
        if match is None or match[1] in options:
            raise record_error(
                "record-bad-value", header.place, name=header.name, value=excerpt(part)
            )
        options[match[1]] = match[2]
    return options


def _outcome(header: Header) -> Outcome | None:
    if header.value == RUNNING:
        return None
    match = _RESULT.fullmatch(header.value)
    if match is None:
        value = excerpt(header.value)
        raise record_error("record-bad-value", header.place, name=header.name, value=value)
    winners = () if match[1] == "=" else tuple(match[1].split(","))
    return Outcome(winners, match[2], header.place)
