"""The tutorials and guides are followed for real: their commands run, in their order.

Blocks marked ``sh`` are run as they are written; those marked ``bash`` need root rights, another
machine or the internet, and are only parsed. What a page tells the reader to save is saved.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import httpx
import pytest

from tests.docs.pages import BLOCK, blocks, name
from tests.docs.site import DOCS, PROJECT
from tests.server.support import Server
from tests.services.servers import PostgreSQL
from tests.settings import TESTS

ADDRESS = "http://127.0.0.1:8765/"
CAMPANILE = TESTS / "fourth" / "campanile"
PATIENCE = 240.0  # seconds; the machine may be busy
SAVED = re.compile(r"[Ss]ave (?:it|this) as `([\w.]+)`")
TUTORIALS = sorted((DOCS / "tutorials").glob("*.md"))


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Return a folder in which ``tretorri`` and ``python`` are those of this environment."""
    programs = tmp_path / "bin"
    programs.mkdir()
    for program, call in {"tretorri": "-m tretorri", "python": ""}.items():
        text = f'#!/bin/sh\nexec "{sys.executable}" -W error::SyntaxWarning {call} "$@"\n'
        (programs / program).write_text(text)
        (programs / program).chmod(0o755)
    return tmp_path


def environment(place: Path, **more: str) -> Mapping[str, str]:
    own = {
        "PATH": f"{place / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "TRETORRI_STATE": str(place / "state"),
        "LANG": "C.UTF-8",
        "NO_COLOR": "1",
    }
    return {**os.environ, **own, **more}


def run(text: str, place: Path, **more: str) -> str:
    """Run shell commands; the first that fails ends them."""
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", text],
        cwd=place,
        env=environment(place, **more),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, f"{text}\n{done.stdout}{done.stderr}"
    return done.stdout


def commands(page: str) -> Iterator[str]:
    """Yield the blocks of a page that are run."""
    yield from blocks(DOCS / page, "sh")


def test_the_first_game_is_played(place: Path) -> None:
    first, *rest = commands("tutorials/first-game.md")
    assert first.startswith("tretorri play volterra")
    moves = place / "moves"
    moves.write_text("Pb4\na3-a4\nlist\nwhy a1-b2\nhint\nquit\n")
    shown = run(f"{first.strip()} --script {moves}", place)
    board = next(text for text in blocks(DOCS / "tutorials/first-game.md", "text"))
    assert all(line in shown for line in board.splitlines())
    resumed = "".join(run(block, place) for block in rest)
    assert "[V7]" in resumed


def test_the_first_script_is_run(place: Path) -> None:
    page = DOCS / "tutorials/first-script.md"
    (script,) = (text for text in blocks(page, "python") if text.startswith("import"))
    (place / "first.py").write_text(script)
    (block,) = commands("tutorials/first-script.md")
    assert "turns" in run(block, place)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path / "games") as running:
        yield running


def test_the_first_bot_plays_and_improves(place: Path, server: Server) -> None:
    page = DOCS / "tutorials/first-bot.md"
    invite, bot, better = blocks(page, "python")
    (place / "invite.py").write_text(invite.replace(ADDRESS, server.address))
    start, first, second = commands("tutorials/first-bot.md")
    assert start.startswith("tretorri serve")  # it runs already
    before, _, after = bot.partition("def choose")
    _, _, ending = after.partition("\n\n\n")
    (place / "bot.py").write_text(bot)
    assert re.search("wins|draw", run(first, place), re.IGNORECASE)
    (place / "bot.py").write_text(f"{before}{better}\n\n{ending}")
    assert run(second, place).strip()


def test_files_to_save_are_named_in_the_tutorials() -> None:
    named = {
        file
        for path in TUTORIALS
        for file in SAVED.findall(path.read_text("utf-8").replace("\n", " "))
    }
    assert named == {"first.py", "invite.py", "bot.py"}


# A game of one's own --------------------------------------------------------------------------


def written(page: Path) -> Mapping[str, str]:
    """Return the files that the tutorial about a game tells the reader to write."""
    text, files, current = page.read_text("utf-8"), dict[str, str](), ""
    for part in re.split(r"(^```\w*\n.*?^```)", text, flags=re.DOTALL | re.MULTILINE):
        block = BLOCK.match(part)
        if block is None:
            named = re.findall(r"`((?:src/campanile/)?[\w/]+\.(?:py|toml|json|md))`", part)
            current = named[-1] if named else current
        elif block[1] not in ("sh", "bash", "text"):
            gap = "\n\n" if current in files else ""
            files[current] = files.get(current, "") + gap + block[2]
        if "## Play it" in part:
            break
    return files


def test_the_game_of_the_tutorial_is_the_one_that_is_tested() -> None:
    files = written(DOCS / "tutorials/first-own-game.md")
    originals = [path for path in CAMPANILE.rglob("*.*") if "__pycache__" not in path.parts]
    ours = {f"src/campanile/{path.relative_to(CAMPANILE)}": path for path in originals}
    assert files.keys() == {"pyproject.toml", *ours}
    for path, original in ours.items():
        assert _plain(files[path]) == _plain(original.read_text("utf-8")), path


def _plain(text: str) -> str:
    """Return a file without empty lines, which a page sets as it likes."""
    named = text.replace("tests.fourth.campanile", "campanile")
    return re.sub(r"\n{2,}", "\n", named)


def test_the_game_of_the_tutorial_is_played(place: Path) -> None:
    page = DOCS / "tutorials/first-own-game.md"
    for path, text in written(page).items():
        (place / path).parent.mkdir(parents=True, exist_ok=True)
        (place / path).write_text(text, encoding="utf-8")
    project = (place / "pyproject.toml").read_text()
    (point,) = re.findall(r'^\[project\.entry-points\."(.*)"\]\n(.*)$', project, re.MULTILINE)
    info = place / "src" / "campanile-1.0.dist-info"  # what pip makes of the project
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: campanile\nVersion: 1.0\n")
    entry = point[1].replace('"', "")
    (info / "entry_points.txt").write_text(f"[{point[0]}]\n{entry}\n")
    search = os.pathsep.join((str(place / "src"), str(PROJECT)))
    (block,) = commands("tutorials/first-own-game.md")
    shown = run(block, place, PYTHONPATH=search)
    assert all(text in shown for text in ("Campanile", "bell tower", "t3", "3 23"))
    *_, script = blocks(page, "python")
    (place / "try.py").write_text(script)
    said = run("python try.py", place, PYTHONPATH=search)
    assert "at most 3 go at once [P2]" in said
    assert "rule='P3'" in said


# Guides ---------------------------------------------------------------------------------------


def test_games_are_backed_up_restored_and_exported(place: Path) -> None:
    with Server(place / "data") as running:
        httpx.post(f"{running.address}api/games", json={"game": "towers"}, timeout=60)
        running.stop()
    for block in commands("how-to/back-up-and-restore.md"):
        here = block.replace("/var/lib/tretorri", str(place / "data"))
        run(here.replace("/srv/", f"{place}/"), place)
    made = {path.name for path in place.iterdir()}
    assert {"games.backup", "games.jsonl", "restored", "imported"} <= made


def test_games_move_to_postgresql(place: Path, postgresql: PostgreSQL) -> None:
    with Server(place / "data") as running:
        httpx.post(f"{running.address}api/games", json={"game": "towers"}, timeout=60)
        running.stop()
    url = postgresql.lend()
    (block,) = commands("how-to/move-to-postgresql.md")
    here = block.replace("/var/lib/tretorri", str(place / "data"))
    run(here.replace("postgresql://tretorri:PASSWORD@127.0.0.1/tretorri", url), place)
    assert postgresql.ask("SELECT kind FROM game", url.rpartition("/")[2]) == [["towers"]]
    postgresql.take_back(url)


@pytest.mark.parametrize(
    "page", ["how-to/analyse-a-game.md", "reference/line-protocol.md"], ids=str
)
def test_the_commands_of_a_page_run(page: str, place: Path) -> None:
    for block in commands(page):
        assert run(block, place).strip()


def test_the_server_protocol_starts_a_server(place: Path) -> None:
    (block,) = commands("reference/server.md")
    (check,) = (line for line in block.splitlines() if "--check" in line)
    run(f"{check.partition('#')[0]} --port 18882", place)


def test_all_tutorials_are_followed() -> None:
    followed = Path(__file__).read_text("utf-8")
    assert [name(page) for page in TUTORIALS if f"tutorials/{page.name}" not in followed] == []
