"""Drawing lots: which colours are played, who begins, and who sits where."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from tretorri.core.errors import InvalidOption
from tretorri.core.game import Option
from tretorri.core.registry import find, game

Options = Mapping[str, str | None]


def draw_options(game_id: str, options: Options, dice: Random) -> dict[str, str | None]:
    """Return the options of a game, with colours and turn order drawn where none were chosen."""
    drawn = dict(options)
    for option in find(game_id).OPTIONS:
        if option.letters:
            drawn |= _draw_letters(game_id, drawn, option, dice)
        elif option.values and drawn.get(option.name) is None and _is_order(game_id, drawn, option):
            drawn[option.name] = dice.choice(list(option.values))
    return drawn


def _draw_letters(
    game_id: str, options: Options, option: Option, dice: Random
) -> dict[str, str | None]:
    """Return the option with the chosen letters, or with as many as there are seats, shuffled."""
    chosen = options.get(option.name) or "".join(option.letters or ())
    letters = dice.sample(chosen, len(game(game_id, **options).seats))
    replaced = {option.replaces: None} if option.replaces in options else {}
    return {**replaced, option.name: "".join(letters)}  # type: ignore[dict-item]


def _is_order(game_id: str, options: Options, option: Option) -> bool:
    """Tell whether an option changes nothing but who begins."""
    try:
        orders = {
            game(game_id, **{**options, option.name: value}).seats for value in option.values or ()
        }
    except InvalidOption:  # it depends on another one
        return False
    return len(orders) > 1 and len({frozenset(order) for order in orders}) == 1


def draw_seats(players: Mapping[str, str], dice: Random) -> dict[str, str]:
    """Return the same players at seats drawn by lot."""
    names = list(players.values())
    dice.shuffle(names)
    return dict(zip(players, names, strict=True))
