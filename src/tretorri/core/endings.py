"""The two endings that all games share: repetition [C1] and length [C3].

>>> stands_third_time(("p", "q", "p"), "p")
True
>>> stands_third_time(("p", "q"), "p")
False
"""

from __future__ import annotations

from collections.abc import Hashable

OCCURRENCES_THAT_END = 3  # C1
LAST_TURN = 500  # C3


def stands_third_time(seen: tuple[Hashable, ...], key: Hashable) -> bool:
    """Tell whether *key* begins a turn for the third time; *seen* has the earlier ones [C1]."""
    return seen.count(key) >= OCCURRENCES_THAT_END - 1


def is_too_long(turn: int) -> bool:
    """Tell whether a turn above 500 would begin [C3]."""
    return turn > LAST_TURN
