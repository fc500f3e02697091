"""Positions and records by themselves: stepped through, set up by hand, written down."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

import tretorri
from tests.server.test_api import refusal
from tretorri.core.records import Record
from tretorri.core.registry import games
from tretorri.server.api.position_cache import MAX_CACHED_POSITIONS, PositionCache, StartPosition

ROUND = ["Pb4+a3-a4", "Pb1+a2-b2"]
RECORD = """[Tretorri "1"]
[Game "volterra"]
[Rules "1"]
[Seed "1"]
[Result "*"]
[Event "Palio"]

{first} 1. Pb4+a3-a4 !? {good} (1. Pb2+a1-a2 {or} (1. Pd4+)) 2. Pb1+a2-b2
[End]
"""


# Positions ----------------------------------------------------------------------------------------


def test_a_position_is_told_by_its_start_and_its_turns(client: httpx.Client) -> None:
    setting = {"game": "volterra", "turns": ROUND}
    found = client.post("/api/positions", json=setting).json()
    position = tretorri.game("volterra").start().play_turn(ROUND[0]).play_turn(ROUND[1])
    assert found["position"] == str(position)
    assert found == client.post("/api/positions", json=setting).json()


def test_C1_a_position_that_was_played_remembers(client: httpx.Client) -> None:
    """Two Lords walk to and fro until the same position stands for the third time."""
    start = "bw - b be5,wf6 - 21"
    there_and_back = ["L>e4", "L>f7", "L>e5", "L>f6"]
    setting: dict[str, Any] = {"game": "voldetour", "position": start}
    once = client.post("/api/positions", json={**setting, "turns": there_and_back}).json()
    assert once["result"] is None
    twice = client.post("/api/positions", json={**setting, "turns": there_and_back * 2}).json()
    assert twice["result"]["rule"] == "C1"
    asked = client.post("/api/analysis", json={**setting, "turns": there_and_back * 2})
    refusal(asked, 422, "not-now")


def test_why_an_action_cannot_be_played(client: httpx.Client) -> None:
    question = {"game": "volterra", "turns": ROUND, "action": "Pa1"}
    told = client.post("/api/positions/why", json=question).json()
    assert not told["is_legal"]
    assert told["problem"]["rule"] == "V5"
    first = client.post("/api/positions/why", json={"game": "volterra", "action": "Pb4"}).json()
    assert first == {"action": "Pb4", "is_legal": True, "problem": None}


def test_only_the_last_positions_are_kept() -> None:
    played, beginning = PositionCache(), StartPosition("volterra")
    for seed in range(MAX_CACHED_POSITIONS + 5):
        played.after(StartPosition("volterra", seed=seed), [])
    assert len(played._kept) == MAX_CACHED_POSITIONS
    assert played.after(beginning, ROUND) == played.after(beginning, ROUND)


# Set-up -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game_id", games())
def test_a_board_is_set_up_step_by_step(client: httpx.Client, game_id: str) -> None:
    empty = client.post("/api/setups", json={"game": game_id}).json()
    assert empty["turn"] == 1
    edit = empty["actions"]["texts"][0]
    sent = {"game": game_id, "draft": empty["draft"], "edits": [edit]}
    after = client.post("/api/setups", json=sent).json()
    board = tretorri.game(game_id).set_up().play(edit)
    assert after["draft"] == str(board)
    assert after["actions"]["texts"] == [str(action) for action in board.actions()]
    assert after["scene"] == json.loads(json.dumps(board.scene().to_json()))
    assert (after["position"] is None) == (after["problem"] is not None)


@pytest.mark.parametrize("game_id", games())
def test_a_position_is_a_sound_board(client: httpx.Client, game_id: str) -> None:
    start = client.post("/api/positions", json={"game": game_id}).json()["position"]
    board = client.post("/api/setups", json={"game": game_id, "draft": start}).json()
    assert (board["position"], board["problem"]) == (start, None)


def test_a_board_that_is_not_sound_says_why(client: httpx.Client) -> None:
    board = client.post("/api/setups", json={"game": "volterra", "edits": ["d@c3", "Pd@c3"]}).json()
    assert board["position"] is None
    assert board["problem"]["rule"] == "V2"
    bad = {"game": "volterra", "draft": board["draft"], "edits": ["l@c3"]}
    assert refusal(client.post("/api/setups", json=bad), 422, "illegal-action")["rule"] == "V5"
    bad = {"game": "volterra", "draft": board["draft"], "options": {"first": "light"}}
    refusal(client.post("/api/setups", json=bad), 400, "bad-request")


def test_why_an_edit_cannot_be_made(client: httpx.Client) -> None:
    draft = client.post("/api/setups", json={"game": "volterra"}).json()["draft"]
    doubt = {"game": "volterra", "draft": draft, "edit": "Pd@c3"}
    told = client.post("/api/setups/why", json=doubt).json()
    assert (told["is_legal"], told["problem"]["rule"]) == (False, "V5")
    told = client.post("/api/setups/why", json={**doubt, "edit": "d@c3"}).json()
    assert told == {"action": "d@c3", "is_legal": True, "problem": None}


def test_a_board_can_be_on_any_turn(client: httpx.Client) -> None:
    board = client.post("/api/setups", json={"game": "voldetour", "turn": 8}).json()
    assert (board["turn"], board["to_move"]) == (8, "w")
    assert board["problem"]["rule"] == "D19"


# Records ------------------------------------------------------------------------------------------


def test_a_record_is_read_as_a_tree_and_written_again(client: httpx.Client) -> None:
    read = client.post("/api/records", json={"text": RECORD}).json()
    first, second = read["record"]["turns"]
    assert (first["mark"], first["comment"], first["turn"]) == ("!?", "good", 1)
    assert first["variations"][0]["turns"][0]["variations"][0]["turns"][0]["text"] == "Pd4+"
    assert (second["text"], second["variations"]) == ("Pb1+a2-b2", [])
    assert read["start"] == str(tretorri.game("volterra").start())
    assert read["text"] == RECORD
    again = client.post("/api/records", json={"record": read["record"]}).json()
    assert again == read


def test_a_record_sixteen_variations_deep_is_read(client: httpx.Client) -> None:
    line: dict[str, Any] = {"turns": [{"turn": 1, "text": "Pb4+"}]}
    for _ in range(15):
        line = {"turns": [{"turn": 1, "text": "Pb4+", "variations": [line]}]}
    answer = client.post("/api/records", json={"record": {"game": "volterra", "seed": 1, **line}})
    assert answer.status_code == 200, answer.text
    assert answer.json()["text"].count("(") == 15


def test_a_damaged_record_is_refused_with_its_place(client: httpx.Client) -> None:
    broken = RECORD.replace("a3-a4", "e1-a4")
    told = refusal(client.post("/api/records", json={"text": broken}), 400, "invalid-record")
    assert (told["params"]["line"], told["params"]["column"]) == (8, 12)
    told = refusal(client.post("/api/records", json={"text": "hello"}), 400, "invalid-record")
    assert told["params"]["line"] == 1
    refusal(client.post("/api/records", json={}), 400, "bad-request")
    both = {"text": RECORD, "record": {"game": "volterra", "turns": []}}
    refusal(client.post("/api/records", json=both), 400, "bad-request")


def test_a_record_can_be_looked_over(client: httpx.Client) -> None:
    with client.stream("POST", "/api/review", json={"text": RECORD, "nodes": 50}) as stream:
        events = "".join(stream.iter_text()).split("\n\n")
    done = next(event for event in events if event.startswith("event: done"))
    review = json.loads(done.partition("data: ")[2])
    assert [turn["text"] for turn in review["turns"]] == ROUND
    assert Record.from_text(RECORD).to_text() == RECORD
