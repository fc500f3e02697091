"""Laws of the rules: what holds for every game along any walk.

A law is a function of a game and the picks of a walk; it raises *BrokenLaw* where the game breaks
it. The laws of scenes and pictures are in ``scene_laws``, those of files in ``file_laws``.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from itertools import islice, pairwise

from tretorri.core.errors import IllegalAction, InvalidOption
from tretorri.core.game import LARGEST_SEED, Memory, Position
from tretorri.testing.requirements import BrokenLaw, require, require_refusal
from tretorri.testing.walks import AnyGame, walk

Law = Callable[[AnyGame, Sequence[int]], None]

BAD_ACTIONS = ("", " ", "zz9", "e2e4", "+", "\x00", "９-９", "a" * 10_000, "P", "a1-", "@", "L>")
BAD_SEEDS = (-1, LARGEST_SEED + 1, True, 1.0, "1")
MAX_TURNS_LISTED = 20
MAX_ACTIONS_TRIED = 50


def check_texts_read_back(game: AnyGame, picks: Sequence[int]) -> None:
    """Check that a position text reads back to an equal position, with the same actions."""
    for position in walk(game, picks):
        again = game.position(str(position))
        same = again == position and hash(again) == hash(position) and str(again) == str(position)
        require(same, f'"{position}" reads back as "{again}"')
        if not _is_over_by_history(position, again):
            actions = {*map(str, position.actions())} == {*map(str, again.actions())}
            require(actions, f'"{position}" has other actions when it is read back')
            require(again.result == position.result, f'"{position}" reads back with another result')


def _is_over_by_history(position: Position, again: Position) -> bool:
    """Tell whether the game ended by what a text cannot show, but *memory* does."""
    return position.is_over and not again.is_over and position.memory != Memory()


def check_memory_is_of_this_game(game: AnyGame, picks: Sequence[int]) -> None:
    """Check that what the rules remember was on the board, and not later than now."""
    *before, last = walk(game, picks)
    begun = set(last.memory.begun)
    require(begun <= {*map(str, before)}, f'the memory of "{last}" has positions not played')
    require(last.memory.last_change <= last.turn, f'the memory of "{last}" is from a later turn')


def check_agreed_winners_are_seats(game: AnyGame, picks: Sequence[int]) -> None:
    """Check that if the players agree to end the game, seats win, or it is a draw."""
    position = walk(game, picks)[-1]
    winners = position.winners_by_agreement()
    fits = winners is None or (winners and set(winners) <= set(game.seats))
    require(fits, f'"{position}": winners_by_agreement() is {winners}; no winners are None')


def check_listed_actions_can_be_played(game: AnyGame, picks: Sequence[int]) -> None:
    """Check that every listed action can be played, by value and by text, and is listed once."""
    position = walk(game, picks)[-1]
    texts = [str(action) for action in position.actions()]
    require(len(texts) == len(set(texts)), f'"{position}" lists an action twice')
    for action in position.actions()[::7]:
        after, where = position.play(action), f'"{position}", {action}'
        require(after == position.play(str(action)), f"{where}: its text leads elsewhere")
        require(after.last == action, f"{where}: it is not the last action afterwards")
        require(position.why_not(action) is None, f"{where}: why_not() refuses it")


def check_other_actions_are_refused_by_a_rule(game: AnyGame, picks: Sequence[int]) -> None:
    """Check that an action that is legal elsewhere but not here is refused by a rule."""
    positions = walk(game, picks)
    actions = positions[sum(picks) % len(positions)].actions()
    texts = {str(action) for action in actions[:: 1 + len(actions) // MAX_ACTIONS_TRIED]}
    for position in positions[-2:]:
        for text in texts.difference(map(str, position.actions())):
            _check_refusal(position, text)


def _check_refusal(position: Position, text: str) -> None:
    where, reason = f'"{position}", {text}', position.why_not(text)
    if reason is None or reason.rule is None:
        raise BrokenLaw(f"{where}: it is not listed, and no rule is given why not")
    require("{" not in reason.sentence(), f"{where}: {reason.sentence()}")
    try:
        position.play(text)
    except IllegalAction as error:
        same = (error.rule, error.reason) == (reason.rule, reason.sentence())
        require(same, f"{where}: play() gives another reason than why_not()")
    else:
        raise BrokenLaw(f"{where}: it is not listed, but can be played")


def check_nonsense_is_refused(game: AnyGame, picks: Sequence[int]) -> None:
    """Check that a text that is no action is refused and never crashes."""
    position = walk(game, picks)[-1]
    for text in BAD_ACTIONS:
        require(position.why_not(text) is not None, f"{text!r} is taken as an action")
        with require_refusal(IllegalAction, f"{text!r} can be played"):
            position.play(text)


def check_positions_never_change(game: AnyGame, picks: Sequence[int]) -> None:
    """Check that playing leaves a position as it was, and its fields cannot be set."""
    positions = walk(game, picks)
    texts = [str(position) for position in positions]
    for position in positions:
        for action in position.actions()[::11]:
            position.play(action)
    copies = [str(dataclasses.replace(position)) for position in positions]  # type: ignore[type-var]
    require(copies == texts, "a position has changed while actions were played on it")
    try:
        positions[0].turn = 7
    except dataclasses.FrozenInstanceError:
        return
    raise BrokenLaw("a field of a position can be set: its dataclass has to be frozen")


def check_same_seed_gives_same_game(game: AnyGame, picks: Sequence[int]) -> None:
    """Check that the seed and the actions decide the whole game."""
    seed = sum(picks)
    first, second = (list(map(str, walk(game, picks, seed))) for _ in range(2))
    require(first == second, f"the same actions from seed {seed} lead to different positions")
    require(game.start().turn == 1, "a game without a seed does not begin with turn 1")


def check_bad_seeds_are_refused(game: AnyGame, picks: Sequence[int]) -> None:
    """Check that a seed is a whole number in range."""
    for seed in BAD_SEEDS:
        with require_refusal(InvalidOption, f"{seed!r} is taken as a seed"):
            game.start(seed=seed)  # type: ignore[arg-type]


def check_results_turns_and_seats_agree(game: AnyGame, picks: Sequence[int]) -> None:
    """Check that seats follow each other, and a game is over exactly when nothing can be played."""
    seats = game.seats
    for before, after in pairwise(walk(game, picks)):
        where, result = f'"{after}"', after.result
        require(before.to_move == seats[(before.turn - 1) % len(seats)], f'"{before}": to_move')
        require(0 <= after.turn - before.turn <= len(seats), f"{where}: the turn number jumps")
        require(after.is_over != bool(after.actions()), f"{where}: over with actions, or stuck")
        require(after.is_over == (after.to_move is None), f"{where}: to_move and is_over disagree")
        if result is not None:
            in_order = list(result.winners) == [seat for seat in seats if seat in result.winners]
            require(in_order, f"{where}: the winners {result.winners} are not in seat order")
            scored = result.scores is None or tuple(result.scores) == seats
            require(scored, f"{where}: the scores {result.scores} are not those of the seats")
        for seat in seats:
            require(-1 <= after.estimate(seat) <= 1, f"{where}: the estimate is not from -1 to 1")


def check_turns_are_what_their_actions_spell(game: AnyGame, picks: Sequence[int]) -> None:
    """Check that a whole turn can be written, read and played, but no part of it."""
    position = walk(game, picks)[-1]
    for turn in islice(position.turns(), 0, MAX_TURNS_LISTED, 4):
        where = f'"{position}", {turn}'
        read, after = position.parse_turn(str(turn))
        require(read == turn, f"{where}: it reads back as {read}")
        require(after.is_over or after.turn > position.turn, f"{where}: the turn goes on after it")
        require(position.play_turn(turn) == after, f"{where}: playing it leads elsewhere")
        if len(turn.actions) > 1:
            with require_refusal(IllegalAction, f"{where}: its first action is taken as a turn"):
                position.play_turn(str(turn.actions[0]))
        with require_refusal(IllegalAction, f"{where}: it can be played twice in one turn"):
            position.play_turn(f"{turn}+{turn}")


def check_positions_say_what_they_are(game: AnyGame, picks: Sequence[int]) -> None:
    """Check that a position shows its game and text, and is no text; every seat has a name."""
    position = walk(game, picks)[-1]
    require(repr(position) == f"<{game.id} {position}>", f"repr: {position!r}")
    require(position != str(position), f'"{position}" is equal to its text')
    names = [game.seat_name(seat).sentence() for seat in game.seats]
    require(all(names) and len(set(names)) == len(names), f"the names of the seats are {names}")


RULE_LAWS: tuple[Law, ...] = (
    check_texts_read_back,
    check_memory_is_of_this_game,
    check_agreed_winners_are_seats,
    check_listed_actions_can_be_played,
    check_other_actions_are_refused_by_a_rule,
    check_nonsense_is_refused,
    check_positions_never_change,
    check_same_seed_gives_same_game,
    check_bad_seeds_are_refused,
    check_results_turns_and_seats_agree,
    check_turns_are_what_their_actions_spell,
    check_positions_say_what_they_are,
)
