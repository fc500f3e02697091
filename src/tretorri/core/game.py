"""What every game is: a *Game* makes *Positions*, and a position says what is legal.

A position never changes. ``actions()`` is the only statement of what is legal; ``play`` asks it,
and so do the command line, the server, the bots and the page.
"""

from __future__ import annotations

import secrets
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar

from tretorri.core.budget import check_budget
from tretorri.core.errors import IllegalAction, InvalidOption, NoSetUp
from tretorri.core.scene import Scene, Way
from tretorri.core.words import ENGLISH, Reason, Text, excerpt

if TYPE_CHECKING:
    from tretorri.core.editor import Editor

LARGEST_SEED = 2**63 - 1


class Action(ABC):
    """One indivisible step; its text is its notation, and equal texts are equal actions."""

    __slots__ = ()

    @abstractmethod
    def __str__(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Turn:
    """The actions of one seat until the next seat is to act, written joined by ``+``."""

    actions: tuple[Action, ...]

    def __str__(self) -> str:
        return "+".join(map(str, self.actions))


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended.

    *winners* are the seats that share the win, in seat order; empty in a draw. *scores* is the
    score of each seat in games that count points; *rule* is the rule that ended the game.
    """

    winners: tuple[str, ...]
    scores: dict[str, Any] | None
    rule: str


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a game: its name, its values (``None``: checked by the game) and the default.

    *title*, *help* and the text of each value are shown to players. A value may also consist of at
    least *fewest* of the *letters*, in any order. An option that also determines another one
    *replaces* it.
    """

    name: str
    values: Mapping[str, Text] | None
    default: str | None
    title: Text
    help: Text
    letters: Mapping[str, Text] | None = None
    fewest: int = 0
    replaces: str | None = None


def players_option(numbers: Iterable[int], default: int) -> Option:
    """Return the option for the number of players."""
    return Option(
        "players",
        {str(number): Text("core.players-count", {"count": number}) for number in numbers},
        str(default),
        Text("core.players-title"),
        Text("core.players-help"),
    )


@dataclass(frozen=True, slots=True)
class Memory:
    """The history that the rules need besides the position text.

    *begun* are the texts of earlier turn starts that could recur [C1]; *last_change* is the turn of
    the last lasting change in games whose rules count from it, else 0.
    """

    begun: tuple[str, ...] = ()
    last_change: int = 0


class Position(ABC):
    """A position: an immutable value, equal to another if their texts are equal.

    Each game derives a dataclass (``frozen=True, eq=False, repr=False``) with at least the fields
    *game*, *turn*, *result* and *last*, the action that led here, which pictures highlight.
    """

    game: Game[Any]
    turn: int
    result: Result | None
    last: Action | None

    # What a game says -------------------------------------------------------------------------

    @abstractmethod
    def __str__(self) -> str: ...

    @abstractmethod
    def _legal_actions(self) -> Iterable[Action]:
        """Yield the legal actions of a running game, each once."""

    @abstractmethod
    def _after(self, action: Any) -> Self:
        """Return the position after a legal action."""

    @abstractmethod
    def _refusal(self, text: str) -> Reason:
        """Say why *text*, which is not legal in this running game, is not."""

    @abstractmethod
    def picks(self, action: Any) -> tuple[str, ...]:
        """Return the ids to click, in order, for a legal action: squares, solids and buttons."""

    @abstractmethod
    def describe(self, action: Any) -> Text:
        """Describe a legal action in words, for lists and screen readers."""

    @abstractmethod
    def scene(self, language: str = ENGLISH) -> Scene:
        """Return a complete description of what to draw, for viewers that know no rules."""

    # What follows -----------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        """Tell whether the game has ended."""
        return self.result is not None

    @property
    def mover(self) -> str:
        """Return the seat that the turn number belongs to, even when the game is over."""
        seats = self.game.seats
        return seats[(self.turn - 1) % len(seats)]

    @property
    def memory(self) -> Memory:
        """Return the history that the rules need and the text does not contain."""
        return Memory()

    @property
    def to_move(self) -> str | None:
        """Return the seat to move, or ``None`` when the game is over."""
        return None if self.is_over else self.mover

    @cached_property
    def _legal(self) -> dict[str, Action]:
        return {} if self.is_over else {str(action): action for action in self._legal_actions()}

    def actions(self) -> tuple[Action, ...]:
        """Return the legal actions; the text of each is its notation."""
        return tuple(self._legal.values())

    def play(self, action: Action | str) -> Self:
        """Return the position after *action*, or raise *IllegalAction* with the reason."""
        check_budget()
        text = str(action)
        legal = self._legal.get(text)
        if legal is None:
            raise IllegalAction(self._why(text))
        return self._after(legal)

    def why_not(self, action: Action | str) -> Reason | None:
        """Return why *action* is illegal, naming the rule; ``None`` if it is legal."""
        text = str(action)
        return None if text in self._legal else self._why(text)

    def _why(self, text: str) -> Reason:
        if self.result is not None:
            return Reason("core.game-over", {}, self.result.rule)
        return self._refusal(text)

    def ends_turn(self, after: Position) -> bool:
        """Tell whether *after*, reached by one action from here, belongs to the next turn."""
        return after.is_over or after.turn != self.turn

    def turns(self) -> Iterator[Turn]:
        """Yield the legal whole turns lazily; there may be millions."""
        for action in self.actions():
            after = self._after(action)
            if self.ends_turn(after):
                yield Turn((action,))
            else:
                for rest in after.turns():
                    yield Turn((action, *rest.actions))

    def parse_turn(self, text: str | Turn) -> tuple[Turn, Self]:
        """Read a whole turn; return it with the position after it."""
        position, actions = self, list[Action]()
        for part in str(text).split("+"):
            if actions and self.ends_turn(position):
                raise IllegalAction(Reason("core.turn-too-long", {"turn": excerpt(text)}))
            after = position.play(part)
            actions.append(position._legal[part])
            position = after
        if not self.ends_turn(position):
            raise IllegalAction(Reason("core.turn-unfinished", {"turn": excerpt(text)}))
        return Turn(tuple(actions)), position

    def play_turn(self, turn: Turn | str) -> Self:
        """Return the position after a whole turn such as ``Pb4+a3-a4``."""
        return self.parse_turn(turn)[1]

    def way(self, action: Any) -> Way:
        """Return the points that a legal action passes through, where they are not obvious."""
        return ()

    def winners_by_agreement(self) -> tuple[str, ...] | None:
        """Return who wins on points if all agree to end here; ``None`` if that is a draw."""
        return None

    def estimate(self, seat: str) -> float:
        """Estimate the position for *seat*, from -1 (lost) to 1 (won); simple bots use it."""
        if self.result is None or not self.result.winners:
            return 0.0
        return 1.0 if seat in self.result.winners else -1.0

    def svg(self, language: str = ENGLISH, *, has_legend: bool = True) -> str:
        """Return an isometric picture in which the last action is marked."""
        from tretorri.core.svg import draw  # noqa: PLC0415 - slow to import

        return draw(self.scene(language), has_legend=has_legend)

    def text_board(self, language: str = ENGLISH) -> str:
        """Return the board as plain text for terminals."""
        from tretorri.core.text_board import draw  # noqa: PLC0415

        return draw(self.scene(language))

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        return f"<{self.game.id} {self}>"

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))


P = TypeVar("P", bound=Position)


class Game(ABC, Generic[P]):
    """A game with its options chosen; each game is a frozen dataclass of its options."""

    id: ClassVar[str]
    title: ClassVar[str]
    OPTIONS: ClassVar[Sequence[Option]]

    @classmethod
    @abstractmethod
    def from_options(cls, options: Mapping[str, str]) -> Self:
        """Return the game with these options, whose names and listed values are already checked."""

    @property
    @abstractmethod
    def seats(self) -> tuple[str, ...]:
        """Return the seats in turn order."""

    @property
    @abstractmethod
    def options(self) -> dict[str, str]:
        """Return the options that differ from their defaults, as text."""

    @abstractmethod
    def seat_name(self, seat: str) -> Text:
        """Return the name of a seat."""

    @abstractmethod
    def _start(self, seed: int) -> P:
        """Return the first position; *seed* decides what is shuffled."""

    @abstractmethod
    def position(self, text: str) -> P:
        """Read a position text of this game, with any seats and variant."""

    def set_up(self, draft: str | None = None) -> Editor[P]:
        """Return a board for setting up a position by hand: empty, or as described by *draft*.

        A draft is written like a position text. Games that support this override the method.
        """
        raise NoSetUp(Reason("core.no-set-up", {"game": self.id}))

    def start(self, seed: int | None = None) -> P:
        """Return the first position; without a *seed*, a random one is used."""
        return self._start(
            secrets.randbelow(LARGEST_SEED + 1) if seed is None else check_seed(seed)
        )


def check_seed(seed: object) -> int:
    """Return *seed* if it is a whole number from 0 to 2**63 - 1."""
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed <= LARGEST_SEED:
        raise InvalidOption(
            Reason("core.bad-seed", {"seed": excerpt(seed), "largest": LARGEST_SEED})
        )
    return seed


def configure(game: type[Game[P]], options: Mapping[str, object]) -> Game[P]:
    """Return *game* with *options*, after checking their names and listed values."""
    known = {option.name: option for option in game.OPTIONS}
    chosen: dict[str, str] = {}
    for name, value in options.items():
        if value is None:
            continue
        if name not in known:
            raise InvalidOption(
                Reason(
                    "core.no-option",
                    {"game": game.id, "name": excerpt(name), "names": ", ".join(known)},
                )
            )
        values = known[name].values
        if (
            isinstance(value, bool)
            or not isinstance(value, str | int)
            or (values is not None and str(value) not in values)
        ):
            raise InvalidOption(
                Reason(
                    "core.bad-option",
                    {
                        "game": game.id,
                        "name": name,
                        "value": excerpt(value),
                        "values": " | ".join(values or ("text",)),
                    },
                )
            )
        chosen[name] = str(value)
    return game.from_options(chosen)
