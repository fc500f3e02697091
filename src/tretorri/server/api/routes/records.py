"""Records as text and as data: read from one form, written in both."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Response
from pydantic import Field

from tretorri.core.records import Record
from tretorri.server.api import models
from tretorri.server.api.bodies import BodyRoute
from tretorri.server.api.models import View
from tretorri.server.api.problems import PROBLEMS
from tretorri.server.api.request_context import Computer
from tretorri.server.api.routes.games import JSON_TYPE
from tretorri.server.errors import BadRequest
from tretorri.table.errors import error

router = APIRouter(prefix="/api", tags=["records"], responses=PROBLEMS, route_class=BodyRoute)
MAX_RECORD_TURNS = 2000
Comment = Annotated[str, Field(max_length=models.MAX_RECORD_CHARS)]
Number = Annotated[int, Field(ge=1, le=999_999)]


class LineData(models.RequestModel):
    """A sequence of turns; *comment* stands before the first."""

    turns: Annotated[list[TurnData], Field(max_length=MAX_RECORD_TURNS)]
    comment: Comment = ""


class TurnData(models.RequestModel):
    """A turn with its annotations; *variations* are alternatives to it."""

    turn: Number
    text: models.TurnText
    mark: Annotated[str, Field(max_length=2)] = ""
    clock: Annotated[int, Field(ge=0)] | None = None
    comment: Comment = ""
    variations: Annotated[list[LineData], Field(max_length=MAX_RECORD_TURNS)] = Field(
        default_factory=list
    )


class ResultData(models.RequestModel):
    """The winners, and the rule or agreement that ended the game."""

    winners: Annotated[list[models.SeatId], Field(max_length=16)]
    reason: models.ShortText


class RecordData(LineData):
    """A record as data: the JSON twin of the text."""

    tretorri: int = 1
    game: models.ShortText
    rules: int | None = None
    options: Annotated[dict[models.ShortText, models.ShortText], Field(max_length=16)] = Field(
        default_factory=dict
    )
    seed: int | None = None
    start: models.PositionText | None = None
    result: ResultData | None = None
    headers: Annotated[dict[models.ShortText, str], Field(max_length=100)] = Field(
        default_factory=dict
    )

    def plain(self) -> dict[str, Any]:
        """Return what a record is read from: without a result the rules say what it is."""
        return self.model_dump(exclude_none=True)


class RecordRequest(models.RequestModel):
    """A record as text or JSON; the text may be in any layout."""

    text: Annotated[str, Field(max_length=models.MAX_RECORD_CHARS)] | None = None
    record: RecordData | None = None


class RecordView(View):
    """A record in both forms, and the position text of its start."""

    text: str
    record: RecordData
    start: str


@router.post("/records", response_model=RecordView)
async def records(body: RecordRequest, compute: Computer) -> Response:
    """Read a record, replay it and return it as text and JSON; errors name their place."""
    return Response(await compute(partial(_convert, body)), media_type=JSON_TYPE)


def _convert(body: RecordRequest) -> bytes:
    record = read_record(body)
    view = RecordView(
        text=record.to_text(),
        record=RecordData.model_validate(record.to_json()),
        start=str(record.start),
    )
    return view.model_dump_json().encode()


def read_record(body: RecordRequest) -> Record:
    """Return the record that was sent in either form, after playing it through."""
    if (body.text is None) == (body.record is None):
        raise error(BadRequest, "text-or-record")
    if body.record is not None:
        return Record.from_json(body.record.plain())
    return Record.from_text(body.text or "", strict=False)
