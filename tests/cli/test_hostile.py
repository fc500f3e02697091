"""Every command with streams, arguments and files that are against it: one line, no traceback."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click
import pytest

from tests.cli.support import COMMAND, process, run
from tests.deadlines import deadline
from tests.services.servers import free_port
from tests.upkeep.support import some_games
from tretorri.cli.main import COMMANDS, program

OK, FAILED, BAD_INPUT = 0, 1, 2
LINK = "http://127.0.0.1:{port}/en/join/7dG1bEoW2nHkQy0sVt4zXA#" + "x" * 43
LINES = {
    "play": "play volterra --bots random --seed 1",
    "games": "games",
    "rules": "rules volterra",
    "show": "show volterra",
    "legal": "legal volterra",
    "analyse": "analyse volterra --nodes 50",
    "replay": "replay {folder}/game.tretorri",
    "check": "check --json {folder}/game.tretorri",
    "match": "match random random --game volterra --games 2",
    "ladder": "ladder volterra --levels 1-1 --games 2",
    "bench": "bench --nodes 10",
    "perft": "perft volterra --depth 1",
    "protocol": "protocol --bot random",
    "serve": "serve --check --port {port}",
    "bot": f"bot {LINK}",
    "doctor": "doctor --port {port} --data {folder}",
    "backup": "backup {folder}/new.backup --data {folder}",
    "restore": "restore {folder}/old.backup --data {folder}/restored",
    "export": "export - --data {folder}",
    "import": "import {folder}/games.jsonl --data {folder}/imported",
    "verify": "verify --json --data {folder}",
    "stats": "stats --data {folder}",
    "tidy": "tidy --days 1 --data {folder}",
    "new-game": "new-game bell_tower --folder {folder}/bell_tower",
    "completion": "completion bash",
}
PRINTING = [
    *("play", "games", "rules", "show", "legal", "analyse", "replay", "check", "match", "ladder"),
    *("bench", "perft", "protocol", "doctor", "export", "verify", "stats", "completion"),
]


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a recorded game, stored games, a backup and an export of them."""
    folder = tmp_path_factory.mktemp("prepared")
    some_games(folder)
    saved = str(folder / "game.tretorri")
    assert (
        run("play", "volterra", "--bots", "random", "--seed", "1", "--save", saved).exit_code == 0
    )
    for name, file in (("backup", "old.backup"), ("export", "games.jsonl")):
        assert run(name, str(folder / file), "--data", str(folder)).exit_code == 0
    return folder


@pytest.fixture
def folder(prepared: Path, tmp_path: Path) -> Path:
    """Return a copy of the prepared folder for one test."""
    shutil.copytree(prepared, tmp_path / "games")
    return tmp_path / "games"


def words_of(name: str, folder: Path) -> list[str]:
    """Return the arguments of an ordinary call of a command."""
    return LINES[name].format(folder=folder, port=free_port()).split()


def shell(words: list[str], redirection: str) -> subprocess.CompletedProcess[str]:
    """Run the program in a shell that redirects its streams."""
    return subprocess.run(
        ["sh", "-c", f'"$@" {redirection}', "sh", *COMMAND, *words],
        input="tretorri\nquit\n",
        capture_output=True,
        text=True,
        errors="replace",
        timeout=deadline(),
        check=False,
    )


def assert_is_clean(done: subprocess.CompletedProcess[str], *statuses: int) -> None:
    """Assert that a call ended in good order, whatever it was up against."""
    for sign in ("Traceback", "Exception ignored", "Fatal Python", "Warning:", "internal error"):
        assert sign not in done.stderr, done.stderr
    assert done.returncode in statuses, (done.returncode, done.stderr)


def test_every_command_is_in_the_table() -> None:
    assert set(LINES) == set(COMMANDS)


@pytest.mark.parametrize("target", [">&-", ">/dev/full"])
@pytest.mark.parametrize("name", PRINTING)
def test_output_that_cannot_be_written_is_one_line_and_status_2(
    name: str, target: str, folder: Path
) -> None:
    done = shell(words_of(name, folder), target)
    assert_is_clean(done, BAD_INPUT)
    *_, last = done.stderr.splitlines()
    assert re.fullmatch(r"tretorri: cannot write to standard output: .+", last)


@pytest.mark.parametrize("name", [name for name in COMMANDS if name not in PRINTING])
def test_commands_that_print_only_messages_do_without_standard_output(
    name: str, folder: Path
) -> None:
    expected = BAD_INPUT if name == "bot" else OK  # there is no server at the link
    assert_is_clean(shell(words_of(name, folder), ">&-"), expected)


@pytest.mark.parametrize("name", COMMANDS)
def test_closed_input_and_closed_messages_do_not_matter(name: str, folder: Path) -> None:
    expected = BAD_INPUT if name == "bot" else OK
    assert_is_clean(shell(words_of(name, folder), "<&- 2>&-"), expected)


@pytest.mark.parametrize("name", PRINTING)
def test_a_reader_who_is_gone_ends_a_command_without_a_word(name: str, folder: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = subprocess.run(
            [*COMMAND, *words_of(name, folder)],
            input="tretorri\nquit\n",
            stdout=writer,
            stderr=subprocess.PIPE,
            text=True,
            timeout=deadline(),
            check=False,
        )
    finally:
        os.close(writer)
    assert_is_clean(done, FAILED)
    assert "ipe" not in done.stderr


def test_a_database_is_safe_from_what_is_printed_to_a_closed_stream(folder: Path) -> None:
    """A file that is opened while standard output is closed must not take its place."""
    shell(["verify", "--json", "--data", str(folder)], ">&- 2>&-")
    assert run("verify", "--data", str(folder)).exit_code == OK


# Arguments ------------------------------------------------------------------------------------

ODD = (
    "",
    " ",
    "-",
    "--",
    "\udcff",
    "äöü",
    "☃" * 300,
    "1e999",
    "nan",
    "-1",
    "9" * 400,
    "%s{x}\\",
    "a\nb",
)


@pytest.mark.parametrize("name", COMMANDS)
def test_odd_arguments_are_refused_in_one_line(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for odd in ODD:
        done = run(name, odd, odd, "--language", "en")
        assert done.exit_code in (FAILED, BAD_INPUT), (odd, done.output, done.exception)
        assert isinstance(done.exception, SystemExit), (odd, done.exception)
        assert done.stderr.count("\n") == 1, done.stderr
    assert list(tmp_path.iterdir()) == []


OPTION_VALUES = ("", "☃", "1e999", "-1", "9" * 400, "http://[::1", "sqlite:///", "/dev/null/x")


def options_of(name: str) -> list[tuple[tuple[str, ...], str]]:
    """Return the options of a command that take a value, with the words that lead to each."""
    root = click.Context(program)
    command = program.get_command(root, name)
    assert command is not None
    parts: dict[tuple[str, ...], click.Command] = {(): command}
    if isinstance(command, click.Group):
        parts |= {(part,): each for part, each in command.commands.items()}
    return [
        (words, option.opts[0])
        for words, part in parts.items()
        for option in part.get_params(click.Context(part, parent=root))
        if isinstance(option, click.Option) and not option.is_flag
    ]


@pytest.mark.parametrize("name", [name for name in COMMANDS if name != "serve"])
def test_odd_values_of_every_option_are_understood_or_refused(
    name: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.setenv("HOME", str(folder))
    for words, option in options_of(name):
        ids = [] if words == ("list",) else ["A" * 22]
        line = [name, *words, *ids, "--data", str(folder)] if words else words_of(name, folder)
        if option == "--database" and "--data" in line:
            at = line.index("--data")
            line = line[:at] + line[at + 2 :]
        for value in OPTION_VALUES:
            done = run(*line, f"{option}={value}")
            told = (option, value, done.output, done.exception)
            assert done.exit_code in (OK, FAILED, BAD_INPUT), told
            assert isinstance(done.exception, SystemExit | None), told


@pytest.mark.parametrize(
    "host", ["bücher..example", "ü" * 80, "\udcff", "a" * 300, "", "[::1", "..."]
)
@pytest.mark.parametrize("name", ["serve", "doctor"])
def test_an_odd_host_is_one_line(name: str, host: str, tmp_path: Path) -> None:
    line = [name, "--host", host, "--data", str(tmp_path), "--port", str(free_port())]
    done = process(*line, *(["--check"] if name == "serve" else []))
    if name == "serve" and host:  # the empty host is every address
        assert done.returncode == BAD_INPUT, done.stderr
        assert re.fullmatch(r"tretorri: cannot listen on .+\n", done.stderr), done.stderr
    assert_is_clean(done, OK, FAILED, BAD_INPUT)


@pytest.mark.parametrize("seconds", ["1e999", "inf", "nan", "-1", "0", "1e-400", "1e10", "x"])
def test_analyse_refuses_times_that_are_none(seconds: str) -> None:
    done = run("analyse", "volterra", f"--seconds={seconds}")
    assert (done.exit_code, done.stdout) == (BAD_INPUT, "")
    assert done.stderr.count("\n") == 1


def test_analyse_refuses_more_nodes_than_it_can_count() -> None:
    done = run("analyse", "volterra", "--nodes", "9" * 30)
    assert (done.exit_code, done.stderr.count("\n")) == (BAD_INPUT, 1)


# Files ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/full"])
@pytest.mark.parametrize(
    "line",
    [
        "replay {device}",
        "check {device}",
        "analyse --record {device} --nodes 10",
        "play --load {device}",
        "play volterra --script {device}",
        "match random random --game volterra --save {device} --resume",
        "import {device} --data {folder}",
        "restore {device} --data {folder}",
    ],
)
def test_a_file_that_never_ends_is_refused(line: str, device: str, tmp_path: Path) -> None:
    done = process(*line.format(device=device, folder=tmp_path).split())
    assert_is_clean(done, FAILED, BAD_INPUT)
    assert done.stdout + done.stderr


def test_a_report_is_not_written_over_a_file_that_never_ends() -> None:
    line = "ladder volterra --levels 1-1 --games 2 --report /dev/zero"
    assert_is_clean(process(*line.split()), BAD_INPUT)


def test_deep_json_is_refused_by_import(tmp_path: Path) -> None:
    deep = "[" * 200_000
    for lines in (deep, '{"tretorri":"games","format":1}\n' + deep):
        file = tmp_path / "deep.jsonl"
        file.write_text(lines + "\n")
        done = process("import", str(file), "--data", str(tmp_path / "games"))
        assert_is_clean(done, FAILED, BAD_INPUT)


def test_a_line_without_end_stops_an_import(tmp_path: Path) -> None:
    head = '{"tretorri":"games","format":1}'
    feed = subprocess.Popen(["sh", "-c", f"echo '{head}'; cat /dev/zero"], stdout=subprocess.PIPE)
    done = subprocess.run(
        [*COMMAND, "import", "-", "--data", str(tmp_path)],
        stdin=feed.stdout,
        capture_output=True,
        text=True,
        timeout=deadline(),
        check=False,
    )
    assert feed.stdout is not None
    feed.stdout.close()
    feed.wait()
    assert_is_clean(done, BAD_INPUT)
    assert "line 2" in done.stderr


# The line protocol ----------------------------------------------------------------------------


def test_the_protocol_answers_what_came_before_quit() -> None:
    done = process("protocol", "--bot", "random", typed="tretorri\nisready\nquit\n")
    assert done.returncode == OK
    assert done.stdout.startswith("id name Tretorri random\n")
    assert done.stdout.endswith("ok\nreadyok\n")


def test_the_protocol_breaks_a_thought_off_at_quit() -> None:
    typed = "newgame volterra\nposition start\ngo seconds 100000\nquit\n"
    done = process("protocol", "--bot", "engine", typed=typed)
    assert (done.returncode, "bestturn" in done.stdout) == (OK, False)


def test_the_protocol_ends_at_a_line_that_never_does() -> None:
    with Path("/dev/zero").open() as endless:
        done = subprocess.run(
            [*COMMAND, "protocol", "--bot", "random"],
            stdin=endless,
            capture_output=True,
            text=True,
            timeout=deadline(),
            check=False,
        )
    assert_is_clean(done, OK)
    assert done.stdout.startswith("error ")


# Third-party games ----------------------------------------------------------------------------


@pytest.fixture
def plug_in(tmp_path: Path) -> Callable[[str], dict[str, str]]:
    """Return a function that installs a game with this source, and gives the environment."""

    def install(source: str) -> dict[str, str]:
        package, facts = tmp_path / "broken_game", tmp_path / "broken_game-1.dist-info"
        package.mkdir()
        facts.mkdir()
        (package / "__init__.py").write_text(source)
        (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: broken-game\nVersion: 1\n")
        (facts / "entry_points.txt").write_text("[tretorri.games]\nbroken = broken_game\n")
        return {**os.environ, "PYTHONPATH": str(tmp_path)}

    return install


@pytest.mark.parametrize(
    "source",
    [
        *(
            "import missing_module_of_mine",
            "1 / 0",
            "x = 1",
            "GAME = 3",
            "raise SystemExit(9)",
            "(",
        ),
        *("raise GeneratorExit", "raise KeyboardInterrupt", "class E(BaseException): ...\nraise E"),
        "class E(Exception):\n  def __str__(self): raise self\nraise E",
        "import sys; sys.stdout.close(); sys.stderr.close()",
    ],
)
def test_a_plug_in_that_does_not_work_is_left_out(
    plug_in: Callable[[str], dict[str, str]], source: str, tmp_path: Path
) -> None:
    env = plug_in(source)
    for line, rows in (("games", 4), ("legal volterra", 16)):
        done = subprocess.run(
            [sys.executable, "-m", "tretorri", *line.split()],
            env=env,
            capture_output=True,
            text=True,
            timeout=deadline(),
            check=False,
        )
        assert_is_clean(done, OK)
        assert len(done.stdout.splitlines()) == rows
        assert re.fullmatch(r"tretorri: the game \"broken\" .+\n", done.stderr), done.stderr
    done = subprocess.run(
        [sys.executable, "-m", "tretorri", "doctor", "--data", str(tmp_path)],
        env=env,
        capture_output=True,
        text=True,
        timeout=deadline(),
        check=False,
    )
    assert re.search(r'^warning: .*"broken"', done.stdout, re.MULTILINE)


def test_what_a_plug_in_prints_is_not_in_the_output(
    plug_in: Callable[[str], dict[str, str]],
) -> None:
    env = plug_in("import sys\nprint('boo')\nsys.stdout.flush()\nsys.stdout.close()\nprint('hoo')")
    done = subprocess.run(
        [sys.executable, "-m", "tretorri", "legal", "volterra"],
        env=env,
        capture_output=True,
        text=True,
        timeout=deadline(),
        check=False,
    )
    assert_is_clean(done, OK)
    assert len(done.stdout.splitlines()) == 16
    assert done.stderr.startswith("boo\nhoo\ntretorri: the game ")
