"""``tretorri serve``: the games in the browser, for one table or a whole house."""

from __future__ import annotations

import webbrowser
from pathlib import Path

import click

from tretorri.cli.errors import bad_usage
from tretorri.cli.options import PlainCommand
from tretorri.cli.output import sentence

HOST, PORT = "127.0.0.1", 8765


@click.command(cls=PlainCommand, example="tretorri serve --open")
@click.option("--host", default=HOST, show_default=True, help="0.0.0.0 lets others in the network.")
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
    "--workers",
    type=click.IntRange(1, 64),
    default=2,
    show_default=True,
    help="How many processes think for the engine.",
)
@click.option("--open", "is_opened", is_flag=True, help="Open the page in a browser.")
def serve(host: str, port: int, data: Path | None, workers: int, is_opened: bool) -> None:
    """Serve the games to browsers and programs until Ctrl-C."""
    # Slow to import, and only this command needs it.
    from tretorri.server.running import free_socket, run  # noqa: PLC0415
    from tretorri.server.settings import Settings, data_folder  # noqa: PLC0415
    from tretorri.server.store.database import url_in  # noqa: PLC0415

    folder = data or data_folder()
    folder.mkdir(parents=True, exist_ok=True)
    try:
        listening = free_socket(host, port)
    except OSError as error:
        problem = error.strerror or str(error)
        raise bad_usage("serve-address", host=host, port=port, problem=problem) from error
    address = f"http://{_in_address(host)}:{listening.getsockname()[1]}/"

    def ready() -> None:
        click.echo(sentence("serve-ready", address=address, folder=str(folder)))
        if is_opened:
            webbrowser.open(address)

    if not run(Settings(url_in(folder), workers), listening, ready):
        raise bad_usage("serve-failed", folder=str(folder))


def _in_address(host: str) -> str:
    """Return a host as an address names it; one that means every network is shown as this one.

    >>> _in_address("::1"), _in_address("0.0.0.0")
    ('[::1]', '127.0.0.1')
    """
    if host in ("0.0.0.0", "::"):  # noqa: S104 - it is only compared
        return HOST
    return f"[{host}]" if ":" in host else host
