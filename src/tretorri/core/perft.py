"""Count sequences of legal actions: how programs that claim the same rules are compared."""

from __future__ import annotations

from tretorri.core.game import Position


def perft(position: Position, depth: int) -> int:
    """Count the sequences of *depth* legal actions from *position*.

    >>> import tretorri
    >>> [perft(tretorri.game("volterra").start(), depth) for depth in (0, 1, 2)]
    [1, 16, 86]
    """
    if depth == 0:
        return 1
    actions = position.actions()
    if depth == 1:
        return len(actions)
    return sum(perft(position.play(action), depth - 1) for action in actions)
