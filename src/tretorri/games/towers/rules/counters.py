"""Counters and towers, written as a symbol and the colours from bottom to top: ``Avr``.

A single counter is a tower of height 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tretorri.games.towers.board import MATERIAL

_COUNTERS: Mapping[str, Any] = MATERIAL["counters"]

COLOURS: Mapping[str, str] = _COUNTERS["colours"]  # T3, T5
SYMBOLS: Mapping[str, str] = _COUNTERS["symbols"]  # T3
SEATS: Mapping[str, str] = MATERIAL["seats"]  # T5
COUNTERS = tuple(  # T3, in the order of T4
    symbol + colour for colour in COLOURS for symbol in SYMBOLS for _ in range(_COUNTERS["alike"])
)
MAX_HEIGHT = 5  # T12


def symbol_of(tower: str) -> str:
    """Return the symbol that all counters of a tower bear.

    >>> symbol_of("Avr")
    'A'
    """
    return tower[0]


def colour_of(tower: str) -> str:
    """Return the colour of the top counter, which says who owns the tower.

    >>> colour_of("Avr")
    'r'
    """
    return tower[-1]


def height_of(tower: str) -> int:
    """Return how many counters a tower has.

    >>> height_of("Avr")
    2
    """
    return len(tower) - 1


def stack(mover: str, standing: str) -> str:
    """Return the tower after all of *mover* has ended on top of *standing* [T11].

    >>> stack("Avr", "Abg")
    'Abgvr'
    """
    return standing + mover[1:]
