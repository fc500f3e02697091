"""Updates of a game over a WebSocket, which is reopened when it is lost."""

from __future__ import annotations

import json
import logging
import random
import time
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.sync.client import ClientConnection, connect

from tretorri.client.retries import Attempts
from tretorri.client.wire import AGENT, MAX_ANSWER_BYTES, READ_TIMEOUT_S, Wire, seconds_in

SILENCE_TIMEOUT_S = 35.0  # seconds without a sign of life; the server gives one every 10
MAX_RETURN_DELAY_S = 5.0  # seconds within which all come back after a restart
CLOSED_BY_POLICY, CLOSED_FOR_RESTART = 1008, 1012
_SILENT = logging.Logger(
    "tretorri.client", logging.CRITICAL
)  # other loggers would write secrets down


class Listener:
    """Receives the updates of a game; *check* raises if the client has lost its access."""

    def __init__(self, wire: Wire, game_id: str, check: Callable[[], None]) -> None:
        address = wire.address.replace("http", "ws", 1)
        self._socket_address = f"{address}api/games/{game_id}/socket"
        self._wire, self._check = wire, check
        self._attempts = Attempts(wire.patience)
        self._connection: ClientConnection | None = None
        self._closing = ExitStack()

    def next(self, since: int) -> dict[str, Any]:
        """Return the next message; a new connection starts with what follows version *since*."""
        while True:
            try:
                if self._connection is None:
                    self._connection = self._connect(since)
                message: dict[str, Any] = json.loads(
                    self._connection.recv(timeout=SILENCE_TIMEOUT_S)
                )
                self._wire.require(message, dict)
            except ConnectionClosed as closed:
                self._come_back(closed.rcvd.code if closed.rcvd else None, closed)
            except InvalidStatus as error:
                self._try_again(error, seconds_in(error.response.headers))
            except (OSError, WebSocketException) as error:  # a timeout is an OSError
                self._try_again(error)
            except (ValueError, RecursionError):  # not JSON, or a redirect to nowhere
                raise self._wire.strange() from None
            else:
                self._attempts.start_over()
                return message

    def close(self) -> None:
        """Close the connection."""
        self._connection = None
        self._closing.close()

    def _connect(self, since: int) -> ClientConnection:
        headers = {name: text for name, text in self._wire.headers.items() if name != "User-Agent"}
        connection = connect(
            f"{self._socket_address}?since={since}&with_state=true",
            additional_headers=headers,
            user_agent_header=AGENT,
            open_timeout=READ_TIMEOUT_S,
            close_timeout=1,
            compression=None,
            max_size=MAX_ANSWER_BYTES,
            logger=_SILENT,
        )
        return self._closing.enter_context(connection)

    def _come_back(self, code: int | None, closed: Exception) -> None:
        """Come back after the server has closed the connection, if it still wants us."""
        if code == CLOSED_FOR_RESTART:
            self.close()
            time.sleep(random.random() * MAX_RETURN_DELAY_S)  # noqa: S311 - so that not all come at once
            return
        if code == CLOSED_BY_POLICY:
            self._check()
        self._try_again(closed)

    def _try_again(self, error: Exception, at_least: float = 0.0) -> None:
        self.close()
        if not self._attempts.again(at_least):
            raise self._wire.unreachable(error) from None
