"""What passes between the people at a game and is not stored."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from tretorri.server.api.models import View


class PresenceNote(View):
    """Players or spectators came or went: the seats that are connected, and the spectators."""

    kind: Literal["presence"]
    present: list[str]
    watchers: int


class ReactionNote(View):
    """A player sent a reaction; a server of a newer version may know others than this one."""

    kind: Literal["reaction"]
    seat: str
    reaction: str


PassingNote = Annotated[PresenceNote | ReactionNote, Field(discriminator="kind")]
