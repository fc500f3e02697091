"""The line protocol: what is said to each line, and that it hears while it thinks."""

from __future__ import annotations

import io
import re
import subprocess
import sys
import time
from collections.abc import Callable

import pytest

import tretorri
from tests.cli.support import COMMAND
from tests.deadlines import Deadline, deadline
from tretorri.arena import protocol
from tretorri.arena.players import EnginePlayer, PlayerSpec, TurnLimits, read_player
from tretorri.arena.protocol import MAX_PROTOCOL_LINE_CHARS, converse
from tretorri.engine.search import Analysis, SearchLine

START = "dl l,d,l,d,l/d,l,d,l,d/l,d,l,d,l/d,l,d,l,d d lc2,dc3 - 1"


def talk(*lines: str, bot: str = "random") -> list[str]:
    """Return all answers to some lines."""
    said: list[str] = []
    converse(read_player(bot), io.StringIO("".join(f"{line}\n" for line in lines)), said.append)
    return said


def test_it_greets_with_who_it_is_and_what_can_be_set() -> None:
    said = talk("tretorri", bot="greedy")
    assert said[0] == "id name Tretorri greedy"
    assert "id protocol 1" in said
    assert f"id games {' '.join(tretorri.all_games())}" in said
    assert [line for line in said if line.startswith("option ")] == [
        "option seed 0",
        "option threads 1",
    ]
    assert said[-1] == "ok"


def test_it_is_ready_and_passes_over_empty_lines() -> None:
    assert talk("", "isready", "   ", "isready") == ["readyok", "readyok"]


def test_quit_is_the_last_that_it_hears() -> None:
    assert talk("quit", "isready") == []


@pytest.mark.parametrize(
    ("lines", "reached"),
    [
        (["newgame volterra", "position start"], START),
        (["newgame volterra", "position start 7 moves Pb4+a3-a4"], None),
        (["newgame volterra", f'position text "{START}"'], START),
        (["newgame volterra", f"position text '{START}' moves Pb4+a3-a4 Pb1+"], None),
        (["newgame volterra first=light variant=free", "position start"], None),
        (["newgame towers players=2", "position start 5"], None),
        (["newgame voldetour", "position start 5 moves B1>c4+end"], None),
    ],
)
def test_it_plays_in_any_position_of_any_game(lines: list[str], reached: str | None) -> None:
    said = talk(*lines, "go nodes 10")
    assert len(said) == 1
    assert re.fullmatch(r"bestturn \S+", said[0])
    if reached:
        tretorri.game("volterra").position(reached).play_turn(said[0].split()[1])


def test_the_rest_of_a_turn_is_answered_where_one_has_begun() -> None:
    said = talk("newgame volterra", "position start moves Pb4+", "go")
    middle = tretorri.game("volterra").start().play("Pb4")
    assert middle.play_turn(said[0].split()[1]).to_move == "l"


def test_the_seed_decides_what_chance_decides() -> None:
    def turn(seed: int) -> str:
        lines = ["newgame volterra", f"setoption seed {seed}", "position start", "go"]
        return talk(*lines)[0]

    assert turn(1) == turn(1)
    assert len({turn(seed) for seed in range(10)}) > 3


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        (["hello"], 'unknown command "hello"'),
        (["\x00\x1b[2J\u202e"], "unknown command"),
        (['position text "dl'], "a closing quotation mark is missing"),
        (["x" * (2 * MAX_PROTOCOL_LINE_CHARS)], "a line can have"),
        (["newgame"], "newgame takes a game"),
        (["newgame chess"], 'unknown game "chess"'),
        (["newgame volterra first"], "newgame takes a game"),
        (["newgame volterra players=3"], "volterra has no option players"),
        (["newgame volterra first=nobody"], "first = nobody is not possible in volterra"),
        (["position start"], "no game has been chosen"),
        (["go nodes 1"], "no position has been set"),
        (["newgame volterra", "position"], "position takes"),
        (["newgame volterra", "position middle"], "position takes"),
        (["newgame volterra", "position start 1 Pb4"], "position takes"),
        (["newgame volterra", "position start one"], "a whole number"),
        (["newgame volterra", "position start 99999999999999999999"], "a whole number"),
        (["newgame volterra", "position text nonsense"], "a position text has the fields"),
        (["newgame volterra", "position start 1 moves Pb4"], "is incomplete"),
        (["newgame volterra", "position start 1 moves a1-e4 Pb4"], "[V6]"),
        (["newgame volterra", "position start", "go nodes"], "go takes limits"),
        (["newgame volterra", "position start", "go nodes 0"], "a whole number"),
        (["newgame volterra", "position start", "go nodes -5"], "a whole number"),
        (
            ["newgame volterra", "position start", "go seconds inf"],
            "a time in seconds, greater than 0",
        ),
        (["newgame volterra", "position start", "go level 99"], "a whole number from 1 to 8"),
        (["newgame volterra", "position start", "go fast 1"], 'unknown limit "fast"'),
        (["setoption"], "is not an option with a value"),
        (["setoption colour red"], "is not an option with a value"),
        (["setoption threads 0"], "a whole number"),
    ],
)
def test_whatever_is_wrong_is_one_line_and_the_talk_goes_on(lines: list[str], reason: str) -> None:
    said = talk(*lines, "isready")
    assert len(said) == 2
    assert said[0].startswith("error ")
    assert said[0].isprintable()
    assert reason in said[0]
    assert said[1] == "readyok"


def test_a_position_that_cannot_be_reached_does_not_leave_the_one_before() -> None:
    said = talk("newgame volterra", "position start", "position start moves nonsense", "go")
    assert "no position has been set" in said[-1]


def test_a_game_that_is_over_has_no_turn() -> None:
    over = "dl -,-,-,-,-/-,-,-,-,-/-,-,-,-,-/-,-,-,d,l d le1,dd1 - 1"
    assert tretorri.game("volterra").position(over).is_over
    assert "the game is over" in talk("newgame volterra", f'position text "{over}"', "go")[0]


FOUND = Analysis(
    (SearchLine(("Pb4+a3-a4", "Pb1+a2-b2"), {"d": 0.75, "l": 0.25}, {"d": 3.0, "l": 2.0}),),
    depth=3,
    nodes=1234,
    seconds=0.5,
    proven=True,
)


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> list[TurnLimits]:
    """Let an engine think until it is stopped; return the limits that it was given."""
    given: list[TurnLimits] = []

    def think(
        self: EnginePlayer,
        position: object,
        limits: TurnLimits,
        listener: Callable[[Analysis], None] | None = None,
    ) -> str:
        given.append(limits)
        if limits == protocol.BRIEF_LIMITS:
            return "brief"
        if listener and limits.nodes != 1:
            listener(FOUND)
        end = Deadline()
        while not end.has_passed:
            time.sleep(0.01)
        return "late"

    monkeypatch.setattr(EnginePlayer, "think", think)
    return given


class Slowly:
    """A host that types the last lines a little later."""

    def __init__(self, text: str) -> None:
        self._lines = io.StringIO(text)

    def readline(self, limit: int, /) -> str:
        line = self._lines.readline(limit)
        if line.startswith(("stop", "quit")):
            time.sleep(0.3)
        return line


def think_aloud(*lines: str) -> list[str]:
    said: list[str] = []
    spec = PlayerSpec("engine", "engine", TurnLimits(nodes=5))
    converse(spec, Slowly("newgame volterra\nposition start\n" + "\n".join(lines)), said.append)
    return said


def test_stop_gives_the_best_turn_so_far(engine: list[TurnLimits]) -> None:
    said = think_aloud("go seconds 60", "stop", "isready")
    assert said == [
        "info depth 3 nodes 1234 seconds 0.500 proven shares d=0.7500 l=0.2500 "
        "points d=3.0 l=2.0 line Pb4+a3-a4 Pb1+a2-b2",
        "bestturn Pb4+a3-a4",
        "readyok",
    ]
    assert engine == [TurnLimits(seconds=60.0)]


def test_stop_before_anything_was_found_gives_a_brief_answer(engine: list[TurnLimits]) -> None:
    assert think_aloud("go nodes 1", "stop") == ["bestturn brief"]


def test_quit_breaks_off_a_thought_and_says_nothing(engine: list[TurnLimits]) -> None:
    assert "bestturn" not in " ".join(think_aloud("go seconds 60", "quit"))


def test_a_mistake_of_ours_is_an_error_line_and_no_traceback(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def think(*_: object) -> str:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr(EnginePlayer, "think", think)
    said = talk("newgame volterra", "position start", "go", "isready")
    assert said == ["error ZeroDivisionError: oh", "readyok"]


def test_what_the_engine_cannot_do_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tretorri.arena.players.SEARCH_MODULE", "tretorri.engine.nowhere")
    said: list[str] = []
    lines = "newgame volterra\nposition start\ngo level 3\nsetoption threads 2\n"
    converse(PlayerSpec("engine", "engine"), io.StringIO(lines), said.append)
    assert [line[:30] for line in said] == ["error this build has no engine"] * 2


def test_a_stop_that_comes_too_late_is_no_harm() -> None:
    assert (
        talk("stop", "newgame volterra", "position start", "go", "stop", "isready")[-1] == "readyok"
    )


def test_a_real_process_speaks_it_line_by_line() -> None:
    with subprocess.Popen(
        [*COMMAND, "protocol", "--bot", "random"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    ) as program:
        assert program.stdin
        assert program.stdout
        for line, answer in (
            ("isready", "readyok"),
            ("nonsense", "error "),
            ("newgame volterra\nposition start\ngo nodes 5", "bestturn "),
        ):
            print(line, file=program.stdin, flush=True)
            assert program.stdout.readline().startswith(answer)
        print("quit", file=program.stdin, flush=True)
        assert program.wait(deadline()) == 0


def test_bytes_that_are_no_text_are_answered_by_an_error() -> None:
    done = subprocess.run(
        [*COMMAND, "protocol", "--bot", "random"],
        input=b"\xff\xfe\x00\nisready\n",
        capture_output=True,
        check=True,
        timeout=deadline(),
    )
    error, ready = done.stdout.decode().splitlines()
    assert error.startswith("error ")
    assert (ready, done.stderr) == ("readyok", b"")


def test_an_external_player_or_an_unknown_one_is_refused() -> None:
    for name in ("nobody", f"external:{sys.executable}"):
        done = subprocess.run(
            [*COMMAND, "protocol", "--bot", name], capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
