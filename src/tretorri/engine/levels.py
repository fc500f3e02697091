"""Levels: opponents from a beginner to the engine's full strength.

A level is data: ``levels.toml`` in the folder of a game defines, for each number of seats, how much
a level searches and how it errs; games without a native twin share one list. Nothing depends on a
clock or on earlier turns: the same position, level and seed give the same turn on every machine.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from hashlib import blake2b
from random import Random
from typing import Any

from tretorri.core.errors import InvalidOption
from tretorri.core.game import LARGEST_SEED, Action, Game, Position, Turn
from tretorri.core.registry import folder
from tretorri.core.words import Reason, Text
from tretorri.engine.fallback import needs_fallback
from tretorri.engine.search import SearchLine, analyse

LEVELS = 8
_FILE = "levels.toml"
MIN_FALLBACK_NODES = 20
FALLBACK_ACTIONS_PER_NODE = 20  # that a node of the fallback engine may list without being cut
_SURE = 1e-4  # no share is taken as nearer to 0 or 1: even a sure thing can be misjudged


@dataclass(frozen=True, slots=True)
class Level:
    """The settings of a level.

    It searches *nodes* nodes for *lines* lines. It overlooks each line with probability *overlook*
    and misjudges the others: *misjudge* is the standard deviation of the error in the log-odds. If
    it overlooks all lines, it notices an immediate win with probability *notice*; otherwise it
    compares *looks* random actions at each step of its turn.
    """

    nodes: int
    lines: int
    overlook: float
    misjudge: float
    looks: int
    notice: float = 0.0


FALLBACK_LEVELS = (
    Level(nodes=100, lines=1, overlook=0.9, misjudge=0, looks=2),
    Level(nodes=200, lines=4, overlook=0.75, misjudge=2, looks=3),
    Level(nodes=400, lines=6, overlook=0.35, misjudge=1.2, looks=4),
    Level(nodes=800, lines=4, overlook=0.05, misjudge=0.25, looks=8),
    Level(nodes=1_500, lines=1, overlook=0, misjudge=0, looks=1),
    Level(nodes=3_000, lines=1, overlook=0, misjudge=0, looks=1),
    Level(nodes=6_000, lines=1, overlook=0, misjudge=0, looks=1),
    Level(nodes=12_000, lines=1, overlook=0, misjudge=0, looks=1),
)
"""The levels of games without a native twin; they were not measured in matches."""


def level_name(level: int) -> Text:
    """Return the name of a level.

    >>> level_name(1).sentence(), level_name(8).sentence()
    ('Stone carrier', 'Master builder')
    """
    return Text(f"core.level-{_check_level(level)}")


def level_turn(position: Position, level: int, *, seed: int = 0) -> Turn:
    """Return the turn, or the completion of one, that a level from 1 to 8 plays.

    >>> import tretorri
    >>> start = tretorri.game("volterra").start()
    >>> start.play_turn(level_turn(start, 2, seed=1)).to_move
    'l'
    """
    dice = Random(f"{seed} {position}")  # noqa: S311 - repeatable play is meant, not secrets
    return _turn(position, levels(position)[_check_level(level) - 1], dice)


def has_levels(game: Game[Any]) -> bool:
    """Tell whether the engine plays a game with so many seats."""
    return needs_fallback(game.id) or str(len(game.seats)) in _data(game.id).get("seats", {})


def levels(position: Position) -> Sequence[Level]:
    """Return the settings of the eight levels in this position."""
    if needs_fallback(position.game.id):
        return [_as_affordable(level, position) for level in FALLBACK_LEVELS]
    return [_as_played_here(level, position) for level in _levels(position.game)]


def _levels(game: Game[Any]) -> Sequence[Level]:
    """Return the eight levels of a game with so many seats."""
    if needs_fallback(game.id):
        return FALLBACK_LEVELS
    seats = str(len(game.seats))
    data = _data(game.id)
    if seats not in data.get("seats", {}):
        raise InvalidOption(Reason("core.no-levels", {"game": game.id, "seats": seats}))
    columns = data["seats"][seats]
    rows = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    return [Level(**row) for row in rows]


def level_mark(game: Game[Any], level: int) -> str:
    """Return a short mark of how a level plays a game; it changes when its data do."""
    plays = _levels(game)[_check_level(level) - 1], _data(game.id).get("beginning")
    return blake2b(repr(plays).encode(), digest_size=4).hexdigest()


def _as_played_here(level: Level, position: Position) -> Level:
    """Return a level as it plays in the beginning of a game, if something is special there."""
    game, beginning = position.game, _data(position.game.id).get("beginning", {})
    if position.turn > beginning.get("rounds", 0) * len(game.seats):
        return level
    if beginning.get("option") not in (None, *game.options.values()):
        return level
    return replace(
        level,
        nodes=min(level.nodes, beginning.get("nodes", level.nodes)),
        overlook=min(level.overlook, beginning.get("overlook", level.overlook)),
    )


def _as_affordable(level: Level, position: Position) -> Level:
    """Return a level with fewer nodes where a position has many actions, each of which costs."""
    listed = max(1, len(position.actions()))
    nodes = level.nodes * FALLBACK_ACTIONS_PER_NODE // max(FALLBACK_ACTIONS_PER_NODE, listed)
    return replace(level, nodes=max(MIN_FALLBACK_NODES, nodes))


def _check_level(level: int) -> int:
    if level not in range(1, LEVELS + 1):
        raise InvalidOption(Reason("core.bad-level", {"level": level, "most": LEVELS}))
    return level


@cache
def _data(game_id: str) -> Mapping[str, Any]:
    """Read the levels of a game; it may have none."""
    path = folder(game_id) / _FILE
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def _turn(position: Position, level: Level, dice: Random) -> Turn:
    ranks = [rank for rank in range(level.lines) if dice.random() >= level.overlook]
    seen = _seen(position, level, ranks, dice.randint(0, LARGEST_SEED)) if ranks else []
    if not seen and level.notice and dice.random() < level.notice:
        seen = _win_at_once(position, level)
    if not seen:
        return _modest_turn(position, level.looks, dice)
    worth = [_log_odds(line, position.mover) + dice.gauss(0, level.misjudge) for line in seen]
    best = seen[worth.index(max(worth))]
    return position.parse_turn(best.turns[0])[0]


def _seen(position: Position, level: Level, ranks: Sequence[int], seed: int) -> list[SearchLine]:
    """Return the lines of these ranks, as far as there are so many."""
    lines = analyse(position, nodes=level.nodes, lines=ranks[-1] + 1, seed=seed).lines
    return [lines[rank] for rank in ranks if rank < len(lines)]


def _win_at_once(position: Position, level: Level) -> list[SearchLine]:
    """Return the best line if its first turn wins the game, else nothing."""
    best = analyse(position, nodes=level.nodes).best
    result = position.play_turn(best.turns[0]).result
    return [best] if result is not None and position.mover in result.winners else []


def _log_odds(line: SearchLine, seat: str) -> float:
    share = min(max(line.shares[seat], _SURE), 1 - _SURE)
    return math.log(share / (1 - share))


def _modest_turn(position: Position, looks: int, dice: Random) -> Turn:
    """Return a turn made action by action: the best of a few, as far as one sees at once."""
    actions, after = list[Action](), position
    while not actions or not position.ends_turn(after):
        legal = after.actions()
        tried = [(act, after.play(act)) for act in dice.sample(legal, min(looks, len(legal)))]
        action, after = max(tried, key=lambda each: each[1].estimate(position.mover))
        actions.append(action)
    return Turn(tuple(actions))
