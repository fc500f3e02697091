"""A seat in a game on a server, as its player sees it."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Mapping
from functools import cached_property
from types import TracebackType
from typing import Any, Literal, Self

from tretorri.client.board import Board
from tretorri.client.errors import GameGone, Refused, SeatLost, client_error
from tretorri.client.links import join_link
from tretorri.client.listener import Listener
from tretorri.client.state import (
    NUMBER,
    RIGHTS,
    STATE,
    Ending,
    Offer,
    State,
    always,
    ending_in,
    has_same_offer,
    has_same_turn,
    never,
    offer_in,
)
from tretorri.client.wire import Wire
from tretorri.core.game import Action, Position, Turn
from tretorri.core.records import Record

MAX_ATTEMPTS = 100  # to send a command while other seats keep changing the game
EVENTS = [{"kind": str, "seat": (str, None)}]
SEAT_EVENTS = ("join", "leave", "seat")  # events after which the seat may have another player
CONFLICT, NOT_NOW, NO_SUCH_GAME = "conflict", "not-now", "no-such-game"


class Seat:
    """A seat of this client: *id* is the seat, *game_id* the game, *state* the server's state.

    Keep the *key*, the secret of the seat, to return later with *Client.come_back*.
    """

    def __init__(self, wire: Wire, game_id: str, seat: str, state: State) -> None:
        self.id, self.game_id = seat, game_id
        self.state: State = wire.require(state, STATE)
        self._wire, self._path = wire, f"api/games/{game_id}"
        self._listener = Listener(wire, game_id, self.check)
        self._is_sure = False  # whether the seat was ours at the version that we know
        self._ahead: float | None = None  # how far the server's clock is ahead of ours, in seconds

    def __repr__(self) -> str:
        return f"<seat {self.id} of {self.state['game']} {self.game_id}>"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Disconnect; the seat is kept."""
        self._listener.close()

    # Looking ----------------------------------------------------------------------------------

    @property
    def key(self) -> str:
        """Return the secret of the seat."""
        return self._wire.key

    @property
    def position(self) -> Position:
        """Return the position with its history."""
        return self.board.at(self.state)

    @cached_property
    def board(self) -> Board:
        """Return the game turn by turn."""
        return Board(self.record())

    @property
    def actions(self) -> list[str]:
        """Return the texts of the legal actions, as sent by the server."""
        return list(self.state["actions"]["texts"])

    @property
    def is_to_move(self) -> bool:
        """Tell whether this seat is to move."""
        return bool(self.state["to_move"] == self.id)

    @property
    def is_over(self) -> bool:
        """Tell whether the game is over."""
        return bool(self.state["is_over"])

    @property
    def ending(self) -> Ending | None:
        """Return how the game ended; ``None`` while it runs."""
        return ending_in(self.state)

    @property
    def asked(self) -> Offer | None:
        """Return the offer that waits for an answer from this seat, if any."""
        offer = self.state["offer"]
        return offer_in(offer) if offer and self.id in offer["waiting"] else None

    @property
    def seconds_left(self) -> float | None:
        """Return the time left on this seat's clock; ``None`` without a clock."""
        clock = self.state["clock"]
        if clock is None:
            return None
        left = float(self._wire.require(clock["left"], {self.id: NUMBER})[self.id]) / 1000
        if clock["running"] == self.id:
            left -= self._server_time() - clock["at"] / 1000
        return max(0.0, left)

    def look(self) -> State:
        """Fetch the current state."""
        self._take(self._request("get", ""))
        self._is_sure = False
        return self.state

    def record(self) -> Record:
        """Return the game so far as a record."""
        return Record.from_json(self._request("get", "/record.json"))

    def check(self) -> None:
        """Raise *SeatLost* or *GameGone* if the seat can no longer be played."""
        may = self._wire.require(self._request("get", "/rights"), RIGHTS)
        self._ahead = may["now"] / 1000 - time.time()
        if self.id not in may["seats"]:
            raise client_error(SeatLost, "seat-lost")
        self._is_sure = True

    # Waiting ----------------------------------------------------------------------------------

    def wait(self, agrees: Callable[[Offer], bool] = never) -> bool:
        """Wait until this seat is to move; return false when the game is over.

        *agrees* decides about offers meanwhile; by default every offer is declined. After a lost
        connection the seat reconnects and misses nothing.
        """
        while not self.is_over:
            offer = self.asked
            if offer is not None:
                (self.agree if agrees(offer) else self.decline)()
            elif self.is_to_move:
                return True
            elif not self._is_sure:
                self.check()
            else:
                self._hear(self._listener.next(self.state["version"]))
        self.close()
        return False

    def _hear(self, news: Mapping[str, Any]) -> None:
        """Process a message; unknown kinds are ignored."""
        self._wire.require(news, {"kind": str})
        if "now" in news:
            self._ahead = self._wire.require(news["now"], NUMBER) / 1000 - time.time()
        if news["kind"] == "snapshot":
            self.state = self._wire.require(news.get("state"), STATE)
        elif news["kind"] == "events":
            self._take(news.get("state"))
        events = self._wire.require(news.get("events") or [], EVENTS)
        if news["kind"] in ("snapshot", "problem") or any(map(self._is_about_us, events)):
            self.check()

    def _is_about_us(self, event: Mapping[str, Any]) -> bool:
        return event["seat"] == self.id and event["kind"] in SEAT_EVENTS

    # Playing ----------------------------------------------------------------------------------

    def play(self, action: Action | str) -> bool:
        """Play an action; return false if the game has changed meanwhile (call *wait* again).

        It is played once, however often it is sent. Raise *Refused* if it is illegal.
        """
        return self._do({"do": "action", "action": str(action)}, has_same_turn)

    def play_turn(self, turn: Turn | str) -> bool:
        """Play a whole turn, or the rest of an unfinished one; see *play*."""
        return self._do({"do": "turn", "turn": str(turn)}, has_same_turn)

    def step_back(self) -> bool:
        """Take back the last action of the unfinished turn."""
        return self._do({"do": "back"}, has_same_turn)

    def offer(self, what: Literal["draw", "takeback"], turns: int = 1) -> bool:
        """Offer a draw (in games with points: to end and count) or a takeback."""
        return self._do({"do": "offer", "what": what, "turns": turns}, has_same_turn)

    def agree(self) -> bool:
        """Accept the open offer; return false if it has changed meanwhile."""
        return self._do({"do": "agree"}, has_same_offer)

    def decline(self) -> bool:
        """Decline the open offer, or withdraw one's own."""
        return self._do({"do": "decline"}, has_same_offer)

    def resign(self) -> bool:
        """Resign; return false if the game was already over."""
        return self._do({"do": "resign", "seat": self.id}, always)

    def abort(self) -> bool:
        """Abort a game whose first turn is not finished, without a winner."""
        return self._do({"do": "abort"}, always)

    def leave(self, patience: float | None = None) -> bool:
        """Leave the seat, so that another player can take it; wait at most *patience* seconds."""
        if patience is not None:
            self._wire.patience = patience
        has_left = self._do({"do": "leave", "seat": self.id}, always)
        self._is_sure = False
        self.close()
        return has_left

    def handover(self) -> str:
        """Return a link that hands the seat over; once it is used, this seat is lost."""
        return self._ticket("handover")

    def _ticket(self, purpose: str) -> str:
        made = self._request("post", "/tickets", {"seat": self.id, "for": purpose})
        self._wire.require(made, {"ticket": str})
        return join_link(self._wire.address, self._wire.language, self.game_id, made["ticket"])

    def _do(self, command: Mapping[str, Any], is_meant: Callable[[State, State], bool]) -> bool:
        """Send a command once; return false if it no longer applies to the changed game."""
        request_id = secrets.token_hex(16)
        for attempt in range(1, MAX_ATTEMPTS + 1):
            if self.is_over:
                break
            before = self.state
            body = {"request_id": request_id, "version": before["version"], "command": command}
            try:
                answer = self._request("post", "/commands", body)
            except Refused as error:
                if error.code not in (CONFLICT, NOT_NOW):
                    raise
                found = error.data.get("state") or self.look()
                self.state, self._is_sure = self._wire.require(found, STATE), False
                if not is_meant(before, self.state):
                    return False
                is_last = error.code == NOT_NOW or attempt == MAX_ATTEMPTS
                if is_last and not self.is_over:
                    raise
            else:
                self._wire.require(answer, {"version": int})
                self._take(answer.get("state"))
                self._is_sure &= (
                    answer["version"] == self.state["version"]
                )  # no other event came between
                return True
        return False

    def _request(self, by: Literal["get", "post"], path: str, body: State | None = None) -> Any:
        """Return an answer about the game; raise *GameGone* or *SeatLost* if that is the cause."""
        try:
            if by == "get":
                return self._wire.get(self._path + path)
            return self._wire.post(self._path + path, body or {})
        except Refused as error:
            if error.code != NO_SUCH_GAME:
                raise
            if by == "get":
                raise client_error(GameGone, "game-gone") from None
            self.check()
            raise

    def _take(self, state: object) -> None:
        """Keep a state unless a later one is known."""
        found: State = self._wire.require(state, STATE)
        if found["version"] >= self.state["version"]:
            self.state = found

    def _server_time(self) -> float:
        if self._ahead is None:
            self.check()
        return time.time() + (self._ahead or 0.0)
