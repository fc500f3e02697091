"""``tretorri check``: check files of recorded games."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO, Any

import click

from tretorri.cli.errors import FOUND_FAULTS
from tretorri.cli.language import spoken_language
from tretorri.cli.options import PlainCommand, json_option
from tretorri.cli.output import CLEAR_LINE
from tretorri.core.errors import InvalidRecord
from tretorri.core.records import read_records, where
from tretorri.core.records.faults import Place, record_error
from tretorri.core.words import Text


@click.command(
    cls=PlainCommand,
    examples=(
        "tretorri check games.tretorri more.jsonl",
        "tretorri check --lenient handwritten.tretorri",
        "tretorri check --json - < games.tretorri",
    ),
    see=("replay", "analyse"),
)
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("--lenient", is_flag=True, help="Also accept records that are not in canonical form.")
@json_option
@click.pass_context
def check(ctx: click.Context, files: tuple[str, ...], lenient: bool, as_json: bool) -> None:
    """Check files of recorded games: every turn, every variation, every result.

    Each error is printed as FILE:LINE:COLUMN: message. The exit status is 1 if there are errors.
    FILE can be - for standard input.
    """
    report = _Report(as_json)
    for name in files:
        _check_file(name, not lenient, report)
    report.sum_up()
    if report.faults:
        ctx.exit(FOUND_FAULTS)


class _Report:
    """Counts of valid games and errors so far."""

    def __init__(self, as_json: bool) -> None:
        self.as_json = as_json
        self.games = 0
        self.faults = 0

    def fault(self, name: str, error: InvalidRecord) -> None:
        """Count and print an error."""
        self.faults += 1
        place, why = where(error)
        line, column = place or Place(1, 1)
        if self.as_json:
            reason = {"reason": why.sentence(), "rule": why.rule}
            _print_line({"file": name, "line": line, "column": column, **reason})
        else:
            click.echo(
                f"{click.format_filename(name)}:{line}:{column}: {why.with_rule(spoken_language())}"
            )

    def sum_up(self) -> None:
        """Print the numbers of valid games and errors."""
        counts = {"games": self.games, "faults": self.faults}
        if self.as_json:
            _print_line(counts)
        else:
            click.echo(Text("core.check-summary", counts).sentence(spoken_language()), err=True)


def _print_line(data: dict[str, Any]) -> None:
    click.echo(json.dumps(data, ensure_ascii=False))


def _check_file(name: str, strict: bool, report: _Report) -> None:
    """Check the games of one file; a file without a game counts as an error."""
    before = report.games + report.faults
    with click.open_file(name, "rb") as stream, _progress(stream) as (advance, pause):

        def on_error(error: InvalidRecord) -> None:
            pause()
            report.fault(name, error)

        for _ in read_records(stream, strict=strict, on_error=on_error):
            report.games += 1
            advance()
        advance()
    if report.games + report.faults == before:
        report.fault(name, record_error("record-empty"))


@contextmanager
def _progress(stream: IO[bytes]) -> Iterator[tuple[Callable[[], object], Callable[[], object]]]:
    """Show a progress bar on a terminal; yield functions that advance and hide it."""
    if not (sys.stderr.isatty() and stream.seekable()):
        yield _nothing, _nothing
        return
    size = os.fstat(stream.fileno()).st_size
    with click.progressbar(length=size, file=sys.stderr) as bar:
        yield (
            lambda: bar.update(stream.tell() - bar.pos),
            lambda: click.echo(CLEAR_LINE, nl=False, err=True),
        )


def _nothing() -> None:
    pass
