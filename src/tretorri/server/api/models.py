"""What may be sent to the server; whatever is not named here is refused."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from tretorri.core.game import LARGEST_SEED
from tretorri.engine.levels import LEVELS
from tretorri.server.errors import BadRequest
from tretorri.table import commands
from tretorri.table.clock import TURN, Absence, TimeControl
from tretorri.table.errors import error
from tretorri.table.game_request import GameRequest, check_player
from tretorri.table.setup import SeatPlayer
from tretorri.table.views import EventView, StateView

MAX_RECORD_CHARS = 2**20
ShortText = Annotated[str, Field(max_length=64)]
SeatId = Annotated[str, Field(min_length=1, max_length=16)]
PositionText = Annotated[str, Field(max_length=4096)]
ActionText = Annotated[str, Field(min_length=1, max_length=64)]
TurnText = Annotated[str, Field(min_length=1, max_length=256)]
RequestId = Annotated[str, Field(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_.:-]+$")]
Steps = Annotated[int, Field(ge=1, le=500)]


class View(BaseModel):
    """Base of what the server sends and a table does not describe."""

    model_config = ConfigDict(frozen=True)


_ADAPTERS: dict[Any, TypeAdapter[Any]] = {}


def adapter_of(kind: Any) -> TypeAdapter[Any]:
    """Return what turns values of a class into JSON: views of a table are plain dataclasses."""
    if kind not in _ADAPTERS:
        _ADAPTERS[kind] = TypeAdapter(kind)
    return _ADAPTERS[kind]


class RequestModel(BaseModel):
    """Base of all request bodies."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class PlayerModel(RequestModel):
    """The player of a seat: a person ``here``, an ``engine`` of a level, or ``open`` for a link."""

    kind: Literal["here", "engine", "open"] = "here"
    level: Annotated[int, Field(ge=1, le=LEVELS)] | None = None
    name: ShortText = ""

    def player(self) -> SeatPlayer:
        """Return the player, after checking that the level fits."""
        return check_player(SeatPlayer(self.kind, self.level, self.name))


class ClockModel(RequestModel):
    """The time control: *seconds* per ``game``, with an *increment*, or per ``turn``."""

    per: Literal["game", "turn"]
    seconds: Annotated[int, Field(ge=1, le=30 * 24 * 3600)]
    increment: Annotated[int, Field(ge=0, le=3600)] = 0

    def clock(self) -> TimeControl:
        """Return the clock, after checking that an increment makes sense."""
        if self.per == TURN and self.increment:
            raise error(BadRequest, "increment-per-game")
        return TimeControl(self.per, self.seconds, self.increment)


class AbsenceModel(RequestModel):
    """What happens when a player stays away this long: ``engine`` takes over, or ``end``."""

    seconds: Annotated[int, Field(ge=60, le=90 * 24 * 3600)]
    then: Literal["engine", "end"]


class NewGameRequest(RequestModel):
    """A game to create, from options and a seed, from a position, or from a record."""

    game: ShortText | None = None
    options: Annotated[dict[ShortText, ShortText | int], Field(max_length=16)] = Field(
        default_factory=dict
    )
    seed: Annotated[int, Field(ge=0, le=LARGEST_SEED)] | None = None
    position: PositionText | None = None
    record: Annotated[str, Field(max_length=MAX_RECORD_CHARS)] | None = None
    seats: Annotated[dict[SeatId, PlayerModel], Field(max_length=16)] = Field(default_factory=dict)

    clock: ClockModel | None = None
    absence: AbsenceModel | None = None

    def request(self) -> GameRequest:
        """Return what is wanted."""
        return GameRequest(
            self.game,
            self.options,
            self.seed,
            self.position,
            self.record,
            {seat: sent.player() for seat, sent in self.seats.items()},
            self.clock.clock() if self.clock else None,
            Absence(self.absence.seconds, self.absence.then) if self.absence else None,
        )


class CreatedGameView(View):
    """A new game; *secret* is shown only here, and set as a cookie.

    Each of the *tickets* lets one player take an open seat.
    """

    id: str
    secret: str
    tickets: dict[str, str]
    state: StateView


class ActionCommand(RequestModel):
    """Play one action."""

    do: Literal["action"]
    action: ActionText

    def command(self) -> commands.Command:
        """Return what the service is to do."""
        return commands.PlayAction(self.action)


class TurnCommand(RequestModel):
    """Play a whole turn, or the rest of an unfinished one."""

    do: Literal["turn"]
    turn: TurnText

    def command(self) -> commands.Command:
        """Return what the service is to do."""
        return commands.PlayTurn(self.turn)


class BackCommand(RequestModel):
    """Take back the last action of the unfinished turn."""

    do: Literal["back"]

    def command(self) -> commands.Command:
        """Return what the service is to do."""
        return commands.StepBack()


class UndoCommand(RequestModel):
    """Return to the start of the last turn played by a person, over any engine turns."""

    do: Literal["undo"]
    turns: Steps = 1

    def command(self) -> commands.Command:
        """Return what the service is to do."""
        return commands.Undo(self.turns)


class RedoCommand(RequestModel):
    """Play again what was undone."""

    do: Literal["redo"]
    turns: Steps = 1

    def command(self) -> commands.Command:
        """Return what the service is to do."""
        return commands.Redo(self.turns)


class ResignCommand(RequestModel):
    """Resign for the seat to move, or for another seat of the caller."""

    do: Literal["resign"]
    seat: SeatId | None = None

    def command(self) -> commands.Command:
        """Return what the service is to do."""
        return commands.Resign(self.seat)


class NamesCommand(RequestModel):
    """Set the names of players."""

    do: Literal["names"]
    names: Annotated[dict[SeatId, ShortText], Field(min_length=1, max_length=16)]

    def command(self) -> commands.Command:
        """Return what the service is to do."""
        return commands.Rename(self.names)


class SeatCommand(RequestModel):
    """Assign a seat to a person here or to an engine."""

    do: Literal["seat"]
    seat: SeatId
    player: PlayerModel

    def command(self) -> commands.Command:
        """Return what the service is to do."""
        return commands.Reseat(self.seat, self.player.player())


class LeaveCommand(RequestModel):
    """Leave a seat joined by link; another player may then take it."""

    do: Literal["leave"]
    seat: SeatId | None = None

    def command(self) -> commands.Command:
        """Return what the service is to do."""
        return commands.Leave(self.seat)


class StartCommand(RequestModel):
    """Fill the open seats with engines of this level and start the game."""

    do: Literal["start"]
    level: Annotated[int, Field(ge=1, le=LEVELS)]

    def command(self) -> commands.Command:
        """Return what the service is to do."""
        return commands.StartNow(self.level)


class OfferCommand(RequestModel):
    """Offer a draw (in games with points: to end and count), or a takeback."""

    do: Literal["offer"]
    what: Literal["draw", "takeback"]
    turns: Steps = 1

    def command(self) -> commands.Command:
        """Return what the service is to do."""
        return commands.MakeOffer(self.what, self.turns)


class AgreeCommand(RequestModel):
    """Accept the open offer."""

    do: Literal["agree"]

    def command(self) -> commands.Command:
        """Return what the service is to do."""
        return commands.Agree()


class DeclineCommand(RequestModel):
    """Decline the open offer, or withdraw one's own."""

    do: Literal["decline"]

    def command(self) -> commands.Command:
        """Return what the service is to do."""
        return commands.Decline()


class AbortCommand(RequestModel):
    """Abort a game whose first turn is not finished."""

    do: Literal["abort"]

    def command(self) -> commands.Command:
        """Return what the service is to do."""
        return commands.Abort()


BoardCommand = ActionCommand | TurnCommand | BackCommand | UndoCommand | RedoCommand
TableCommand = (
    ResignCommand
    | NamesCommand
    | SeatCommand
    | LeaveCommand
    | StartCommand
    | OfferCommand
    | AgreeCommand
    | DeclineCommand
    | AbortCommand
)
AnyCommand = Annotated[BoardCommand | TableCommand, Field(discriminator="do")]


class CommandRequest(RequestModel):
    """A command for the given *version*; a repeat with the same *request_id* has no effect."""

    request_id: RequestId
    version: Annotated[int, Field(ge=0, le=2**31 - 1)]
    command: AnyCommand


class CommandAnswer(View):
    """The result of a command; a repeat gets the same *version* and *events*."""

    version: int
    events: list[EventView]
    state: StateView | None = None
