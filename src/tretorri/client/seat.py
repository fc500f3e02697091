"""A seat in a game on a server, as whoever plays there sees it."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Mapping
from functools import cached_property
from types import TracebackType
from typing import Any, Literal, Self

from tretorri.client.board import Board
from tretorri.client.errors import GameGone, Refused, SeatLost, failed
from tretorri.client.links import join_link
from tretorri.client.listening import Listener
from tretorri.client.standing import (
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

ABOUT_SEATS = ("join", "leave", "seat")  # events after which a seat may be somebody else's
CONFLICT, NOT_NOW, NO_SUCH_GAME = "conflict", "not-now", "no-such-game"


class Seat:
    """A seat that is ours: *id* is the seat, *game_id* the game, *state* what the server tells.

    *key* is the secret of the seat: whoever keeps it can come back by *Client.come_back*.
    """

    def __init__(self, wire: Wire, game_id: str, seat: str, state: State) -> None:
        self.id, self.game_id = seat, game_id
        self.state = state
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
        """Listen no longer; the seat stays ours."""
        self._listener.close()

    # Looking ----------------------------------------------------------------------------------

    @property
    def key(self) -> str:
        """Return the secret of the seat."""
        return self._wire.key

    @property
    def position(self) -> Position:
        """Return the position, with all that the rules remember of the game."""
        return self.board.at(self.state)

    @cached_property
    def board(self) -> Board:
        """Return the game turn by turn."""
        return Board(self.record())

    @property
    def actions(self) -> list[str]:
        """Return the legal actions as texts, as the server has listed them."""
        return list(self.state["actions"]["texts"])

    @property
    def is_to_move(self) -> bool:
        """Tell whether it is our turn."""
        return bool(self.state["to_move"] == self.id)

    @property
    def is_over(self) -> bool:
        """Tell whether the game is over."""
        return bool(self.state["is_over"])

    @property
    def ending(self) -> Ending | None:
        """Return how the game has ended, ``None`` while it is played."""
        return ending_in(self.state)

    @property
    def asked(self) -> Offer | None:
        """Return what others offer and wait for us to answer."""
        offer = self.state["offer"]
        return offer_in(offer) if offer and self.id in offer["waiting"] else None

    @property
    def seconds_left(self) -> float | None:
        """Return what our clock has left; ``None`` where nobody counts."""
        clock = self.state["clock"]
        if clock is None:
            return None
        left = float(clock["left"][self.id]) / 1000
        if clock["running"] == self.id:
            left -= self._server_time() - clock["at"] / 1000
        return max(0.0, left)

    def look(self) -> State:
        """Ask for the state anew."""
        self._take(self._asked("get", ""))
        self._is_sure = False
        return self.state

    def record(self) -> Record:
        """Return the game so far as a record."""
        return Record.from_json(self._asked("get", "/record.json"))

    def check(self) -> None:
        """Raise *SeatLost* or *GameGone* if the seat is not ours any more."""
        may = self._asked("get", "/rights")
        self._ahead = may["now"] / 1000 - time.time()
        if self.id not in may["seats"]:
            raise failed(SeatLost, "seat-lost")
        self._is_sure = True

    # Waiting ----------------------------------------------------------------------------------

    def wait(self, agrees: Callable[[Offer], bool] = never) -> bool:
        """Wait until it is our turn; false when the game is over.

        *agrees* decides about what others offer meanwhile; unless it is given, every offer is
        declined. If the connection is lost, the seat comes back and has missed nothing.
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
        """Take in a message; kinds that we do not know are for others."""
        if "now" in news:
            self._ahead = news["now"] / 1000 - time.time()
        if news["kind"] == "snapshot":
            self.state = news["state"]
        elif news["kind"] == "events":
            self._take(news["state"])
        events = news.get("events") or ()
        if news["kind"] in ("snapshot", "problem") or any(map(self._is_about_us, events)):
            self.check()

    def _is_about_us(self, event: Mapping[str, Any]) -> bool:
        return event["seat"] == self.id and event["kind"] in ABOUT_SEATS

    # Playing ----------------------------------------------------------------------------------

    def play(self, action: Action | str) -> bool:
        """Play an action; false if the game has moved on meanwhile: *wait* tells how it stands.

        It is played once, however often it must be sent. Raise *Refused* if it is not legal.
        """
        return self._do({"do": "action", "action": str(action)}, has_same_turn)

    def play_turn(self, turn: Turn | str) -> bool:
        """Play a whole turn, or the rest of one that has begun, as *play* does an action."""
        return self._do({"do": "turn", "turn": str(turn)}, has_same_turn)

    def step_back(self) -> bool:
        """Take the last action of our unfinished turn back."""
        return self._do({"do": "back"}, has_same_turn)

    def offer(self, what: Literal["draw", "takeback"], turns: int = 1) -> bool:
        """Offer the others a draw (where points are counted, to end), or to take turns back."""
        return self._do({"do": "offer", "what": what, "turns": turns}, has_same_turn)

    def agree(self) -> bool:
        """Agree to what is offered; false if the offer is another one by now."""
        return self._do({"do": "agree"}, has_same_offer)

    def decline(self) -> bool:
        """Decline what is offered, or take our own offer back."""
        return self._do({"do": "decline"}, has_same_offer)

    def resign(self) -> bool:
        """Give up; false if the game was over already."""
        return self._do({"do": "resign", "seat": self.id}, always)

    def abort(self) -> bool:
        """End a game whose first turn is not finished; nobody wins."""
        return self._do({"do": "abort"}, always)

    def leave(self, patience: float | None = None) -> bool:
        """Give up the seat, so that somebody else may take it; *patience* is for a short end."""
        if patience is not None:
            self._wire.patience = patience
        has_left = self._do({"do": "leave", "seat": self.id}, always)
        self._is_sure = False
        self.close()
        return has_left

    def handover(self) -> str:
        """Return a link that gives the seat to somebody else; once used, it is ours no more."""
        return self._ticket("handover")

    def _ticket(self, purpose: str) -> str:
        made = self._asked("post", "/tickets", {"seat": self.id, "for": purpose})
        return join_link(self._wire.address, self._wire.language, self.game_id, made["ticket"])

    def _do(self, command: Mapping[str, Any], is_meant: Callable[[State, State], bool]) -> bool:
        """Carry out a command once; false if the game is not as it was meant for any more."""
        request_id = secrets.token_hex(16)
        while not self.is_over:
            before = self.state
            body = {"request_id": request_id, "version": before["version"], "command": command}
            try:
                answer = self._asked("post", "/commands", body)
            except Refused as error:
                if error.code not in (CONFLICT, NOT_NOW):
                    raise
                self.state, self._is_sure = error.data.get("state") or self.look(), False
                if not is_meant(before, self.state):
                    return False
                if error.code == NOT_NOW and not self.is_over:
                    raise
            else:
                self._take(answer["state"])
                self._is_sure &= answer["version"] == self.state["version"]  # nobody came between
                return True
        return False

    def _asked(self, by: Literal["get", "post"], path: str, body: State | None = None) -> Any:
        """Return an answer about the game; say it plainly if game or seat are gone."""
        try:
            if by == "get":
                return self._wire.get(self._path + path)
            return self._wire.post(self._path + path, body or {})
        except Refused as error:
            if error.code != NO_SUCH_GAME:
                raise
            if by == "get":
                raise failed(GameGone, "game-gone") from None
            self.check()
            raise

    def _take(self, state: State) -> None:
        """Take in a state, unless we know a later one."""
        if state["version"] >= self.state["version"]:
            self.state = state

    def _server_time(self) -> float:
        if self._ahead is None:
            self.check()
        return time.time() + (self._ahead or 0.0)
