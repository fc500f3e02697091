"""The native games in a Python process: memory, the interpreter lock, Ctrl-C."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.deadlines import deadline
from tests.native.corpus import GAMES, SETTINGS
from tests.settings import AnyGame, name
from tretorri import _native
from tretorri._native import Refused
from tretorri.engine.native import native

CALLS = 1_000_000  # of all games together
CALLS_PER_ROUND = 8
GROWTH = 2 << 20  # bytes; one byte lost in each call would be half of it for a game
GAMES_BY_ID = {game.id: game for game in reversed(SETTINGS)}

TURNS = 50  # of another thread, while a call goes on
CHILD = """
import signal, threading, time
from tretorri import _native

signal.signal(signal.SIGINT, signal.default_int_handler)  # a parent in the background ignores it
calls = threading.Event()
def tick():
    calls.wait()
    for _ in range({turns}):
        time.sleep(0.001)
    print("running", flush=True)

twin = _native.{game_id}("{text}")
engine = _native.{game_id}_search(2**24, 0)
threading.Thread(target=tick, daemon=True).start()
calls.set()
try:
    {call}
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


def resident() -> int:
    """Return how much memory this process holds, in bytes."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def call_many(game: AnyGame, calls: int) -> None:
    """Make so many calls of every kind, refused ones too."""
    twin = native(game.start(seed=1))
    text, read = str(twin), getattr(_native, game.id)
    action = twin.actions()[0]
    for _ in range(calls // CALLS_PER_ROUND):
        position, after = read(text), twin.play(action)
        assert str(position) == text
        assert after.key != position.key
        assert position.result is None
        for call in (read, twin.play):
            with contextlib.suppress(Refused):
                call("nothing")


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="asks Linux for its memory")
@pytest.mark.parametrize("game_id", GAMES)
def test_many_calls_keep_no_memory(game_id: str) -> None:
    game = GAMES_BY_ID[game_id]
    call_many(game, CALLS // 100)
    before = resident()
    call_many(game, CALLS // len(GAMES))
    assert resident() - before < GROWTH


MEASURED = """
import re
from tretorri import _native

def peak():
    with open("/proc/self/status") as status:
        return 1024 * int(re.search(r"VmHWM:\\s+(\\d+) kB", status.read())[1])

twin = _native.{game_id}("{text}")
def search(memory, nodes):
    _native.{game_id}_search(memory, 0).search(twin, nodes, 0.0, 100, 3, None, {threads})

def uct(memory, nodes):
    twin.uct_turn(nodes, 0.0, False, memory, 1)

{call}(1, 2000)
before = peak()
{call}({memory}, {nodes})
print(peak() - before)
"""
EVERY_NUMBER_OF_SEATS = {(game.id, len(game.seats)): game for game in reversed(SETTINGS)}
SMALL, LARGE = 2**20, 8 * 2**20
NODES = {"voldetour": 3_000}  # a node there is much work, and nothing is kept of it
USUAL_NODES = 250_000
SIMULATIONS = 10_000
ROOM = 2 * 2**20  # bytes that a search may take beyond its memory


def growth(game: AnyGame, call: str, memory: int, nodes: int, threads: int = 1) -> int:
    """Return by how much a process grows at most, in bytes, while it searches."""
    program = MEASURED.format(
        game_id=game.id,
        text=game.start(seed=1),
        call=call,
        memory=memory,
        nodes=nodes,
        threads=threads,
    )
    words = [sys.executable, "-c", program]
    return int(subprocess.run(words, capture_output=True, text=True, check=True).stdout)


asks_linux = pytest.mark.skipif(
    not Path("/proc/self/status").exists(), reason="asks Linux for its memory"
)
every_number_of_seats = pytest.mark.parametrize("game", EVERY_NUMBER_OF_SEATS.values(), ids=name)


@asks_linux
@every_number_of_seats
@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("memory", [SMALL, LARGE])
def test_a_search_keeps_to_its_memory(game: AnyGame, memory: int, threads: int) -> None:
    nodes = NODES.get(game.id, USUAL_NODES)
    assert growth(game, "search", memory, nodes, threads) < memory + ROOM


@asks_linux
@every_number_of_seats
@pytest.mark.parametrize("memory", [SMALL, LARGE])
def test_plain_uct_keeps_to_its_memory(game: AnyGame, memory: int) -> None:
    assert growth(game, "uct", memory, SIMULATIONS) < memory + ROOM


def interrupt(game_id: str, call: str) -> list[str]:
    """Make an endless call in a process of its own; press Ctrl-C when other threads had their turn.

    Return what the process said.
    """
    text = GAMES_BY_ID[game_id].start(seed=1)
    program = CHILD.format(game_id=game_id, text=text, call=call, turns=TURNS)
    command = [sys.executable, "-c", program]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        first = process.stdout.readline()
        process.send_signal(signal.SIGINT)
        rest, _ = process.communicate(timeout=deadline())
    return [first.strip(), *rest.split()]


@pytest.mark.parametrize(
    "call",
    [
        "twin.perft(40)",
        "twin.playouts(10**12, seed=1)",
        "while True: engine.search(twin, 0, 1000.0, 100, 1, None, 3)",
        "twin.uct_turn(0, 1000.0, False, 2**24, 1)",
    ],
)
@pytest.mark.parametrize("game_id", GAMES)
def test_long_calls_let_other_threads_run_and_end_with_ctrl_c(game_id: str, call: str) -> None:
    assert interrupt(game_id, call) == ["running", "interrupted"]


@pytest.mark.parametrize("game_id", GAMES)
def test_perft_without_end_is_refused_before_the_stack_is_full(game_id: str) -> None:
    with pytest.raises(Refused, match="depth"):
        native(GAMES_BY_ID[game_id].start(seed=1)).perft(5_000)


def test_turn_perft_without_end_is_refused() -> None:
    with pytest.raises(Refused, match="depth"):
        _native.volterra(str(GAMES_BY_ID["volterra"].start(seed=1))).turn_perft(5_000)


@pytest.mark.parametrize(
    "text",
    [
        "ld -,-,-,l,-/-,l,-,-,l/d,-,-,l,d/d,-,-,-,- d l-,d- B 6",
        "ld -,l,l,l,d/-,l,-,-,l/d,l,-,l,d/d,d,-,-,l d l-,d- B 14",
    ],
)
def test_what_the_fuzzer_found_is_refused(text: str) -> None:
    with pytest.raises(Refused):
        _native.volterra(text)


EXITING = """
import sys, threading
import tretorri
from tretorri.engine.search import Engine, playouts

begun = threading.Event()
position = tretorri.game("{game_id}").start(1)

def search():
    while True:
        {call}
        begun.set()

for _ in range(3):
    threading.Thread(target=search, daemon=True).start()
begun.wait()
sys.exit(7)
"""
ENDLESS = 'Engine("{game_id}").analyse(position, seconds=3600, listener=lambda found: begun.set())'
SHORT = 'Engine("{game_id}").analyse(position, nodes=500)'
PLAYED = "begun.set(); playouts(position, 10**9)"


@pytest.mark.parametrize("call", [ENDLESS, SHORT, PLAYED], ids=["endless", "short", "playouts"])
@pytest.mark.parametrize("game_id", GAMES_BY_ID)
def test_python_exits_in_good_order_while_daemon_threads_search(game_id: str, call: str) -> None:
    code = EXITING.format(game_id=game_id, call=call.format(game_id=game_id))
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        timeout=deadline(),
    )
    assert (done.returncode, done.stderr) == (7, "")


def test_a_forked_process_does_not_wait_for_the_searches_of_its_parent() -> None:
    code = EXITING.format(game_id="volterra", call=ENDLESS.format(game_id="volterra"))
    forking = "import os\nif os.fork():\n    os.wait()\n"
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code.replace("sys.exit", f"{forking}sys.exit")],
        capture_output=True,
        text=True,
        check=False,
        timeout=deadline(),
    )
    assert done.returncode == 7, done.stderr
