"""Rulebooks and lessons over HTTP."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tests.server.test_api import refusal
from tretorri.core.lesson import steps
from tretorri.core.registry import folder, games
from tretorri.core.words import languages
from tretorri.server.api.rulebooks import read_rulebook

every_game = pytest.mark.parametrize("game_id", games())


def blocks(book: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    """Return the blocks of one kind."""
    return [each for part in book["sections"] for each in part["blocks"] if each["kind"] == kind]


@every_game
def test_a_rulebook_has_sections_rules_and_pictures(client: httpx.Client, game_id: str) -> None:
    book = client.get(f"/api/shelf/{game_id}/rulebook").json()
    rules = [rule for section in book["sections"] for rule in section["rules"]]
    assert len(rules) > 10
    assert len({section["id"] for section in book["sections"]}) == len(book["sections"])
    stated = [*blocks(book, "paragraph"), *(i for b in blocks(book, "list") for i in b["items"])]
    assert sorted(rules) == sorted(each["rule"] for each in stated if each["rule"])
    assert blocks(book, "picture")
    for picture in blocks(book, "picture"):
        drawn = client.get(f"/api/shelf/{game_id}/pictures/{picture['name']}.svg")
        assert drawn.headers["content-type"].startswith("image/svg+xml")
        assert drawn.text.startswith("<svg")
        assert f"0 0 {picture['width']:g} {picture['height']:g}" in drawn.text
    refusal(client.get(f"/api/shelf/{game_id}/pictures/nothing.svg"), 404, "not-found")


@every_game
@pytest.mark.parametrize("language", languages())
def test_nothing_of_a_rulebook_is_lost_or_left_as_marks(game_id: str, language: str) -> None:
    book = read_rulebook(game_id, language).model_dump()
    said = "".join(texts(book["sections"]))
    assert not set("*`|#") & set(said)
    source = (folder(game_id) / "rulebook" / f"{language}.md").read_text(encoding="utf-8")
    for word in source.replace("*", " ").replace("`", " ").split():
        if word.isalpha():
            assert word in said


def texts(part: Any) -> list[str]:
    """Return all titles, captions and texts below a part of a rulebook, in order."""
    if isinstance(part, list):
        return [text for each in part for text in texts(each)]
    if not isinstance(part, dict):
        return []
    own = [f"{part[name]} " for name in ("title", "caption", "text") if name in part]
    return own + [text for each in part.values() for text in texts(each)]


def test_a_rule_that_is_meant_is_a_link_and_what_looks_like_one_is_not() -> None:
    book = read_rulebook("voldetour", "en").model_dump()
    spans = [s for b in blocks(book, "list") for item in b["items"] for s in item["spans"]]
    assert {"kind": "rule", "text": "D19"} in spans
    table = blocks(book, "table")[0]
    assert table["rows"][0][0] == [{"kind": "code", "text": "B2>c4z"}]


# Lessons ------------------------------------------------------------------------------------------


@every_game
def test_every_step_of_a_lesson_can_be_done(client: httpx.Client, game_id: str) -> None:
    lesson = client.get(f"/api/shelf/{game_id}/lesson", params={"lang": "de"}).json()
    assert [step["id"] for step in lesson["steps"]] == list(steps(game_id))
    for step in lesson["steps"]:
        begun = check(client, game_id, step["id"])
        assert (begun["outcome"], begun["said"], begun["why"]) == ("going", "", "")
        assert step["show"][0] in begun["view"]["actions"]["texts"]
        done = check(client, game_id, step["id"], *step["show"])
        assert done["outcome"] == "done"
        assert done["said"]
        assert done["view"]["actions"]["texts"] == []


def check(client: httpx.Client, game_id: str, step: str, *actions: str) -> dict[str, Any]:
    """Ask what comes of some actions."""
    body = {"game": game_id, "step": step, "actions": actions}
    answer = client.post("/api/lessons/check", json=body)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_a_wrong_try_is_taken_back_and_explained(client: httpx.Client) -> None:
    tried = check(client, "volterra", "order", "b4-c4", "Pd4")
    assert (tried["outcome"], tried["played"], tried["rule"]) == ("wrong", ["b4-c4"], None)
    assert tried["why"]
    tried = check(client, "volterra", "pawn", "Pc4")
    assert (tried["outcome"], tried["rule"]) == ("wrong", "V5")


def test_a_step_that_is_not_there_is_not_found(client: httpx.Client) -> None:
    body = {"game": "volterra", "step": "nothing"}
    refusal(client.post("/api/lessons/check", json=body), 404, "not-found")
    refusal(client.get("/api/shelf/chess/lesson"), 404, "unknown-game")
