"""Connections: one address cannot have them all, and what is not HTTP gets a documented answer."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.deadlines import deadline, wait_until
from tests.security.raw import dialled
from tests.server.support import Server
from tretorri.server.api.middleware.guard import SECURITY_HEADERS

FILES = 300  # that the server under test may open, whatever the machine allows
LIMITED = (
    "import resource, runpy, sys;"
    f"resource.setrlimit(resource.RLIMIT_NOFILE, ({FILES}, {FILES}));"
    "sys.argv[0] = 'tretorri';"
    "runpy.run_module('tretorri', run_name='__main__')"
)
ATTACKER, OTHER, PROXY = "127.0.0.2", "127.0.0.3", "127.0.0.4"
ABOUT = b"GET /api/about HTTP/1.1\r\nHost: here\r\n\r\n"
CLOSING = ABOUT.replace(b"Host", b"Connection: close\r\nHost")


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Server]:
    """Lend a server that may open few files."""
    env = {"TRETORRI_PROXIES": PROXY}
    program, port = ("-c", LIMITED), ("--port", "18300")
    with Server(tmp_path, *port, program=program, env=env, has_limits=True) as running:
        yield running


def heard_all(line: socket.socket) -> bytes:
    """Return what comes until the server closes the line."""
    heard = b""
    try:
        while got := line.recv(2**16):
            heard += got
    except ConnectionResetError:
        pass
    return heard


def is_closed(line: socket.socket) -> bool:
    """Tell whether the server has closed a line over which nothing else comes."""
    line.setblocking(False)
    try:
        return line.recv(2**16) == b"" or is_closed(line)
    except BlockingIOError:
        return False
    except ConnectionResetError:
        return True


def asked(server: Server, request: bytes, source: str = "127.0.0.1") -> bytes:
    """Send a request over a line of its own; return the whole answer."""
    with dialled(server.address, source) as line:
        line.sendall(request)
        return heard_all(line)


def status_of(answer: bytes) -> int:
    """Return the status of an answer."""
    return int(answer.split(b" ", 2)[1]) if answer else 0


def test_idle_connections_of_one_address_leave_room_for_others(small: Server) -> None:
    with ExitStack() as opened:
        lines = [opened.enter_context(dialled(small.address, ATTACKER)) for _ in range(2 * FILES)]
        assert status_of(asked(small, CLOSING, OTHER)) == 200
        wait_until(lambda: all(map(is_closed, lines)), "all idle connections to be closed")
    assert status_of(asked(small, CLOSING, ATTACKER)) == 200
    status, problems = small.stop()
    assert (status, problems) == (0, "")


def test_connections_that_are_in_use_leave_room_for_others(small: Server) -> None:
    with ExitStack() as opened:
        answers = list[bytes]()
        for _ in range(FILES // 2):
            line = opened.enter_context(dialled(small.address, ATTACKER))
            line.settimeout(deadline())
            line.sendall(ABOUT)
            answers.append(line.recv(2**16))
        statuses = [status_of(answer) for answer in answers]
        assert statuses[0] == 200
        assert set(statuses) == {200, 429}
        assert status_of(asked(small, CLOSING, OTHER)) == 200


def test_a_trusted_proxy_may_have_more_connections_than_one_address(small: Server) -> None:
    with ExitStack() as opened:
        statuses = list[int]()
        for nth in range(FILES // 4):
            line = opened.enter_context(dialled(small.address, PROXY))
            line.sendall(ABOUT.replace(b"Host", b"X-Forwarded-For: 192.0.2.%d\r\nHost" % nth))
            statuses.append(status_of(line.recv(2**16)))
        assert set(statuses) == {200}


def test_when_all_connections_are_in_use_the_log_stays_short(small: Server) -> None:
    with ExitStack() as opened:
        for _ in range(2 * FILES):
            opened.enter_context(dialled(small.address, PROXY))
        assert status_of(asked(small, CLOSING, OTHER)) in (0, 503)
    wait_until(lambda: status_of(asked(small, CLOSING, OTHER)) == 200, "an answer")
    small.stop()
    lines = small.log.splitlines()
    assert "Traceback" not in small.log
    assert sum("connection refused" in line for line in lines) in range(1, 30)


def test_a_connection_that_says_nothing_is_closed_first(server: Server) -> None:
    with dialled(server.address) as slow, dialled(server.address) as silent:
        slow.sendall(b"GET / HTTP/1.1\r\n")
        wait_until(lambda: is_closed(silent), "a silent connection to be closed")
        assert not is_closed(slow)


@pytest.mark.parametrize(
    "line", ["GET *", "GET foo", "GET ?foo", "OPTIONS *", "GET http://x/api/about", "CONNECT x:1"]
)
def test_a_target_that_is_no_path_is_refused(server: Server, line: str) -> None:
    refused_as_documented(asked(server, f"{line} HTTP/1.1\r\nHost: here\r\n\r\n".encode()))


@pytest.mark.parametrize(
    "headers",
    [
        "Content-Length: 4\r\nTransfer-Encoding: chunked",
        "Transfer-Encoding: chunked\r\nContent-Length: 4",
        "Transfer-Encoding:\r\n chunked",
        "Transfer-Encoding: chun\r\n\tked",
        "X-Other: one\r\n two",
        "Transfer-Encoding: identity",
    ],
)
def test_headers_that_servers_read_differently_are_refused(server: Server, headers: str) -> None:
    head = f"POST /api/games HTTP/1.1\r\nHost: here\r\n{headers}\r\n\r\n".encode()
    refused_as_documented(asked(server, head + b"0\r\n\r\n" + ABOUT))


def test_a_header_that_is_folded_in_a_later_request_is_refused(server: Server) -> None:
    answer = asked(server, ABOUT + ABOUT.replace(b"here", b"he\r\n re"))
    first, _, second = answer.partition(b"HTTP/1.1 400")
    assert status_of(first) == 200
    refused_as_documented(b"HTTP/1.1 400" + second)


def refused_as_documented(answer: bytes) -> None:
    """Check that a whole answer is a problem with the headers that every answer has."""
    assert answer.count(b"HTTP/1.1 ") == 1
    head, _, body = answer.partition(b"\r\n\r\n")
    assert status_of(head) == 400
    assert json.loads(body)["code"] == "bad-request"
    lines = {line.lower() for line in head.decode().split("\r\n")[1:]}
    assert {f"{name}: {value}".lower() for name, value in SECURITY_HEADERS.items()} <= lines


def test_paths_outside_the_api_are_limited_by_address(tmp_path: Path) -> None:
    with Server(tmp_path, has_limits=True) as server:
        ask = b"HEAD /nothing HTTP/1.1\r\nHost: here\r\n\r\n"
        last = ask.replace(b"Host", b"Connection: close\r\nHost")
        heard = asked(server, ask * 2600 + last, ATTACKER)
        assert heard.count(b"HTTP/1.1 404") > 1000
        assert heard.count(b"HTTP/1.1 429") > 0
        assert status_of(asked(server, last, OTHER)) == 404
