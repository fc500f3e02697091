"""Take the pictures of ``docs/page``: a board of each game for the README, and the whole page.

Run by ``make screenshots``; with names, such as ``board-towers``, it takes these alone.
"""

from __future__ import annotations

import itertools
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

import tretorri
from docs.studio import HIDE, PICTURES, encode, open_window, press_keys
from tests.server.support import Server
from tests.web import chromium
from tests.web.table import Table
from tests.web.visitor import DESKTOP, PHONE, Screen, Theme, Visitor
from tretorri.server.api.library import COVER_PICTURE, find_picture

BOARD_WINDOW = Screen(1100, 560)
BOARD_WIDTH = 640  # pixels of the picture of a board alone
QUALITY = 82  # of WebP
SETTLING_MS = 2000  # until nothing moves any more
BOARD = ".board3d .canvas[data-frame]"


@dataclass(frozen=True, slots=True)
class Board:
    """A position in the middle of a game, and the keys that bring the camera to it."""

    position: str
    camera: str


BOARDS = {
    "volterra": Board(
        "dl -,-,-,-,l/-,l,-,-,d/-,dlldl,lddldl,d,lldd/d,-,-,-,- l lc2,de2 - 14",
        "3 +",
    ),
    "voldetour": Board(
        "brwy bB2x@c1.0;rSs@c1.1;bSw@d1.1;wB2x@c2.0;ySe@d2.1;wB1@b3.0;wB1@b3.1;yB1@b3.2;bSw@e3.0;"
        "wS^@e3.0;bSn@g3.0;yB3z@i3.0;bB1@j3.0;yB2x@i4.0;yB1@i4.1;bB1@i4.2;bB3x@a5.0;wSe@b5.1;"
        "rSs@i5.0;rB2y@c7.0;yB2z@b8.0;bSw@b8.2;ySe@c8.1;rS^@c8.1;rB1@c8.2;rB2z@d8.0;rB1@d8.2;"
        "wSe@e8.0;rS^@e8.0;ySn@g8.0;wS^@g8.0;ySs@g8.1;wB3z@i8.0;wB2y@a9.0;rB3x@c9.0;rSw@c9.1;"
        "bSe@d9.1;bB2y@g9.0;ySn@h9.0 b bb3,rd8,wi8,yi3 - 49",
        "3 + Shift+ArrowDown",
    ),
    "towers": Board(
        "vrbg Bgr,-,Cg,-,-,-,-,-,-,-,-,-,-,Db/-,Av,Brbg,-,-,-,-,-,Crg,Dv,-,Db,-,-/"
        "-,-,Cvgr,-,Av,Dgrb,-,-,Bvb,Arvbrg,Dr,-,-,-/-,-,-,-,Cbvrbv,-,Bvvrrv,-,-,-,-,-,-,-/"
        "-,Cb,-,Dbgv,-,-,-,-,-,-,-,-,-,-/Dgv,-,-,-,Brgbgb,Cgrb,-,-,Cvbr,-,-,Dvg,Abbgr,-/"
        "-,Drbrg,Cvg,-,-,Dvr,-,-,-,Avggr,-,-,Bvgb,-/-,-,-,-,-,-,-,-,-,-,Argbvb,-,-,- v - - 77",
        "3 + + +",
    ),
}


@dataclass(frozen=True, slots=True)
class Studio:
    """A browser and the server that it looks at."""

    browser: Browser
    address: str
    folder: Path

    def window(self, screen: Screen, theme: Theme = "light", pixel_ratio: int = 1) -> Visitor:
        """Open a window."""
        return open_window(self.browser, self.address, screen, theme=theme, pixel_ratio=pixel_ratio)

    def take(self, visitor: Visitor, name: str, selector: str = "body", width: int = -1) -> None:
        """Keep what the window shows once nothing moves any more, and close it."""
        visitor.page.wait_for_load_state("networkidle")
        visitor.page.wait_for_timeout(SETTLING_MS)
        taken = self.folder / f"{name}.png"
        box = visitor.page.locator(selector).bounding_box() if selector != "body" else None
        visitor.page.screenshot(path=taken, clip=box)
        looks = ["-vf", f"scale={width}:-1:flags=lanczos"]
        encode(taken, PICTURES / f"{name}.webp", *looks, "-q:v", str(QUALITY))
        if complaints := visitor.leave():
            raise RuntimeError(f"{name}: {complaints}")


def take_board(studio: Studio, game: str) -> None:
    """Take the board alone, as spectators see it: nothing glows for them."""
    board = BOARDS[game]
    player = studio.window(BOARD_WINDOW)
    table = Table.begin(player, "flat", game=game, position=board.position)
    player.leave()
    spectator = studio.window(BOARD_WINDOW, pixel_ratio=2)
    spectator.go(f"/en/game/{table.id}?view=3d")
    press_keys(spectator.page.locator(BOARD), board.camera)
    spectator.page.evaluate(HIDE, ".board3d .tools")
    studio.take(spectator, f"board-{game}", ".board3d", BOARD_WIDTH)


def take_game(studio: Studio, game: str, view: str, screen: Screen, theme: Theme) -> None:
    """Take the page with the position that the game is chosen by."""
    visitor = studio.window(screen, theme)
    Table.begin(visitor, view, game=game, position=str(find_picture(game, COVER_PICTURE).position))
    studio.take(visitor, f"{game}-{view}{'-phone' if screen.is_phone else ''}")


def take_start(studio: Studio, screen: Screen, theme: Theme) -> None:
    """Take the page on which a game is chosen."""
    visitor = studio.window(screen, theme)
    visitor.go("/en/")
    studio.take(visitor, "start-phone" if screen.is_phone else "start")


def take_analysis(studio: Studio) -> None:
    """Take what the engine thinks of a position."""
    visitor = studio.window(DESKTOP)
    visitor.go(
        f"/en/study/voldetour?view=3d&position={find_picture('voldetour', COVER_PICTURE).position}"
    )
    engine = visitor.page.get_by_role("region", name="Engine")
    engine.get_by_role("button", name="Analyse").click()
    engine.get_by_label("Lines").select_option("3")
    engine.locator("ol li").nth(2).wait_for()
    studio.take(visitor, "analysis")


def take_lesson(studio: Studio) -> None:
    """Take a step of a lesson."""
    visitor = studio.window(DESKTOP)
    visitor.go("/en/learn/voldetour/win?view=3d")
    visitor.page.locator(BOARD).wait_for()
    studio.take(visitor, "lesson")


def take_link(studio: Studio) -> None:
    """Take the links to the seats of a game, one of them as a QR code."""
    visitor = studio.window(DESKTOP)
    visitor.go("/en/")
    card = visitor.page.get_by_role("article", name="Volterra")
    card.get_by_role("link", name="Play by link").click()
    visitor.page.get_by_role("button", name="Create the links").click()
    visitor.page.get_by_role("button", name="QR code: Link for Light").click()
    visitor.page.get_by_role("img", name="QR code: Link for Light").wait_for()
    studio.take(visitor, "link")


def pictures() -> Iterator[tuple[str, Callable[[Studio], None]]]:
    """Yield the name of each picture and what takes it."""
    games = tretorri.all_games()
    yield from ((f"board-{game}", partial(take_board, game=game)) for game in games)
    yield "start", partial(take_start, screen=DESKTOP, theme="light")
    yield "start-phone", partial(take_start, screen=PHONE, theme="dark")
    for game, view in itertools.product(games, ("3d", "flat", "text")):
        shown = partial(take_game, game=game, view=view)
        yield f"{game}-{view}", partial(shown, screen=DESKTOP, theme="light")
        if view == "3d":
            yield f"{game}-3d-phone", partial(shown, screen=PHONE, theme="dark")
    yield from (("analysis", take_analysis), ("lesson", take_lesson), ("link", take_link))


def main() -> None:
    """Take the pictures from a server of their own."""
    PICTURES.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        browser = chromium.launch(playwright)
        studio = Studio(browser, server.address, Path(folder))
        wanted = sys.argv[1:]
        for name, take in pictures():
            if not wanted or name in wanted:
                take(studio)
        browser.close()


if __name__ == "__main__":
    main()
