"""A game as the server tells it: what is offered, how it has ended, what has changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

State = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Offer:
    """What *seat* offers: a ``draw`` (or to end and count), or the ``takeback`` of *turns*."""

    what: str
    seat: str
    turns: int


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game has ended.

    *winners* share the win, nobody in a draw; *reason* is a rule, or ``resign``, ``time``,
    ``agreed`` or ``abandoned``; *sentence* says it in words.
    """

    winners: tuple[str, ...]
    reason: str
    sentence: str


def never(_: Offer) -> bool:
    """Decline every offer."""
    return False


def offer_in(told: Mapping[str, Any]) -> Offer:
    """Return an offer that the server tells of."""
    return Offer(told["what"], told["seat"], told["turns"])


def ending_in(state: State) -> Ending | None:
    """Return how a game has ended, if it has."""
    found = state["result"]
    if found is None:
        return None
    return Ending(tuple(found["winners"]), found["reason"], found["sentence"])


def has_same_turn(before: State, now: State) -> bool:
    """Tell whether only something beside the board has happened."""
    same = ("turn", "begun", "to_move")
    return all(before[name] == now[name] for name in same)


def has_same_offer(before: State, now: State) -> bool:
    """Tell whether the same is still offered."""
    old, new = before["offer"], now["offer"]
    return bool(old and new) and offer_in(old) == offer_in(new)


def always(_: State, __: State) -> bool:
    """Tell that something is meant whatever has happened."""
    return True
