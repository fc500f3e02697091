"""What the shelf holds: the games with their options, and the pictures of their rulebooks."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any

from pydantic import BaseModel

from tretorri.core.game import Game, Option, Position
from tretorri.core.material import load_material
from tretorri.core.registry import find, folder, game, games
from tretorri.core.words import Text
from tretorri.engine.native import has_native
from tretorri.server.errors import NotFound, refused

COVER = "cover"


class OptionView(BaseModel):
    """An option of a game; without *values* it is a text that the game checks.

    Such a text may be at least *fewest* of some *letters*, in any order. *label* is what the option
    is called, and *labels* what its values or letters are called. Whoever chooses an option does
    not choose the one that it *replaces*.
    """

    name: str
    values: list[str] | None
    letters: list[str] | None
    fewest: int
    replaces: str | None
    default: str | None
    help: str
    label: str
    labels: dict[str, str]


class SeatTitle(BaseModel):
    """A seat of a game with the usual options: its id, its name in words and its colour role."""

    id: str
    name: str
    colour: str


class GameView(BaseModel):
    """A game on the shelf: for whom it is, whose it is, and what can be chosen.

    *cover* is a position to show the game by.
    """

    id: str
    title: str
    about: str
    players: str
    minutes: str
    age: str
    author: str
    publisher: str
    year: str
    rules_version: int
    has_engine: bool
    options: list[OptionView]
    seats: list[SeatTitle]
    cover: str


def shelf(language: str) -> list[GameView]:
    """Return all games."""
    return [game_view(game_id, language) for game_id in games()]


def game_view(game_id: str, language: str) -> GameView:
    """Return what is to be known of a game before it is played."""
    found = find(game_id)
    facts = load_material(str(folder(game_id) / "material.toml"))["about"]
    names = ("title", "players", "minutes", "age", "author", "publisher", "year")
    return GameView(
        id=game_id,
        **{name: str(facts.get(name, "")) for name in names},
        about=Text(f"{game_id}.about").sentence(language),
        rules_version=facts["rules_version"],
        has_engine=has_native(game_id),
        options=[_option_view(option, language) for option in found.OPTIONS],
        seats=seat_titles(game(game_id), language),
        cover=str(pictured(game_id, COVER)),
    )


def _option_view(option: Option, language: str) -> OptionView:
    named = option.values or option.letters or {}
    return OptionView(
        name=option.name,
        values=list(option.values) if option.values else None,
        letters=list(option.letters) if option.letters else None,
        fewest=option.fewest,
        replaces=option.replaces,
        default=option.default,
        help=option.help.sentence(language),
        label=option.title.sentence(language),
        labels={value: title.sentence(language) for value, title in named.items()},
    )


def seat_titles(chosen: Game[Any], language: str) -> list[SeatTitle]:
    """Return the seats of a game with its options chosen."""
    seats = chosen.start(1).scene(language).seats
    return [SeatTitle(id=seat.id, name=seat.name, colour=seat.colour) for seat in seats]


@cache
def _pictures(game_id: str) -> Mapping[str, Mapping[str, str]]:
    path = folder(game_id) / "rulebook" / "pictures.toml"
    return tomllib.loads(path.read_text("utf-8")) if path.exists() else {}


def pictured(game_id: str, name: str) -> Position:
    """Return the position that a picture of a rulebook shows, or the cover of a game."""
    picture = _pictures(find(game_id).id).get(name)
    if picture is None and name == COVER:  # a game of others may have no pictures
        return game(game_id).start(1)
    if picture is None:
        raise refused(NotFound, "not-found")
    position = game(game_id).position(picture["position"])
    return position.play(picture["last"]) if "last" in picture else position
