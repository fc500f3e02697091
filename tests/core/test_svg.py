"""Pictures: well formed, complete, in the painter's order, readable without colour."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.core.scenes import SEATS, bar, board, counter, every_piece, fullest, with_prompt
from tests.settings import AnyGame, every_setting, name
from tretorri.core.scene import Reserve, Scene, SceneSeat, Solid, Square
from tretorri.core.svg import draw
from tretorri.core.svg.palette import GOLD

SVG = "{http://www.w3.org/2000/svg}"
LARGEST = 150_000  # bytes


def read(scene: Scene) -> ElementTree.Element:
    return ElementTree.fromstring(draw(scene))


def ids(scene: Scene) -> list[str]:
    """Return the ids in the order in which they are painted."""
    found = (element.get("data-id") for element in read(scene).iter())
    return [each for each in found if each]


# The document ---------------------------------------------------------------------------------


@pytest.mark.parametrize("game", every_setting(), ids=name)
def test_a_picture_along_a_game_shows_every_square_piece_and_reserve(game: AnyGame) -> None:
    rng, position = random.Random(3), game.start(seed=3)
    for _ in range(3):
        scene = position.scene()
        drawn = set(ids(scene))
        assert drawn >= {thing.id for thing in (*scene.squares, *scene.solids, *scene.reserves)}
        for _ in range(12):
            if position.actions():
                position = position.play(rng.choice(position.actions()))


def test_the_same_scene_gives_the_same_picture() -> None:
    scene = board(3, 2, [counter(0, 0, 0), counter(0, 0, 1, "red")], marked=("a1",))
    assert draw(scene) == draw(replace(scene))


def test_without_its_legend_a_picture_has_no_words_but_the_board() -> None:
    scene = with_prompt(every_piece(), "Dark to move")
    whole, bare = (draw(scene, has_legend=has_legend) for has_legend in (True, False))
    assert whole.count("Dark to move") > bare.count("Dark to move")
    drawn = {element.get("data-id") for element in ElementTree.fromstring(bare).iter()}
    assert drawn >= {square.id for square in scene.squares} | {piece.id for piece in scene.solids}
    assert not drawn & {reserve.id for reserve in scene.reserves}


def test_two_pictures_on_one_page_share_no_name() -> None:
    one, two = board(2, 2, [counter(0, 0, 0)]), board(2, 2, [counter(1, 0, 0)])
    names = [set(re.findall(r' id="([^"]+)"', draw(scene))) for scene in (one, two)]
    assert names[0]
    assert not names[0] & names[1]


def test_whatever_is_used_is_there() -> None:
    picture = draw(every_piece())
    used = set(re.findall(r'href="#([^"]+)"', picture)) | set(re.findall(r"url\(#(.+?)\)", picture))
    assert used <= set(re.findall(r' id="([^"]+)"', picture))


def test_a_picture_needs_nothing_from_elsewhere() -> None:
    picture = draw(every_piece())
    assert re.findall(r"https?://[^\"]*", picture) == ["http://www.w3.org/2000/svg"]
    assert not re.search(r"<(script|style|image|foreignObject)\b", picture)


def test_a_picture_says_the_prompt_and_what_stands() -> None:
    stands = Square("b1", 1, 0, "plain", "b1: a tower", text="dl")
    root = read(board(2, 1, squares=[stands]))
    assert [root.findtext(f"{SVG}title"), root.findtext(f"{SVG}desc")] == [
        "Dark to move",
        "b1: a tower",
    ]


HOSTILE = "<script>\"'&\0\ud800\x1b]]>\uffff"


def test_hostile_texts_are_only_texts() -> None:
    seat = SceneSeat(
        "d", HOSTILE, HOSTILE, to_move=True, winner=False, score=HOSTILE, status=HOSTILE
    )
    scene = board(
        1,
        1,
        [Solid(HOSTILE, "counter", 0, 0, 0, HOSTILE, HOSTILE, mark=HOSTILE)],
        squares=[Square("a1", 0, 0, HOSTILE, HOSTILE, HOSTILE, HOSTILE, HOSTILE, HOSTILE)],
        seats=(seat,),
        reserves=(Reserve(HOSTILE, "pawn", (1, 1, 1), HOSTILE, "d", 1, HOSTILE),),
        marked=(HOSTILE,),
    )
    picture = draw(with_prompt(scene, HOSTILE))
    root = ElementTree.fromstring(picture.encode())
    assert not list(root.iter(f"{SVG}script"))
    assert root.findtext(f"{SVG}title") == "<script>\"'&\ufffd\ufffd\ufffd]]>\ufffd"


@settings(deadline=None)
@given(prompt=st.text(), label=st.text(), name=st.text())
def test_any_text_gives_a_well_formed_picture(prompt: str, label: str, name: str) -> None:
    seat = SceneSeat("d", name, "dark", to_move=False, winner=False, score=prompt, status=label)
    scene = board(1, 1, [Solid("a1.0", "slab", 0, 0, 0, "dark", label)], seats=(seat,))
    assert read(with_prompt(scene, prompt)).tag == f"{SVG}svg"


def test_the_fullest_board_stays_small() -> None:
    assert len(draw(fullest()).encode()) < LARGEST


# The last action ------------------------------------------------------------------------------


def golden(scene: Scene) -> int:
    return draw(scene).count(f'stroke="{GOLD}"')


@pytest.mark.parametrize(
    "solids",
    [
        [],
        [counter(0, 0, 0)],
        [Solid("s", "stair", 0, 0, 0, "red", "", facing="n")],
        [bar("b", 0, 0, 0, (1, 1, 1))],
        [Solid("p", "pawn", 0, 0, 0, "dark", "")],
    ],
    ids=["bare", "counter", "slope", "block", "figure"],
)
def test_the_last_action_is_marked_whatever_stands_there(solids: list[Solid]) -> None:
    scene = board(1, 1, solids, seats=())
    assert golden(scene) == 0
    assert golden(replace(scene, marked=("a1",))) == 1


def test_the_mark_lies_on_the_tower_and_under_the_pawn() -> None:
    solids = [Solid("a1.0", "slab", 0, 0, 0, "dark", ""), Solid("p", "pawn", 0, 0, 1, "dark", "")]
    picture = draw(board(1, 1, solids, seats=(), marked=("a1",)))
    slab, mark, pawn = (
        picture.index(text) for text in ('data-id="a1.0"', f'stroke="{GOLD}"', 'data-id="p"')
    )
    assert slab < mark < pawn


def test_a_higher_tower_makes_the_picture_higher() -> None:
    def height(tall: int) -> float:
        tower = [Solid(f"{z}", "slab", 0, 0, z, "dark", "") for z in range(tall)]
        return float(read(board(1, 1, tower)).attrib["viewBox"].split()[3])

    assert height(20) > height(1)


# Words below ----------------------------------------------------------------------------------


def card(*, to_move: bool = False, winner: bool = False) -> str:
    """Return a picture with one seat."""
    return draw(board(1, 1, seats=(replace(SEATS[0], to_move=to_move, winner=winner),)))


def test_who_is_to_move_has_an_arrow_and_who_has_won_a_wreath() -> None:
    arrow, wreath = "M9 -11L-11 0L9 11Z", "rotate(35)"
    assert arrow in card(to_move=True)
    assert wreath in card(winner=True)
    assert arrow not in card()
    assert wreath not in card()


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_every_seat_has_its_card(seats: int) -> None:
    some = tuple(replace(SEATS[0], id=f"{i}", name=f"Player {i}") for i in range(seats))
    texts = [element.text for element in read(board(2, 2, seats=some)).iter(f"{SVG}text")]
    assert [text for text in texts if text and text.startswith("Player")] == [s.name for s in some]


def test_a_reserve_lies_in_the_tray_of_its_owner_with_its_number() -> None:
    reserve = Reserve("reserve:l", "stair", (1, 1, 1), "light", "l", 3, "Stair")
    texts = [element.text for element in read(board(2, 2, reserves=(reserve,))).iter(f"{SVG}text")]
    assert texts[-1] == "×3"


def test_an_empty_reserve_is_faint() -> None:
    reserve = Reserve("reserve:l", "block", (3, 1, 1), "light", "l", 0, "Block")
    (pile,) = (
        e for e in read(board(2, 2, reserves=(reserve,))).iter() if e.get("data-id") == "reserve:l"
    )
    assert pile.get("opacity") == ".35"


def test_a_long_prompt_is_broken_into_lines_of_about_the_same_length() -> None:
    scene = with_prompt(board(2, 2, seats=()), "word " * 30)
    lines = [e.text or "" for e in read(scene).iter(f"{SVG}text")][4:]
    assert len(lines) > 1
    assert max(map(len, lines)) - min(map(len, lines)) <= 10
