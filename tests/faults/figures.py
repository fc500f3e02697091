"""What a row of the table measures: figures with targets, and how large it is run."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

TENTH = 0.1


class NotRun(Exception):
    """A row cannot be run here; the text says what is missing."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured value; *is_time* are those that a busy machine may spoil."""

    name: str
    value: float
    unit: str = ""
    at_most: float | None = None
    at_least: float | None = None
    is_time: bool = False

    @property
    def target(self) -> float | None:
        """Return the limit, if there is one."""
        return self.at_most if self.at_most is not None else self.at_least

    @property
    def is_reached(self) -> bool:
        """Tell whether the value keeps to its limits."""
        too_much = self.at_most is not None and self.value > self.at_most
        too_little = self.at_least is not None and self.value < self.at_least
        return not too_much and not too_little

    @property
    def is_counted(self) -> bool:
        """Tell whether the value must be right on any machine."""
        return self.target is not None and not self.is_time

    def __str__(self) -> str:
        """Say the value, and by how much a target is missed.

        >>> str(Figure("p99", 60.0, "ms", at_most=50))
        'p99 60 ms (target ≤ 50 ms, missed by 20 %)'
        """
        unit = f" {self.unit}" if self.unit else ""
        text = f"{self.name} {written(self.value)}{unit}"
        if self.target is None:
            return text
        sign = "≤" if self.at_most is not None else "≥"
        missed = "" if self.is_reached else f", missed by {self._missed_by()}"
        return f"{text} (target {sign} {written(self.target)}{unit}{missed})"

    def _missed_by(self) -> str:
        target = self.target or 0.0
        if not target:
            return written(self.value)
        return f"{abs(self.value - target) / target:.0%}".replace("%", " %")


def written(value: float) -> str:
    """Return a number as people write it: whole, or with so many digits as tell something.

    >>> written(12345.0), written(7.126), written(0.04)
    ('12,345', '7.1', '0.04')
    """
    if value == int(value) or abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if abs(value) >= 1 else f"{value:.2g}"


def count(name: str, value: float, *, at_most: float = 0) -> Figure:
    """Return a figure of something that must not happen."""
    return Figure(name, value, at_most=at_most)


def amount(name: str, value: float, *, at_least: float | None = None) -> Figure:
    """Return a figure of how much was tried."""
    return Figure(name, value, at_least=at_least)


def took(name: str, value: float, unit: str = "ms", *, at_most: float | None = None) -> Figure:
    """Return a figure of time or memory."""
    return Figure(name, value, unit, at_most=at_most, is_time=True)


def share(values: Sequence[float], of: float) -> float:
    """Return the value that so large a share does not exceed; nothing measured is nothing.

    >>> share([5, 1, 4, 2, 3], 0.5), share([], 0.99)
    (3, 0.0)
    """
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(of * len(ordered)))] if ordered else 0.0


@dataclass(frozen=True, slots=True)
class Setting:
    """How a row is run: its *scale* (1 is the whole table), the *seed* of chance, and a *port*."""

    scale: float = 1.0
    seed: int = 1
    port: int = 9220

    def times(self, whole: int, at_least: int = 1) -> int:
        """Return how often something is done at this scale."""
        return max(at_least, round(whole * self.scale))

    @contextmanager
    def folder(self) -> Iterator[Path]:
        """Lend a folder for games."""
        with tempfile.TemporaryDirectory(prefix="tretorri-", ignore_cleanup_errors=True) as name:
            yield Path(name)


Row = Callable[[Setting], list[Figure]]
