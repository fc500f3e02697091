"""The two endings that all games share: repetition [C1] and length [C3].

>>> stands_third_time(("p", "q", "p"), "p")
True
>>> stands_third_time(("p", "q"), "p")
False
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

OCCURRENCES_THAT_END = 3  # C1
LAST_TURN = 500  # C3
_MOVER = 2  # the field of a position text that names the seat to move


def stands_third_time(seen: tuple[Hashable, ...], key: Hashable) -> bool:
    """Tell whether *key* begins a turn for the third time; *seen* has the earlier ones [C1]."""
    return seen.count(key) >= OCCURRENCES_THAT_END - 1


def is_too_long(turn: int) -> bool:
    """Tell whether a turn above 500 would begin [C3]."""
    return turn > LAST_TURN


def with_turns(settings: Iterable[str], seats: Sequence[str], turn: int) -> tuple[str, ...]:
    """Return the position texts of *settings*, the successive turn starts before *turn*.

    A setting is a text without its turn number, which its mover tells: seats that cannot act are
    skipped, but never a whole round, as that ends a game.

    >>> with_turns(["dl board d", "dl board l"], "dl", 8)
    ('dl board d 5', 'dl board l 6')
    """
    texts = list[str]()
    for setting in reversed(tuple(settings)):
        place = seats.index(setting.split(" ")[_MOVER])
        turn -= 1 + (turn - 2 - place) % len(seats)
        texts.append(f"{setting} {turn}")
    return tuple(reversed(texts))
