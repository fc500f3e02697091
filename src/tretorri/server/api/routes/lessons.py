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
from tretorri.server.api.models import View
from tretorri.server.api.problems import PROBLEMS
from tretorri.server.api.request_context import Computer, Language, RequestContext
from tretorri.server.api.routes.games import json_response
from tretorri.server.api.routes.shelf import GameKind as Shelved
from tretorri.server.errors import NotFound
from tretorri.table.errors import error
from tretorri.table.presenter import NO_ACTIONS, view_position
from tretorri.table.views import ActionsView, PositionView

router = APIRouter(prefix="/api", tags=["lessons"], responses=PROBLEMS, route_class=BodyRoute)
MAX_ATTEMPT_ACTIONS = 16


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


class LessonAttempt(models.RequestModel):
    """The actions of a learner in a step so far, from its start."""

    game: models.ShortText
    step: models.ShortText
    actions: Annotated[list[models.ActionText], Field(max_length=MAX_ATTEMPT_ACTIONS)] = Field(
        default_factory=list
    )


class LessonResult(View):
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
async def lesson(kind: Shelved, context: RequestContext, language: Language) -> Lesson:
    """Return the first lesson of a game."""
    key = find(kind).id, language
    return await context.computing.once(("lesson", *key), partial(_view_lesson, *key))


def _view_lesson(game_id: str, language: str) -> Lesson:
    return Lesson(
        game=game_id,
        title=find(game_id).title,
        steps=[_view_step(game_id, step, language) for step in steps(game_id).values()],
    )


@router.post("/lessons/check", response_model=LessonResult)
async def check(body: LessonAttempt, compute: Computer, language: Language) -> Response:
    """Check a learner's actions in a lesson step; without actions, return its start."""
    return json_response(await compute(partial(_judge, body, language)))


def _judge(body: LessonAttempt, language: str) -> LessonResult:
    step = steps(find(body.game).id).get(body.step)
    if step is None:
        raise error(NotFound, "not-found")
    verdict = step.judge(body.actions)
    said = step_words(body.game, language)[step.id].done if verdict.outcome == "done" else ""
    return LessonResult(
        outcome=verdict.outcome,
        played=list(verdict.played),
        why=verdict.why.sentence(language) if verdict.why else "",
        rule=verdict.why.rule if verdict.why else None,
        said=said,
        view=view_position(verdict.position, language, _view_offers(step, verdict, language)),
    )


def _view_step(game_id: str, step: Step, language: str) -> LessonStep:
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


def _view_offers(step: Step, verdict: Verdict, language: str) -> ActionsView:
    """Return what can be done next; when the step is done, nothing."""
    if verdict.outcome == "done":
        return NO_ACTIONS
    offers = list(step.goal.offers(verdict.position, language))
    return ActionsView(
        texts=[offer.text for offer in offers],
        picks=[list(offer.picks) for offer in offers],
        descriptions=[offer.description for offer in offers],
    )
