"""Take the same walk through a game and its reference, and compare every step."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import tretorri
from tests.reference import ReferenceState, Refused, place, towers, voldetour, volterra
from tests.reference.texts import TEXTS, damaged

REFERENCES: dict[str, type[ReferenceState]] = {
    "volterra": volterra.State,
    "towers": towers.State,
    "voldetour": voldetour.State,
}
OPTIONS: dict[str, list[dict[str, str]]] = {
    "volterra": [
        {"first": f, "variant": v} for f in ("dark", "light") for v in ("standard", "free")
    ],
    "towers": [{"players": n, "variant": v} for n in "234" for v in ("standard", "unlimited")]
    + [{"seats": seats} for seats in ("gr", "bvr", "grbv", "vb")],
    "voldetour": [{"players": "2"}, {"players": "4"}],
}

Choice = Callable[[random.Random, ReferenceState, list[str], set[str]], str]


class Difference(AssertionError):
    """The game and its reference disagree."""


@dataclass
class Pair:
    """The same position on both sides; *story* says how it came about."""

    ours: tretorri.Position
    theirs: ReferenceState
    story: list[str] = field(default_factory=list)

    def compare(self) -> None:
        """Raise *Difference* unless texts, legal actions and results are the same."""
        self._same("text", str(self.ours), self.theirs.text())
        result, over = self.ours.result, self.theirs.over
        ours = result and (result.winners, result.scores, result.rule)
        self._same("result", ours, over)
        if result and result.scores is not None and over and over[1] is not None:
            self._same("order of scores", list(result.scores), list(over[1]))
        actions = [str(action) for action in self.ours.actions()]
        if sorted(actions) != self.theirs.actions():
            here, there = Counter(actions), Counter(self.theirs.actions())
            self._same(
                "actions", sorted((here - there).elements()), sorted((there - here).elements())
            )

    def _same(self, what: str, ours: object, theirs: object) -> None:
        if ours != theirs:
            at = f"at    {self.theirs.text()}\nafter {' '.join(self.story)}"
            raise Difference(f"{what} differ\ngame      {ours}\nreference {theirs}\n{at}")

    def play(self, action: str) -> Pair:
        """Return the pair after an action."""
        return Pair(self.ours.play(action), self.theirs.play(action), [*self.story, action])


def started(game_id: str, options: Mapping[str, str], seed: int) -> Pair:
    """Return the first position of a game."""
    ours = tretorri.game(game_id, **options).start(seed=seed)
    theirs = REFERENCES[game_id].start(seed, **options)
    return Pair(ours, theirs, [f"start({options}, seed={seed})"])


def read(game_id: str, text: str, options: Mapping[str, str] | None = None) -> Pair | None:
    """Read a text on both sides; None when both refuse it."""
    ours: tretorri.Position | None
    theirs: ReferenceState | None
    try:
        ours, why = tretorri.game(game_id, **(options or {})).position(text), "accepted"
    except tretorri.InvalidPosition as error:
        ours, why = None, str(error)
    try:
        theirs, reason = REFERENCES[game_id].read(text), "accepted"
    except Refused as refusal:
        theirs, reason = None, str(refusal)
    if (ours is None) != (theirs is None):
        raise Difference(f"reading differs\ngame      {why}\nreference {reason}\nof {text!r}")
    return Pair(ours, theirs, [text]) if ours and theirs else None


def walk(rng: random.Random, pair: Pair, choose: Choice, steps: int) -> Pair:
    """Go up to so many steps, comparing each; return where it ended."""
    undoing: dict[str, set[str]] = {}
    pair.compare()
    for _ in range(steps):
        actions = pair.theirs.actions()
        if not actions:
            break
        seat = pair.theirs.text().split(" ")[2]
        action = choose(rng, pair.theirs, actions, undoing.get(seat, set()))
        undone = undo_of(pair.theirs, action)
        pair = pair.play(action)
        pair.compare()
        undoing[seat] = {undone, *sorted(undoing.get(seat, set()))[:1]}
    return pair


def undo_of(state: ReferenceState, action: str) -> str:
    """Return the action that would take this one back, if it were legal."""
    if isinstance(state, volterra.State) and action.startswith("P") and state.pawns:
        return "P" + state.pawns.get(state.mover, "")
    if isinstance(state, voldetour.State) and action.startswith("L"):
        return "L>" + state.lords[state.mover]
    if len(action) == 5:
        return action[3:] + action[2] + action[:2]
    return action


# Ways to choose -----------------------------------------------------------------------------------


def anything(rng: random.Random, _: ReferenceState, actions: list[str], __: set[str]) -> str:
    """Choose any action."""
    return rng.choice(actions)


def to_and_fro(
    rng: random.Random, state: ReferenceState, actions: list[str], undoing: set[str]
) -> str:
    """Take back what was done last, so that positions repeat [C1]."""
    back = [action for action in actions if action in undoing]
    if back and rng.random() < 0.97:
        return rng.choice(back)
    lord = [action for action in actions if action.startswith("L")]
    return rng.choice(lord) if lord else quietly(rng, state, actions, undoing)


def quietly(rng: random.Random, state: ReferenceState, actions: list[str], __: set[str]) -> str:
    """Cover nothing, enter no symbol space, empty no square [T27, C3]."""
    if isinstance(state, towers.State):
        calm = [a for a in actions if a[3:] in towers.STREETS and a[3:] not in state.board]
    elif isinstance(state, volterra.State):
        calm = [a for a in actions if a[2:3] != "-" or len(state.towers[a[:2]]) > 1]
    else:
        calm = [a for a in actions if a.startswith("L")]
    return rng.choice(calm or actions)


def quietly_then_to_and_fro(
    rng: random.Random, state: ReferenceState, actions: list[str], undoing: set[str]
) -> str:
    """Wander, and repeat positions just before T27 or C3 would strike."""
    turn = int(state.text().rsplit(" ", 1)[1])
    stirred = state.stirred if isinstance(state, towers.State) else 0
    late = turn - stirred >= 50 or turn >= 490
    return (to_and_fro if late else quietly)(rng, state, actions, undoing)


def eagerly(rng: random.Random, state: ReferenceState, actions: list[str], __: set[str]) -> str:
    """Seek what changes most: emptied squares, captures, pieces near Lords."""
    if isinstance(state, voldetour.State):
        return _eager_builder(rng, state, actions)
    if isinstance(state, towers.State):
        hits = [a for a in actions if a[3:] in state.board or a[3:] in towers.SPACES]
    elif isinstance(state, volterra.State):
        hits = [a for a in actions if a[2:3] == "-" and len(state.towers[a[:2]]) == 1]
    else:
        hits = []
    return rng.choice(hits if hits and rng.random() < 0.7 else actions)


def _eager_builder(rng: random.Random, state: voldetour.State, actions: list[str]) -> str:
    """Leave the Tower over an upright Block; build near the Lords; nest; walk."""
    home, goal = (state._towers[s] for s in (state.mover, voldetour.ENEMY[state.mover]))
    walks = [a for a in actions if a.startswith("L")]
    if f"L>{goal}" in walks and rng.random() < 0.3:
        return f"L>{goal}"
    if state.lords[state.mover] == home and rng.random() < 0.8:
        bridge = [a for a in actions if a.startswith("B3>") and a[-1] == "z" and _near(a, home, 1)]
        if walks or bridge:
            return rng.choice(walks or bridge)
    lords = sorted(state.lords.values())
    near = [a for a in actions if ">" in a and any(_near(a, square, 2) for square in lords)]
    nested = [a for a in actions if a.endswith("^")]
    moved = [a for a in actions if ">" in a[3:]]
    group = rng.choice([near, near, nested, moved, walks, actions])
    return rng.choice(group or actions)


def _near(action: str, square: str, distance: int) -> bool:
    (x, y), (column, row) = place(_target(action)), place(square)
    return abs(x - column) + abs(y - row) <= distance


def _target(action: str) -> str:
    return action.split(">")[1].rstrip("xyznesw^")


CHOICES: Sequence[Choice] = (
    anything,
    eagerly,
    eagerly,
    to_and_fro,
    quietly,
    quietly_then_to_and_fro,
)


# Whole comparisons --------------------------------------------------------------------------------


def play_a_game(game_id: str, rng: random.Random, steps: int) -> Pair:
    """Walk from a first position."""
    pair = started(game_id, rng.choice(OPTIONS[game_id]), rng.randrange(2**63))
    return walk(rng, pair, rng.choice(CHOICES), steps)


def play_from_a_text(game_id: str, rng: random.Random, steps: int) -> Pair | None:
    """Walk from a random position text."""
    pair = read(game_id, TEXTS[game_id](rng), rng.choice(OPTIONS[game_id]))
    return pair and walk(rng, pair, rng.choice(CHOICES), steps)


def read_a_damaged_text(game_id: str, rng: random.Random) -> Pair | None:
    """Read a text with one, two or three mistakes."""
    text, other = TEXTS[game_id](rng), TEXTS[game_id](rng)
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        text = damaged(rng, text, other)
    pair = read(game_id, text, rng.choice(OPTIONS[game_id]))
    if pair:
        pair.compare()
    return pair
