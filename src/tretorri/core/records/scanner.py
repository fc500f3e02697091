"""The words of a record in text: headers, turns, marks, clocks, comments, parentheses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tretorri.core.records.faults import Place, record_error
from tretorri.core.words import excerpt

# Possessive quantifiers (++ and *+) never go back, so that scanning takes linear time.
_TOKEN = re.compile(
    r"""
      (?P<space>   [ \t\n]++ )
    | (?P<header>  \[ [ \t]*+ [A-Za-z0-9.]++ [ \t]*+
                   " (?: [^"\\\n]++ | \\["\\n] )*+ " [ \t]*+ \] )
    | (?P<end>     \[End\] )
    | (?P<comment> \{ (?: [^}\\]++ | \\[}\\n] )*+ \} )
    | (?P<clock>   < [0-9]{1,4} : [0-5][0-9] : [0-5][0-9] (?: \.[0-9]{1,3} )?+ > )
    | (?P<open>    \( )
    | (?P<close>   \) )
    | (?P<mark>    [!?]++ )
    | (?P<number>  [0-9]{1,6} \. )
    | (?P<turn>    [^\s(){}\[\]<!?"\\]++ )
    """,
    re.VERBOSE,
)
_UNREADABLE = {
    "[": "record-bad-header",
    "{": "record-bad-comment",
    "<": "record-bad-clock-text",
}
_ESCAPE = re.compile(r"\\(.)")


@dataclass(frozen=True, slots=True)
class Token:
    """A word of the text: what it is, how it reads, and where it stands."""

    kind: str
    text: str
    place: Place


def tokens(text: str, first_line: int = 1) -> Iterator[Token]:
    """Yield the words of *text*.

    >>> [token.kind for token in tokens("1. Pb4 !? <0:04:58.2> {why not}")]
    ['number', 'turn', 'mark', 'clock', 'comment']
    """
    at, line, line_start = 0, first_line, 0
    while at < len(text):
        place = Place(line, at - line_start + 1)
        match = _TOKEN.match(text, at)
        if match is None or match.lastgroup is None:
            key = _UNREADABLE.get(text[at], "record-unexpected")
            raise record_error(key, place, text=excerpt(text[at]))
        if match.lastgroup != "space":
            yield Token(match.lastgroup, match[0], place)
        at = match.end()
        breaks = match[0].count("\n")
        if breaks:
            line += breaks
            line_start = text.rindex("\n", 0, at) + 1


def header_parts(text: str) -> tuple[str, str]:
    r"""Return name and value of a header.

    >>> header_parts('[Event "the \\"Palio\\""]')
    ('Event', 'the "Palio"')
    """
    name, _, value = text[1:-1].partition('"')
    return name.strip(), unescape(value.rstrip().removesuffix('"'))


def unescape(text: str) -> str:
    """Return what a text with backslashes means."""
    return _ESCAPE.sub(lambda match: "\n" if match[1] == "n" else match[1], text)


def escape(text: str, closing: str) -> str:
    r"""Return *text* as it stands before the *closing* character.

    >>> escape("a } b", "}")
    'a \\} b'
    """
    plain = text.replace("\\", "\\\\").replace(closing, f"\\{closing}")
    return plain.replace("\n", "\\n")


def clock_from_text(text: str) -> int:
    """Return the milliseconds of a clock.

    >>> clock_from_text("<0:04:58.2>")
    298200
    """
    hours, minutes, seconds = text.strip("<>").split(":")
    whole, _, part = seconds.partition(".")
    return ((int(hours) * 60 + int(minutes)) * 60 + int(whole)) * 1000 + int(part.ljust(3, "0"))


def clock_to_text(clock: int) -> str:
    """Return a clock in text.

    >>> clock_to_text(298200), clock_to_text(3_600_000)
    ('<0:04:58.2>', '<1:00:00>')
    """
    seconds, part = divmod(clock, 1000)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    tail = f".{part:03}".rstrip("0") if part else ""
    return f"<{hours}:{minutes:02}:{seconds:02}{tail}>"
