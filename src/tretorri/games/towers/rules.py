"""The game and its positions; moves.py, play.py and scoring.py hold the rules themselves."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import ClassVar

from tretorri.core.endings import with_turns
from tretorri.core.errors import InvalidOption, InvalidPosition
from tretorri.core.game import Game, Memory, Option, Position, Result, players_option
from tretorri.core.material import load_material
from tretorri.core.scene import Scene
from tretorri.core.words import ENGLISH, Reason, Text
from tretorri.games.towers import estimate, names, refusals, scene
from tretorri.games.towers.board import STREETS
from tretorri.games.towers.counters import COLOURS, COUNTERS, HIGHEST
from tretorri.games.towers.moves import can_act, moves
from tretorri.games.towers.notation import Fields, Move, Pass
from tretorri.games.towers.play import after, begin_turn, next_turn
from tretorri.games.towers.reading import (
    FEWEST_SEATS,
    MOST_SEATS,
    are_seats,
    bad_seats,
    read,
    read_draft,
)
from tretorri.games.towers.scoring import end_at_once, result_by
from tretorri.games.towers.setting_up import TowersSetUp

_ALL_SEATS = "".join(COLOURS)
_STANDARD, _UNLIMITED = "standard", "unlimited"


@dataclass(frozen=True)
class Towers(Game["TowersPosition"]):
    """Spiel der Türme for two to four of the colours [T5, T20, T26].

    >>> import tretorri
    >>> tretorri.game("towers", seats="gr", variant="unlimited").options
    {'seats': 'gr', 'variant': 'unlimited'}
    """

    id: ClassVar[str] = "towers"
    title: ClassVar[str] = load_material(__file__)["about"]["title"]
    OPTIONS: ClassVar[tuple[Option, ...]] = (
        players_option(range(FEWEST_SEATS, MOST_SEATS + 1), MOST_SEATS),
        Option(
            "seats",
            None,
            None,
            Text("towers.seats-title"),
            Text("towers.seats-help"),
            letters={colour: names.seat_text(colour) for colour in COLOURS},
            fewest=FEWEST_SEATS,
            replaces="players",
        ),
        Option(
            "variant",
            {
                _STANDARD: Text("towers.variant-standard", {"height": HIGHEST}),
                _UNLIMITED: Text("towers.variant-unlimited"),
            },
            _STANDARD,
            Text("towers.variant-title"),
            Text("towers.variant-help"),
        ),
    )

    seats: tuple[str, ...] = tuple(COLOURS)
    variant: str = _STANDARD

    @classmethod
    def configured(cls, options: Mapping[str, str]) -> Towers:
        """Return the game with these options; the first colours play unless seats are named."""
        players = options.get("players")
        seats = options.get("seats", _ALL_SEATS[: int(players or MOST_SEATS)])
        if not are_seats(seats):
            raise InvalidOption(bad_seats(seats))
        if players not in (None, str(len(seats))):
            words = {"seats": seats, "players": players or ""}
            raise InvalidOption(Reason("towers.seats-and-players", words, "T5"))
        return cls(tuple(seats), options.get("variant", _STANDARD))

    @property
    def options(self) -> dict[str, str]:
        """Return the options that are not the default."""
        seats, chosen = "".join(self.seats), dict[str, str]()
        if not _ALL_SEATS.startswith(seats):
            chosen["seats"] = seats
        elif seats != _ALL_SEATS:
            chosen["players"] = str(len(seats))
        if self.variant != _STANDARD:
            chosen["variant"] = self.variant
        return chosen

    @cached_property
    def highest(self) -> int:
        """Return how high a tower can be [T12]; without limit, all counters fit [T26]."""
        return len(COUNTERS) if self.variant == _UNLIMITED else HIGHEST

    @cached_property
    def has_neutrals(self) -> bool:
        """Tell whether there are colours that nobody plays [T20]."""
        return len(self.seats) < len(COLOURS)

    def is_neutral(self, colour: str) -> bool:
        """Tell whether nobody plays *colour* [T20].

        >>> Towers(("v", "r")).is_neutral("g")
        True
        """
        return colour not in self.seats

    def seat_name(self, seat: str) -> Text:
        """Return the family's name, which is its colour."""
        return names.seat_text(seat)

    def _start(self, seed: int) -> TowersPosition:
        """Shuffle all counters and deal one to each street square [T4]."""
        counters = list(COUNTERS)
        random.Random(seed).shuffle(counters)  # noqa: S311 - T4 names this generator
        return begin_turn(TowersPosition(self, dict(zip(STREETS, counters, strict=True))))

    def position(self, text: str) -> TowersPosition:
        """Read a position text, whatever its seats and variant.

        >>> import tretorri
        >>> game = tretorri.game("towers")
        >>> game.position(str(game.start(seed=1))) == game.start(seed=1)
        True
        """
        return _resume(_as_told(read(text)))

    def set_up(self, draft: str | None = None) -> TowersSetUp:
        """Return the empty board to set up a position on, or the one that *draft* tells."""
        empty = TowersPosition(self, {})
        return TowersSetUp(empty if draft is None else _as_told(read_draft(draft)))


def _as_told(fields: Fields) -> TowersPosition:
    """Return what was read, before ends and skips are looked at."""
    game = Towers(fields.seats, _UNLIMITED if fields.unlimited else _STANDARD)
    towers, turn, extra, locks = fields.towers, fields.turn, fields.extra, fields.locks
    return TowersPosition(game, towers, turn, extra, locks, last_change=turn)


def _resume(position: TowersPosition) -> TowersPosition:
    """Look at the ends and skips of a position that was read; T27 counts from the outcome."""
    rule = end_at_once(position)
    if rule is not None and position.extra:
        raise InvalidPosition(Reason("towers.extra-when-over", {}, rule))
    if rule is not None:
        return replace(position, result=result_by(position, rule))
    if not position.extra:
        begun = begin_turn(position)
    else:
        begun = position if can_act(position) else next_turn(position)
    return replace(begun, last_change=begun.turn)


@dataclass(frozen=True, eq=False, repr=False)
class TowersPosition(Position):
    """A position of Spiel der Türme.

    *towers* has the tower of each occupied square and *locks* the seat that holds each locked
    neutral counter [T23]; *extra* tells whether an extra move is open [T14]. *seen* has the
    settings of the turns begun since something last changed for good [C1], in the turn
    *last_change* [T27].

    >>> import tretorri
    >>> position = tretorri.game("towers", players=2).start(seed=1)
    >>> len(position.actions()), position.to_move
    (68, 'v')
    """

    game: Towers
    towers: Mapping[str, str]
    turn: int = 1
    extra: bool = False
    locks: Mapping[str, str] = field(default_factory=dict)
    result: Result | None = None
    last: Move | Pass | None = None
    seen: tuple[str, ...] = ()
    last_change: int = 1

    @property
    def fields(self) -> Fields:
        """Return what the position text says."""
        seats, unlimited = self.game.seats, self.game.variant == _UNLIMITED
        return Fields(seats, unlimited, self.towers, self.extra, self.locks, self.turn)

    @cached_property
    def setting(self) -> str:
        """Return the position text without the turn number, which C1 compares."""
        return self.fields.setting

    def __str__(self) -> str:
        return f"{self.setting} {self.turn}"

    @property
    def memory(self) -> Memory:
        """Return the turn starts since something last changed for good, and when that was."""
        # When an extra move is open, the move before it was lasting: nothing is seen since then.
        return Memory(with_turns(self.seen[:-1], self.game.seats, self.turn), self.last_change)

    def _legal_actions(self) -> Iterable[Move | Pass]:
        return (*moves(self), Pass()) if self.extra else moves(self)  # T14

    def _after(self, action: Move | Pass) -> TowersPosition:
        return after(self, action)

    def _refusal(self, text: str) -> Reason:
        return refusals.refusal(self, text)

    def picks(self, action: Move | Pass) -> tuple[str, ...]:
        """Return the squares to click, or the button ``pass``."""
        return (action.source, action.target) if isinstance(action, Move) else (str(action),)

    def describe(self, action: Move | Pass) -> Text:
        """Say in words what a legal action does."""
        return names.action_text(self, action)

    def scene(self, language: str = ENGLISH) -> Scene:
        """Describe what to draw."""
        return scene.draw(self, language)

    def agreed_winners(self) -> tuple[str, ...]:
        """Return who has most points, should all agree to end here and count [T19]."""
        return result_by(self, "T19").winners

    def estimate(self, seat: str) -> float:
        """Guess how *seat* stands, from -1 (lost) to 1 (won)."""
        return super().estimate(seat) if self.is_over else estimate.guess(self, seat)
