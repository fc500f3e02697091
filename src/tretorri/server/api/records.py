"""Records as text and as data: read from one form, written in both."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter
from pydantic import Field

from tretorri.core.records import Record
from tretorri.server.api import models
from tretorri.server.api.limiting import by_address
from tretorri.server.api.problems import PROBLEMS
from tretorri.server.errors import BadRequest, refused
from tretorri.server.limits import RECORDS
from tretorri.server.views import View

router = APIRouter(prefix="/api", tags=["records"], responses=PROBLEMS)
MOST_TURNS = 2000
Comment = Annotated[str, Field(max_length=models.LONGEST_RECORD)]
Number = Annotated[int, Field(ge=1, le=999_999)]


class LineData(models.Sent):
    """Turns one after the other; *comment* is said before the first."""

    turns: Annotated[list[TurnData], Field(max_length=MOST_TURNS)]
    comment: Comment = ""


class TurnData(models.Sent):
    """A turn and what is said about it; *variations* could have been played instead."""

    turn: Number
    text: models.TurnText
    mark: Annotated[str, Field(max_length=2)] = ""
    clock: Annotated[int, Field(ge=0)] | None = None
    comment: Comment = ""
    variations: Annotated[list[LineData], Field(max_length=MOST_TURNS)] = Field(
        default_factory=list
    )


class ResultData(models.Sent):
    """Who has won, and by which rule or how people ended it."""

    winners: Annotated[list[models.SeatId], Field(max_length=16)]
    reason: models.Short


class RecordData(LineData):
    """A record as data: the JSON twin of the text."""

    tretorri: int = 1
    game: models.Short
    rules: int | None = None
    options: Annotated[dict[models.Short, models.Short], Field(max_length=16)] = Field(
        default_factory=dict
    )
    seed: int | None = None
    start: models.PositionText | None = None
    result: ResultData | None = None
    headers: Annotated[dict[models.Short, str], Field(max_length=100)] = Field(default_factory=dict)

    def plain(self) -> dict[str, Any]:
        """Return what a record is read from: without a result the rules say what it is."""
        return self.model_dump(exclude_none=True)


class Sheet(models.Sent):
    """A record in one of its forms; text may be written as people write it."""

    text: Annotated[str, Field(max_length=models.LONGEST_RECORD)] | None = None
    record: RecordData | None = None


class SheetView(View):
    """A record in both forms, and the text of the position that it begins with."""

    text: str
    record: RecordData
    start: str


@router.post("/records", dependencies=[by_address(RECORDS)])
async def records(body: Sheet) -> SheetView:
    """Read a record and play it through; every error says where it is."""
    record = await read_sheet(body)
    return SheetView(
        text=record.to_text(),
        record=RecordData.model_validate(record.to_json()),
        start=str(record.start),
    )


async def read_sheet(body: Sheet) -> Record:
    """Return the record that was sent in either form; it is played in a thread of its own."""
    if (body.text is None) == (body.record is None):
        raise refused(BadRequest, "text-or-record")
    return await asyncio.to_thread(_read, body)


def _read(body: Sheet) -> Record:
    if body.record is not None:
        return Record.from_json(body.record.plain())
    return Record.from_text(body.text or "", strict=False)
