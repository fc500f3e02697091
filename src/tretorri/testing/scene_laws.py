"""Laws of what is shown: scenes, picks, pictures, words in every language, and set-ups."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

from tretorri.core.errors import IllegalAction, NoSetUp
from tretorri.core.scene import Scene
from tretorri.core.text_board import draw, spoken
from tretorri.core.words import Text, languages
from tretorri.testing.laws import Law
from tretorri.testing.requirements import require, require_refusal
from tretorri.testing.walks import AnyGame, walk

MAX_BOARD_COLUMNS = 110  # characters of a terminal
MAX_EDITS_TRIED = 8
BAD_EDITS = ("", "zz", "-z9", "to-move:q", "+")
SQUARE_NAME = re.compile(r"\b[a-n][0-9]{1,2}\b")


def check_scenes_show_the_position(game: AnyGame, picks: Sequence[int]) -> None:
    """Check that a scene is complete, and names everything that can be clicked."""
    position = walk(game, picks)[-1]
    scene, where = position.scene(), f'"{position}"'
    require(json.loads(json.dumps(scene.to_json()))["game"] == game.id, f"{where}: not as JSON")
    squares = {square.id for square in scene.squares}
    whole = len(squares) == len(scene.squares) == scene.columns * scene.rows
    require(whole, f"{where}: the scene has not one square for each place of the board")
    ids = [*squares, *(s.id for s in scene.solids), *(r.id for r in scene.reserves), *scene.buttons]
    require(len(ids) == len(set(ids)), f"{where}: two things in the scene have the same id")
    require(set(scene.marked) <= squares, f"{where}: something is marked that is no square")
    for solid in scene.solids:
        fits = (
            0 <= solid.x <= scene.columns - solid.size[0]
            and 0 <= solid.y <= scene.rows - solid.size[1]
            and solid.z >= 0
        )
        require(fits, f"{where}: {solid.id} stands outside the board")
    parts = (scene.squares, scene.solids, scene.reserves)
    require(
        all(part.label for each in parts for part in each),
        f"{where}: a square, solid or reserve has no label",
    )
    require(all(reserve.count > 0 for reserve in scene.reserves), f"{where}: an empty reserve")
    require([seat.id for seat in scene.seats] == list(game.seats), f"{where}: other seats")
    movers = {seat.id for seat in scene.seats if seat.to_move}
    require(movers == {position.to_move} - {None}, f"{where}: another seat is to move")
    picked = {pick for action in position.actions() for pick in position.picks(action)}
    require(picked <= set(ids), f"{where}: {picked - set(ids)} cannot be clicked")


def check_picks_spell_one_action_each(game: AnyGame, picks: Sequence[int]) -> None:
    """Check that no action is clicked like the beginning of another, and each has a description."""
    position = walk(game, picks)[-1]
    spelt = sorted(position.picks(action) for action in position.actions())
    for first, second in pairwise(spelt):
        require(first != second[: len(first)], f'"{position}": {first} also begins {second}')
    for action in position.actions()[::13]:
        require(position.describe(action).sentence(), f'"{position}", {action}: not described')


def check_ways_stay_on_the_board(game: AnyGame, picks: Sequence[int]) -> None:
    """Check that the points that an action passes through are on the board."""
    position = walk(game, picks)[-1]
    scene = position.scene()
    for action in position.actions()[::7]:
        for x, y, z in position.way(action):
            inside = 0 <= x < scene.columns and 0 <= y < scene.rows and z >= 0
            require(inside, f'"{position}", {action}: its way leaves the board')


def check_pictures_can_be_drawn(game: AnyGame, picks: Sequence[int]) -> None:
    """Check that a position can be drawn as SVG and as text, and read out."""
    position = walk(game, picks)[-1]
    root = ElementTree.fromstring(position.svg())  # noqa: S314 - our own picture
    require(root.tag.endswith("svg"), f'"{position}": its picture is no SVG')
    require(position._repr_svg_() == position.svg(), f'"{position}": notebooks show another')
    board, prompt = position.text_board(), position.scene().prompt
    require(board == draw(position.scene()), f'"{position}": the text board is not its scene')
    require(prompt in board, f'"{position}": the text board does not say what is to be done')
    widest = max(map(len, board.replace(prompt, "").splitlines()))
    require(widest <= MAX_BOARD_COLUMNS, f'"{position}": the text board has {widest} columns')
    require(spoken(position.scene()), f'"{position}": nothing is read out')


def check_every_language_says_the_same(game: AnyGame, picks: Sequence[int]) -> None:
    """Check that the sentences of all languages are filled in and name the same squares."""
    positions = walk(game, picks)
    position, elsewhere = positions[-1], positions[sum(picks) % len(positions)]
    tried = elsewhere.actions()[:: 1 + sum(picks) % 20]
    texts: list[Text] = [position.describe(action) for action in position.actions()[::9]]
    texts += filter(None, (position.why_not(action) for action in tried))
    for language in languages():
        said = [(text.sentence(), text.sentence(language)) for text in texts]
        shown = zip(labels(position.scene()), labels(position.scene(language)), strict=True)
        for english, other in (*said, *shown):
            where = f'"{position}": "{english}" is "{other}" in the language {language}'
            require(bool(other) == bool(english) and "{" not in other, where)
            require({*SQUARE_NAME.findall(other)} == {*SQUARE_NAME.findall(english)}, where)


def labels(scene: Scene) -> Iterator[str]:
    """Yield every text of a scene that a person reads."""
    yield scene.prompt
    for parts in (scene.squares, scene.solids, scene.reserves, scene.aids):
        yield from (part.label for part in parts)
    for seat in scene.seats:
        yield from (seat.name, seat.score, seat.status)
    yield from scene.buttons.values()


def check_set_ups_hold_positions(game: AnyGame, picks: Sequence[int]) -> None:
    """Check that a position can be set up if the game has an editor, and edits read back."""
    position = walk(game, picks)[-1]
    try:
        board = game.set_up(str(position))
    except NoSetUp:
        return
    require(str(board) == str(position), f'"{position}" is set up as "{board}"')
    require(board.why_not() is None, f'"{position}" is legal, but its set-up is not')
    require(board.position() == position, f'"{position}" is set up as another position')
    _check_edits(board)
    board = game.set_up()
    for pick in picks[:MAX_EDITS_TRIED]:
        edits = board.actions()
        board = board.play(edits[pick % len(edits)])
        require(str(game.set_up(str(board))) == str(board), f'"{board}" does not read back')
        reason = board.why_not()
        require(reason.sentence() if reason else str(board.position()), f'"{board}" says nothing')
    for text in BAD_EDITS:
        with require_refusal(IllegalAction, f"{text!r} is taken as an edit"):
            board.play(text)


def _check_edits(board: Any) -> None:
    scene, edits = board.scene(), board.actions()
    parts = (scene.squares, scene.solids, scene.reserves)
    known = {part.id for each in parts for part in each} | set(scene.buttons)
    spelt = [board.picks(edit) for edit in edits]
    require(len(set(spelt)) == len(edits), f'"{board}": two edits are clicked in the same way')
    for edit, clicked in list(zip(edits, spelt, strict=True))[::5]:
        require(set(clicked) <= known, f'"{board}", {edit.text}: not everything can be clicked')
        require(board.describe(edit).sentence(), f'"{board}", {edit.text}: not described')
        require(board.why_not(edit) is None, f'"{board}", {edit.text}: listed, but refused')


SCENE_LAWS: tuple[Law, ...] = (
    check_scenes_show_the_position,
    check_picks_spell_one_action_each,
    check_ways_stay_on_the_board,
    check_pictures_can_be_drawn,
    check_every_language_says_the_same,
    check_set_ups_hold_positions,
)
