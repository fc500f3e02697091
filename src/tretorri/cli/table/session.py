"""One sitting at the table: people and bots act in turn, and nothing that was played gets lost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import click

from tretorri.cli.language import spoken_language
from tretorri.cli.output import board, sentence, waiting
from tretorri.cli.table import commands
from tretorri.cli.table.keyboard import Hand
from tretorri.cli.table.storage import Autosave
from tretorri.cli.table.table import LocalGame
from tretorri.core.game import Position
from tretorri.core.words import Text
from tretorri.engine import Bot


@dataclass
class Session:
    """What a sitting knows beside the game.

    *file* is where ``save`` puts the game without being told, *told* how many turns have been
    printed, *stale* whether the board has changed since it was drawn, *left* whether the people
    have gone, and *listed* which actions were asked for and how many of them were shown.
    """

    table: LocalGame
    hand: Hand | None
    autosave: Autosave = field(default_factory=Autosave)
    file: Path | None = None
    told: int = 0
    stale: bool = True
    left: bool = False
    listed: tuple[str, int] = ("", 0)

    def run(self) -> None:
        """Let bots and people act until the game is over or the people leave."""
        if self.hand is not None:
            click.echo(self.say("welcome"), err=True)
        self.keep()
        while not self.left:
            bot = self.table.bot
            if bot is not None:
                self._let(bot)
            elif self.hand is None:
                break
            else:
                self._ask(self.hand)
        if self.hand is None:
            self.show()

    def _let(self, bot: Bot) -> None:
        """Let a bot play its turn."""
        name = self._name(self.table.position.mover)
        with waiting(self.say("thinks", seat=name)):
            turn = bot.choose(self.table.position)
        self.play(str(turn))
        self.keep()
        self.tell()

    def _ask(self, hand: Hand) -> None:
        """Ask a person for a line, and do what it says."""
        if self.stale:
            self.show()
        line = hand.ask(self._prompt(), lambda line, word: commands.offers(self, line, word))
        if line is None:
            self.left = True
        else:
            commands.obey(self, line.strip())
            self.keep()

    def _prompt(self) -> str:
        mover = self.table.position.to_move
        return f"{self._name(mover) if mover else ''}> "

    def _name(self, seat: str) -> str:
        return self.table.position.game.seat_name(seat).sentence(spoken_language())

    def keep(self) -> None:
        """Keep the game as it stands, if a person plays in it."""
        if self.table.has_people:
            self.autosave.keep(self.table)

    @property
    def can_be_resumed(self) -> bool:
        """Tell whether the game is kept in a file and can be resumed."""
        has_file = self.table.has_people and not self.autosave.has_failed
        return has_file and not self.table.position.is_over

    def play(self, text: str) -> None:
        """Play an action or a turn."""
        self.table.play(text)
        self.stale, self.listed = True, ("", 0)
        if self.table.position.is_over:
            self._deal_again()

    def _deal_again(self) -> None:
        """Put a new deal on the table, if this one ended before every seat had moved."""
        turns = self.table.turns()
        if not self.table.deal_again():
            return
        self._tell(turns, is_whole=True)
        click.echo(self.say("dealt-again", seed=str(self.table.seed)), err=True)
        self.change(self.table, told=0)

    def change(self, table: LocalGame, told: int) -> None:
        """Put another game on the table, or the same at another point."""
        self.table, self.told = table, max(0, told)
        self.stale, self.listed = True, ("", 0)

    def show(self) -> None:
        """Print the turns that were not yet told, and the board."""
        self.tell()
        position = self.table.position
        click.echo(f"\n{board(position.scene(spoken_language()))}")
        if position.result:
            click.echo(self.say("ended", rule=position.result.rule))
        click.echo()
        self.stale = False

    def tell(self) -> None:
        """Print the turns that were not yet told; an unfinished one is told again when whole."""
        turns = self.table.turns()
        self._tell(turns, not turns or turns[-1][0].ends_turn(self.table.position))

    def _tell(self, turns: Sequence[tuple[Position, str]], is_whole: bool) -> None:
        for start, text in turns[self.told :]:
            is_begun = start is turns[-1][0] and not is_whole
            key = "turn-begun" if is_begun else "turn"
            click.echo(self.say(key, turn=start.turn, seat=self._name(start.mover), text=text))
        self.told = len(turns) - (not is_whole)

    def say(self, key: str, **params: str | int | Text) -> str:
        """Return a sentence of the table."""
        return sentence(f"play-{key}", **params)
