"""The stock of a picture: what is drawn many times is kept once, under ``<defs>``."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field

from tretorri.core.svg.camera import Camera, Point, number, tag
from tretorri.core.svg.glyphs import emblem
from tretorri.core.svg.palette import Tones, tones


@dataclass(frozen=True, slots=True)
class Stock:
    """What is kept, by a key; *prefix* keeps the names apart from those of other pictures."""

    camera: Camera
    prefix: str
    kept: dict[Hashable, tuple[str, str]] = field(default_factory=dict)

    def keep(self, key: Hashable, make: Callable[[str], str]) -> str:
        """Return the name of what *key* stands for; ``make(name)`` draws it the first time."""
        if key not in self.kept:
            name = f"{self.prefix}{len(self.kept)}"
            self.kept[key] = name, ""  # making one thing may keep others, which need other names
            self.kept[key] = name, make(name)
        return self.kept[key][0]

    def use(self, key: Hashable, make: Callable[[], str], at: Point) -> str:
        """Put what *key* stands for at a point."""
        name = self.keep(key, lambda name: tag("g", make(), id=name))
        return tag("use", href=f"#{name}", x=number(at[0]), y=number(at[1]))

    def gradient(self, kind: str, *stops: tuple[float, str], **shape: str) -> str:
        """Return the paint that runs through some colours: ``linear`` or ``radial``."""
        inside = [tag("stop", offset=f"{at:g}", stop_color=colour) for at, colour in stops]
        name = self.keep(
            (kind, stops), lambda name: tag(f"{kind}Gradient", *inside, id=name, **shape)
        )
        return f"url(#{name})"

    def emblem(self, colour: str, transform: str) -> str:
        """Return the mark that tells a colour without colour, put where *transform* says."""
        paint = tones(colour).inlay
        name = self.keep(("emblem", colour), lambda name: emblem(colour, id=name, fill=paint))
        return tag("use", href=f"#{name}", transform=transform)

    def round_side(self, paint: Tones) -> str:
        """Return the paint of a round side, lit from the left."""
        stops = (0, paint.left), (0.22, paint.top), (0.55, paint.left), (1, paint.right)
        return self.gradient("linear", *stops)

    def ball(self, paint: Tones) -> str:
        """Return the paint of a ball, lit from the upper left."""
        stops = (0, paint.shine), (0.3, paint.top), (0.65, paint.left), (1, paint.right)
        return self.gradient("radial", *stops, cx=".36", cy=".3", r=".75")

    def falling(self, *stops: tuple[float, str]) -> str:
        """Return the paint that runs downwards through some colours."""
        return self.gradient("linear", *stops, x2="0", y2="1")

    def __str__(self) -> str:
        return tag("defs", *(drawn for _, drawn in self.kept.values()))
