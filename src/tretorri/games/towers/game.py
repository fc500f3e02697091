"""The game with its options, its start, and how its positions are read."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar

from tretorri.core.errors import InvalidOption, InvalidPosition
from tretorri.core.game import Game, Option, players_option
from tretorri.core.words import Reason, Text
from tretorri.games.towers.board import MATERIAL, STREETS
from tretorri.games.towers.editor import TowersEditor
from tretorri.games.towers.notation import TowersFields
from tretorri.games.towers.position import TowersPosition
from tretorri.games.towers.reading import (
    MAX_SEATS,
    MIN_SEATS,
    are_seats,
    bad_seats,
    read,
    read_draft,
)
from tretorri.games.towers.rules.counters import COLOURS, COUNTERS, MAX_HEIGHT
from tretorri.games.towers.rules.moves import can_act
from tretorri.games.towers.rules.scoring import end_at_once, result_by
from tretorri.games.towers.rules.turns import begin_turn, next_turn
from tretorri.games.towers.words import seat_text

_ALL_SEATS = "".join(COLOURS)
_STANDARD, _UNLIMITED = "standard", "unlimited"


@dataclass(frozen=True)
class Towers(Game[TowersPosition]):
    """Spiel der Türme for two to four of the colours [T5, T20, T26].

    >>> import tretorri
    >>> tretorri.game("towers", seats="gr", variant="unlimited").options
    {'seats': 'gr', 'variant': 'unlimited'}
    """

    id: ClassVar[str] = "towers"
    title: ClassVar[str] = MATERIAL["about"]["title"]
    OPTIONS: ClassVar[tuple[Option, ...]] = (
        players_option(range(MIN_SEATS, MAX_SEATS + 1), MAX_SEATS),
        Option(
            "seats",
            None,
            None,
            Text("towers.seats-title"),
            Text("towers.seats-help"),
            letters={colour: seat_text(colour) for colour in COLOURS},
            fewest=MIN_SEATS,
            replaces="players",
        ),
        Option(
            "variant",
            {
                _STANDARD: Text("towers.variant-standard", {"height": MAX_HEIGHT}),
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
    def from_options(cls, options: Mapping[str, str]) -> Towers:
        """Return the game with these options; the first colours play unless seats are named."""
        players = options.get("players")
        seats = options.get("seats", _ALL_SEATS[: int(players or MAX_SEATS)])
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

    @property
    def is_unlimited(self) -> bool:
        """Tell whether towers may be of any height [T26]."""
        return self.variant == _UNLIMITED

    @cached_property
    def highest(self) -> int:
        """Return how high a tower can be [T12]; without limit, all counters fit [T26]."""
        return len(COUNTERS) if self.is_unlimited else MAX_HEIGHT

    @cached_property
    def has_neutrals(self) -> bool:
        """Tell whether there are neutral colours [T20]."""
        return len(self.seats) < len(COLOURS)

    def is_neutral(self, colour: str) -> bool:
        """Tell whether *colour* has no player [T20].

        >>> Towers(("v", "r")).is_neutral("g")
        True
        """
        return colour not in self.seats

    def seat_name(self, seat: str) -> Text:
        """Return the family's name, which is its colour."""
        return seat_text(seat)

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
        return _resume(_position_of(read(text)))

    def set_up(self, draft: str | None = None) -> TowersEditor:
        """Return the empty board to set up a position on, or the one that *draft* tells."""
        empty = TowersPosition(self, {})
        return TowersEditor(empty if draft is None else _position_of(read_draft(draft)))


def _position_of(fields: TowersFields) -> TowersPosition:
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
