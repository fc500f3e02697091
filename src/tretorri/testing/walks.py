"""The variants of a game, and walks through it: games played by a list of numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

from tretorri.core.game import Game, Option, Position, configure

AnyGame = Game[Any]
MAX_WALK_ACTIONS = 40
MAX_PICK = 10_000


def variants(game: type[AnyGame]) -> list[AnyGame]:
    """Return a game with every combination of its options.

    Of an option whose values cannot be listed, some are tried: the default, and one text of each
    length if it consists of letters. An option that replaces another stands alone.

    >>> import tretorri
    >>> [variant_name(variant) for variant in variants(tretorri.all_games()["voldetour"])]
    ['voldetour', 'voldetour-4']
    """
    names = [option.name for option in game.OPTIONS]
    found = list[AnyGame]()
    for values in product(*(list(_values(option)) for option in game.OPTIONS)):
        chosen = dict(zip(names, values, strict=True))
        for option in game.OPTIONS:
            if option.replaces and chosen[option.name] is not None:
                chosen[option.replaces] = None
        found.append(configure(game, chosen))
    return list(dict.fromkeys(found))


def _values(option: Option) -> Iterator[str | None]:
    if option.values is not None:
        yield from option.values
        return
    yield None
    letters = "".join(reversed(list(option.letters or ())))
    yield from (letters[:count] for count in range(max(1, option.fewest), len(letters) + 1))


def variant_name(game: AnyGame) -> str:
    """Return a name for test reports: the id and the options that are not the default."""
    return "-".join((game.id, *game.options.values()))


def walk(game: AnyGame, picks: Sequence[int], seed: int = 1) -> list[Position]:
    """Play a game; each pick chooses one of the legal actions. Return all positions on the way.

    >>> import tretorri
    >>> len(walk(tretorri.game("volterra"), [3, 1, 4]))
    4
    """
    positions: list[Position] = [game.start(seed=seed)]
    for pick in picks:
        legal = positions[-1].actions()
        if not legal:
            break
        positions.append(positions[-1].play(legal[pick % len(legal)]))
    return positions
