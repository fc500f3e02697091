"""Lessons: the steps of each game in words, and what comes of the learner's tries."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from fastapi import APIRouter, Response
from pydantic import Field

from tretorri.core.lesson import GoalKind, Outcome, Step, Verdict, step_words, steps
from tretorri.core.registry import find
from tretorri.server.api import models
from tretorri.server.api.bodies import BodyRoute
from tretorri.server.api.context import Computer, Here, Language
from tretorri.server.api.games import dumped
from tretorri.server.api.problems import PROBLEMS
from tretorri.server.api.shelf import Kind as Shelved
from tretorri.server.errors import NotFound, refused
from tretorri.server.views import NOTHING, Actions, PositionView, View, position_view

router = APIRouter(prefix="/api", tags=["lessons"], responses=PROBLEMS, route_class=BodyRoute)
LONGEST_TRY = 16


class LessonStep(View):
    """A step: its task, the rule it is about, and one way to solve it (*show*).

    *kind* is what the learner has to do: play something (``plays``), win (``wins``), point at a
    square (``points``), or try what the rules forbid (``refused``).
    """

    id: str
    kind: GoalKind
    title: str
    task: str
    hint: str
    rule: str
    show: list[str]


class Lesson(View):
    """The first lesson of a game; it has no steps if the game has no lesson."""

    game: str
    title: str
    steps: list[LessonStep]


class Try(models.Sent):
    """The actions of a learner in a step so far, from its start."""

    game: models.Short
    step: models.Short
    actions: Annotated[list[models.ActionText], Field(max_length=LONGEST_TRY)] = Field(
        default_factory=list
    )


class Tried(View):
    """The outcome of a try.

    *played* are the accepted actions, *view* is the position after them with the possible
    actions. *why* explains what is wrong with the last action, with the *rule* that forbids it;
    *said* is the closing text of a completed step.
    """

    outcome: Outcome
    played: list[str]
    why: str
    rule: str | None
    said: str
    view: PositionView


@router.get("/shelf/{kind}/lesson")
async def lesson(kind: Shelved, here: Here, language: Language) -> Lesson:
    """Return the first lesson of a game."""
    key = find(kind).id, language
    return await here.computing.once(("lesson", *key), partial(_lesson, *key))


def _lesson(game_id: str, language: str) -> Lesson:
    return Lesson(
        game=game_id,
        title=find(game_id).title,
        steps=[_in_words(game_id, step, language) for step in steps(game_id).values()],
    )


@router.post("/lessons/check", response_model=Tried)
async def check(body: Try, compute: Computer, language: Language) -> Response:
    """Check a learner's actions in a lesson step; without actions, return its start."""
    return dumped(await compute(partial(_tried, body, language)))


def _tried(body: Try, language: str) -> Tried:
    step = steps(find(body.game).id).get(body.step)
    if step is None:
        raise refused(NotFound, "not-found")
    verdict = step.judge(body.actions)
    said = step_words(body.game, language)[step.id].done if verdict.outcome == "done" else ""
    return Tried(
        outcome=verdict.outcome,
        played=list(verdict.played),
        why=verdict.why.sentence(language) if verdict.why else "",
        rule=verdict.why.rule if verdict.why else None,
        said=said,
        view=position_view(verdict.position, language, _offers(step, verdict, language)),
    )


def _in_words(game_id: str, step: Step, language: str) -> LessonStep:
    words = step_words(game_id, language)[step.id]
    return LessonStep(
        id=step.id,
        kind=step.goal.kind,
        title=words.title,
        task=words.task,
        hint=words.hint,
        rule=step.rule,
        show=list(step.show),
    )


def _offers(step: Step, verdict: Verdict, language: str) -> Actions:
    """Return what can be done next; when the step is done, nothing."""
    if verdict.outcome == "done":
        return NOTHING
    offers = list(step.goal.offers(verdict.position, language))
    return Actions(
        texts=[offer.text for offer in offers],
        picks=[list(offer.picks) for offer in offers],
        descriptions=[offer.description for offer in offers],
    )
