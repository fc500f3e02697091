"""What players have seen of a game, checked afterwards against its log (F11).

A history is what was acknowledged (a number and a request) and what was read (events in order).
Each acknowledged request stands in the log once, at its number; the log has no gaps; and whatever
anybody has read is a prefix of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Log = Sequence[tuple[int, str]]
"""Numbers and requests, as they are stored."""


@dataclass
class History:
    """What players and viewers of one game were told."""

    acknowledged: dict[int, str] = field(default_factory=dict)
    read: dict[str, dict[int, Any]] = field(default_factory=dict)
    contradictions: int = 0

    def acknowledge(self, number: int, request: str) -> None:
        """Note that a request was acknowledged with this number."""
        if self.acknowledged.setdefault(number, request) != request:
            self.contradictions += 1

    def see(self, viewer: str, number: int, what: Any) -> None:
        """Note that a viewer has seen an event; it must always be the same."""
        if self.read.setdefault(viewer, {}).setdefault(number, what) != what:
            self.contradictions += 1

    @property
    def operations(self) -> int:
        """Return how much was told."""
        return len(self.acknowledged) + sum(len(seen) for seen in self.read.values())


@dataclass(frozen=True, slots=True)
class Violations:
    """What is wrong with a history, counted."""

    lost: int = 0
    twice: int = 0
    gaps: int = 0
    not_prefix: int = 0
    contradictions: int = 0

    @property
    def total(self) -> int:
        """Return how much is wrong in all."""
        return self.lost + self.twice + self.gaps + self.not_prefix + self.contradictions

    def __add__(self, other: Violations) -> Violations:
        return Violations(
            self.lost + other.lost,
            self.twice + other.twice,
            self.gaps + other.gaps,
            self.not_prefix + other.not_prefix,
            self.contradictions + other.contradictions,
        )


def violations(history: History, log: Log, content: Mapping[int, Any] | None = None) -> Violations:
    """Compare a history with the log; *content* is what each event says.

    >>> history = History({1: "a", 2: "b"})
    >>> violations(history, [(1, "a"), (3, "b")])
    Violations(lost=1, twice=0, gaps=1, not_prefix=0, contradictions=0)
    """
    stored = dict(log)
    requests = [request for _, request in log if "/" not in request]  # those of players
    lost = sum(stored.get(number) != name for number, name in history.acknowledged.items())
    twice = len(requests) - len(set(requests))
    gaps = sum(number != nth for nth, (number, _) in enumerate(log, 1))
    content = content or {}
    not_prefix = sum(
        number not in stored or (number in content and content[number] != what)
        for seen in history.read.values()
        for number, what in seen.items()
    )
    return Violations(lost, twice, gaps, not_prefix, history.contradictions)
