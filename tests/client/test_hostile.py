"""Servers that are none of ours, or mean harm: one clear sentence, and never without end."""

from __future__ import annotations

import json
import socket
import threading
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pytest

from tests.cli.support import run
from tests.client.support import VOLTERRA, seated
from tretorri.client import BadLink, Client, ClientError, Refused, Seat, Unreachable, join, wire
from tretorri.client.state import STATE, has_shape

LINK = "{address}en/join/7dG1bEoW2nHkQy0sVt4zXA#" + "x" * 43
Talk = Callable[[socket.socket], None]


@contextmanager
def saying(talk: Talk) -> Iterator[str]:
    """Lend the address of a server that answers every connection by *talk*."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            while True:
                try:
                    connection, _ = listening.accept()
                except OSError:
                    return
                threading.Thread(target=answer, args=(connection,), daemon=True).start()

        def answer(connection: socket.socket) -> None:
            with connection, suppress(OSError):
                connection.recv(65536)
                talk(connection)

        threading.Thread(target=serve, daemon=True).start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/"
        listening.shutdown(socket.SHUT_RDWR)


def raw(data: bytes) -> Talk:
    return lambda connection: connection.sendall(data)


def body(text: str | bytes, status: str = "200 OK", *headers: str) -> Talk:
    data = text.encode() if isinstance(text, str) else text
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(data)}", *headers, "", ""]
    return raw("\r\n".join(lines).encode() + data)


def endless(head: bytes, piece: bytes) -> Talk:
    def talk(connection: socket.socket) -> None:
        connection.sendall(head)
        while True:
            connection.sendall(piece)

    return talk


HTTP = b"HTTP/1.1 200 OK\r\n"
JOINED: dict[str, Any] = {"seat": "d", "secret": "s" * 43, "state": {}}
ODD: dict[str, Talk] = {
    "nothing": raw(b""),
    "noise": raw(b"\x00\xff" * 100),
    "half a status": raw(b"HTTP/1.1 2"),
    "an odd status": raw(b"HTTP/1.1 abc def\r\n\r\n"),
    "an odd length": raw(HTTP + b"Content-Length: -5\r\n\r\n{}"),
    "odd chunks": raw(HTTP + b"Transfer-Encoding: chunked\r\n\r\nxyz\r\n{}"),
    "half an answer": raw(HTTP + b"Content-Length: 500\r\n\r\n{"),
    "no JSON": body("<html>"),
    "no text": body(b"\xff\xfe{"),
    "deep JSON": body("[" * 100_000),
    "deep words": body('{"message":' + "[" * 900 + "]" * 900 + "}", "422 No"),
    "a large number": body("9" * 10_000),
    "an endless answer": endless(HTTP + b"\r\n", b"[" * 65536),
    "an endless header": endless(HTTP, b"X-More: " + b"x" * 60_000 + b"\r\n"),
    "a redirect": body("", "302 Found", "Location: http://127.0.0.1:1/"),
    "a redirect to nowhere": body("", "301 Moved", "Location: http://[::1/"),
    "an odd refusal": body('{"code":[],"message":{},"rule":7}', "422 No"),
    "an odd pause": body("{}", "429 No", "Retry-After: " + "9" * 500),
    "control characters": body('{"code":"x","message":"a\\u001b[2Jb\\nc"}', "422 No"),
    **{
        f"answer {text[:40]}": body(text)
        for text in (
            *("null", "[]", "3", '"x"', "{}", "NaN", "true"),
            json.dumps({**JOINED, "seat": 5}),
            json.dumps({**JOINED, "seat": None}),
            json.dumps({**JOINED, "secret": "a\r\nb"}),
            json.dumps({**JOINED, "secret": "ä"}),
            json.dumps({**JOINED, "state": None}),
            json.dumps(JOINED),
            json.dumps({**JOINED, "state": dict.fromkeys(STATE)}),
        )
    },
}


@pytest.mark.parametrize("name", ODD)
def test_a_server_that_is_none_of_ours_is_one_sentence(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wire, "FIRST_CONTACT_S", 0.1)
    with saying(ODD[name]) as address:
        done = run("bot", LINK.format(address=address), "--language", "en")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("tretorri: ")
    assert done.stderr.count("\n") == 1
    assert "internal error" not in done.stderr
    assert "\x1b" not in done.stderr


def test_an_answer_that_never_ends_does_not_fill_the_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(wire, "FIRST_CONTACT_S", 0.1)
    tracemalloc.start()
    try:
        with saying(ODD["an endless answer"]) as address, pytest.raises(Unreachable):
            join(LINK.format(address=address))
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 4 * wire.MAX_ANSWER_BYTES


@pytest.mark.parametrize("head", [b"", HTTP + b"\r\n"], ids=["headers", "body"])
def test_an_answer_that_trickles_is_cut_off(head: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "FIRST_CONTACT_S", 0.1)
    monkeypatch.setattr(wire, "ANSWER_TIMEOUT_S", 1.0)
    is_over = threading.Event()

    def trickle(connection: socket.socket) -> None:
        connection.sendall(head)
        while not is_over.wait(0.05):
            connection.sendall(b"H")

    with saying(trickle) as address, pytest.raises((Unreachable, Refused)):
        join(LINK.format(address=address))
    is_over.set()


@pytest.mark.parametrize("host", ["bücher..example", "ü" * 80, "exa mple", "127.0.0.1:1/é"])
def test_an_odd_address_is_one_sentence(host: str) -> None:
    with pytest.raises((BadLink, Unreachable)):
        join(LINK.format(address=f"http://{host}/"))


def test_what_real_servers_say_has_the_shape_that_we_expect(client: Client) -> None:
    dark, light = seated(client.create(VOLTERRA, clock={"per": "game", "seconds": 60}))
    assert has_shape(dark.look(), STATE)
    assert dark.wait()
    dark.offer("draw")
    assert has_shape(dark.state, STATE)
    light.resign()
    assert has_shape(light.look(), STATE)
    assert light.state["result"]


@pytest.mark.parametrize(
    "news",
    ["[]", "3", "{}", "{", "[" * 100_000, '{"kind":"snapshot"}', '{"kind":"events","state":5}',
     '{"kind":"problem","now":"x"}', '{"kind":"events","events":[5]}'],
)  # fmt: skip
def test_odd_news_are_one_sentence(client: Client, news: str) -> None:
    """Let a seat hear news that no server of ours would send."""
    _, light = seated(client.create(VOLTERRA))
    with socket_saying(news) as address:
        light._listener._socket_address = f"{address.replace('http', 'ws')}socket"
        with pytest.raises(ClientError, match="does not answer like a Tretorri server"):
            light.wait()
    light.close()


@contextmanager
def socket_saying(news: str) -> Iterator[str]:
    """Lend the address of a WebSocket that sends one message."""
    from websockets.sync.server import serve  # noqa: PLC0415

    with serve(lambda connection: connection.send(news), "127.0.0.1", 0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.socket.getsockname()[1]}/"
        server.shutdown()


def test_a_command_is_not_sent_for_ever(client: Client) -> None:
    """A server that always says that the game has moved on is believed only so often."""
    dark, light = seated(client.create(VOLTERRA))
    assert dark.wait()
    state, asked = dict(dark.state), list[str]()
    answer = json.dumps({"code": "conflict", "message": "moved on", "state": state})

    def talk(connection: socket.socket) -> None:
        asked.append("again")
        body(answer, "409 Conflict")(connection)

    with saying(talk) as address:
        stubborn = Seat(wire.Wire(address, dark.key), dark.game_id, dark.id, state)
        with pytest.raises(Refused, match="moved on"):
            stubborn.play("Pb4")
    assert 1 < len(asked) <= 100
    light.close()
