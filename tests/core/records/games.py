"""Records to test with: a short one in every detail, and random ones."""

from __future__ import annotations

import random
from dataclasses import replace

from hypothesis import strategies as st

import tretorri
from tretorri.core.game import Position
from tretorri.core.records import Header, Line, Outcome, Record, RecordedTurn
from tretorri.core.records.model import MARKS, WAYS_TO_STOP
from tretorri.core.records.verify import MAX_CLOCK_MS

START = "dl l,d,l,d,l/d,l,d,l,d/l,d,l,d,l/d,l,d,l,d d lc2,dc3 - 1"
RICH = r"""[Tretorri "1"]
[Game "volterra"]
[Rules "1"]
[Options "first=light"]
[Seed "7"]
[Result "d resign"]
[Date "2026-11-15"]
[Player.l "Anna \"the Tower\" B."]
[Event "Palio\\Siena"]

{before\nthe first turn} 1. Pb1+a2-b2 !? <0:04:58.2> {so \} and \\} ({instead} 1. Pb3+a4-b4 ?
(1. Pd3+) 2. Pb2+) (1. Pd1+) 2. Pb4+a3-a4
[End]
"""
PLAIN = """[Tretorri "1"]
[Game "volterra"]
[Rules "1"]
[Seed "1"]
[Result "*"]

1. Pb4+a3-a4 2. Pb1+
[End]
"""
SETTINGS = (
    tretorri.game("volterra"),
    tretorri.game("volterra", first="light", variant="free"),
    tretorri.game("towers", players=2, variant="unlimited"),
)
# Any text that may stand in a record: no controls, no halves of characters, no separators.
COMMENTS = st.lists(
    st.text(
        st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp", "Cf"))
        | st.sampled_from('{}\\"\n'),
        max_size=40,
    ),
    min_size=1,
    max_size=4,
)


class Inventor:
    """Invents records; the same seed and comments give the same record."""

    def __init__(self, seed: int, comments: list[str]) -> None:
        self.chance = random.Random(seed)
        self.comments = comments

    def record(self) -> Record:
        """Return a random record, from a seed or from the middle of a game."""
        chance = self.chance
        game, seed = chance.choice(SETTINGS), chance.randrange(2**63)
        start: Position = game.start(seed)
        from_text = chance.random() < 0.3
        for _ in range(chance.randrange(8) if from_text else 0):
            after = start.play(chance.choice(start.actions()))
            start = start if after.is_over else after
        line, _ = self.line(start, chance.randrange(8), 2)
        headers = (Header("Event", self.comment()), Header("Player." + start.mover, "Anna"))
        record = Record(start, None if from_text else seed, headers=headers, line=line)
        if record.outcome is None and chance.random() < 0.5:
            return replace(record, outcome=Outcome(game.seats[:1], chance.choice(WAYS_TO_STOP)))
        return record

    def line(self, position: Position, length: int, depth: int) -> tuple[Line, Position]:
        """Return a random line from *position*, nested at most *depth* deep."""
        turns: list[RecordedTurn] = []
        while len(turns) < length and not position.is_over:
            before = position
            turn, position = self.turn(position)
            turns.append(replace(turn, variations=self.variations(before, depth)))
            if not turn.is_finished:
                break
        return Line(tuple(turns), self.comment()), position

    def turn(self, start: Position) -> tuple[RecordedTurn, Position]:
        """Return a random turn, once in a while an unfinished one, and where it leads."""
        position, actions = start, list[str]()
        while not (actions and start.ends_turn(position)):
            actions.append(str(self.chance.choice(position.actions())))
            position = position.play(actions[-1])
            if self.chance.random() < 0.05 and not start.ends_turn(position):
                actions.append("")
                break
        clock = self.chance.choice((None, self.chance.randint(0, MAX_CLOCK_MS), 60_000))
        mark = self.chance.choice(("", *MARKS))
        return RecordedTurn("+".join(actions), mark, clock, self.comment()), position

    def variations(self, position: Position, depth: int) -> tuple[Line, ...]:
        """Return a few random lines, mostly none."""
        count = self.chance.choice((0, 0, 0, 1, 2)) if depth else 0
        length = self.chance.randint(1, 2)
        return tuple(self.line(position, length, depth - 1)[0] for _ in range(count))

    def comment(self) -> str:
        """Return one of the comments, or none."""
        return self.chance.choice(("", *self.comments))


RECORDS = st.builds(
    lambda seed, comments: Inventor(seed, comments).record(), st.integers(0, 2**32), COMMENTS
)
