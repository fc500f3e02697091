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
from tretorri.server.api.models import View
from tretorri.server.api.position_cache import PositionCache, StartPosition, sort_options
from tretorri.server.api.problems import PROBLEMS, Problem, describe_error, describe_reason
from tretorri.server.api.request_context import Computer, Language, RequestContext
from tretorri.server.api.routes.games import SVG_TYPE, LegalityView, json_response
from tretorri.server.errors import BadRequest
from tretorri.table.errors import error
from tretorri.table.presenter import view_actions, view_position
from tretorri.table.views import ActionsView, PositionView

router = APIRouter(prefix="/api", tags=["positions"], responses=PROBLEMS, route_class=BodyRoute)
MAX_TURNS = 1000  # the rules end every game before that
MAX_EDITS = 500
MAX_TURN_NUMBER = 999_999

Options = Annotated[dict[models.ShortText, models.ShortText | int], Field(max_length=16)]


class PositionRequest(models.RequestModel):
    """A position: a position text or the start of a game, and the *turns* played from there.

    The last turn may be unfinished. Repetition and other history follow from the turns.
    """

    game: models.ShortText
    position: models.PositionText | None = None
    options: Options = Field(default_factory=dict)
    seed: Annotated[int, Field(ge=0, le=LARGEST_SEED)] | None = None
    turns: Annotated[list[models.TurnText], Field(max_length=MAX_TURNS)] = Field(
        default_factory=list
    )

    @property
    def beginning(self) -> StartPosition:
        """Return where the turns begin."""
        return StartPosition(self.game, self.position, sort_options(self.options), self.seed)


class ActionQuestion(PositionRequest):
    """An action to check in a position."""

    action: models.ActionText


class Preview(View):
    """A scene, and the path of the last action as points of x, y and level."""

    scene: Scene
    way: list[tuple[float, float, float]]


class BoardDraft(models.RequestModel):
    """A board to set up by hand.

    *draft* is that of the last answer, or any position text; without it the board is empty.
    *turn* sets the turn number; then the *edits* are applied.
    """

    game: models.ShortText
    options: Options = Field(default_factory=dict)
    draft: models.PositionText | None = None
    turn: Annotated[int, Field(ge=1, le=MAX_TURN_NUMBER)] | None = None
    edits: Annotated[list[models.ActionText], Field(max_length=MAX_EDITS)] = Field(
        default_factory=list
    )


class EditQuestion(models.RequestModel):
    """An edit to check on a board."""

    game: models.ShortText
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
    actions: ActionsView
    position: str | None
    problem: Problem | None


def replay_position(positions: PositionCache, body: PositionRequest) -> Position:
    """Return the position that is meant."""
    return positions.after(body.beginning, body.turns)


@router.post("/positions", response_model=PositionView)
async def position(
    body: PositionRequest, context: RequestContext, compute: Computer, language: Language
) -> Response:
    """Return a position with its scene and legal actions, or why the rules refuse it."""
    return json_response(
        await compute(lambda: view_position(replay_position(context.positions, body), language))
    )


@router.post("/positions/picture.svg", responses={200: {"content": {SVG_TYPE: {}}}})
async def picture(
    body: PositionRequest, context: RequestContext, compute: Computer, language: Language
) -> Response:
    """Return a picture of a position."""
    drawn = await compute(lambda: replay_position(context.positions, body).svg(language))
    return Response(drawn, media_type=SVG_TYPE)


@router.post("/positions/preview", response_model=Preview)
async def preview(
    body: PositionRequest, context: RequestContext, compute: Computer, language: Language
) -> Response:
    """Return the scene after the given turns, and the path of the last action."""
    return json_response(await compute(partial(_preview, context.positions, body, language)))


def _preview(positions: PositionCache, body: PositionRequest, language: str) -> Preview:
    after = replay_position(positions, body)
    return Preview(scene=after.scene(language), way=_find_last_way(positions, body, after))


def _find_last_way(
    positions: PositionCache, body: PositionRequest, after: Position
) -> list[tuple[float, float, float]]:
    if not body.turns:
        return []
    *done, last = body.turns
    before = positions.after(body.beginning, done)
    for action in last.split("+")[:-1]:
        before = before.play(action)
    return list(before.way(after.last))


@router.post("/positions/why")
async def why(
    body: ActionQuestion, context: RequestContext, compute: Computer, language: Language
) -> LegalityView:
    """Explain why an action is illegal in a position, naming the rule."""
    reason = await compute(lambda: replay_position(context.positions, body).why_not(body.action))
    problem = describe_error(IllegalAction(reason), language) if reason else None
    return LegalityView(action=body.action, is_legal=reason is None, problem=problem)


@router.post("/setups", response_model=SetUpView)
async def set_up(body: BoardDraft, compute: Computer, language: Language) -> Response:
    """Edit a board set up by hand; return it, the possible edits, and whether it is valid."""
    return json_response(await compute(partial(_set_up, body, language)))


@router.post("/setups/why")
async def why_not_set_up(body: EditQuestion, compute: Computer, language: Language) -> LegalityView:
    """Explain why an edit is not possible, naming the rule."""
    reason = await compute(lambda: game(find(body.game).id).set_up(body.draft).why_not(body.edit))
    problem = describe_error(IllegalAction(reason), language) if reason else None
    return LegalityView(action=body.edit, is_legal=reason is None, problem=problem)


def _set_up(body: BoardDraft, language: str) -> SetUpView:
    if body.draft is not None and body.options:
        raise error(BadRequest, "says-all")
    board = game(find(body.game).id, **body.options).set_up(body.draft)
    if body.turn is not None:
        board = board.on_turn(body.turn)
    for edit in body.edits:
        board = board.play(edit)
    return _view_set_up(board, language)


def _view_set_up(board: Editor[Position], language: str) -> SetUpView:
    draft, fault = board.draft, board.why_not()
    return SetUpView(
        game=draft.game.id,
        options=draft.game.options,
        draft=str(board),
        turn=draft.turn,
        to_move=draft.mover,
        scene=board.scene(language),
        actions=view_actions(board, language),
        position=None if fault else str(board.position()),
        problem=describe_reason("invalid-position", fault, language) if fault else None,
    )
