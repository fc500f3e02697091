"""The position of a server state, replayed from the start: a position text omits the history."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tretorri.client.errors import OtherRules, client_error
from tretorri.core.errors import IllegalAction
from tretorri.core.game import Position
from tretorri.core.records import Record


class Board:
    """Follows a game turn by turn, including takebacks."""

    def __init__(self, record: Record) -> None:
        self.start, self.seed = record.start, record.seed
        self.turns: list[str] = []
        self._before: list[Position] = [record.start]  # before each turn, and after the last

    def at(self, state: Mapping[str, Any]) -> Position:
        """Return the position of a server state, replayed by the local rules."""
        try:
            self._follow([turn["text"] for turn in state["turns"]])
            position = self._before[-1]
            for action in state["begun"]:
                position = position.play(action)
        except IllegalAction as error:
            raise _other_rules(state) from error
        if str(position) != state["position"]:
            raise _other_rules(state)
        return position

    def _follow(self, turns: Sequence[str]) -> None:
        both = zip(self.turns, turns, strict=False)
        same = next((n for n, (old, new) in enumerate(both) if old != new), None)
        kept = min(len(self.turns), len(turns)) if same is None else same
        del self.turns[kept:], self._before[kept + 1 :]
        for turn in turns[kept:]:
            self._before.append(self._before[-1].play_turn(turn))
            self.turns.append(turn)


def _other_rules(state: Mapping[str, Any]) -> OtherRules:
    return client_error(OtherRules, "other-rules", game=str(state["title"]))
