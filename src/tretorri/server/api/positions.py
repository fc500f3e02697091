"""Positions by themselves: looked at, drawn, tried out, and set up by hand."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from fastapi import APIRouter, Response
from pydantic import Field

from tretorri.core.editor import Editor
from tretorri.core.errors import IllegalAction
from tretorri.core.game import LARGEST_SEED, Position
from tretorri.core.registry import find, game
from tretorri.core.scene import Scene
from tretorri.server.api import models
from tretorri.server.api.bodies import BodyRoute
from tretorri.server.api.context import Computer, Here, Language
from tretorri.server.api.games import SVG, Why, dumped
from tretorri.server.api.problems import PROBLEMS, Problem, problem, reason_problem
from tretorri.server.errors import BadRequest, refused
from tretorri.server.played import Beginning, Played, sorted_options
from tretorri.server.views import Actions, PositionView, View, actions_view, position_view

router = APIRouter(prefix="/api", tags=["positions"], responses=PROBLEMS, route_class=BodyRoute)
MOST_TURNS = 1000  # the rules end every game before that
MOST_EDITS = 500
HIGHEST_TURN = 999_999

Options = Annotated[dict[models.Short, models.Short | int], Field(max_length=16)]


class Setting(models.Sent):
    """A position: a position text or the start of a game, and the *turns* played from there.

    The last turn may be unfinished. Repetition and other history follow from the turns.
    """

    game: models.Short
    position: models.PositionText | None = None
    options: Options = Field(default_factory=dict)
    seed: Annotated[int, Field(ge=0, le=LARGEST_SEED)] | None = None
    turns: Annotated[list[models.TurnText], Field(max_length=MOST_TURNS)] = Field(
        default_factory=list
    )

    @property
    def beginning(self) -> Beginning:
        """Return where the turns begin."""
        return Beginning(self.game, self.position, sorted_options(self.options), self.seed)


class Question(Setting):
    """An action to check in a position."""

    action: models.ActionText


class Preview(View):
    """A scene, and the path of the last action as points of x, y and level."""

    scene: Scene
    way: list[tuple[float, float, float]]


class Drafted(models.Sent):
    """A board to set up by hand.

    *draft* is that of the last answer, or any position text; without it the board is empty.
    *turn* sets the turn number; then the *edits* are applied.
    """

    game: models.Short
    options: Options = Field(default_factory=dict)
    draft: models.PositionText | None = None
    turn: Annotated[int, Field(ge=1, le=HIGHEST_TURN)] | None = None
    edits: Annotated[list[models.ActionText], Field(max_length=MOST_EDITS)] = Field(
        default_factory=list
    )


class Doubt(models.Sent):
    """An edit to check on a board."""

    game: models.Short
    draft: models.PositionText
    edit: models.ActionText


class SetUpView(View):
    """A board being set up; *position* is its text if it is valid, else *problem* says why not."""

    game: str
    options: dict[str, str]
    draft: str
    turn: int
    to_move: str
    scene: Scene
    actions: Actions
    position: str | None
    problem: Problem | None


def position_of(played: Played, body: Setting) -> Position:
    """Return the position that is meant."""
    return played.after(body.beginning, body.turns)


@router.post("/positions", response_model=PositionView)
async def position(body: Setting, here: Here, compute: Computer, language: Language) -> Response:
    """Return a position with its scene and legal actions, or why the rules refuse it."""
    return dumped(await compute(lambda: position_view(position_of(here.played, body), language)))


@router.post("/positions/picture.svg", responses={200: {"content": {SVG: {}}}})
async def picture(body: Setting, here: Here, compute: Computer, language: Language) -> Response:
    """Return a picture of a position."""
    drawn = await compute(lambda: position_of(here.played, body).svg(language))
    return Response(drawn, media_type=SVG)


@router.post("/positions/preview", response_model=Preview)
async def preview(body: Setting, here: Here, compute: Computer, language: Language) -> Response:
    """Return the scene after the given turns, and the path of the last action."""
    return dumped(await compute(partial(_preview, here.played, body, language)))


def _preview(played: Played, body: Setting, language: str) -> Preview:
    after = position_of(played, body)
    return Preview(scene=after.scene(language), way=_last_way(played, body, after))


def _last_way(played: Played, body: Setting, after: Position) -> list[tuple[float, float, float]]:
    if not body.turns:
        return []
    *done, last = body.turns
    before = played.after(body.beginning, done)
    for action in last.split("+")[:-1]:
        before = before.play(action)
    return list(before.way(after.last))


@router.post("/positions/why")
async def why(body: Question, here: Here, compute: Computer, language: Language) -> Why:
    """Explain why an action is illegal in a position, naming the rule."""
    reason = await compute(lambda: position_of(here.played, body).why_not(body.action))
    told = problem(IllegalAction(reason), language) if reason else None
    return Why(action=body.action, is_legal=reason is None, problem=told)


@router.post("/setups", response_model=SetUpView)
async def set_up(body: Drafted, compute: Computer, language: Language) -> Response:
    """Edit a board set up by hand; return it, the possible edits, and whether it is valid."""
    return dumped(await compute(partial(_set_up, body, language)))


@router.post("/setups/why")
async def why_not_set_up(body: Doubt, compute: Computer, language: Language) -> Why:
    """Explain why an edit is not possible, naming the rule."""
    reason = await compute(lambda: game(find(body.game).id).set_up(body.draft).why_not(body.edit))
    told = problem(IllegalAction(reason), language) if reason else None
    return Why(action=body.edit, is_legal=reason is None, problem=told)


def _set_up(body: Drafted, language: str) -> SetUpView:
    if body.draft is not None and body.options:
        raise refused(BadRequest, "says-all")
    board = game(find(body.game).id, **body.options).set_up(body.draft)
    if body.turn is not None:
        board = board.on_turn(body.turn)
    for edit in body.edits:
        board = board.play(edit)
    return _view(board, language)


def _view(board: Editor[Position], language: str) -> SetUpView:
    draft, fault = board.draft, board.why_not()
    return SetUpView(
        game=draft.game.id,
        options=draft.game.options,
        draft=str(board),
        turn=draft.turn,
        to_move=draft.mover,
        scene=board.scene(language),
        actions=actions_view(board, language),
        position=None if fault else str(board.position()),
        problem=reason_problem("invalid-position", fault, language) if fault else None,
    )
