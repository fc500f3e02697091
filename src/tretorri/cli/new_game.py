"""``tretorri new-game``: write a package with a playable game of one's own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path

import click

from tretorri.cli.errors import bad_usage
from tretorri.cli.options import PlainCommand
from tretorri.cli.output import say
from tretorri.core.registry import games
from tretorri.core.words import excerpt

SKELETON = Path(__file__).parent / "skeleton"
TEMPLATE = ".txt"  # what the names of the files in the skeleton end with
GAME_NAME = re.compile("[a-z][a-z0-9_]{1,29}")
RESERVED_NAMES = {"test", "tests"}


@click.command(
    name="new-game",
    cls=PlainCommand,
    examples=(
        "tretorri new-game campanile",
        "tretorri new-game campanile --folder ~/games/campanile",
    ),
    see=("games", "play"),
)
@click.argument("name", metavar="NAME")
@click.option(
    "--folder",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="The folder to create.  [default: NAME, here]",
)
def new_game(name: str, folder: Path | None) -> None:
    """Write a package with a game of your own to start from.

    It is a small, complete game with rules, words, a rulebook and tests, to be changed into yours.
    NAME is its id and the name of its Python package. Install it with pip, and all commands and the
    web page know the game.
    """
    project = folder or Path(name)
    _check_name(name)
    if project.exists():
        raise bad_usage("file-exists", file=str(project))
    _check_free(name)
    for path, text in skeleton(name):
        (project / path).parent.mkdir(parents=True, exist_ok=True)
        (project / path).write_text(text, encoding="utf-8")
    say("new-game", folder=str(project), game=name)


def _check_name(name: str) -> None:
    if not GAME_NAME.fullmatch(name) or iskeyword(name):
        raise bad_usage("bad-game-name", name=excerpt(name))


def _check_free(name: str) -> None:
    if name in games() or name in RESERVED_NAMES or find_spec(name) is not None:
        raise bad_usage("game-name-taken", name=name)


def skeleton(name: str) -> Iterator[tuple[Path, str]]:
    """Yield the files of a new game: where they go in its project, and their texts."""
    words = name.replace("_", " ").title()
    tokens = {"@name@": name, "@title@": words, "@class@": words.replace(" ", "")}
    for home, place in ((SKELETON / "project", Path()), (SKELETON / "package", Path("src", name))):
        for template in sorted(home.rglob(f"*{TEMPLATE}")):
            text = template.read_text(encoding="utf-8")
            for token, value in tokens.items():
                text = text.replace(token, value)
            path = template.relative_to(home)
            yield place / path.with_name(path.name.removesuffix(TEMPLATE)), text
