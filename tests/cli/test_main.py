"""The program as a whole: help, errors, interrupts and pipes."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from importlib import import_module
from pathlib import Path

import click
import pytest

from tests.cli.support import COMMAND, Terminal, examples, process, run
from tretorri import __version__
from tretorri.cli import main as main_module
from tretorri.cli.main import COMMANDS, program
from tretorri.core.registry import games

CLI = Path(main_module.__file__).parent
OURS = [name for name in COMMANDS if name not in ("replay", "check", "import")]
ELSEWHERE = {"serve", "bot"}  # they need a server, or are one
ELSEWHERE |= {"backup", "restore", "export", "verify", "stats", "tidy", "doctor"}  # tests/upkeep


def is_one_line(text: str) -> bool:
    return text.startswith("tretorri: ") and text.endswith("\n") and text.count("\n") == 1


@pytest.mark.parametrize("args", [(), ("--help",), ("-h",)], ids=" ".join)
def test_help_lists_every_command(args: tuple[str, ...]) -> None:
    result = run(*args)
    assert result.exit_code == 0
    assert [name for name in COMMANDS if f"\n  {name} " not in result.stdout] == []


@pytest.mark.parametrize("name", OURS)
def test_the_help_page_says_of_a_command_what_the_command_says(name: str) -> None:
    module = name.replace("-", "_")
    command = getattr(import_module(f"tretorri.cli.{module}"), module)
    assert isinstance(command, click.Command)
    assert command.short_help is None
    assert COMMANDS[name].split()[0] == (command.help or "").split()[0]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_an_example_in_its_help(name: str) -> None:
    result = run(name, "--help")
    assert result.exit_code == 0
    assert re.search(rf"Examples?:\s+(\$ )?tretorri {name}", result.stdout)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_examples_in_help_pages_are_understood(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "games.backup").touch()
    (tmp_path / "games.dump").touch()
    command = program.get_command(click.Context(program), name)
    assert command
    found = examples(name)
    assert len(found) > 1
    for called, *args in found:
        assert called == name
        with command.make_context(name, args):
            pass


@pytest.mark.parametrize("name", [name for name in OURS if name not in ELSEWHERE])
def test_the_first_example_in_help_pages_works(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    quicker = ("--bots", "random") if name == "play" else ()
    assert process(*examples(name)[0], *quicker).returncode == 0


@pytest.mark.parametrize("name", COMMANDS)
def test_help_pages_name_only_commands_that_exist(name: str) -> None:
    page = run(name, "--help").stdout
    named = re.findall(r"tretorri ([a-z]+)", page.partition("See also:")[2])
    assert set(named) <= set(COMMANDS) - {name}


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("plya", 'did you mean "play"?'),
        ("volterra", 'did you mean "tretorri play volterra"?'),
        ("show volterr", 'did you mean "volterra"?'),
        ("show Towers", 'did you mean "towers"?'),
    ],
)
def test_a_mistyped_name_is_answered_with_the_nearest(line: str, meant: str) -> None:
    assert meant in run(*line.split()).stderr


def test_a_name_like_no_other_is_answered_with_where_to_look() -> None:
    assert '"tretorri --help" lists the commands' in run("xyzzy").stderr
    assert "the games are " in run("show", "xyzzy").stderr


def test_help_imports_neither_games_nor_rich() -> None:
    code = (
        "import sys; sys.argv = ['tretorri', '--help']\n"
        "from tretorri.cli.main import main\n"
        "try: main()\n"
        "finally: print([m for m in sys.modules if m == 'rich' or 'tretorri.games' in m])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.endswith("\n[]\n")


def test_the_command_line_names_no_game() -> None:
    ids = "|".join(games())
    for path in CLI.rglob("*.py"):
        assert not re.search(rf"\b({ids})\b", path.read_text(encoding="utf-8")), path


def test_version_credits_every_game() -> None:
    text = run("--version").stdout
    assert text.startswith(f"tretorri {__version__}\n")
    assert [game.title for game in games().values() if game.title not in text] == []
    assert "not affiliated" in text


@pytest.mark.parametrize(
    "line",
    [
        "chess",
        "--colour",
        "show",
        "show chess",
        "show volterra --colour",
        "show volterra extra",
        "show volterra --svg --json",
        "show volterra --position nonsense",
        "legal volterra --players 4",
        "legal volterra --first nobody",
        "legal voldetour --players 3",
        "legal towers --seats vx",
        "legal towers --seed -1",
        "legal towers --seed 9223372036854775808",
        "legal towers --seed ７",
        "legal towers --seed",
        "perft volterra",
        "perft volterra --depth -1",
        "perft volterra --depth x",
        "perft volterra --depth 1 --backend cuda",
        "rules volterra --rule V99",
        "rules volterra --language xx",
        "show volterra --svg /nowhere/at/all.svg",
        "play",
        "play volterra --seat x=human",
        "play volterra --seat d=nobody",
        "play volterra --bots greedy,greedy,greedy",
        "play volterra --bots clever",
        "play volterra --bots=",
        "play volterra --script /nowhere/at/all",
        "play --load /nowhere/at/all",
        "play --resume",
        "play --resume --seed 3",
        "play --resume --load file",
        "completion tcsh",
    ],
)
def test_bad_input_is_one_line_and_status_2(line: str) -> None:
    result = run(*line.split())
    assert result.exit_code == 2
    assert result.stdout == ""
    assert is_one_line(result.stderr), result.stderr


def test_a_position_with_options_of_the_game_is_refused() -> None:
    start = run("legal", "volterra", "--position", "x", "--first", "dark")
    assert start.exit_code == 2
    assert "--first cannot be combined with --position" in start.stderr


def test_a_real_process_ends_with_status_2_and_one_line() -> None:
    done = process("legal", "volterra", "--position", "a\nb\udcff")
    assert (done.returncode, done.stdout) == (2, "")
    assert is_one_line(done.stderr)


def test_python_m_is_the_same_program_as_the_script() -> None:
    script = Path(sys.executable).with_name("tretorri")
    ours = subprocess.run([script, "--version"], capture_output=True, text=True, check=True)
    assert process("--version").stdout == ours.stdout


@pytest.mark.parametrize("command", ["legal voldetour", "show volterra --json", "rules volterra"])
def test_a_reader_who_goes_away_is_no_error(command: str) -> None:
    line = " ".join([*COMMAND, command, "| head -n 1"])
    done = subprocess.run(line, shell=True, capture_output=True, text=True, check=True)
    assert done.stdout.count("\n") == 1
    assert done.stderr == ""


def test_ctrl_c_is_status_130_and_a_clean_line() -> None:
    with Terminal("perft", "volterra", "--depth", "30") as terminal:
        terminal.read("2 86")
        terminal.interrupt()
        assert terminal.ends() == 130
        assert "Traceback" not in terminal.raw
        assert terminal.raw.endswith("\n")


def test_output_that_the_encoding_lacks_is_replaced() -> None:
    done = subprocess.run(
        [*COMMAND, "games"], env={"PYTHONIOENCODING": "latin-1"}, capture_output=True, check=True
    )
    assert b"?" in done.stdout


def test_help_is_quick() -> None:
    begun = time.perf_counter()
    process("--help")
    assert time.perf_counter() - begun < 2


def test_commands_are_found_by_name_only() -> None:
    context = click.Context(program)
    assert program.get_command(context, "about") is None
