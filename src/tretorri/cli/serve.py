"""``tretorri serve``: run the server."""

from __future__ import annotations

import gc
import os
import socket
import tempfile
import threading
import urllib.request
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import click

from tretorri.cli.addresses import LOOPBACK, address, can_open_browser, network_address
from tretorri.cli.errors import bad_usage
from tretorri.cli.options import PlainCommand
from tretorri.cli.output import say, sentence
from tretorri.cli.streams import drop_output
from tretorri.core.words import excerpt

DEFAULT_PORT = 8765
CHECK_TIMEOUT_S = 30.0  # seconds


def _without_limits(_: click.Context, __: click.Parameter, is_wanted: bool) -> None:
    """Turn limits off for the server and the processes it starts, through the environment."""
    if is_wanted:
        os.environ["TRETORRI_LIMITS"] = "off"


@click.command(
    cls=PlainCommand,
    examples=(
        "tretorri serve",
        "tretorri serve --host 0.0.0.0 --port 9000",
        "tretorri serve --database postgresql://tretorri@localhost/tretorri --bus redis://localhost",
    ),
    see=("doctor", "backup", "play"),
)
@click.option(
    "--host",
    metavar="ADDRESS",
    default=LOOPBACK,
    show_default=True,
    help="Address to listen on; 0.0.0.0 accepts other devices in the network.",
)
@click.option(
    "--port",
    metavar="N",
    type=click.IntRange(0, 65535),
    help=f"Port to listen on; 0 for any free one.  [default: {DEFAULT_PORT}, or the next free one]",
)
@click.option(
    "--data",
    metavar="FOLDER",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder to store games in.  [default: ~/.local/share/tretorri]",
)
@click.option(
    "--database",
    envvar="TRETORRI_DATABASE",
    metavar="URL",
    help="Database to store games in, in place of a folder:"
    " postgresql://USER:PASSWORD@HOST/NAME.  [env: TRETORRI_DATABASE]",
)
@click.option(
    "--bus",
    envvar="TRETORRI_BUS",
    metavar="URL",
    help="Redis server that connects several servers on one database: redis://HOST."
    "  [env: TRETORRI_BUS]",
)
@click.option(
    "--workers",
    metavar="N",
    type=click.IntRange(1, 64),
    default=2,
    show_default=True,
    help="Number of engine worker processes, which search for engine turns, hints and reviews; "
    "it does not start more servers.",
)
@click.option(
    "--browser/--no-browser",
    "is_opened",
    default=None,
    help="Open the page in a browser.  [default: if there is a terminal and a display]",
)
@click.option(
    "--log",
    type=click.Choice(["json", "plain"]),
    help="Format of the log on standard error.  [default: plain on a terminal, else json]",
)
@click.option("--log-requests", is_flag=True, help="Log every request.")
@click.option(
    "--no-limits",
    is_flag=True,
    expose_value=False,
    callback=_without_limits,
    help="Turn off rate limits; only for tests in a trusted network.",
)
@click.option("--check", "is_check", is_flag=True, help="Start, answer one request and stop.")
def serve(
    *,
    host: str,
    port: int | None,
    data: Path | None,
    database: str | None,
    bus: str | None,
    workers: int,
    is_opened: bool | None,
    log: str | None,
    log_requests: bool,
    is_check: bool,
) -> None:
    """Start the server for browsers and programs; Ctrl-C stops it.

    By default it accepts connections only from this machine, stores games in your home folder,
    and opens the page in a browser. For public servers, see "Host a server" in the documentation.
    """
    with _no_garbage_yet():
        from tretorri.server.monitoring.log_setup import set_up_logging  # noqa: PLC0415 - only this command needs it

        set_up_logging(log, log_requests)
        if is_check:
            with tempfile.TemporaryDirectory() as folder:
                place = StoragePlace(data or Path(folder), database, bus)
                _check(host, port, place, workers)
        else:
            opens = can_open_browser() if is_opened is None else is_opened
            _serve(
                host, port, StoragePlace(data, database, bus), workers, _open if opens else _wait
            )


@contextmanager
def _no_garbage_yet() -> Iterator[None]:
    """Turn garbage collection off until the server runs: startup is a fifth faster."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@dataclass(frozen=True, slots=True)
class StoragePlace:
    """Where games are stored, in a database or else in a folder; and the bus, if there is one."""

    folder: Path | None
    database: str | None
    bus: str | None

    def url(self) -> str:
        """Return the URL of the database."""
        from tretorri.server.settings import find_data_folder  # noqa: PLC0415
        from tretorri.server.store.database import sqlite_url_in  # noqa: PLC0415

        return self.database or sqlite_url_in(self.folder or find_data_folder())

    def make(self) -> None:
        """Create the folder if games are stored in one."""
        from tretorri.server.settings import find_data_folder  # noqa: PLC0415
        from tretorri.server.store.database import create_folder  # noqa: PLC0415

        if not self.database:
            create_folder(self.folder or find_data_folder())

    def describe(self) -> str:
        """Return the place for messages, without a password."""
        from tretorri.server.settings import find_data_folder  # noqa: PLC0415
        from tretorri.server.store.database import redacted_url  # noqa: PLC0415

        return (
            redacted_url(self.database) if self.database else str(self.folder or find_data_folder())
        )


After = Callable[[str, Callable[[], None]], None]
"""Called once the server is ready, with its address and a function that stops it."""


def _serve(
    host: str,
    port: int | None,
    place: StoragePlace,
    workers: int,
    after: After,
    *,
    is_check: bool = False,
) -> None:
    """Serve until the server is stopped."""
    # Slow to import, and only this command needs it.
    from tretorri.server.bus import InvalidBusUrl  # noqa: PLC0415
    from tretorri.server.capacity.addresses import parse_networks  # noqa: PLC0415
    from tretorri.server.capacity.limits import check_settings  # noqa: PLC0415
    from tretorri.server.run import DatabaseUnavailable, run  # noqa: PLC0415
    from tretorri.server.settings import PROXIES_VARIABLE, Settings, bad_setting_error  # noqa: PLC0415
    from tretorri.server.store.database import InvalidDatabaseUrl  # noqa: PLC0415

    check_settings()
    settings = Settings(place.url(), workers, bus=place.bus)
    try:
        parse_networks(settings.proxies)
    except ValueError as error:
        raise bad_setting_error(PROXIES_VARIABLE, "ADDRESS | NETWORK/BITS, …") from error
    place.make()
    listening = _listen(host, port)

    def ready(stop: Callable[[], None]) -> None:
        found = listening.getsockname()[1]
        if not is_check:
            _announce(host, found, place)
        if port is None and found != DEFAULT_PORT:
            say("serve-port", taken=DEFAULT_PORT, port=found)
        if not settings.has_page:
            say("serve-no-page")
        after(address(host, found), stop)

    try:
        is_started = run(settings, listening, ready)
    except InvalidDatabaseUrl as error:
        raise bad_usage("serve-bad-database", forms=str(error)) from error
    except InvalidBusUrl as error:
        raise bad_usage("serve-bad-bus", forms="redis://HOST:PORT/0") from error
    except DatabaseUnavailable as error:
        problem = str(error).splitlines()[0]
        raise bad_usage("serve-no-database", where=place.describe(), problem=problem) from error
    if not is_started:
        raise bad_usage("serve-failed", folder=place.describe())


def _announce(host: str, port: int, place: StoragePlace) -> None:
    """Print the addresses of the page and where games are stored."""
    try:
        click.echo(sentence("serve-ready", address=address(host, port), folder=place.describe()))
        if reachable := network_address(host, port):
            click.echo(sentence("serve-network", address=reachable))
    except OSError:  # a server also runs where standard output is closed
        drop_output()


def _listen(host: str, port: int | None) -> socket.socket:
    """Return a socket on the port; if none is named, on the default or the next free one."""
    from tretorri.server.run import MAX_PORTS_TRIED, bind_free_port  # noqa: PLC0415

    try:
        return (
            bind_free_port(host, DEFAULT_PORT, MAX_PORTS_TRIED)
            if port is None
            else bind_free_port(host, port)
        )
    except (OSError, UnicodeError, TypeError) as error:  # the last two: not the name of a host
        problem = getattr(error, "strerror", None) or str(error)
        raise bad_usage(
            "serve-address", host=excerpt(host), port=port or DEFAULT_PORT, problem=problem
        ) from error


def _wait(_: str, __: Callable[[], None]) -> None:
    """Do nothing: the server just runs."""


def _open(where: str, _: Callable[[], None]) -> None:
    """Open the page in a browser, in a thread so that the server need not wait."""
    threading.Thread(target=webbrowser.open, args=(where,), daemon=True).start()


def _check(host: str, port: int | None, place: StoragePlace, workers: int) -> None:
    """Serve until the server has answered one request."""
    answers = list[int]()

    def ask(where: str, stop: Callable[[], None]) -> None:
        url = f"{where}api/about"
        try:
            with suppress(OSError), urllib.request.urlopen(url, timeout=CHECK_TIMEOUT_S) as answer:  # noqa: S310
                answers.append(answer.status)
        finally:
            stop()

    def after(where: str, stop: Callable[[], None]) -> None:
        threading.Thread(target=ask, args=(where, stop)).start()

    _serve(host, port, place, workers, after, is_check=True)
    if not answers:
        raise bad_usage("serve-silent")
    say("serve-checked")
