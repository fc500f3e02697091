"""The colours of the town: three tones of each material, and what stands around.

A colour role such as ``dark`` or ``violet`` is a material. Its tones are the top, the left face in
the evening sun, the right face in the shade, the shine of an edge, the line around it and the
inlay, which has to be seen on all of them.
"""

from __future__ import annotations

from typing import NamedTuple


class Tones(NamedTuple):
    """One material in the light of the scene."""

    top: str
    left: str
    right: str
    shine: str
    line: str
    inlay: str


STONE = Tones("#d8ccb6", "#bfb097", "#8f826c", "#f3ebda", "#5d5342", "#6b604c")
MATERIALS = {
    "dark": Tones("#80563a", "#6a442b", "#432a1b", "#ad8160", "#2a1910", "#e2c497"),
    "light": Tones("#f3e6cb", "#e3cda5", "#b89d73", "#fffaec", "#84694a", "#b5935f"),
    "black": Tones("#55504b", "#433f3b", "#282523", "#857d73", "#151312", "#d9cfbf"),
    "white": Tones("#f8f2e6", "#e6dac4", "#b8aa92", "#ffffff", "#7f735f", "#9b8966"),
    "red": Tones("#cd6848", "#b55135", "#7c3322", "#ec9f80", "#4a1c12", "#fbe3cf"),
    "yellow": Tones("#ecc566", "#d9a945", "#9d752a", "#fdeab0", "#5b4114", "#6a4a14"),
    "violet": Tones("#8d6bab", "#775694", "#4b3564", "#bda2d6", "#2c1d3d", "#f3e9fa"),
    "blue": Tones("#5c93bf", "#4679a4", "#2a4d6e", "#9ac4e4", "#162d41", "#e9f4fb"),
    "green": Tones("#9bae5c", "#809346", "#525f2a", "#cbd995", "#2f3816", "#f7f9e4"),
}

OLIVE_WOOD = Tones("#b9946c", "#a07a53", "#6e5034", "#dcbf98", "#3a2716", "#3a2716")
PIAZZA, BRICK = ("#c99878", "#c29070"), ("#f0d5bd", "#7a4a30")
TRAVERTINE = ("#f2e7d3", "#e9dcc4")
STREET = ("#dcc8a9", "#d5bf9e")
SITE = "#f8f0df"
JOINT = "#a98c67"
CARVED = "#a3835a"
SHADOW = "#2f1d12"
WHITE = "#ffffff"
RED = "#c2141b"  # what is forbidden
GLOW, GOLD, GOLD_LINE = "#fff3c4", "#f2b632", "#8f5d10"

SKY = ("#f3cfae", "#f7e3c8", "#f1e7d6")  # from the top of the page to the ground
HILLS = ("#dcc0ac", "#cdb79b", "#c3b48d")  # from far to near
SUN, TOWN, TREES = "#fdf1d3", "#d3b39c", "#9a9570"
LAUREL = ("#7c8f3f", "#4c5a22")
PAPER, TRAY = "#fffaf0", "#d6bf9b"
INK = "#3a2a1e"
QUIET = "#6f5b48"


def tones(colour: str | None) -> Tones:
    """Return the tones of a colour role; an unknown role is plain stone."""
    return MATERIALS.get(colour or "", STONE)
