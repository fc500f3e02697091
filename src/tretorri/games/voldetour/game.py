"""The game with its number of players, its start, and how its positions are read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from tretorri.core.game import Game, players_option
from tretorri.core.reading import check_exact
from tretorri.core.words import Text
from tretorri.games.voldetour import reading
from tretorri.games.voldetour.board import MATERIAL, SETUPS, Setup
from tretorri.games.voldetour.editor import VoldeTourEditor
from tretorri.games.voldetour.position import VoldeTourPosition
from tretorri.games.voldetour.rules.lord import lords_result
from tretorri.games.voldetour.rules.pieces import bare_terrain
from tretorri.games.voldetour.rules.turns import begin_turn
from tretorri.games.voldetour.words import colour_name


@dataclass(frozen=True)
class VoldeTour(Game[VoldeTourPosition]):
    """VoldéTour for two or four players.

    >>> VoldeTour(players=4).seats
    ('b', 'r', 'w', 'y')
    """

    players: int = 2

    id: ClassVar[str] = "voldetour"
    title: ClassVar[str] = MATERIAL["about"]["title"]
    OPTIONS: ClassVar = (players_option(SETUPS, 2),)

    @classmethod
    def from_options(cls, options: Mapping[str, str]) -> Self:
        """Return the game for this number of players."""
        return cls(**{name: int(value) for name, value in options.items()})

    @property
    def setup(self) -> Setup:
        """Return the seats and their Towers [D3]."""
        return SETUPS[self.players]

    @property
    def seats(self) -> tuple[str, ...]:
        """Return the seats in turn order, black first [D3]."""
        return self.setup.seats

    @property
    def options(self) -> dict[str, str]:
        """Return the number of players, unless two play."""
        return {} if self.players == VoldeTour.players else {"players": str(self.players)}

    def seat_name(self, seat: str) -> Text:
        """Return the colour of a seat."""
        return colour_name(seat)

    def _start(self, seed: int) -> VoldeTourPosition:
        return begin_turn(self._first())

    def _first(self) -> VoldeTourPosition:
        towers = self.setup.towers
        return VoldeTourPosition(self, 1, (), bare_terrain(towers.values()), dict(towers))

    def position(self, text: str) -> VoldeTourPosition:
        """Read a position text for two or four players.

        >>> VoldeTour().position("bw wSn@d4.0 w bc3,wh8 - 2").to_move
        'w'
        """
        parts = reading.read_parts(text)
        read = VoldeTourPosition(VoldeTour(len(parts.lords)), *parts)
        check_exact(text, str(read))
        result = lords_result(read.game.setup, read.lords)
        if result or read.done:
            return replace(read, result=result)
        begun = begin_turn(read)
        reading.check_mover(read.mover, read.lords, begun.result)
        return begun

    def set_up(self, draft: str | None = None) -> VoldeTourEditor:
        """Return the board with Towers and Lords, or the one that *draft* tells."""
        if draft is None:
            return VoldeTourEditor(self._first())
        setup, parts = reading.read_draft(draft)
        read = VoldeTourPosition(VoldeTour(len(setup.seats)), *parts)
        check_exact(draft, str(read))
        return VoldeTourEditor(read)
