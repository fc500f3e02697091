"""Position texts: what is read, and what is refused for which reason."""

from __future__ import annotations

import pytest

import tretorri
from tests.games.voldetour.table import ALL_BURIED, BURIED, START, voldetour


def refused(text: str) -> tuple[str, str | None]:
    """Return key and rule of the refusal of *text*."""
    with pytest.raises(tretorri.InvalidPosition) as caught:
        voldetour(text)
    assert caught.value.reason
    return caught.value.why.key.removeprefix("voldetour."), caught.value.rule


@pytest.mark.parametrize(
    "text",
    [
        START,
        "brwy - b bb2,rb9,wi9,yi2 - 1",
        "bw bB2z@c4.0;wSn@d4.0;bS^@d4.0 w bc3,wh8 - 2",
        "bw wB1@c4.0;bB2x@c4.1;wB1@d4.0 b bc3,wh8 - 1",
        "bw bB1@j9.0;bB1@a10.0 b bc3,wh8 B 1",
        "bw bSn@a1.0;bB1@b1.0 b bc3,wh8 BS 1",
        "bw - w bh8,wa1 - 8",
        "bw - w b-,wa1 - 6",
        "brwy - y bi9,r-,wa1,y- - 16",
        "bw - b ba1,wj10 - 999999",
    ],
)
def test_reading_and_writing_give_the_same_text(text: str) -> None:
    assert str(voldetour(text)) == text


@pytest.mark.parametrize("players", [2, 4])
def test_reading_takes_any_seats_whatever_the_options(players: int) -> None:
    game = tretorri.game("voldetour", players=players)
    assert game.position("brwy - b ba1,ra2,wa3,ya4 - 1").game.options == {"players": "4"}


def test_reading_a_text_whose_seat_cannot_act_gives_the_position_after_the_skip() -> None:
    assert voldetour(f"bw {BURIED} b bc3,wh8 - 3").turn == 4


@pytest.mark.parametrize(
    "text",
    [
        "",
        " " + START,
        START + " ",
        START.replace(" - b", "  - b"),
        START + "\n",
        "bw - b bc3,wh8 -",
        "bw - b bc3,wh8 - - 1",
    ],
)
def test_reading_refuses_stray_blanks_and_missing_fields(text: str) -> None:
    assert refused(text)[0] in {"core.bad-fields", "core.bad-turn"}


@pytest.mark.parametrize("turn", ["0", "01", "-1", "1000000", "1.0", "²", "１", "x"])
def test_reading_refuses_turns_that_are_no_plain_numbers(turn: str) -> None:
    assert refused(f"bw - b bc3,wh8 - {turn}") == ("core.bad-turn", None)


@pytest.mark.parametrize("mover", ["w", "x", "-"])
def test_reading_refuses_a_mover_that_does_not_fit_the_turn(mover: str) -> None:
    assert refused(f"bw - {mover} bc3,wh8 - 1") == ("core.wrong-mover", None)


@pytest.mark.parametrize("seats", ["wb", "b", "brw", "bryw", "bw^", "-"])
def test_reading_refuses_other_seats(seats: str) -> None:
    assert refused(f"{seats} - b bc3,wh8 - 1") == ("bad-seats", None)


@pytest.mark.parametrize(
    "pieces",
    [
        "bB1@b1.0;bB1@a1.0",
        "bB1@a2.0;bB1@b1.0",
        "bB1@a10.0;bB1@a9.0",
        "bB1@a1.1;bB1@a1.0",
        "bS^@a1.0;bSn@a1.0",
    ],
)
def test_reading_refuses_unsorted_pieces(pieces: str) -> None:
    assert refused(f"bw {pieces} b bc3,wh8 - 1") == ("core.not-exact", None)


@pytest.mark.parametrize(
    "piece",
    [
        "B1@a1.0",
        "rB1@a1.0",
        "bB1@a1",
        "bB1@a01.0",
        "bB1@k1.0",
        "bB1@a11.0",
        "bB1@a0.0",
        "bB1z@a1.0",
        "bB2@a1.0",
        "bB2n@a1.0",
        "bB4x@a1.0",
        "bS@a1.0",
        "bSz@a1.0",
        "bB2x@j1.0",
        "bB3y@a9.0",
        "bB1@a1.00",
        "bB1@a1.²",
        "bB1@a１.0",
        "bB1@a1.0;",
        ";",
        "bB1@a1.0;-",
    ],
)
def test_reading_refuses_what_is_no_piece_on_the_board(piece: str) -> None:
    assert refused(f"bw {piece} b bc3,wh8 - 1") == ("bad-piece", None)


@pytest.mark.parametrize(
    "pieces",
    [
        "bB1@a1.0;bB1@b1.0;bB1@c1.0",
        "wB2x@a1.0;wB2z@e1.0;wB2z@f1.0",
        "bB3z@a1.0;bB3z@b1.0",
        ";".join(f"bSn@{column}1.0" for column in "abcdef"),
    ],
)
def test_reading_refuses_too_many_pieces_of_a_kind(pieces: str) -> None:
    assert refused(f"bw {pieces} b bc3,wh8 - 1") == ("too-many", "D2")


def test_reading_refuses_endless_pieces_at_once() -> None:
    assert refused(f"bw {'bB1@a1.0;' * 200_000} b bc3,wh8 - 1")[0] in {"too-many", "bad-piece"}


@pytest.mark.parametrize(
    "pieces",
    [
        "bB1@a1.0;wB1@a1.0",
        "bB2x@a1.0;bB1@b1.0",
        "bB2z@a1.0;bB1@a1.1",
        "bSn@a1.0;wSs@a1.0",
        "bSn@a1.0;bB1@a1.0",
        "bSn@a1.0;bS^@a1.0;wS^@a1.0",
    ],
)
def test_reading_refuses_overlapping_pieces(pieces: str) -> None:
    assert refused(f"bw {pieces} b bc3,wh8 - 1") == ("reads-overlap", "D11")


@pytest.mark.parametrize(
    "pieces", ["bB1@a1.1", "bB1@a1.0;bB2x@a1.1", "bSn@a1.0;bB1@a1.1", "bSn@a1.1", "bS^@a1.1"]
)
def test_reading_refuses_a_hole_under_a_piece(pieces: str) -> None:
    assert refused(f"bw {pieces} b bc3,wh8 - 1") == ("reads-hole", "D11")


@pytest.mark.parametrize("pieces", ["bS^@a1.0", "bB1@a1.0;bS^@a1.1"])
def test_reading_refuses_a_stair_nested_on_no_slope(pieces: str) -> None:
    assert refused(f"bw {pieces} b bc3,wh8 - 1") == ("reads-no-slope", "D10")


@pytest.mark.parametrize("piece", ["bB1@c3.0", "bSn@h8.0", "bB2x@b3.0", "bS^@c3.0"])
def test_reading_refuses_a_piece_on_a_tower(piece: str) -> None:
    assert refused(f"bw {piece} b bc3,wh8 - 1") == ("reads-on-tower", "D12")


@pytest.mark.parametrize(
    "pieces", ["bB3z@a1.0;bB1@a1.3", "bB1@a1.0;bB3z@a1.1", "bB2z@a1.0;wB2z@a1.2", "bSn@a1.9"]
)
def test_reading_refuses_a_piece_above_level_2(pieces: str) -> None:
    assert refused(f"bw {pieces} b bc3,wh8 - 1") == ("reads-too-high", "D12")


@pytest.mark.parametrize("lords", ["bc3", "wh8,bc3", "bc3,wh8,ra1", "bc3,bh8", "-", ",", "b,w,"])
def test_reading_refuses_other_lords_than_those_of_the_seats(lords: str) -> None:
    assert refused(f"bw - b {lords} - 1") == ("bad-lords", None)


@pytest.mark.parametrize("square", ["", "k1", "a11", "c03", "c３", "--"])
def test_reading_refuses_a_lord_beside_the_board(square: str) -> None:
    assert refused(f"bw - b b{square},wh8 - 1") == ("no-square", "D1")


def test_reading_refuses_a_lord_on_a_slope() -> None:
    assert refused("bw bSn@a1.0 b ba1,wh8 - 1") == ("reads-on-slope", "D16")


def test_reading_refuses_a_lord_on_a_lateral_tower() -> None:
    assert refused("brwy - b bb9,ra1,wi9,yi2 - 1") == ("reads-on-lateral", "D18")


def test_reading_refuses_two_lords_on_a_square() -> None:
    assert refused("bw - b be5,we5 - 1") == ("reads-shared", "D17")


@pytest.mark.parametrize(
    "text", ["bw - w bc3,wa1 - 6", "bw - b ba1,wh8 - 7", "brwy - r bb2,ra1,wa2,ya3 - 10"]
)
def test_reading_refuses_a_lord_at_home_after_its_third_turn(text: str) -> None:
    assert refused(text) == ("reads-late", "D19")


@pytest.mark.parametrize(
    "text", ["bw - b b-,wa1 - 5", "bw - w ba1,w- - 6", "brwy - y ba1,ra2,wa3,y- - 12"]
)
def test_reading_refuses_a_lord_out_before_the_end_of_its_third_turn(text: str) -> None:
    assert refused(text) == ("reads-early-out", "D19")


def test_reading_refuses_all_lords_out() -> None:
    assert refused("bw - b b-,w- - 7") == ("all-out", "D19")


@pytest.mark.parametrize("done", ["-", "B"])
def test_reading_refuses_a_mover_who_is_out_while_the_game_runs(done: str) -> None:
    assert refused(f"brwy bB1@e5.0 b b-,ra1,wa2,ya3 {done} 13") == ("mover-out", "D19")


def test_reading_takes_a_mover_who_is_out_when_no_seat_can_act() -> None:
    assert voldetour(f"brwy {ALL_BURIED} y bd2,r-,wd8,y- - 16").is_over


@pytest.mark.parametrize(
    "text", ["bw - b bh8,wc3 - 7", "brwy - b bi9,ra1,wb2,ya3 - 13", "brwy - b bi9,ri2,wa1,ya3 - 13"]
)
def test_reading_refuses_two_lords_on_their_enemy_towers(text: str) -> None:
    assert refused(text) == ("two-winners", "D5")


@pytest.mark.parametrize("done", ["b", "SB", "BB", "BSB", "P", "--"])
def test_reading_refuses_anything_else_done(done: str) -> None:
    assert refused(f"bw bSn@a1.0;bB1@b1.0 b bc3,wh8 {done} 1") == ("bad-done", None)


@pytest.mark.parametrize(
    ("pieces", "done"),
    [("-", "B"), ("-", "S"), ("bB1@a1.0", "S"), ("bSn@a1.0", "BS"), ("wB1@a1.0", "B")],
)
def test_reading_refuses_done_with_a_kind_that_the_mover_has_not_in_play(
    pieces: str, done: str
) -> None:
    assert refused(f"bw {pieces} b bc3,wh8 {done} 1") == ("done-none", "D6")


@pytest.mark.parametrize("lords", ["bh8,wa1", "ba1,w-"])
def test_reading_refuses_a_turn_half_done_when_the_game_is_over(lords: str) -> None:
    assert refused(f"bw bB1@a3.0 b {lords} B 7") == ("done-when-over", "D6")


def test_reading_refuses_a_turn_half_done_above_turn_500() -> None:
    assert refused("bw bB1@e5.0 b ba1,wj10 B 501") == ("done-too-late", "C3")


def test_reading_a_turn_half_done_in_turn_500() -> None:
    assert not voldetour("bw wB1@e5.0 w ba1,wj10 B 500").is_over


@pytest.mark.parametrize("text", [None, 7, b"bw", "\x00", "😀" * 50_000, "bw " * 100_000])
def test_reading_refuses_garbage_with_a_reason(text: str) -> None:
    assert refused(text)[0] == "core.bad-fields"
