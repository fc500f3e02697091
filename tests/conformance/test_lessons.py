"""Lessons: every step can be done as it says, and only so, in every language."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import islice

import pytest

from tests.conformance.test_languages import CODE, FRENCH_MARK, NARROW_SPACE, SQUARE
from tests.fourth.registration import register_campanile
from tretorri.core.lesson import PointGoal, RefusedGoal, Step, WinGoal, step_words, steps
from tretorri.core.registry import folder, games
from tretorri.core.words import ENGLISH, languages

STEPS = [(game, step) for game in games() for step in steps(game).values()]
every_step = pytest.mark.parametrize(
    ("game", "step"), STEPS, ids=[f"{game}-{step.id}" for game, step in STEPS]
)
MOST_TRIES = 400
ALL_IS_RIGHT = {"volterra-tower", "volterra-turn"}  # whatever the rules allow there


def tries(step: Step) -> Iterator[tuple[str, ...]]:
    """Yield what learners may do: on the way that is shown, and in whole turns; of many, some."""
    for done in range(len(step.show)):
        before = step.show[:done]
        offers = list(step.goal.offers(step.judge(before).position, ENGLISH))
        for offer in offers[:: 1 + len(offers) // MOST_TRIES]:
            yield (*before, offer.text)
    for turn in islice(step.start.turns(), MOST_TRIES):
        yield tuple(map(str, turn.actions))


@pytest.mark.parametrize("game", sorted({game for game, _ in STEPS}))
def test_every_lesson_has_about_a_dozen_steps_and_ends_with_a_win(game: str) -> None:
    found = list(steps(game).values())
    assert 10 <= len(found) <= 15
    assert isinstance(found[-1].goal, WinGoal)


@every_step
def test_what_is_shown_does_the_step(game: str, step: Step) -> None:
    for done in range(len(step.show)):
        verdict = step.judge(step.show[:done])
        assert verdict.outcome == "going"
        assert step.show[done] in [o.text for o in step.goal.offers(verdict.position, ENGLISH)]
    verdict = step.judge(step.show)
    assert verdict.outcome == "done"
    if isinstance(step.goal, RefusedGoal):
        assert verdict.why is not None
        assert verdict.why.rule == step.rule
    else:
        assert verdict.why is None


@every_step
def test_something_else_does_not_and_is_told_why(game: str, step: Step) -> None:
    verdicts = [step.judge(tried) for tried in tries(step)]
    wrong = [verdict for verdict in verdicts if verdict.outcome == "wrong"]
    assert bool(wrong) != (f"{game}-{step.id}" in ALL_IS_RIGHT)
    for verdict in wrong:
        assert verdict.position == step.judge(verdict.played).position
        assert verdict.why is not None
        assert all(verdict.why.sentence(language) for language in languages())


@every_step
def test_nonsense_is_wrong(game: str, step: Step) -> None:
    verdict = step.judge(["no such action"])
    assert verdict.outcome == "wrong"
    assert verdict.why is not None
    assert not verdict.played


@every_step
def test_picks_name_what_is_there(game: str, step: Step) -> None:
    scene = step.start.scene()
    there = {part.id for parts in (scene.squares, scene.solids, scene.reserves) for part in parts}
    for offer in step.goal.offers(step.start, ENGLISH):
        assert set(offer.picks) <= there | scene.buttons.keys()
    if isinstance(step.goal, PointGoal):
        assert set(step.goal.squares) <= there


@every_step
def test_a_position_is_written_as_it_is_read(game: str, step: Step) -> None:
    assert f'position = "{step.start}"' in (folder(game) / "lesson" / "steps.toml").read_text(
        encoding="utf-8"
    )
    assert not step.start.is_over


@every_step
def test_the_rule_of_a_step_stands_in_the_rulebook(game: str, step: Step) -> None:
    book = (folder(game) / "rulebook" / "en.md").read_text(encoding="utf-8")
    assert f"**[{step.rule}]**" in book


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("language", languages())
def test_every_language_says_every_step(game: str, language: str) -> None:
    assert (folder(game) / "lesson" / f"{language}.json").is_file()
    english, said = step_words(game, ENGLISH), step_words(game, language)
    assert list(said) == list(steps(game))
    for name, words in said.items():
        for part in ("title", "task", "hint", "done"):
            here, there = getattr(words, part), getattr(english[name], part)
            assert here
            assert sorted(set(SQUARE.findall(here))) == sorted(set(SQUARE.findall(there))), name
            assert language == ENGLISH or here != there, name


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("language", languages())
def test_marks_are_typographic(game: str, language: str) -> None:
    text = (folder(game) / "lesson" / f"{language}.json").read_text(encoding="utf-8")
    for words in json.loads(text).values():
        for sentence in words.values():
            assert not set("\"'") & set(sentence)
            if language == "fr":
                for before, after in FRENCH_MARK.findall(CODE.sub("", sentence)):
                    assert (before or after) == NARROW_SPACE, sentence
                assert not re.search(r" [;:?!»]|[^\u202f][!]", sentence), sentence


def test_a_game_without_a_lesson_has_no_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    register_campanile(monkeypatch)
    assert steps("campanile") == {}
