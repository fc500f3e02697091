"""Setting up a position by hand: pieces, pawns, and what the turn has seen so far."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache, partial
from typing import TYPE_CHECKING

from tretorri.core.editor import Edit, Editor, MakeEdit, fault_of
from tretorri.core.scene import Reserve
from tretorri.core.words import Text
from tretorri.games.volterra.board import COLOUR_NAMES, PIECES, SQUARES, Colour, Square
from tretorri.games.volterra.notation import LAYING, NOTHING, PAWN_MOVED, TOWER_MOVED
from tretorri.games.volterra.reading import check_material, check_pawns, pieces_of
from tretorri.games.volterra.scene import pawn_pick, reserve, reserve_pick
from tretorri.games.volterra.words import stands_text, text

if TYPE_CHECKING:
    from tretorri.games.volterra.position import VolterraPosition

_DONE = {
    NOTHING: "set-nothing",
    PAWN_MOVED: "set-pawn-moved",
    TOWER_MOVED: "set-tower-moved",
    LAYING: "still-laying",
}


class VolterraEditor(Editor["VolterraPosition"]):
    """A field in the making; pawns always stand on towers of their colour [V5]."""

    @property
    def squares(self) -> tuple[Square, ...]:
        """Return the squares of the field."""
        return SQUARES

    def _game_edits(self) -> Mapping[str, MakeEdit]:
        return _all_edits()

    def _piece(self, colour: Colour, square: Square) -> Edit:
        """Return how to lay a piece on top of what is there; a pawn there is lifted."""
        tower = self.draft.towers.get(square, "") + colour
        towers = {**self.draft.towers, square: tower}
        make = partial(self._with, towers, self.draft.pawns)
        picks = (reserve_pick("slab", colour), square)
        says = stands_text("slab", colour, square, len(tower))
        return Edit(f"{colour}@{square}", picks, says, make, fault_of(make))

    def _pawn(self, colour: Colour, square: Square) -> Edit:
        draft = self.draft
        taken = pawn_pick(colour) if colour in draft.pawns else reserve_pick("pawn", colour)
        make = partial(self._with, draft.towers, {**draft.pawns, colour: square})
        says = stands_text("pawn", colour, square, 0)
        return Edit(f"P{colour}@{square}", (taken, square), says, make, fault_of(make))

    def _having_done(self, done: str) -> Edit | None:
        if done == self.draft.done:
            return None
        pick, make = _done_pick(done), partial(replace, self.draft, done=done)
        return Edit(pick, (pick,), text(_DONE[done]), make)

    def _with(
        self, towers: Mapping[Square, str], pawns: Mapping[Colour, Square]
    ) -> VolterraPosition:
        check_material(towers)
        check_pawns(towers, pawns)
        return replace(self.draft, towers=towers, pawns=pawns)

    def _without_top(self, square: Square) -> VolterraPosition | None:
        """Take the pawn off *square*, or else the top piece."""
        towers, pawns = dict(self.draft.towers), dict(self.draft.pawns)
        for colour, place in self.draft.pawns.items():
            if place == square:
                del pawns[colour]
                return replace(self.draft, pawns=pawns)
        if square not in towers:
            return None
        towers[square] = towers[square][:-1]
        return replace(self.draft, towers={at: tower for at, tower in towers.items() if tower})

    def _on_turn(self, turn: int) -> VolterraPosition:
        return replace(self.draft, turn=turn)

    def _box(self, language: str) -> Iterator[Reserve]:
        laid = pieces_of(self.draft.towers)
        for seat in self.draft.game.seats:
            yield reserve("slab", seat, PIECES - laid[seat], language)
            yield reserve("pawn", seat, int(seat not in self.draft.pawns), language)

    def _tools(self) -> dict[str, Text]:
        return {_done_pick(done): text(name) for done, name in _DONE.items()}


@cache
def _all_edits() -> Mapping[str, MakeEdit]:
    """Return by its text every step."""
    made, edits = VolterraEditor, dict[str, MakeEdit]()
    for colour in COLOUR_NAMES:
        for square in SQUARES:
            edits[f"{colour}@{square}"] = partial(made._piece, colour=colour, square=square)
            edits[f"P{colour}@{square}"] = partial(made._pawn, colour=colour, square=square)
    return edits | {_done_pick(done): partial(made._having_done, done=done) for done in _DONE}


def _done_pick(done: str) -> str:
    return f"done:{done}"
