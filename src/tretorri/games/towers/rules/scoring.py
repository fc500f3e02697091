"""Points, the ends that a single move can bring about, and who wins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tretorri.core.game import Result
from tretorri.games.towers.board import DISTRICTS, SITES
from tretorri.games.towers.rules.counters import colour_of, height_of

if TYPE_CHECKING:
    from tretorri.games.towers.position import TowersPosition


def end_at_once(position: TowersPosition) -> str | None:
    """Name the rule that ends the game after a single move, if one does [T16 before T17]."""
    if complete_districts(position):
        return "T16"
    return "T17" if has_left_the_streets(position) else None


def complete_districts(position: TowersPosition) -> list[str]:
    """Return the districts whose four spaces one and the same player owns [T16, T25]."""
    seats = position.game.seats
    return [district for district in DISTRICTS if _sole_colour(position.towers, district) in seats]


def _sole_colour(towers: Mapping[str, str], district: str) -> str | None:
    """Return the colour on top of all four spaces, or ``None`` if there is no such colour."""
    colours = {towers[square][-1] if square in towers else None for square in DISTRICTS[district]}
    return colours.pop() if len(colours) == 1 else None


def has_left_the_streets(position: TowersPosition) -> bool:
    """Tell whether some player owns nothing on the streets [T17].

    When the streets are empty, no player owns anything there, so this looks at (a) as well as (b).
    """
    owners = {tower[-1] for square, tower in position.towers.items() if square not in SITES}
    return not owners.issuperset(position.game.seats)


def points(position: TowersPosition) -> dict[str, int]:
    """Count every counter on a symbol space for the owner of its tower [T16, T25].

    A complete district counts double. Only the end by T16 leaves one, so nothing is doubled
    while the game runs or when another rule ends it.
    """
    doubled = {square for number in complete_districts(position) for square in DISTRICTS[number]}
    scores = dict.fromkeys(position.game.seats, 0)
    for square in SITES:
        tower = position.towers.get(square)
        if tower is not None and colour_of(tower) in scores:
            scores[colour_of(tower)] += height_of(tower) * (2 if square in doubled else 1)
    return scores


def result_by(position: TowersPosition, rule: str) -> Result:
    """Return the result of a game that *rule* ends here: most points win or share [T19]."""
    scores = points(position)
    most = max(scores.values())
    winners = tuple(seat for seat, score in scores.items() if score == most)
    return Result(winners, dict(scores), rule)
