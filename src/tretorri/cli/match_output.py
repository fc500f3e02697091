"""Output of a match: a progress line while it runs, a table or JSON at the end."""

from __future__ import annotations

import math
import shutil
import sys
import time
from typing import Any, Self

import click

from tretorri.arena.ratings import Estimate
from tretorri.arena.standings import Row, Standings
from tretorri.cli.output import CLEAR_LINE, sentence

TERMINAL_UPDATE_S = 0.2  # seconds between two looks, on a terminal
LOG_UPDATE_S = 10.0  # and elsewhere


class Progress:
    """A progress line on standard error, updated from time to time."""

    def __init__(self, standings: Standings, total: int) -> None:
        self._standings, self._total = standings, total
        self._is_terminal = sys.stderr.isatty()
        self._shown = time.monotonic()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._is_terminal:
            click.echo(CLEAR_LINE, err=True, nl=False)

    def show(self) -> None:
        """Update the line, unless the last update was a moment ago."""
        pause = TERMINAL_UPDATE_S if self._is_terminal else LOG_UPDATE_S
        is_last = self._standings.games == self._total
        if time.monotonic() - self._shown < pause and not is_last:
            return
        self._shown = time.monotonic()
        line = in_short(self._standings, self._total)
        if self._is_terminal:
            width = shutil.get_terminal_size().columns - 1
            click.echo(CLEAR_LINE + line[:width], err=True, nl=False)
        else:
            click.echo(line, err=True)


def in_short(standings: Standings, total: int) -> str:
    """Return one line: the games played so far and the score of the first player."""
    first = standings.rows()[0]
    line = sentence(
        "match-progress",
        games=standings.games,
        total=total,
        player=first.player,
        score=percent(first.score),
        elo=with_error(first.elo),
    )
    ratio = standings.ratio
    if ratio is None or standings.sprt is None:
        return line
    bound = f"{standings.sprt.bound:.2f}"
    return f"{line}  {sentence('match-ratio', ratio=f'{ratio:+.2f}', bound=bound)}"


def as_table(standings: Standings) -> list[list[str]]:
    """Return the result as rows of a table, with headings."""
    names = ("player", "games", "wins", "draws", "losses", "forfeits", "score", "elo")
    heading = [sentence(f"match-column-{name}") for name in names]
    return [heading, *(_cells(row) for row in standings.rows())]


def _cells(row: Row) -> list[str]:
    counts = (row.games, row.wins, row.draws, row.losses, row.forfeits)
    return [row.player, *map(str, counts), percent(row.score), with_error(row.elo)]


def percent(score: Estimate) -> str:
    """Return a score in percent with its confidence interval.

    >>> percent(Estimate(0.75, 0.7, 0.8))
    '75.0 % (70.0 … 80.0)'
    """
    return f"{100 * score.value:.1f} % ({100 * score.low:.1f} … {100 * score.high:.1f})"


def with_error(elo: Estimate) -> str:
    """Return an Elo difference with its confidence interval.

    >>> with_error(Estimate(100, 60, math.inf))
    '+100 (+60 … +∞)'
    """
    value, low, high = (
        f"{each:+.0f}".replace("inf", "∞") for each in (elo.value, elo.low, elo.high)
    )
    return f"{value} ({low} … {high})"


def as_data(standings: Standings) -> dict[str, Any]:
    """Return the result as plain data."""
    sprt = standings.sprt
    return {
        "game": standings.match.game_id,
        "options": dict(standings.match.options),
        "seed": standings.match.seed,
        "games": standings.games,
        "players": [_data(row) for row in standings.rows()],
        "sprt": sprt
        and {
            "elo0": sprt.elo0,
            "elo1": sprt.elo1,
            "ratio": standings.ratio,
            "bound": sprt.bound,
            "accepted": standings.accepted,
        },
    }


def _data(row: Row) -> dict[str, Any]:
    return {
        "player": row.player,
        "games": row.games,
        "wins": row.wins,
        "draws": row.draws,
        "losses": row.losses,
        "forfeits": row.forfeits,
        "score": numbers(row.score),
        "elo": numbers(row.elo),
    }


def numbers(estimate: Estimate) -> dict[str, float | None]:
    """Return an estimate as data; infinity becomes ``None``, which JSON can hold."""
    numbers = {"value": estimate.value, "low": estimate.low, "high": estimate.high}
    return {name: number if math.isfinite(number) else None for name, number in numbers.items()}
