"""Laws that hold for every game, along any walk."""

from __future__ import annotations

import dataclasses
import json
from itertools import islice, pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.examples import examples
from tests.settings import AnyGame, every_setting, name, walk
from tretorri import IllegalAction, Position, TretorriError
from tretorri.core.text_board import draw, spoken

SETTINGS = every_setting()
every_game = pytest.mark.parametrize("game", SETTINGS, ids=name)
walks = st.lists(st.integers(0, 10_000), max_size=40)
few = settings(max_examples=examples(12), deadline=None, suppress_health_check=list(HealthCheck))


@every_game
@few
@given(picks=walks)
def test_a_text_reads_back_to_an_equal_position(game: AnyGame, picks: list[int]) -> None:
    for position in walk(game, picks):
        again = game.position(str(position))
        assert again == position
        assert hash(again) == hash(position)
        assert str(again) == str(position)
        if not ended_by_history(position):
            assert set(map(str, again.actions())) == set(map(str, position.actions()))
            assert again.result == position.result


@every_game
@few
@given(picks=walks)
def test_what_the_rules_remember_was_on_the_board(game: AnyGame, picks: list[int]) -> None:
    positions = walk(game, picks)
    before = set(map(str, positions[:-1]))
    assert set(positions[-1].memory.begun) <= before
    assert positions[-1].memory.last_change <= positions[-1].turn


@every_game
@few
@given(picks=walks)
def test_a_way_is_told_in_places_inside_the_board(game: AnyGame, picks: list[int]) -> None:
    position = walk(game, picks)[-1]
    scene = position.scene()
    for action in position.actions()[::7]:
        for x, y, z in position.way(action):
            assert 0 <= x < scene.columns
            assert 0 <= y < scene.rows
            assert z >= 0


@every_game
@few
@given(picks=walks)
def test_who_agrees_to_count_shares_or_wins(game: AnyGame, picks: list[int]) -> None:
    position = walk(game, picks)[-1]
    winners = position.winners_by_agreement()
    assert winners is None or (winners and set(winners) <= set(game.seats))


def ended_by_history(position: Position) -> bool:
    """Tell whether the game ended by what a text cannot show."""
    return position.result is not None and position.result.rule in {"C1", "T27"}


@every_game
@few
@given(picks=walks)
def test_every_listed_action_can_be_played_and_is_listed_once(
    game: AnyGame, picks: list[int]
) -> None:
    position = walk(game, picks)[-1]
    texts = [str(action) for action in position.actions()]
    assert len(texts) == len(set(texts))
    for action in position.actions()[::7]:
        after = position.play(action)
        assert after == position.play(str(action))
        assert after.last == action
        assert position.why_not(action) is None


@every_game
@few
@given(picks=walks, other=st.integers(0, 30))
def test_an_action_that_is_not_listed_is_refused_with_a_rule(
    game: AnyGame, picks: list[int], other: int
) -> None:
    positions = walk(game, picks)
    position = positions[-1]
    elsewhere = positions[other % len(positions)]
    texts = {str(action) for action in elsewhere.actions()[:: 1 + other]}
    for text in texts - set(map(str, position.actions())):
        with pytest.raises(IllegalAction) as refused:
            position.play(text)
        reason = position.why_not(text)
        assert reason is not None
        assert reason.rule is not None, text
        assert (refused.value.rule, refused.value.reason) == (reason.rule, reason.sentence())
        assert "{" not in reason.sentence()


@every_game
def test_what_is_no_action_is_refused(game: AnyGame) -> None:
    position = game.start(seed=1)
    for text in ("", " ", "zz9", "e2e4", "+", "\x00", "９-９", "a" * 10_000, "P", "a1-", "@", "L>"):
        assert position.why_not(text) is not None
        with pytest.raises(IllegalAction):
            position.play(text)


@every_game
@few
@given(picks=walks)
def test_positions_never_change(game: AnyGame, picks: list[int]) -> None:
    positions = walk(game, picks)
    texts = [str(position) for position in positions]
    for position in positions:
        for action in position.actions()[::11]:
            position.play(action)
    assert [str(dataclasses.replace(position)) for position in positions] == texts  # type: ignore[type-var]
    with pytest.raises(dataclasses.FrozenInstanceError):
        positions[0].turn = 7


@every_game
@few
@given(seed=st.integers(0, 2**63 - 1), picks=walks)
def test_the_same_seed_gives_the_same_game(game: AnyGame, seed: int, picks: list[int]) -> None:
    assert list(map(str, walk(game, picks, seed))) == list(map(str, walk(game, picks, seed)))


@every_game
@few
@given(picks=walks)
def test_results_turns_and_seats_agree(game: AnyGame, picks: list[int]) -> None:
    for before, after in pairwise(walk(game, picks)):
        seats = game.seats
        assert before.to_move == seats[(before.turn - 1) % len(seats)]
        assert 0 <= after.turn - before.turn <= len(seats)
        assert after.is_over == (after.result is not None) == (after.to_move is None)
        assert after.is_over != bool(after.actions())
        if after.result:
            winners = after.result.winners
            assert list(winners) == [seat for seat in seats if seat in winners]
            assert after.result.scores is None or tuple(after.result.scores) == seats
        for seat in seats:
            assert -1 <= after.estimate(seat) <= 1


@every_game
@few
@given(picks=walks)
def test_turns_are_what_their_actions_spell(game: AnyGame, picks: list[int]) -> None:
    position = walk(game, picks)[-1]
    for turn in islice(position.turns(), 0, 20, 4):
        read, after = position.parse_turn(str(turn))
        assert read == turn
        assert after.is_over or after.turn > position.turn
        assert position.play_turn(turn) == after
        if len(turn.actions) > 1:
            with pytest.raises(IllegalAction, match="incomplete"):
                position.play_turn(str(turn.actions[0]))
        with pytest.raises(IllegalAction):
            position.play_turn(f"{turn}+{turn}")


@every_game
@few
@given(picks=walks)
def test_a_scene_shows_the_position_and_what_to_click(game: AnyGame, picks: list[int]) -> None:
    position = walk(game, picks)[-1]
    scene = position.scene()
    assert json.loads(json.dumps(scene.to_json()))["game"] == game.id
    squares = {square.id: square for square in scene.squares}
    assert len(squares) == len(scene.squares) == scene.columns * scene.rows
    ids = [*squares, *(s.id for s in scene.solids), *(r.id for r in scene.reserves), *scene.buttons]
    assert len(ids) == len(set(ids))
    assert set(scene.marked) <= set(squares)
    for solid in scene.solids:
        assert 0 <= solid.x <= scene.columns - solid.size[0]
        assert 0 <= solid.y <= scene.rows - solid.size[1]
        assert solid.z >= 0
    assert all(square.label for square in scene.squares)
    assert all(solid.label for solid in scene.solids)
    assert all(reserve.label and reserve.count > 0 for reserve in scene.reserves)
    assert [seat.id for seat in scene.seats] == list(game.seats)
    assert {seat.id for seat in scene.seats if seat.to_move} == {position.to_move} - {None}
    assert all(set(position.picks(action)) <= set(ids) for action in position.actions())


@every_game
@few
@given(picks=walks)
def test_picks_spell_one_action_each(game: AnyGame, picks: list[int]) -> None:
    position = walk(game, picks)[-1]
    spelt = sorted(position.picks(action) for action in position.actions())
    for first, second in pairwise(spelt):
        assert first != second[: len(first)]
    for action in position.actions()[::13]:
        assert position.describe(action).sentence()


@every_game
@settings(few, max_examples=examples(4))
@given(picks=walks)
def test_pictures_can_be_drawn(game: AnyGame, picks: list[int]) -> None:
    position = walk(game, picks)[-1]
    assert ElementTree.fromstring(position.svg()).tag.endswith("svg")
    assert position._repr_svg_() == position.svg()
    board, prompt = position.text_board(), position.scene().prompt
    assert board == draw(position.scene())
    assert prompt in board  # a sentence, which a terminal breaks where it must
    assert max(map(len, board.replace(prompt, "").splitlines())) <= 110
    assert spoken(position.scene())


@every_game
@pytest.mark.parametrize("seed", [-1, 2**63, True, 1.0, "1"])
def test_a_seed_that_is_no_whole_number_in_range_is_refused(game: AnyGame, seed: int) -> None:
    with pytest.raises(TretorriError, match="seed"):
        game.start(seed=seed)


@every_game
def test_a_drawn_seed_gives_a_start(game: AnyGame) -> None:
    assert game.start().turn == 1


@every_game
def test_C2_two_starts_with_one_seed_hide_nothing(game: AnyGame) -> None:
    position = game.start(seed=5)
    assert game.position(str(position)) == position
    assert {*map(str, game.position(str(position)).actions())} == {*map(str, position.actions())}


@every_game
def test_a_position_says_what_it_is(game: AnyGame) -> None:
    position = game.start(seed=1)
    assert repr(position) == f"<{game.id} {position}>"
    assert position != str(position)
    assert all(game.seat_name(seat).sentence() for seat in game.seats)
