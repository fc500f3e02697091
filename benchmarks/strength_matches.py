"""The trials of strength that are matches: against whom, how many games, what must be scored."""

from __future__ import annotations

import statistics
import sys
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from benchmarks.strength_players import OPEN_SPIEL, Times, contestant, read_times
from tretorri.arena.matches import OPENING_TURNS, GameResult, Match
from tretorri.arena.ratings import Estimate
from tretorri.arena.standings import Row, Standings
from tretorri.arena.workers import MatchFile, play_out
from tretorri.core.records import Record

SELDOM = 20.0  # seconds between two lines about the progress
SHORT, LONG = 0.05, 0.2  # seconds of CPU time for a turn
Options = tuple[tuple[str, str], ...]
TWO: Options = (("players", "2"),)
THREE: Options = (("players", "3"),)
FOUR: Options = (("players", "4"),)


@dataclass(frozen=True)
class Trial:
    """The engine in one seat, rotated, against a kind of player in the others."""

    name: str
    game_id: str
    options: Options
    opponent: str
    seconds: float
    games: int
    required: float
    opening_turns: int = OPENING_TURNS

    @property
    def label(self) -> str:
        """Return the name of the trial's files."""
        return "-".join((self.name, self.game_id, *(value for _, value in self.options)))

    def match(self, folder: Path) -> Match:
        """Return the match that is played."""
        times = folder / f"{self.label}.times"
        players = (contestant(kind, self.seconds, times) for kind in ("engine", self.opponent))
        return Match(tuple(players), self.game_id, self.options, opening_turns=self.opening_turns)


def _in_each_game(
    name: str,
    opponent: str,
    seconds: float,
    games: int,
    required: float,
    *,
    opening_turns: int = OPENING_TURNS,
) -> list[Trial]:
    starts: list[tuple[str, Options]] = [("volterra", ()), ("towers", TWO), ("voldetour", TWO)]
    return [
        Trial(name, game_id, options, opponent, seconds, games, required, opening_turns)
        for game_id, options in starts
    ]


TRIALS = [
    *_in_each_game("uct", "uct", SHORT, 400, 0.75),
    *_in_each_game("openspiel", OPEN_SPIEL, SHORT, 100, 0.95, opening_turns=1),
    *_in_each_game("greedy", "greedy", LONG, 200, 0.98, opening_turns=1),
    Trial("seats", "towers", THREE, "greedy", SHORT, 200, 0.75),
    Trial("seats", "towers", FOUR, "greedy", SHORT, 200, 0.60),
    Trial("seats", "voldetour", FOUR, "greedy", SHORT, 200, 0.60),
]


@dataclass(frozen=True)
class Result:
    """What came out of a trial."""

    trial: Trial
    seats: int
    row: Row
    turns: tuple[int, int, int]  # of a game: least, median, most
    endings: Counter[str]  # by rule, or by what else ended a game
    ours: Times
    theirs: Times

    @property
    def score(self) -> Estimate:
        """Return the engine's mean share of the win."""
        return self.row.score

    @property
    def is_reached(self) -> bool:
        """Tell whether the score is what is required."""
        return self.score.value >= self.trial.required


class Progress:
    """Says now and then how a match stands."""

    def __init__(self, label: str, total: int) -> None:
        self._label, self._total = label, total
        self._said = time.monotonic()

    def show(self, standings: Standings) -> None:
        """Say it unless that was done a moment ago."""
        is_last = standings.games == self._total
        if time.monotonic() - self._said < SELDOM and not is_last:
            return
        self._said = time.monotonic()
        score = standings.rows()[0].score
        print(
            f"{self._label}: {standings.games} of {self._total} games, {percent(score)}",
            file=sys.stderr,
        )


def percent(score: Estimate) -> str:
    """Write a score with its interval of 95 %."""
    return f"{100 * score.value:.1f} % ({100 * score.low:.1f} … {100 * score.high:.1f})"


def run(trial: Trial, folder: Path, factor: float, jobs: int) -> Result | None:
    """Play the games of a trial that *folder* does not have yet; return what all come to.

    With the factor 0 only whole rounds that are there count; without any there is no result.
    """
    match = trial.match(folder)
    standings, played = Standings(match), list[GameResult]()
    with MatchFile(folder / f"{trial.label}.tretorri", match) as match_file:
        known = match_file.load()
        there = len(known) // len(match.seats) * len(match.seats)
        games = max(1, round(trial.games * factor)) if factor else there
        if games == 0:
            return None
        progress = Progress(trial.label, len(list(match.schedule(games))))

        def note(game: GameResult) -> None:
            played.append(game)
            progress.show(standings)

        play_out(standings, games, known, jobs, keep=match_file.keep, tell=note)
    return _result(trial, match, standings, played, read_times(folder / f"{trial.label}.times"))


def _result(
    trial: Trial,
    match: Match,
    standings: Standings,
    played: list[GameResult],
    times: Mapping[str, Times],
) -> Result:
    records = [Record.from_text(game.text) for game in played]
    lengths = sorted(len(record.line.turns) for record in records)
    return Result(
        trial,
        len(match.seats),
        standings.rows()[0],
        (lengths[0], round(statistics.median(lengths)), lengths[-1]),
        Counter(record.outcome.reason for record in records if record.outcome),
        *(times[player.name] for player in match.players),
    )
