"""The pictures of a rulebook: positions, and what is forbidden in them.

They are listed in ``rulebook/pictures.toml``. Each has a *position* and may have

- *last*, the actions to be played on it, joined by ``+``; the last one is marked;
- *rule* and *forbidden*, actions that this rule refuses, with the squares *from*, *to* and *cross*
  where they are marked, *is_straight* if the piece slides, and *ghosts*, the pieces where the
  action would put them;
- *close*, two corners of the part of the board that is shown.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

from tretorri.core.game import Position
from tretorri.core.registry import find, folder, game
from tretorri.core.scene import Scene, Solid, Square
from tretorri.core.squares import square_place
from tretorri.core.words import ENGLISH

if TYPE_CHECKING:
    from tretorri.core.svg import Forbidden

Placed = TypeVar("Placed", Solid, Square)


@dataclass(frozen=True, slots=True)
class RulebookPicture:
    """A picture: the position, the refused actions by their texts, and the rule against them."""

    position: Position
    forbidden: Mapping[str, Forbidden]
    rule: str | None = None
    close: tuple[str, str] | None = None

    def svg(self, language: str = ENGLISH, *, has_legend: bool = True) -> str:
        """Return the picture as SVG; what is forbidden needs no legend but its caption."""
        from tretorri.core.svg import draw  # noqa: PLC0415 - slow to import

        scene, forbidden = self.position.scene(language), tuple(self.forbidden.values())
        if self.close:
            scene, forbidden = _close_up(scene, forbidden, self.close)
        return draw(
            scene,
            has_legend=has_legend and not forbidden,
            forbidden=forbidden,
            is_close=bool(self.close or forbidden),
        )


@cache
def _load_pictures(game_id: str) -> Mapping[str, Mapping[str, Any]]:
    path = folder(game_id) / "rulebook" / "pictures.toml"
    return tomllib.loads(path.read_text("utf-8")) if path.exists() else {}


def picture_names(game_id: str) -> tuple[str, ...]:
    """Return the names of the pictures of a game; a third-party game may have none."""
    return tuple(_load_pictures(find(game_id).id))


def picture(game_id: str, name: str) -> RulebookPicture:
    """Return a picture of the rulebook; *KeyError* if there is none of this name."""
    facts = _load_pictures(find(game_id).id)[name]
    position = game(game_id).position(facts["position"])
    for action in facts.get("last", "").split("+"):
        position = position.play(action) if action else position
    forbidden = {each["action"]: _forbidden(each) for each in facts.get("forbidden", ())}
    close = facts.get("close")
    return RulebookPicture(
        position, forbidden, facts.get("rule"), tuple(close.split()) if close else None
    )


def _forbidden(facts: Mapping[str, Any]) -> Forbidden:
    from tretorri.core.svg import Forbidden  # noqa: PLC0415 - slow to import

    ghosts = tuple(_ghost(each) for each in facts.get("ghosts", ()))
    ends = facts.get("from"), facts.get("to"), facts.get("cross")
    return Forbidden(*ends, ghosts, is_straight=facts.get("is_straight", False))


def _ghost(facts: Mapping[str, Any]) -> Solid:
    """Return a piece that is listed with its square and level instead of x, y and z."""
    rest = {name: each for name, each in facts.items() if name not in ("square", "level", "size")}
    x, y = square_place(facts["square"])
    size = tuple(facts.get("size", (1, 1, 1)))
    return Solid("ghost", x=x, y=y, z=facts["level"], label="", size=size, **rest)


def _close_up(
    scene: Scene, forbidden: tuple[Forbidden, ...], corners: tuple[str, str]
) -> tuple[Scene, tuple[Forbidden, ...]]:
    """Return the part of a scene between two squares, moved so that its corner is the first."""
    (west, south), (east, north) = map(square_place, corners)

    def inside(things: tuple[Placed, ...]) -> tuple[Placed, ...]:
        """Return what stands between the corners, counted from the first of them."""
        return tuple(
            replace(each, x=each.x - west, y=each.y - south)
            for each in things
            if west <= each.x <= east and south <= each.y <= north
        )

    part = replace(
        scene,
        columns=east - west + 1,
        rows=north - south + 1,
        squares=inside(scene.squares),
        solids=inside(scene.solids),
    )
    return part, tuple(replace(each, ghosts=inside(each.ghosts)) for each in forbidden)
