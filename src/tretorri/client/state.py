"""Parts of a server state: the offer, the ending, what has changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

State = Mapping[str, Any]
Shape = type | None | list[Any] | dict[str, Any] | tuple[Any, ...]
"""A type; ``None``; a list of something; named parts; or one of several of these."""

NUMBER = (int, float)
OFFER = {"what": str, "seat": str, "turns": int, "waiting": [str]}
RESULT = {"winners": [str], "reason": str, "sentence": str}
CLOCK = {"per": str, "increment": NUMBER, "left": dict, "running": (str, None), "at": NUMBER}
STATE = {
    "game": str,
    "title": str,
    "version": int,
    "turn": int,
    "position": str,
    "to_move": (str, None),
    "is_over": bool,
    "begun": [str],
    "turns": [{"text": str}],
    "actions": {"texts": [str]},
    "seats": [{"id": str, "title": str}],
    "offer": (OFFER, None),
    "result": (RESULT, None),
    "clock": (CLOCK, None),
}
RIGHTS = {"seats": [str], "now": NUMBER}


def has_shape(data: object, shape: Shape) -> bool:
    """Tell whether data from a server has the parts that a client uses.

    >>> has_shape({"id": 1, "more": 2}, {"id": int}), has_shape(True, int), has_shape([1], [str])
    (True, False, False)
    """
    if isinstance(shape, tuple):
        return any(has_shape(data, each) for each in shape)
    if isinstance(shape, list):
        return isinstance(data, list) and all(has_shape(each, shape[0]) for each in data)
    if isinstance(shape, dict):
        is_whole = isinstance(data, dict) and shape.keys() <= data.keys()
        return is_whole and all(has_shape(data[name], part) for name, part in shape.items())  # type: ignore[index]
    if shape is None:
        return data is None
    return isinstance(data, shape) and (shape is bool or not isinstance(data, bool))


@dataclass(frozen=True, slots=True)
class Offer:
    """An offer of *seat*: a ``draw`` (or to end and count), or a ``takeback`` of *turns*."""

    what: str
    seat: str
    turns: int


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended.

    *winners* share the win and are empty in a draw; *reason* is a rule, or ``resign``, ``time``,
    ``agreed`` or ``abandoned``; *sentence* is the result in words.
    """

    winners: tuple[str, ...]
    reason: str
    sentence: str


def never(_: Offer) -> bool:
    """Decline every offer."""
    return False


def offer_in(told: Mapping[str, Any]) -> Offer:
    """Return the offer in a server's data."""
    return Offer(told["what"], told["seat"], told["turns"])


def ending_in(state: State) -> Ending | None:
    """Return how a game ended; ``None`` while it is running."""
    found = state["result"]
    if found is None:
        return None
    return Ending(tuple(found["winners"]), found["reason"], found["sentence"])


def has_same_turn(before: State, now: State) -> bool:
    """Tell whether the board has not changed."""
    same = ("turn", "begun", "to_move")
    return all(before[name] == now[name] for name in same)


def has_same_offer(before: State, now: State) -> bool:
    """Tell whether the offer has not changed."""
    old, new = before["offer"], now["offer"]
    return bool(old and new) and offer_in(old) == offer_in(new)


def always(_: State, __: State) -> bool:
    """Tell that a command applies whatever has happened."""
    return True
