"""What people can type at the table, besides actions."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tretorri.cli.errors import bad_usage
from tretorri.cli.language import spoken_language
from tretorri.cli.output import print_table, spoken
from tretorri.cli.rules import one_rule, print_markdown, rulebook
from tretorri.cli.table import storage
from tretorri.cli.table.keyboard import complete_action, complete_file
from tretorri.cli.table.table import HINT_LEVEL, follow, level_or_bot
from tretorri.core.errors import IllegalAction, TretorriError
from tretorri.core.words import excerpt
from tretorri.engine import bot

if TYPE_CHECKING:
    from tretorri.cli.table.session import Session

PAGE = 20
ALIASES = {"?": "help", "q": "quit", "exit": "quit"}
TAKES_FILE = ("save", "save!", "load")


def obey(session: Session, line: str) -> None:
    """Do what a line says: an action, a turn, a number from the list or a command."""
    name, _, rest = line.partition(" ")
    command = TABLE_COMMANDS.get(ALIASES.get(name, name))
    try:
        if command and line not in map(str, session.table.position.actions()):
            command(session, rest.strip())
        elif line:
            session.play(line)
    except IllegalAction as refused:
        _explain(session, refused)
    except TretorriError as error:
        click.echo(error.why.with_rule(spoken_language()), err=True)
    except OSError as error:
        click.echo(f"{error.strerror}: {error.filename}", err=True)


def _explain(session: Session, refused: IllegalAction) -> None:
    """Say why a line does nothing: the rule it breaks, or what was perhaps meant."""
    if refused.why.key != "core.not-understood":
        click.echo(refused.why.with_rule(spoken_language()), err=True)
        return
    text = refused.why.params["text"]
    words = [*TABLE_COMMANDS, *complete_action(session.table.position, "")]
    close = get_close_matches(str(text), words, 1)
    key = "did-you-mean" if close else "not-understood"
    click.echo(session.say(key, text=text, close="".join(close)), err=True)


def offers(session: Session, line: str, word: str) -> list[str]:
    """Return what Tab offers for the word that is being typed."""
    name, space, _ = line.partition(" ")
    if space and name in TAKES_FILE:
        return complete_file(word)
    names = [] if space else [f"{name} " for name in TABLE_COMMANDS if name.startswith(word)]
    return [*names, *complete_action(session.table.position, word)]


def _board(session: Session, _: str) -> None:
    session.told = max(0, len(session.table.turns()) - 1)
    session.show()


def _spoken(session: Session, _: str) -> None:
    click.echo(spoken(session.table.position.scene(spoken_language())))


def _list(session: Session, begun: str) -> None:
    """List the actions that begin so, by their numbers, a page at a time."""
    session.listed = (begun, 0)
    _more(session, "")


def _more(session: Session, _: str) -> None:
    begun, seen = session.listed
    position = session.table.position
    fits = [
        (str(number), str(action), position.describe(action).sentence(spoken_language()))
        for number, action in enumerate(position.actions(), 1)
        if str(action).casefold().startswith(begun.casefold())
    ]
    page = fits[seen : seen + PAGE]
    session.listed = (begun, seen + len(page))
    if page:
        print_table(page)
    if left := len(fits) - seen - len(page):
        click.echo(session.say("more", count=left), err=True)
    elif not page:
        click.echo(session.say("nothing-listed"), err=True)


def _hint(session: Session, _: str) -> None:
    position = session.table.position
    if position.is_over:
        raise bad_usage("play-over")
    name = level_or_bot(position.game, HINT_LEVEL)
    turn = bot(name, session.table.bot_seed).choose(position)
    words = position.describe(turn.actions[0]).sentence(spoken_language())
    click.echo(session.say("hint", turn=str(turn), words=words))


def _why(session: Session, text: str) -> None:
    """Say whether an action or a turn can be played; why not, is said where it is refused."""
    *_, last = [session.table.position, *follow(session.table.position, text)]
    click.echo(session.say("can-be-played", text=excerpt(text), last=str(last.last)))


def _undo(session: Session, _: str) -> None:
    if not session.table.take_back():
        raise bad_usage("play-nothing-to-undo")
    session.change(session.table, told=len(session.table.turns()) - 1)


def _turns(session: Session, _: str) -> None:
    session.told = 0
    session.tell()


def _position(session: Session, _: str) -> None:
    click.echo(str(session.table.position))


def _save(session: Session, name: str) -> None:
    """Save the game, but not over a file that this session does not know."""
    path = Path(name).expanduser() if name else session.file or storage.free_name(session.table)
    if path != session.file and path.exists():
        raise bad_usage("play-file-exists", file=str(path))
    _save_over(session, str(path))


def _save_over(session: Session, name: str) -> None:
    if not name:
        raise bad_usage("play-which-file")
    path = Path(name).expanduser()
    storage.write(session.table, path)
    session.file = path
    click.echo(session.say("saved", file=str(path)), err=True)


def _load(session: Session, name: str) -> None:
    if not name:
        raise bad_usage("play-which-file")
    path = Path(name).expanduser()
    table = storage.read(path)
    session.autosave, session.file = storage.Autosave(), None
    session.change(table, told=len(table.turns()) - 1)


def _rules(session: Session, rule: str) -> None:
    game_id = session.table.position.game.id
    book = rulebook(game_id, spoken_language())
    print_markdown(game_id, one_rule(game_id, book, rule) if rule else book)


def _help(session: Session, _: str) -> None:
    keys = (name.replace("save!", "save-over") for name in ("action", *TABLE_COMMANDS))
    print_table([session.say(f"help-{key}").split(" — ") for key in keys])


def _quit(session: Session, _: str) -> None:
    session.left = True


TABLE_COMMANDS: dict[str, Callable[[Session, str], None]] = {
    "list": _list,
    "more": _more,
    "hint": _hint,
    "why": _why,
    "undo": _undo,
    "board": _board,
    "spoken": _spoken,
    "turns": _turns,
    "position": _position,
    "rules": _rules,
    "save": _save,
    "save!": _save_over,
    "load": _load,
    "help": _help,
    "quit": _quit,
}
