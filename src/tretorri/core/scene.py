"""The scene: what to draw, for viewers that know no rules.

The ground is a grid of unit squares; a square's centre is at (*x*, *y*), x to the east and y to
the north, in squares, with a1 at (0, 0). Heights are in *levels* above the board; ``Scene.level``
says how tall a level is compared with a square. A click on a solid offers two picks, the solid's
*id* and the square under it; a viewer takes the one that some legal action wants next.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any, Literal, TypeAlias

from tretorri.core.words import ENGLISH

Shape = Literal["slab", "counter", "block", "stair", "tower", "pawn", "lord"]
Direction = Literal["n", "e", "s", "w"]
Way: TypeAlias = tuple[tuple[float, float, float], ...]
"""The places on a piece's way, each as x, y and levels above the board."""


@dataclass(frozen=True, slots=True)
class Square:
    """A place on the ground.

    *role* says how to draw it: ``field`` (Volterra's bare table under the towers), ``plain``,
    ``street``, ``site`` (a symbol space, whose *mark* is the symbol) or ``foundation`` (a square
    marked by *colour*). *group* joins the squares of a district. *text* is the contents in a few
    characters, for text boards, and *label* the same in words, layer by layer.
    """

    id: str
    x: int
    y: int
    role: str
    label: str
    text: str = ""
    mark: str | None = None
    group: str | None = None
    colour: str | None = None


@dataclass(frozen=True, slots=True)
class Solid:
    """A piece on the board.

    It fills the box from (*x*, *y*) on level *z*, *size* squares to the east, to the north and
    levels up. A ``stair`` climbs towards *facing*; ``inverted``, it lies upside down on the slope
    of another stair that climbs towards *facing*. *colour* is a colour role such as ``dark`` or
    ``violet``; *mark* is a symbol carved on it; *owner* is the seat it belongs to, if any.
    """

    id: str
    shape: Shape
    x: int
    y: int
    z: int
    colour: str
    label: str
    size: tuple[int, int, int] = (1, 1, 1)
    facing: Direction | None = None
    inverted: bool = False
    mark: str | None = None
    owner: str | None = None


@dataclass(frozen=True, slots=True)
class Reserve:
    """Identical pieces not yet in play; *id* is the pick that takes one.

    *mark* is a symbol carved on them.
    """

    id: str
    shape: Shape
    size: tuple[int, int, int]
    colour: str
    owner: str
    count: int
    label: str
    mark: str | None = None


@dataclass(frozen=True, slots=True)
class SceneSeat:
    """A player's seat: *name*, *score* and *status* are short texts for display."""

    id: str
    name: str
    colour: str
    to_move: bool
    winner: bool
    score: str = ""
    status: str = ""


@dataclass(frozen=True, slots=True)
class Aid:
    """A learning aid that a viewer can show; *squares* and *solids* are ids."""

    id: str
    label: str
    squares: tuple[str, ...] = ()
    solids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything to draw for one position.

    *buttons* gives the label of every pick that is neither a square, a solid nor a reserve.
    *prompt* says whose turn it is and what remains to be done, or how the game ended. *aids* are
    drawn on request; a game lists the same ones in every position. *language* is the language of
    all labels, names and prompts.
    """

    game: str
    columns: int
    rows: int
    level: float
    squares: tuple[Square, ...]
    solids: tuple[Solid, ...]
    seats: tuple[SceneSeat, ...]
    prompt: str
    reserves: tuple[Reserve, ...] = ()
    buttons: dict[str, str] = field(default_factory=dict)
    marked: tuple[str, ...] = ()
    # Pictures are named by what they show, which leaves these out.
    aids: tuple[Aid, ...] = field(default=(), repr=False)
    language: str = field(default=ENGLISH, repr=False)

    def to_json(self) -> dict[str, Any]:
        """Return the scene as plain lists, dicts, strings and numbers."""
        return asdict(self)
