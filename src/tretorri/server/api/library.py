"""What the shelf holds: the games with their options, and the pictures of their rulebooks."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

from tretorri.core.game import Game, Option
from tretorri.core.material import load_material, player_count
from tretorri.core.pictures import RulebookPicture, picture, picture_names
from tretorri.core.registry import find, folder, game, games
from tretorri.core.words import Text
from tretorri.server.errors import NotFound
from tretorri.table.errors import error

COVER_PICTURE = "cover"


class OptionView(BaseModel):
    """An option of a game; without *values* it is a text that the game checks.

    Such a text has at least *fewest* of the *letters*, in any order. *label* is the title of the
    option, *labels* are the titles of its values or letters. An option excludes the one that
    it *replaces*.
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
    """A seat of a game with default options: its id, name and colour role."""

    id: str
    name: str
    colour: str


class GameView(BaseModel):
    """A game that can be played: its players, credits and options.

    *cover* is a position for a cover picture.
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


def list_games(language: str) -> list[GameView]:
    """Return all games."""
    return [view_game(game_id, language) for game_id in games()]


def view_game(game_id: str, language: str) -> GameView:
    """Return what is to be known of a game before it is played."""
    found = find(game_id)
    facts = load_material(str(folder(game_id) / "material.toml"))["about"]
    names = ("title", "minutes", "age", "author", "publisher", "year")
    return GameView(
        id=game_id,
        **{name: str(facts.get(name, "")) for name in names},
        players=player_count(facts["players"], language),
        about=Text(f"{game_id}.about").sentence(language),
        rules_version=facts["rules_version"],
        has_engine=True,  # every game has the fallback engine at least
        options=[_view_option(option, language) for option in found.OPTIONS],
        seats=view_seat_titles(game(game_id), language),
        cover=str(find_picture(game_id, COVER_PICTURE).position),
    )


def _view_option(option: Option, language: str) -> OptionView:
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


def view_seat_titles(chosen: Game[Any], language: str) -> list[SeatTitle]:
    """Return the seats of a game with its options chosen."""
    seats = chosen.start(1).scene(language).seats
    return [SeatTitle(id=seat.id, name=seat.name, colour=seat.colour) for seat in seats]


def find_picture(game_id: str, name: str) -> RulebookPicture:
    """Return a picture of a rulebook, or the cover of a game."""
    names = picture_names(game_id)
    if name not in names and name == COVER_PICTURE:  # a game of others may have no pictures
        return RulebookPicture(game(game_id).start(1), {})
    if name not in names:
        raise error(NotFound, "not-found")
    return picture(game_id, name)
