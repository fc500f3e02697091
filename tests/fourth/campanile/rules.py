"""The rules of Campanile [P1 to P3]."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, Self

from tretorri.core import scene as view
from tretorri.core.errors import InvalidPosition
from tretorri.core.game import Action, Game, Option, Position, Result
from tretorri.core.material import load_material
from tretorri.core.reading import check_exact, read_turn, split_fields
from tretorri.core.words import ENGLISH, Reason, Text, excerpt

MATERIAL = load_material(__file__)
HEIGHT: int = MATERIAL["tower"]["height"]
MOST_TAKEN: int = MATERIAL["tower"]["most_taken"]
SEATS = ("a", "b")


@dataclass(frozen=True, slots=True)
class Take(Action):
    """Take slabs off the tower [P2]."""

    count: int

    def __str__(self) -> str:
        return f"t{self.count}"


@dataclass(frozen=True)
class Campanile(Game["Tower"]):
    """The game; it has no options."""

    id: ClassVar[str] = "campanile"
    title: ClassVar[str] = MATERIAL["about"]["title"]
    OPTIONS: ClassVar[tuple[Option, ...]] = ()

    @classmethod
    def from_options(cls, options: Mapping[str, str]) -> Self:
        return cls()

    @property
    def seats(self) -> tuple[str, ...]:
        return SEATS

    @property
    def options(self) -> dict[str, str]:
        return {}

    def seat_name(self, seat: str) -> Text:
        return Text(f"campanile.seat-{seat}")

    def _start(self, seed: int) -> Tower:
        return Tower(self, HEIGHT, 1, None, None)

    def position(self, text: str) -> Tower:
        seats, height, mover, turn = split_fields(text, ("SEATS", "HEIGHT", "TO-MOVE", "TURN"))
        if seats != "ab":
            raise InvalidPosition(Reason("campanile.bad-seats", {"text": excerpt(seats)}, "P1"))
        if not re.fullmatch("[0-9]{1,3}", height) or int(height) > HEIGHT:
            params: dict[str, str | int | Text] = {"height": HEIGHT, "text": excerpt(height)}
            raise InvalidPosition(Reason("campanile.bad-height", params, "P1"))
        number = read_turn(turn, SEATS, mover)
        position = Tower(self, int(height), number, _end(int(height), number), None)
        check_exact(text, str(position))
        return position


def _end(height: int, turn: int) -> Result | None:
    """Return the win of the seat that took the last slab, if the tower is gone [P3]."""
    return None if height else Result((SEATS[turn % 2],), None, "P3")


@dataclass(frozen=True, eq=False, repr=False)
class Tower(Position):
    """A tower and whose turn it is."""

    game: Campanile
    height: int
    turn: int
    result: Result | None
    last: Take | None

    def __str__(self) -> str:
        return f"ab {self.height} {self.mover} {self.turn}"

    def _legal_actions(self) -> Iterator[Take]:
        yield from map(Take, range(1, min(MOST_TAKEN, self.height) + 1))

    def _after(self, action: Take) -> Self:
        height, turn = self.height - action.count, self.turn + 1
        return type(self)(self.game, height, turn, _end(height, turn), action)

    def _refusal(self, text: str) -> Reason:
        if not re.fullmatch("t[0-9]{1,3}", text):
            return Reason("core.not-understood", {"text": excerpt(text)})
        numbers = {"count": int(text[1:]), "height": self.height, "most": MOST_TAKEN}
        return Reason("campanile.too-many", numbers, "P2")

    def picks(self, action: Take) -> tuple[str, ...]:
        return ("a1", str(action.count))

    def describe(self, action: Take) -> Text:
        return Text("campanile.take", {"count": action.count})

    def scene(self, language: str = ENGLISH) -> view.Scene:
        def say(key: str, **params: str | int | Text) -> str:
            return Text(f"campanile.{key}", params).sentence(language)

        winners = self.result.winners if self.result else ()
        mover = self.game.seat_name(winners[0] if winners else self.mover)
        label = say("square", height=self.height)
        return view.Scene(
            game=self.game.id,
            columns=1,
            rows=1,
            level=0.3,
            squares=(view.Square("a1", 0, 0, "plain", label, str(self.height)),),
            solids=tuple(
                view.Solid(f"a1.{z}", "slab", 0, 0, z, "light", say("slab", number=z + 1))
                for z in range(self.height)
            ),
            seats=tuple(
                view.SceneSeat(
                    seat,
                    self.game.seat_name(seat).sentence(language),
                    colour,
                    seat == self.to_move,
                    seat in winners,
                )
                for seat, colour in zip(SEATS, ("dark", "light"), strict=True)
            ),
            prompt=say("won", seat=mover)
            if winners
            else say("to-move", seat=mover, most=MOST_TAKEN),
            buttons={str(n): say("take", count=n) for n in range(1, MOST_TAKEN + 1)},
            marked=("a1",) if self.last else (),
        )
