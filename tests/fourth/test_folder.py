"""Campanile in the folder of the games, as if it were one of ours: nothing else has to change."""

from __future__ import annotations

import shutil

from tests.copies import copied_package, python
from tests.settings import TESTS

PROGRAM = """
import tretorri
from tretorri.core.pictures import picture_names
from tretorri.engine.search import analyse
from tretorri.server.api.library import COVER_PICTURE, find_picture, list_games
from tretorri.server.api.rulebooks import read_rulebook
from tretorri.testing import check_game

found = tretorri.all_games()["campanile"]
check_game(found)
assert found.__module__ == "tretorri.games.campanile.rules"
assert "campanile" in [game.id for game in list_games("de")]
assert picture_names("campanile") == ()
assert find_picture("campanile", COVER_PICTURE).svg().startswith("<svg")
assert "bell tower" in str(read_rulebook("campanile", "de"))
assert analyse(tretorri.game("campanile").start(), nodes=200).best.turns[0] == "t3"
print("all is well")
"""


def test_a_folder_is_a_game() -> None:
    with copied_package() as folder:
        place = folder / "tretorri" / "games" / "campanile"
        shutil.copytree(TESTS / "fourth" / "campanile", place)
        for path in place.glob("*.py"):
            text = path.read_text("utf-8")
            path.write_text(text.replace("tests.fourth", "tretorri.games"), "utf-8")
        done = python(folder, "-c", PROGRAM)
    assert (done.stdout, done.stderr) == ("all is well\n", "")
