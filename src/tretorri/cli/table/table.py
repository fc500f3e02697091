"""The game so far, and who sits where."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from tretorri.core.errors import IllegalAction
from tretorri.core.game import LARGEST_SEED, Game, Position
from tretorri.core.words import Reason, excerpt
from tretorri.engine import Bot, bot
from tretorri.engine.levels import has_levels

HUMAN = "human"
SIMPLE_BOT = "greedy"  # for a game without levels
DEFAULT_LEVEL, HINT_LEVEL = 3, 8


@dataclass
class LocalGame:
    """A game being played: all positions so far, and who plays each seat.

    *seed* is what the start was shuffled by, or ``None`` if it was read from a position text;
    *bot_seed* is the seed of the bots, *headers* what a file has noted about the game.
    """

    positions: list[Position]
    players: dict[str, str]
    seed: int | None
    bot_seed: int
    headers: dict[str, str] = field(default_factory=dict)

    @property
    def position(self) -> Position:
        """Return the position on the board."""
        return self.positions[-1]

    @property
    def seats(self) -> tuple[str, ...]:
        """Return the seats in turn order."""
        return self.position.game.seats

    @property
    def has_people(self) -> bool:
        """Tell whether a person sits at the table."""
        return HUMAN in self.players.values()

    @property
    def bot(self) -> Bot | None:
        """Return the bot that is to act; ``None`` when it is a person's turn or the end."""
        name = self.players.get(self.position.to_move or "", HUMAN)
        return None if name == HUMAN else bot(name, self.bot_seed)

    def play(self, text: str) -> None:
        """Play one action or several joined by ``+``: all of them, or none if one is illegal."""
        self.positions += follow(self.position, text)

    def deal_again(self) -> bool:
        """Deal anew if the game was over before every seat had moved; tell whether it was.

        Only a start that was shuffled can be dealt again.
        """
        has_moved = {start.mover for start, _ in self.turns()}
        if self.seed is None or not self.position.is_over or has_moved >= set(self.seats):
            return False
        seed = (self.seed + 1) % (LARGEST_SEED + 1)
        start = self.position.game.start(seed)
        if str(start) == str(self.positions[0]):
            return False
        self.positions, self.seed = [start], seed
        return True

    def take_back(self) -> bool:
        """Go back to the last decision of a person; tell whether there was one."""
        before = self.positions[:-1]
        while before and not self._is_for_a_person(before[-1]):
            before.pop()
        if before:
            self.positions = before
        return bool(before)

    def _is_for_a_person(self, position: Position) -> bool:
        return self.players.get(position.mover) == HUMAN

    def turns(self) -> list[tuple[Position, str]]:
        """Return each turn so far, the last perhaps unfinished: where it began, and its text."""
        turns: list[tuple[Position, str]] = []
        for before, after in pairwise(self.positions):
            if turns and turns[-1][0].turn == before.turn:
                turns[-1] = (turns[-1][0], f"{turns[-1][1]}+{after.last}")
            else:
                turns.append((before, str(after.last)))
        return turns


def follow(position: Position, text: str) -> list[Position]:
    """Return the positions after each of the actions of *text*, which may not leave the turn."""
    steps = [position]
    for part in text.split("+"):
        if len(steps) > 1 and position.ends_turn(steps[-1]):
            raise IllegalAction(Reason("core.turn-too-long", {"turn": excerpt(text)}))
        steps.append(steps[-1].play(find_action(steps[-1], part)))
    return steps[1:]


def find_action(position: Position, text: str) -> str:
    """Return the legal action that *text* means, or *text* itself if it means none.

    An action can be written exactly, by its number in the list, or in the wrong case if only one
    action reads so.
    """
    legal = [str(action) for action in position.actions()]
    if text in legal:
        return text
    if re.fullmatch("[1-9][0-9]{0,5}", text) and int(text) <= len(legal):
        return legal[int(text) - 1]
    alike = [action for action in legal if action.casefold() == text.casefold()]
    return alike[0] if len(alike) == 1 else text


def seat_players(game: Game[Any], chosen: Mapping[str, str]) -> dict[str, str]:
    """Return who plays each seat: as chosen, one person at least if there is room, else bots."""
    free = [seat for seat in game.seats if seat not in chosen]
    person = free[:1] if HUMAN not in chosen.values() else []
    usual = level_or_bot(game, DEFAULT_LEVEL)
    return {seat: chosen.get(seat, HUMAN if seat in person else usual) for seat in game.seats}


def level_or_bot(game: Game[Any], level: int) -> str:
    """Return the name of a level of the engine, or of a simple bot if the game has no levels."""
    return f"level:{level}" if has_levels(game) else SIMPLE_BOT
