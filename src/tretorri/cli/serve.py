"""``tretorri serve``: the games in the browser, for one table or a whole house."""

from __future__ import annotations

import gc
import os
import socket
import tempfile
import threading
import urllib.request
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import click

from tretorri.cli.addresses import HERE, address, address_for_others, is_somebody_here
from tretorri.cli.errors import bad_usage
from tretorri.cli.options import PlainCommand
from tretorri.cli.output import say, sentence

PORT = 8765
PATIENCE = 30.0  # seconds


def _without_limits(_: click.Context, __: click.Parameter, is_wanted: bool) -> None:
    """Set what the server reads, and all processes that it starts."""
    if is_wanted:
        os.environ["TRETORRI_LIMITS"] = "off"


@click.command(cls=PlainCommand, example="tretorri serve --port 9000")
@click.option("--host", default=HERE, show_default=True, help="0.0.0.0 lets others in the network.")
@click.option(
    "--port",
    type=click.IntRange(1, 65535),
    default=PORT,
    show_default=True,
    help="Where to listen; the next free port if it is taken.",
)
@click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False),
    help="The folder for the games; usually the user's place for data.",
)
@click.option(
    "--database",
    envvar="TRETORRI_DATABASE",
    metavar="URL",
    help="Where games are kept instead of a folder: postgresql://USER:PASSWORD@HOST/NAME.",
)
@click.option(
    "--bus",
    envvar="TRETORRI_BUS",
    metavar="URL",
    help="What several servers on one database tell each other by: redis://HOST.",
)
@click.option(
    "--workers",
    type=click.IntRange(1, 64),
    default=2,
    show_default=True,
    help="How many processes think for the engine.",
)
@click.option(
    "--browser/--no-browser",
    "is_opened",
    default=None,
    help="Open the page in a browser; done where there is a terminal and a screen.",
)
@click.option(
    "--log",
    type=click.Choice(["json", "plain"]),
    help="The form of the log on standard error; json where nobody sits in front of it.",
)
@click.option("--log-requests", is_flag=True, help="Write a line for every request, by its route.")
@click.option(
    "--no-limits",
    is_flag=True,
    expose_value=False,
    callback=_without_limits,
    help="Let callers ask as often as they like, for experiments among friends.",
)
@click.option("--check", "is_check", is_flag=True, help="Start, answer once and stop.")
def serve(
    *,
    host: str,
    port: int,
    data: Path | None,
    database: str | None,
    bus: str | None,
    workers: int,
    is_opened: bool | None,
    log: str | None,
    log_requests: bool,
    is_check: bool,
) -> None:
    """Serve the games to browsers and programs until Ctrl-C."""
    with _no_garbage_yet():
        from tretorri.server.logs import set_up  # noqa: PLC0415 - only this command needs it

        set_up(log, log_requests)
        if is_check:
            with tempfile.TemporaryDirectory() as folder:
                place = Place(data or Path(folder), database, bus)
                _check(host, port, place, workers)
        else:
            opens = is_somebody_here() if is_opened is None else is_opened
            _serve(host, port, Place(data, database, bus), workers, _open if opens else _wait)


@contextmanager
def _no_garbage_yet() -> Iterator[None]:
    """Collect none until the server runs, which turns that on: it takes a fifth of the start."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@dataclass(frozen=True, slots=True)
class Place:
    """Where games are kept: in a database, else in a folder; and how servers talk, if they do."""

    folder: Path | None
    database: str | None
    bus: str | None

    def url(self) -> str:
        """Return the address of the database; make the folder if it is one."""
        from tretorri.server.settings import data_folder  # noqa: PLC0415
        from tretorri.server.store.database import url_in  # noqa: PLC0415

        if self.database:
            return self.database
        folder = self.folder or data_folder()
        folder.mkdir(parents=True, exist_ok=True)
        return url_in(folder)

    def shown(self) -> str:
        """Return what to call it, without a password."""
        from tretorri.server.settings import data_folder  # noqa: PLC0415
        from tretorri.server.store.database import shown  # noqa: PLC0415

        return shown(self.database) if self.database else str(self.folder or data_folder())


After = Callable[[str, Callable[[], None]], None]
"""What is done once the server is ready, given its address and what stops it."""


def _serve(host: str, port: int, place: Place, workers: int, after: After) -> None:
    """Serve until somebody stops it."""
    # Slow to import, and only this command needs it.
    from tretorri.server.api.callers import networks  # noqa: PLC0415
    from tretorri.server.bus import BadBus  # noqa: PLC0415
    from tretorri.server.running import CannotOpen, run  # noqa: PLC0415
    from tretorri.server.settings import Settings  # noqa: PLC0415
    from tretorri.server.store.database import BadDatabase  # noqa: PLC0415

    try:
        settings = Settings(place.url(), workers, bus=place.bus)
        networks(settings.proxies)
    except ValueError as error:
        raise bad_usage("serve-bad-setting", problem=str(error)) from error
    listening = _listen(host, port)

    def ready(stop: Callable[[], None]) -> None:
        found = listening.getsockname()[1]
        click.echo(sentence("serve-ready", address=address(host, found), folder=place.shown()))
        if others := address_for_others(host, found):
            click.echo(sentence("serve-network", address=others))
        if found != port:
            say("serve-port", taken=port, port=found)
        if not settings.has_page:
            say("serve-no-page")
        after(address(host, found), stop)

    try:
        is_started = run(settings, listening, ready)
    except BadDatabase as error:
        raise bad_usage("serve-bad-database", forms=str(error)) from error
    except BadBus as error:
        raise bad_usage("serve-bad-bus", forms="redis://HOST:PORT/0") from error
    except CannotOpen as error:
        problem = str(error).splitlines()[0]
        raise bad_usage("serve-no-database", where=place.shown(), problem=problem) from error
    if not is_started:
        raise bad_usage("serve-failed", folder=place.shown())


def _listen(host: str, port: int) -> socket.socket:
    """Return a socket on the port, or on the next that is free."""
    from tretorri.server.running import free_socket  # noqa: PLC0415

    try:
        return free_socket(host, port)
    except OSError as error:
        problem = error.strerror or str(error)
        raise bad_usage("serve-address", host=host, port=port, problem=problem) from error


def _wait(_: str, __: Callable[[], None]) -> None:
    """Let the server run."""


def _open(where: str, _: Callable[[], None]) -> None:
    """Open the page; a browser that takes its time does not hold up the server."""
    threading.Thread(target=webbrowser.open, args=(where,), daemon=True).start()


def _check(host: str, port: int, place: Place, workers: int) -> None:
    """Serve until the server has answered a question from outside."""
    answers = list[int]()

    def ask(where: str, stop: Callable[[], None]) -> None:
        try:
            with urllib.request.urlopen(f"{where}api/about", timeout=PATIENCE) as answer:  # noqa: S310
                answers.append(answer.status)
        finally:
            stop()

    def after(where: str, stop: Callable[[], None]) -> None:
        threading.Thread(target=ask, args=(where, stop)).start()

    _serve(host, port, place, workers, after)
    if not answers:
        raise bad_usage("serve-silent")
    say("serve-checked")
