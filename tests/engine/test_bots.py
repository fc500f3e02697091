"""The simple bots, on real games and on one that tests make up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

import tretorri
from tretorri.core.game import Action, Position
from tretorri.core.registry import games
from tretorri.engine import OPPONENTS, Bot, GreedyBot, RandomBot, bot, bots

EVERY_GAME = list(games())


def play_out(position: Position, players: dict[str, Bot], most: int) -> Position:
    for _ in range(most):
        if position.is_over:
            break
        position = position.play_turn(players[position.mover].choose(position))
    return position


@pytest.mark.parametrize("name", OPPONENTS)
@pytest.mark.parametrize("game_id", EVERY_GAME)
def test_a_bot_chooses_a_legal_turn(game_id: str, name: str) -> None:
    start = tretorri.game(game_id).start(seed=3)
    after = start.play_turn(bot(name, 1).choose(start))
    assert after.is_over or after.turn == 2


@pytest.mark.parametrize("name", OPPONENTS)
@pytest.mark.parametrize("game_id", EVERY_GAME)
def test_the_same_position_and_seed_give_the_same_turn(game_id: str, name: str) -> None:
    start = tretorri.game(game_id).start(seed=3)
    again = tretorri.game(game_id).position(str(start))
    assert bot(name, 5).choose(start) == bot(name, 5).choose(again)


def test_another_seed_gives_another_game() -> None:
    start = tretorri.game("volterra").start()
    assert len({str(RandomBot(seed).choose(start)) for seed in range(20)}) > 1


def test_an_unknown_bot_is_refused_with_the_names_of_those_there_are() -> None:
    with pytest.raises(tretorri.InvalidOption, match="the bots are random, greedy, engine"):
        bot("clever", 1)


def test_greedy_beats_random_in_most_games() -> None:
    won = 0
    for seed in range(20):
        mine = "dl"[seed % 2]
        players: dict[str, Bot] = dict.fromkeys("dl", RandomBot(seed))
        players[mine] = GreedyBot(seed)
        end = play_out(tretorri.game("volterra").start(), players, most=2000)
        won += end.result is not None and end.result.winners == (mine,)
    assert won >= 14


def test_greedy_takes_the_best_of_all_turns_where_they_are_few() -> None:
    start = tretorri.game("volterra").start()
    position = start.play_turn(GreedyBot(1).choose(start))
    best = max(start.play_turn(turn).estimate(start.mover) for turn in start.turns())
    assert position.estimate(start.mover) == best


@dataclass(frozen=True, slots=True)
class Digit(Action):
    number: int

    def __str__(self) -> str:
        return str(self.number)


@dataclass(frozen=True, eq=False)
class Digits:
    """A turn of three digits; what it is worth is written in a table."""

    worth: dict[str, float]
    text: str = ""
    mover: str = "a"
    looked_at: list[str] | None = None

    @property
    def is_over(self) -> bool:
        return self.worth.get(self.text) == 1

    def actions(self) -> tuple[Digit, ...]:
        return tuple(map(Digit, range(10)))

    def play(self, action: Action) -> Digits:
        return Digits(self.worth, f"{self.text}{action}", "a", self.looked_at)

    def ends_turn(self, after: Digits) -> bool:
        return after.is_over or len(after.text) == 3

    def estimate(self, seat: str) -> float:
        assert seat == "a"
        if self.looked_at is not None:
            self.looked_at.append(self.text)
        return self.worth.get(self.text, 0.0)

    def __str__(self) -> str:
        return f"digits {self.text}"


def chosen(position: Any) -> str:
    return str(GreedyBot(1).choose(position))


def test_greedy_looks_to_the_end_of_the_turn_and_not_only_at_the_next_action() -> None:
    assert chosen(Digits({"4": 0.9, "4xx": 0.0, "777": 0.5})) == "7+7+7"


def test_greedy_follows_only_the_best_beginnings_when_there_are_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bots, "GREEDY_POSITIONS", 40)
    looked_at: list[str] = []
    assert (
        chosen(Digits({"4": 0.9, "42": 0.8, "423": 0.1, "777": 0.5}, looked_at=looked_at))
        == "4+2+3"
    )
    assert len(looked_at) == 10 + 2 * 10 + 1 * 10


def test_greedy_takes_a_win_within_the_turn() -> None:
    looked_at: list[str] = []
    assert chosen(Digits({"3": 1.0, "888": 0.99}, looked_at=looked_at)) == "3"
    assert len(looked_at) == 10


def test_greedy_breaks_ties_by_its_seed() -> None:
    position: Any = Digits({})
    choices = {str(GreedyBot(seed).choose(position)) for seed in range(20)}
    assert len(choices) > 3
