"""Lessons: small tasks on the real board, and what counts as having solved one.

A game that has one keeps it in its folder ``lesson``: ``steps.toml`` tells what stands on the board
and what is to be reached, and ``<language>.json`` says it in words. Each step has one goal:

- ``plays``: actions that fit one of these patterns, joined by ``+`` (``*`` stands for anything);
- ``wins``: a turn that ends the game and makes this seat a winner;
- ``points``: one of these squares, pointed at;
- ``refused``: an action that the rules forbid, tried by ``picks``, to learn why.

``show`` is a way to reach it.
"""

from __future__ import annotations

import json
import tomllib
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from typing import Any, ClassVar, Literal

from tretorri.core.errors import IllegalAction
from tretorri.core.game import Position
from tretorri.core.registry import folder, game
from tretorri.core.words import Reason, Text, in_language

Outcome = Literal["going", "done", "wrong"]
GoalKind = Literal["plays", "wins", "points", "refused"]


@dataclass(frozen=True, slots=True)
class LessonAction:
    """Something that the learner can do: its text, what to click for it, and it in words."""

    text: str
    picks: tuple[str, ...]
    description: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of the learner's actions.

    *played* are those that stand and *position* is where they lead. *why* says what is wrong with
    the last one, or why the rules refuse it where that was the goal.
    """

    outcome: Outcome
    played: tuple[str, ...]
    position: Position
    why: Reason | None = None


class Goal(ABC):
    """What is to be reached."""

    kind: ClassVar[GoalKind]

    @abstractmethod
    def offers(self, position: Position, language: str) -> Iterator[LessonAction]:
        """Yield what the learner can do."""

    @abstractmethod
    def after(self, so_far: Verdict, text: str) -> Verdict:
        """Judge one more action; if it is wrong, it is taken back."""


class _Playing(Goal):
    """Something is to be played; *_wrong* is said of what the rules allow but is not it."""

    _wrong: ClassVar[str] = "core.lesson-other"

    def offers(self, position: Position, language: str) -> Iterator[LessonAction]:
        """Yield the legal actions."""
        for action in position.actions():
            described = position.describe(action).sentence(language)
            yield LessonAction(str(action), position.picks(action), described)

    def after(self, so_far: Verdict, text: str) -> Verdict:
        """Play one more action and judge it."""
        before, played = so_far.position, (*so_far.played, text)
        try:
            after = before.play(text)
        except IllegalAction as error:
            return Verdict("wrong", so_far.played, before, error.why)
        outcome = self._outcome(before, after, played)
        if outcome == "wrong":
            return Verdict("wrong", so_far.played, before, Reason(self._wrong))
        return Verdict(outcome, played, after)

    @abstractmethod
    def _outcome(self, before: Position, after: Position, played: Sequence[str]) -> Outcome:
        """Say what legal actions have come to."""


@dataclass(frozen=True, slots=True)
class PlayGoal(_Playing):
    """Play what fits one of the patterns."""

    patterns: tuple[str, ...]
    kind: ClassVar[GoalKind] = "plays"

    def _outcome(self, before: Position, after: Position, played: Sequence[str]) -> Outcome:
        fitting = [line for line in self._lines() if _begins(line, played)]
        if any(len(line) == len(played) for line in fitting):
            return "done"
        return "going" if fitting else "wrong"

    def _lines(self) -> Iterator[list[str]]:
        return (pattern.split("+") for pattern in self.patterns)


def _begins(line: Sequence[str], played: Sequence[str]) -> bool:
    pairs = zip(played, line, strict=False)
    return len(played) <= len(line) and all(fnmatchcase(*pair) for pair in pairs)


@dataclass(frozen=True, slots=True)
class WinGoal(_Playing):
    """Win the game in this turn."""

    seat: str
    kind: ClassVar[GoalKind] = "wins"
    _wrong: ClassVar[str] = "core.lesson-no-win"

    def _outcome(self, before: Position, after: Position, played: Sequence[str]) -> Outcome:
        if after.result is not None and self.seat in after.result.winners:
            return "done"
        return "wrong" if before.ends_turn(after) else "going"


@dataclass(frozen=True)  # with slots there is no super()
class RefusedGoal(_Playing):
    """Try what the rules forbid; whatever they allow is not it."""

    action: str
    picks: tuple[str, ...]
    kind: ClassVar[GoalKind] = "refused"

    def offers(self, position: Position, language: str) -> Iterator[LessonAction]:
        """Yield what is to be tried besides the legal actions."""
        said = Text("core.lesson-try", {"action": self.action}).sentence(language)
        yield LessonAction(self.action, self.picks, said)
        yield from super().offers(position, language)

    def after(self, so_far: Verdict, text: str) -> Verdict:
        """Say why the rules refuse it."""
        if text != self.action:
            return super().after(so_far, text)
        return Verdict("done", (), so_far.position, so_far.position.why_not(text))

    def _outcome(self, before: Position, after: Position, played: Sequence[str]) -> Outcome:
        return "wrong"


@dataclass(frozen=True, slots=True)
class PointGoal(Goal):
    """Point at one of the squares; nothing is played."""

    squares: tuple[str, ...]
    kind: ClassVar[GoalKind] = "points"

    def offers(self, position: Position, language: str) -> Iterator[LessonAction]:
        """Yield the squares on which something stands."""
        scene = position.scene(language)
        taken = {(solid.x, solid.y) for solid in scene.solids}
        for square in scene.squares:
            if (square.x, square.y) in taken:
                yield LessonAction(square.id, (square.id,), square.label)

    def after(self, so_far: Verdict, text: str) -> Verdict:
        """Say whether it is one of the squares."""
        if text in self.squares:
            return Verdict("done", (), so_far.position)
        return Verdict("wrong", (), so_far.position, Reason("core.lesson-not-this"))


@dataclass(frozen=True, slots=True)
class Step:
    """A task: where it begins, the goal, the rule that it is about, and a way to do it."""

    id: str
    start: Position
    goal: Goal
    rule: str
    show: tuple[str, ...]

    def judge(self, tried: Sequence[str]) -> Verdict:
        """Say what the learner's actions come to; what follows the first end does not count."""
        verdict = Verdict("going", (), self.start)
        for text in tried:
            if verdict.outcome == "going":
                verdict = self.goal.after(verdict, text)
        return verdict


@dataclass(frozen=True, slots=True)
class StepWords:
    """A step in words: its title, the task, a hint, and what to say when it is done."""

    title: str
    task: str
    hint: str
    done: str


@cache
def steps(game_id: str) -> Mapping[str, Step]:
    """Return the steps of the lesson of a game, by id, in order; a game may have none.

    >>> steps("volterra")["pawn"].judge(["Pb4"]).outcome
    'done'
    """
    path = folder(game_id) / "lesson" / "steps.toml"
    if not path.exists():
        return {}
    listed = tomllib.loads(path.read_text(encoding="utf-8"))
    return {name: _step(game_id, name, facts) for name, facts in listed.items()}


def _step(game_id: str, name: str, facts: Mapping[str, Any]) -> Step:
    start = game(game_id).position(facts["position"])
    return Step(name, start, _goal(facts), facts["rule"], tuple(facts["show"].split("+")))


def _goal(facts: Mapping[str, Any]) -> Goal:
    if "plays" in facts:
        return PlayGoal(tuple(facts["plays"]))
    if "points" in facts:
        return PointGoal(tuple(facts["points"]))
    if "refused" in facts:
        return RefusedGoal(facts["refused"], tuple(facts["picks"]))
    return WinGoal(facts["wins"])


@cache
def step_words(game_id: str, language: str) -> Mapping[str, StepWords]:
    """Return the words of the steps of a game, by id."""
    path = in_language(folder(game_id) / "lesson", language, ".json")
    said: Mapping[str, Mapping[str, str]] = json.loads(path.read_text(encoding="utf-8"))
    return {name: StepWords(**words) for name, words in said.items()}
