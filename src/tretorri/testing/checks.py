"""Check a game against all laws, with nothing but the standard library."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tretorri.core.game import Game
from tretorri.testing.file_laws import FILE_LAWS, check_cited_rules_are_stated, register
from tretorri.testing.laws import RULE_LAWS, Law
from tretorri.testing.requirements import BrokenLaw
from tretorri.testing.scene_laws import SCENE_LAWS
from tretorri.testing.walks import (
    MAX_PICK,
    MAX_WALK_ACTIONS,
    AnyGame,
    variant_name,
    variants,
    walk,
)

LAWS: tuple[Law, ...] = (*RULE_LAWS, *SCENE_LAWS, check_cited_rules_are_stated)
"""What holds for every game along any walk."""
DEFAULT_WALKS = 12


def check_game(game: AnyGame | type[AnyGame], *, walks: int = DEFAULT_WALKS, seed: int = 0) -> None:
    """Check a game against all laws along random walks; raise *BrokenLaw* at the first fault.

    A class is checked with all combinations of its options, an object with its own. The same
    *seed* tries the same walks.

    >>> import tretorri
    >>> check_game(tretorri.game("volterra"), walks=1)
    """
    kind = type(game) if isinstance(game, Game) else game
    register(kind)
    for file_law in FILE_LAWS:
        file_law(kind)
    for variant in [game] if isinstance(game, Game) else variants(kind):
        for law in LAWS:
            check_law(variant, law, walks=walks, seed=seed)


def check_law(game: AnyGame, law: Law, *, walks: int = DEFAULT_WALKS, seed: int = 0) -> None:
    """Check a game with its options against one law along random walks."""
    dice = Random(f"{seed} {law.__name__}")  # noqa: S311 - repeatable walks are meant, not secrets
    for number in range(walks):
        length = MAX_WALK_ACTIONS * number // walks
        picks = [dice.randint(0, MAX_PICK) for _ in range(length)]
        try:
            law(game, picks)
        except Exception as error:
            raise BrokenLaw(_report(game, law, picks, error)) from error


def _report(game: AnyGame, law: Law, picks: Sequence[int], error: Exception) -> str:
    said = str(error) if isinstance(error, BrokenLaw) else f"{type(error).__name__}: {error}"
    played = " ".join(str(position.last) for position in walk(game, picks)[1:]) or "the start"
    rule = " ".join((law.__doc__ or law.__name__).split()).removeprefix("Check that ")
    return f"{variant_name(game)}: {said}\n  law: {rule}\n  after: {played}"
