"""Matches: many games between players, over openings that every seating plays alike.

A match is a *schedule* of games that its settings decide completely: the same settings give the
same games, on however many processes, today or after an interruption.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from itertools import combinations
from typing import Any

from tretorri.core.errors import IllegalAction, InvalidOption
from tretorri.core.game import LARGEST_SEED, Game, Position
from tretorri.core.records import Header, Line, Outcome, Record, RecordedTurn
from tretorri.core.registry import game
from tretorri.core.words import Reason, shown
from tretorri.engine import ratings
from tretorri.engine.bots import RandomBot
from tretorri.engine.levels import level_mark
from tretorri.engine.players import Course, Player, PlayerFailed, Setting

OPENING_TURNS = 4
DEADLINE = 60.0
MOST_TRIES = 200
OPENING, ROTATION, SETTINGS, FORFEIT = "Opening", "Rotation", "Match", "Forfeit"


@dataclass(frozen=True)
class Match:
    """Who plays what, and from which openings; it travels between processes.

    *start* is a position text to begin with, or ``None`` for the start of the game with *options*;
    *openings* is how many different ones there are, ``None`` if each is new.
    """

    players: tuple[Setting, ...]
    game_id: str
    options: tuple[tuple[str, str], ...] = ()
    start: str | None = None
    seed: int = 1
    openings: int | None = None
    opening_turns: int = OPENING_TURNS
    deadline: float = DEADLINE

    @cached_property
    def seats(self) -> tuple[str, ...]:
        """Return the seats in turn order."""
        return self._begin(0)[0].game.seats

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """Return the players' names; who is named again gets a number."""
        names = [player.name for player in self.players]
        before = [names[:at].count(name) for at, name in enumerate(names)]
        return tuple(
            f"{name} #{nth + 1}" if nth else name for name, nth in zip(names, before, strict=True)
        )

    @cached_property
    def seatings(self) -> tuple[tuple[int, ...], ...]:
        """Return all games of one opening as who sits where: every line-up in every rotation.

        If there are more seats than players, the last player takes the seats that are left; if
        there are more players than seats, every choice of them plays.
        """
        count, seats = len(self.players), len(self.seats)
        everybody = (*range(count), *[count - 1] * (seats - count))
        return tuple(
            line_up[-turned:] + line_up[:-turned] if turned else line_up
            for line_up in combinations(everybody, seats)
            for turned in range(seats)
        )

    @property
    def are_pairs(self) -> bool:
        """Tell whether two players swap two seats, so that Elo and the test make sense."""
        return len(self.players) == len(self.seats) == 2

    def schedule(self, games: int) -> Iterator[Fixture]:
        """Yield at least *games* games: whole rounds, so that all is fair."""
        for number in range(-(-games // len(self.seatings))):
            for rotation in range(len(self.seatings)):
                yield Fixture(number, rotation)

    def __str__(self) -> str:
        """Return what must be the same for games to belong to one match."""
        said = {"seed": self.seed, "openings": self.openings, "turns": self.opening_turns}
        words = " ".join(f"{name} {value}" for name, value in said.items() if value is not None)
        return "; ".join((words, *self._limits))

    @cached_property
    def _limits(self) -> tuple[str, ...]:
        """Return how each player is limited; a level by how it plays now, as that may change."""
        game = self._begin(0)[0].game
        return tuple(_limits_of(player, game) or "-" for player in self.players)

    # Openings ---------------------------------------------------------------------------------

    def opening(self, number: int) -> Course:
        """Return the opening of a round: a few random turns, the same for all its games."""
        nth = self._nth(number)
        for attempt in range(MOST_TRIES):
            course = Course(*self._begin(nth))
            dice = RandomBot(self._drawn("opening", nth, attempt))
            for _ in range(self.opening_turns):
                if course.position.is_over:
                    break
                course.play(str(dice.choose(course.position)))
            if not course.position.is_over:
                return course
        raise InvalidOption(Reason("core.no-opening", {"turns": self.opening_turns}))

    def _begin(self, nth: int) -> tuple[Position, int | None, Position]:
        """Return the first position of an opening and the seed of its layout."""
        if self.start is not None:
            position = game(self.game_id).position(self.start)
            return position, None, position
        seed = self._drawn("layout", nth)
        position = game(self.game_id, **dict(self.options)).start(seed)
        return position, seed, position

    def start_of(self, fixture: Fixture) -> Position:
        """Return the first position of a game."""
        return self._begin(self._nth(fixture.round))[0]

    def _nth(self, number: int) -> int:
        """Return which opening a round has: they come again when all have been played."""
        return number % self.openings if self.openings else number

    def luck(self, fixture: Fixture, seat: int) -> int:
        """Return the seed of whoever has a seat in a game."""
        return self._drawn("player", fixture.round, fixture.rotation, seat)

    def _drawn(self, *words: str | int) -> int:
        text = " ".join(map(str, (self.seed, *words)))
        return int.from_bytes(blake2b(text.encode(), digest_size=8).digest()) & LARGEST_SEED


def _limits_of(player: Setting, game: Game[Any]) -> str:
    level = player.limits.level
    return str(player.limits) + ("" if level is None else f" {level_mark(game, level)}")


@dataclass(frozen=True, slots=True, order=True)
class Fixture:
    """A game of the schedule: its round, which has one opening, and its place in the round."""

    round: int
    rotation: int


@dataclass(frozen=True, slots=True)
class Played:
    """A game that has been played: each seat's share of the win, who forfeited it, its record."""

    fixture: Fixture
    seating: tuple[int, ...]
    shares: tuple[float, ...]
    forfeit: int | None
    text: str

    @property
    def outcome(self) -> ratings.Outcome:
        """Return the game as ratings see it."""
        return ratings.Outcome(self.fixture.round, self.seating, self.shares)


class Tables:
    """Plays games of a match; players are kept from game to game, for they may be slow to start.

    Used in a ``with`` statement, which closes all players in the end.
    """

    def __init__(self, match: Match) -> None:
        self.match = match
        self._players: dict[tuple[int, int], Player] = {}

    def __enter__(self) -> Tables:
        return self

    def __exit__(self, *_: object) -> None:
        for player in self._players.values():
            player.close()

    def play(self, fixture: Fixture) -> Played:
        """Play a game to its end, or until a player fails, who has then lost it."""
        match, course = self.match, self.match.opening(fixture.round)
        seating = match.seatings[fixture.rotation]
        players = [self._player(seating, seat) for seat in range(len(seating))]
        headers = _headers(match, fixture)
        seat = 0
        try:
            for seat, player in enumerate(players):
                player.begin(course, match.luck(fixture, seat))
            while not course.position.is_over:
                seat = match.seats.index(course.position.mover)
                course.play(_understood(players[seat].choose(course)))
        except (PlayerFailed, IllegalAction) as error:
            players[seat].close()
            return played(match, _forfeited(course, headers, seat, error))
        return played(match, _record(course, headers))

    def _player(self, seating: Sequence[int], seat: int) -> Player:
        """Return the player of a seat; one who has several seats is there several times."""
        who = seating[seat]
        place = (who, seating[:seat].count(who))
        if place not in self._players:
            self._players[place] = self.match.players[who].player(self.match.deadline)
        return self._players[place]


def _understood(turn: str) -> str:
    """Return a turn unless it is far longer than any could be."""
    return turn if len(turn) < 1_000 else shown(turn)


def _headers(match: Match, fixture: Fixture) -> tuple[Header, ...]:
    seating = match.seatings[fixture.rotation]
    names = {f"Player.{s}": match.labels[who] for s, who in zip(match.seats, seating, strict=True)}
    said = {OPENING: str(fixture.round), ROTATION: str(fixture.rotation), SETTINGS: str(match)}
    return tuple(Header(name, value) for name, value in {**names, **said}.items())


def _record(course: Course, headers: tuple[Header, ...], outcome: Outcome | None = None) -> Record:
    line = Line(tuple(map(RecordedTurn, course.turns)))
    return Record(course.start, course.seed, None, headers, line, outcome)


def _forfeited(
    course: Course, headers: tuple[Header, ...], seat: int, error: PlayerFailed | IllegalAction
) -> Record:
    """Return the record of a game that a seat has lost because it failed."""
    seats = course.position.game.seats
    others = tuple(each for each in seats if each != seats[seat])
    way = error.way if isinstance(error, PlayerFailed) else "abandoned"
    note = Header(FORFEIT, f"{seats[seat]}: {error}")
    return _record(course, (*headers, note), Outcome(others, way))


def played(match: Match, record: Record) -> Played:
    """Return what a record of the match says, or refuse one that belongs to another match."""
    fixture = Fixture(*(_number(record.header(name)) for name in (OPENING, ROTATION)))
    if not _belongs(match, fixture, record):
        raise InvalidOption(Reason("core.match-other"))
    winners = record.outcome.winners if record.outcome else ()
    note = record.header(FORFEIT)
    return Played(
        fixture,
        match.seatings[fixture.rotation],
        shares(match.seats, winners),
        match.seats.index(note.partition(":")[0]) if note else None,
        record.to_text(),
    )


def _belongs(match: Match, fixture: Fixture, record: Record) -> bool:
    """Tell whether a record is that game of the match: the start and all that is noted agree."""
    if fixture.round < 0 or not 0 <= fixture.rotation < len(match.seatings):
        return False
    if record.outcome is None or record.game.id != match.game_id:
        return False
    headers = _headers(match, fixture)
    return record.headers[: len(headers)] == headers and record.start == match.start_of(fixture)


def _number(text: str | None) -> int:
    return int(text) if text is not None and text.isdecimal() and len(text) < 10 else -1


def shares(seats: Sequence[str], winners: Sequence[str]) -> tuple[float, ...]:
    """Return each seat's share of the win; in a draw all share it.

    >>> shares("dl", "d"), shares("dl", ""), shares("vrb", "vb")
    ((1.0, 0.0), (0.5, 0.5), (0.5, 0.0, 0.5))
    """
    sharing = winners or seats
    return tuple((seat in sharing) / len(sharing) for seat in seats)
