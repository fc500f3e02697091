"""``tretorri play`` without a terminal: bots among themselves, and people by script."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import Result

import tretorri
from tests.cli.support import DARK, LIGHT, process, run
from tretorri.cli.table import storage
from tretorri.cli.table.commands import TABLE_COMMANDS
from tretorri.cli.table.table import LocalGame
from tretorri.core.records import read_records
from tretorri.core.registry import games
from tretorri.engine.levels import level_turn

START = "dl l,d,l,d,l/d,l,d,l,d/l,d,l,d,l/d,l,d,l,d d lc2,dc3 - 1"
# Dark has one tower to take from; after it, light cannot move and dark wins 2 to 1.
NEARLY_OVER = "dl -,-,-,-,-/-,-,-,-,-/-,-,-,-,-/d,d,d,-,l d le1,db1 - 1"
TWO_PEOPLE = ("--seat", "d=human", "--seat", "l=human")


def play(*lines: str, args: tuple[str, ...] = ("volterra", *TWO_PEOPLE)) -> Result:
    result = run("play", *args, "--script", "-", typed="".join(f"{line}\n" for line in lines))
    assert result.exit_code == 0, result.stderr
    return result


def position_after(*lines: str, args: tuple[str, ...] = ("volterra", *TWO_PEOPLE)) -> str:
    """Return the position text after some lines."""
    return play(*lines, "position", args=args).stdout.splitlines()[-1]


def test_without_a_terminal_bots_play_one_game_to_its_end() -> None:
    done = process("play", "volterra", "--seed", "1")
    assert done.returncode == 0
    assert done.stderr.count("\n") == 1
    assert "bots take the human seats" in done.stderr
    turns = re.findall(rf"^(\d+)\. (?:{DARK}|{LIGHT}): \S+$", done.stdout, re.MULTILINE)
    assert turns == [str(n + 1) for n in range(len(turns))]
    assert "Game ended by rule V14" in done.stdout


@pytest.mark.parametrize("game_id", games())
def test_random_bots_play_every_game_to_its_end(game_id: str) -> None:
    result = run("play", game_id, "--bots", "random", "--seed", "2")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "ended by rule" in result.stdout


def test_the_same_seed_plays_the_same_game() -> None:
    first = run("play", "volterra", "--bots", "greedy,random", "--seed", "4")
    assert run("play", "volterra", "--bots", "greedy,random", "--seed", "4").stdout == first.stdout
    assert run("play", "volterra", "--bots", "greedy,random", "--seed", "5").stdout != first.stdout


def test_a_game_begins_at_a_position() -> None:
    args = ("volterra", "--position", NEARLY_OVER, *TWO_PEOPLE)
    assert position_after(args=args) == NEARLY_OVER


def test_actions_and_turns_are_played() -> None:
    expected = str(tretorri.game("volterra").start().play_turn("Pb4+a3-a4"))
    assert position_after("Pb4", "a3-a4") == expected
    assert position_after("Pb4+a3-a4") == expected


def test_a_turn_may_be_typed_in_parts_or_after_its_beginning() -> None:
    assert position_after("Pb4+") == START
    assert position_after("Pb4", "a3-a4") == position_after("Pb4+a3-a4")


def test_a_turn_with_an_illegal_action_plays_nothing() -> None:
    assert position_after("Pb4+a1-a2") == START


def test_a_turn_that_goes_on_too_long_plays_nothing() -> None:
    result = play("Pb4+a3-a4+Pb1", "position")
    assert "has actions after the end of the turn" in result.stderr
    assert result.stdout.splitlines()[-1] == START


def test_an_action_is_played_by_its_number() -> None:
    first = str(tretorri.game("volterra").start().actions()[0])
    assert position_after("1") == position_after(first)
    assert position_after("17") == START
    assert position_after("01") == START


def test_an_action_may_be_typed_in_the_wrong_case() -> None:
    assert position_after("pB4") == position_after("Pb4")


def test_the_board_is_drawn_after_every_action() -> None:
    game = tretorri.game("volterra")
    result = play("Pb4")
    assert game.start().text_board() in result.stdout
    assert game.start().play("Pb4").text_board() in result.stdout


def test_the_turns_are_told_and_a_begun_one_as_such() -> None:
    result = play("Pb4", "a3-a4")
    assert f"\n1. {DARK}: Pb4 …\n" in result.stdout
    assert f"\n1. {DARK}: Pb4+a3-a4\n" in result.stdout


def test_bots_answer() -> None:
    result = play("Pb4+a3-a4", args=("volterra", "--seed", "1"))
    assert re.search(rf"^2\. {LIGHT}: \S+$", result.stdout, re.MULTILINE)


def test_a_person_who_takes_the_second_seat_plays_against_a_bot_in_the_first() -> None:
    result = play(args=("volterra", "--seed", "1", "--seat", "l=human"))
    assert re.search(rf"^1\. {DARK}: \S+$", result.stdout, re.MULTILINE)


def test_a_list_may_be_asked_for_in_the_wrong_case() -> None:
    assert re.search(r"^1 +Pb4 ", play("list pB").stdout, re.MULTILINE)


def test_list_numbers_the_actions_and_says_them_in_words() -> None:
    start = tretorri.game("volterra").start()
    number, action = next((n, a) for n, a in enumerate(start.actions(), 1) if str(a) == "b4-c4")
    result = play("list b4-c")
    line = rf"^{number} +b4-c4 +{start.describe(action)}$"
    assert re.search(line, result.stdout, re.MULTILINE)
    assert "Pb4" not in result.stdout


def test_a_long_list_comes_in_pages() -> None:
    legal = [str(a) for a in tretorri.game("voldetour").start().actions()]
    result = play("list", "more", args=("voldetour", "--seat", "b=human"))
    listed = re.findall(r"^ *(\d+) +(\S+)  ", result.stdout, re.MULTILINE)
    assert [text for number, text in listed if legal[int(number) - 1] == text] == legal[:40]
    assert f"and {len(legal) - 40} more" in result.stderr


def test_a_list_of_nothing_says_so() -> None:
    assert "no actions to list" in play("list X").stderr
    assert "no actions to list" in play("list b4-c", "more").stderr


def test_hint_says_what_the_engine_would_play() -> None:
    result = play("hint", args=("volterra", "--seed", "1"))
    text, _, words = result.stdout.splitlines()[-1].partition(" — first ")
    start = tretorri.game("volterra").start()
    turn, _ = start.parse_turn(text)
    assert words == str(start.describe(turn.actions[0]))
    assert str(turn) == str(level_turn(start, 8, seed=1))


def test_why_names_the_rule() -> None:
    assert "[V6]" in play("why a1-b2").stderr
    assert "[V6]" in play("why Pb4+e1-e2").stderr


def test_why_of_a_legal_action_says_that_it_can_be_played() -> None:
    assert play("why Pb4").stdout.splitlines()[-1] == "Pb4 is legal"


def test_an_illegal_action_is_refused_with_its_rule() -> None:
    result = play("Pa1", "position")
    assert re.search(r"\[V5\]$", result.stderr, re.MULTILINE)
    assert result.stdout.splitlines()[-1] == START


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("bord", 'did you mean "board"?'),
        ("Pb44", 'did you mean "Pb4"?'),
        ("why", '"" is not an action or a command'),
        ("why Pb44", 'did you mean "Pb4"?'),
        ("what now", '"list" shows the actions, "help" the commands'),
        ("\x1b[2J", "\\x1b[2J"),
    ],
)
def test_what_is_not_understood_gets_one_helpful_line(line: str, answer: str) -> None:
    welcome, said = play(line).stderr.splitlines()[:2]
    assert "help" in welcome
    assert answer in said
    assert "\x1b" not in said


def test_a_script_in_another_encoding_does_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "script"
    path.write_bytes(b"P\xff4\nPb4\nposition\n")
    result = run("play", "volterra", *TWO_PEOPLE, "--script", str(path))
    assert result.stdout.splitlines()[-1] == position_after("Pb4")


def test_an_empty_line_does_nothing() -> None:
    assert position_after("", "  ") == START


def test_undo_takes_back_a_half_turn() -> None:
    assert position_after("Pb4", "undo") == START
    assert position_after("Pb4+a3-a4", "undo") == position_after("Pb4")


def test_undo_goes_back_to_the_last_decision_of_a_person() -> None:
    args = ("volterra", "--seed", "1")
    assert position_after("Pb4+a3-a4", "undo", "undo", args=args) == START


def test_undo_at_the_beginning_says_that_there_is_nothing() -> None:
    assert "you have nothing to take back" in play("undo").stderr
    args = ("volterra", "--seed", "1", "--seat", "l=human")
    assert "you have nothing to take back" in play("undo", args=args).stderr


def test_board_and_spoken_show_the_position_again() -> None:
    start = tretorri.game("volterra").start()
    assert play("board").stdout.count(start.text_board()) == 2
    result = play("Pb4+a3-a4", "board")
    assert result.stdout.count(f"1. {DARK}: Pb4+a3-a4\n") == 2
    assert start.scene().squares[0].label in play("spoken").stdout


def test_turns_lists_the_game_so_far() -> None:
    result = play("Pb4+a3-a4", "Pb1", "turns")
    assert result.stdout.splitlines()[-2:] == [f"1. {DARK}: Pb4+a3-a4", f"2. {LIGHT}: Pb1 …"]


def test_rules_prints_the_rulebook_or_one_rule() -> None:
    assert run("rules", "volterra").stdout in play("rules").stdout
    assert run("rules", "volterra", "--rule", "V7").stdout in play("rules V7").stdout
    assert "no rule V99" in play("rules V99").stderr


@pytest.mark.parametrize("word", ["help", "?"])
def test_help_lists_every_command(word: str) -> None:
    lines = play(word).stdout.splitlines()
    told = {line.split(" ")[0] for line in lines}
    assert told.issuperset(TABLE_COMMANDS)


@pytest.mark.parametrize("word", ["quit", "q", "exit"])
def test_quit_leaves_the_table(word: str) -> None:
    result = play(word, "position")
    assert START not in result.stdout
    assert "--resume" in result.stderr


def test_a_legal_action_goes_before_a_command_of_the_same_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    expected = position_after("Pb4")
    monkeypatch.setitem(TABLE_COMMANDS, "Pb4", TABLE_COMMANDS["quit"])
    assert position_after("Pb4") == expected


def test_at_the_end_the_rule_is_named_and_people_may_still_undo_and_save(tmp_path: Path) -> None:
    args = ("volterra", "--position", NEARLY_OVER, *TWO_PEOPLE)
    path = tmp_path / "end.tretorri"
    result = play("a1-c1+Pc1", "hint", "Pa1", f"save {path}", "undo", "position", args=args)
    assert "Game ended by rule V14" in result.stdout
    assert "the game is over: " in result.stderr
    assert "the game is over [V14]" in result.stderr
    assert result.stdout.splitlines()[-1].startswith("dl ")
    assert [str(record.outcome) for record in read_records(path)] == ["d V14"]


# Who sits where -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    ["volterra", "volterra --first light", "voldetour --players 4", "towers --seats gr", "towers"],
)
def test_a_person_sits_first_and_the_engine_has_the_other_seats(line: str) -> None:
    result = play(args=(*line.split(), "--seed", "1"))
    saved = storage.last_unfinished(None)
    assert saved, result.stderr
    first, *others = saved[0].players.values()
    assert first == "human"
    assert set(others) == {"level:3"}
    assert not re.search(r"^1\. ", result.stdout, re.MULTILINE)  # it is theirs to begin


def test_lots_decide_who_begins_with_which_colour() -> None:
    said = {play(args=("volterra", "--lot", "--seed", str(seed))).stderr for seed in range(24)}
    drawn = {line for text in said for line in text.splitlines() if line.startswith("By lot: ")}
    assert drawn == {
        f"By lot: {first} – {one}, {second} – {other}"
        for first, second in ((DARK, LIGHT), (LIGHT, DARK))
        for one, other in (("human", "level:3"), ("level:3", "human"))
    }


def test_lots_draw_the_colours_of_a_game_with_more_colours_than_seats() -> None:
    drawn = set()
    for seed in range(8):
        play(args=("towers", "--players", "2", "--lot", "--seed", str(seed)))
        saved = storage.last_unfinished(None)
        assert saved
        drawn.add("".join(saved[0].seats))
    assert len(drawn) > 2
    assert {len(seats) for seats in drawn} == {2}


def test_lots_keep_colours_that_were_chosen() -> None:
    orders = set()
    for seed in range(8):
        play(args=("towers", "--seats", "gr", "--lot", "--seed", str(seed)))
        saved = storage.last_unfinished(None)
        assert saved
        orders.add("".join(saved[0].seats))
    assert orders == {"gr", "rg"}


@pytest.mark.parametrize("line", ["volterra --lot --seat d=human", "--resume --lot"])
def test_lots_are_not_drawn_for_seats_that_are_taken(line: str) -> None:
    result = run("play", *line.split())
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)


# Deals ----------------------------------------------------------------------------------------

EARLY = 3  # level 6 ends this deal of Towers in the first turn


def test_a_deal_that_ends_before_every_seat_has_moved_is_dealt_again(tmp_path: Path) -> None:
    saved = tmp_path / "saved.tretorri"
    line = ("towers", "--players", "2", "--bots", "level:6", "--seed", str(EARLY))
    result = run("play", *line, "--save", str(saved))
    assert result.exit_code == 0
    assert f"dealt again (seed {EARLY + 1})" in result.stderr
    table = storage.read(saved)
    assert table.seed != EARLY
    assert {start.mover for start, _ in table.turns()} == set(table.seats)


def test_a_person_whose_first_turn_ends_the_deal_gets_another_one() -> None:
    start = tretorri.game("towers", players="2").start(EARLY)
    turn = str(level_turn(start, 6, seed=EARLY))
    assert start.play_turn(turn).is_over
    args = ("towers", "--players", "2", "--seed", str(EARLY))
    result = play(turn, "position", args=args)
    assert "dealt again" in result.stderr
    again = str(tretorri.game("towers", players="2").start(EARLY + 1))
    assert result.stdout.splitlines()[-1] == again


def test_a_finished_game_that_is_loaded_stays_as_it_is(tmp_path: Path) -> None:
    start = tretorri.game("towers", players="2").start(EARLY)
    table = LocalGame([start], {"v": "human", "r": "human"}, EARLY, 1)
    table.play(str(level_turn(start, 6, seed=EARLY)))
    storage.write(table, tmp_path / "over.tretorri")
    result = play("position", args=("--load", str(tmp_path / "over.tretorri")))
    assert "dealt again" not in result.stderr
    assert result.stdout.splitlines()[-1] == str(table.position)


def test_a_game_that_is_not_dealt_ends_where_it_ends() -> None:
    finished = tretorri.game("volterra").start(seed=1)
    assert not LocalGame([finished], {}, 1, 1).deal_again()
