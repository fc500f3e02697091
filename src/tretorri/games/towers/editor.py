"""Setting up a position by hand: counters, locks, and whether an extra move is open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache, cached_property, partial
from typing import TYPE_CHECKING

from tretorri.core.editor import Edit, Editor, MakeEdit, fault_of, placement_text
from tretorri.core.errors import InvalidPosition
from tretorri.core.scene import Reserve
from tretorri.core.words import Reason, Text
from tretorri.games.towers.board import SQUARES
from tretorri.games.towers.reading import BOX, check_count, check_locks, check_tower, counters_of
from tretorri.games.towers.rules.counters import COLOURS, colour_of, height_of, stack, symbol_of
from tretorri.games.towers.rules.turns import unlock
from tretorri.games.towers.words import seat_text, tower_text

if TYPE_CHECKING:
    from tretorri.games.towers.position import TowersPosition

_EXTRA = {True: ("extra:x", "set-extra"), False: ("extra:-", "set-no-extra")}
UNLOCK = "unlock"


class TowersEditor(Editor["TowersPosition"]):
    """A board in the making; every tower on it is one that can stand there [T10, T12]."""

    @property
    def squares(self) -> tuple[str, ...]:
        """Return the squares of the board."""
        return SQUARES

    @cached_property
    def _there(self) -> Counter[str]:
        return counters_of(self.draft.towers)

    def _game_edits(self) -> Mapping[str, MakeEdit]:
        game = self.draft.game
        return _edits_of(game.seats, game.has_neutrals)

    def _extra(self, extra: bool) -> Edit | None:
        if extra == self.draft.extra:
            return None
        pick, name = _EXTRA[extra]
        make = partial(replace, self.draft, extra=extra)
        return Edit(pick, (pick,), Text(f"towers.{name}"), make)

    def _counter(self, counter: str, square: str) -> Edit:
        """Return how to put a counter on what stands on a square."""
        used_up = fault_of(partial(check_count, counter, self._there[counter] + 1))
        piece = tower_text(self.draft.game, counter)
        standing = self.draft.towers.get(square)
        tower = counter if standing is None else stack(counter, standing)
        return Edit(
            f"{counter}@{square}",
            (_box_pick(counter), square),
            placement_text(square, piece),
            partial(self._with, square, tower),
            used_up or fault_of(partial(self._check, counter, square, tower)),
        )

    def _check(self, counter: str, square: str, tower: str) -> None:
        if symbol_of(tower) != symbol_of(counter):
            game, standing = self.draft.game, self.draft.towers[square]
            words = {"tower": counter, "standing": standing}
            texts = {name: tower_text(game, word) for name, word in words.items()}
            raise InvalidPosition(Reason("towers.other-symbol", {"target": square, **texts}, "T9"))
        check_tower(self.draft.fields, square, tower)

    def _with(self, square: str, tower: str) -> TowersPosition:
        """Return the draft with a changed tower, which is no longer locked then [T23]."""
        towers = {**self.draft.towers, square: tower}
        return replace(self.draft, towers=towers, locks=self._locks_without(square))

    def _unlock(self, square: str) -> Edit | None:
        """Return how to open the lock of a square, if there is one [T23]."""
        holder = self.draft.locks.get(square)
        if holder is None:
            return None
        says = placement_text(square, Text("towers.set-unlocked"))
        make = partial(replace, self.draft, locks=self._locks_without(square))
        return Edit(f"{UNLOCK}@{square}", (_lock_pick(holder), square), says, make)

    def _lock(self, seat: str, square: str) -> Edit | None:
        """Return how to lock a neutral counter on the streets [T23]."""
        tower = self.draft.towers.get(square)
        is_held = self.draft.locks.get(square) == seat  # the same pick opens it again
        if tower is None or is_held or not self.draft.game.is_neutral(colour_of(tower)):
            return None
        says = placement_text(square, _lock_text(seat))
        text, picks = f"{_lock_pick(seat)}@{square}", (_lock_pick(seat), square)
        locked = replace(self.draft, locks={**self.draft.locks, square: seat})
        fault = fault_of(partial(check_locks, locked.fields))
        return Edit(text, picks, says, lambda: locked, fault)

    def _locks_without(self, square: str) -> dict[str, str]:
        return {at: seat for at, seat in self.draft.locks.items() if at != square}

    def _without_top(self, square: str) -> TowersPosition | None:
        tower = self.draft.towers.get(square)
        if tower is None:
            return None
        if height_of(tower) > 1:
            return self._with(square, tower[:-1])
        towers = {at: other for at, other in self.draft.towers.items() if at != square}
        return replace(self.draft, towers=towers, locks=self._locks_without(square))

    def _on_turn(self, turn: int) -> TowersPosition:
        """Go to another turn; the locks of its player are open then [T23]."""
        return unlock(replace(self.draft, turn=turn))

    def _box(self, language: str) -> Iterator[Reserve]:
        for counter, count in BOX.items():
            colour = colour_of(counter)
            yield Reserve(
                id=_box_pick(counter),
                shape="counter",
                size=(1, 1, 1),
                colour=COLOURS[colour],
                owner=colour,
                count=count - self._there[counter],
                label=tower_text(self.draft.game, counter).sentence(language),
                mark=symbol_of(counter),
            )

    def _tools(self) -> dict[str, Text]:
        tools = {pick: Text(f"towers.{name}") for pick, name in _EXTRA.values()}
        if self.draft.game.has_neutrals:
            tools |= {_lock_pick(seat): _lock_text(seat) for seat in self.draft.game.seats}
        return tools


@cache
def _edits_of(seats: tuple[str, ...], has_neutrals: bool) -> Mapping[str, MakeEdit]:
    """Return by its text every step of a game with these seats."""
    made = TowersEditor
    edits: dict[str, MakeEdit] = {
        f"{counter}@{square}": partial(made._counter, counter=counter, square=square)
        for counter in BOX
        for square in SQUARES
    }
    if has_neutrals:
        edits |= {f"{UNLOCK}@{at}": partial(made._unlock, square=at) for at in SQUARES}
        for seat in seats:
            for at in SQUARES:
                edits[f"{_lock_pick(seat)}@{at}"] = partial(made._lock, seat=seat, square=at)
    return edits | {pick: partial(made._extra, extra=to) for to, (pick, _) in _EXTRA.items()}


def _box_pick(counter: str) -> str:
    return f"reserve:{counter}"


def _lock_pick(seat: str) -> str:
    return f"lock:{seat}"


def _lock_text(seat: str) -> Text:
    return Text("towers.set-lock", {"seat": seat_text(seat)})
