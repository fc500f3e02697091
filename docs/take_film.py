"""Film the end of a game of VoldéTour on the real page: ``docs/page/film.webp``.

Run by ``make film``. A mouse plays black with real clicks, the engine plays white. The page's clock
stands still while a frame is taken, so that frames are evenly spaced however slowly they are drawn.
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from docs.studio import PICTURES, encode, open_window, press_keys
from tests.deadlines import Deadline
from tests.server.support import Server
from tests.web import chromium
from tests.web.hands import Clicks
from tests.web.table import Table
from tests.web.visitor import Screen, Visitor

WINDOW = Screen(1200, 700)
WIDTH = 880  # pixels of the film
FRAMES_PER_SECOND = 20
QUALITY = 75  # of WebP
GLIDE_S, LOOK_S, END_S = 0.4, 0.35, 3.8
# Black has a stairway to the white Tower almost ready; white builds one of its own.
POSITION = (
    "bw wB1@e3.0;wSw@e3.1;wSw@f3.0;bB3z@c4.0;bB1@d4.0;bB1@d4.1;bSn@h5.0;bSs@d6.0;wB1@h6.0;"
    "wB2y@f7.0;wSe@e8.0;wB3z@g8.0 b bh2,we6 - 15"
)
ACTIONS = ("B2>h7z", "S>h6n", "L>h4", "S>h7n", "L>h8")
LEVEL = 1  # the others see what is coming; this one stops it in 3 of 200 games
CAMERA = "3 Shift+ArrowRight +"

# Time runs as ever until hold() is called; after that it goes on by pass() alone, but for short
# timers, by which the page waits for the server.
CLOCK = """{
  const { now } = performance;
  const request = window.requestAnimationFrame.bind(window);
  const cancel = window.cancelAnimationFrame.bind(window);
  const begin = window.setTimeout.bind(window);
  const clear = window.clearTimeout.bind(window);
  const waiting = new Map();
  const timers = new Map();
  let held = null;
  let last = 0;
  performance.now = () => held ?? now.call(performance);
  window.requestAnimationFrame = (draw) => {
    if (held === null) return request(draw);
    last -= 1;
    waiting.set(last, draw);
    return last;
  };
  window.cancelAnimationFrame = (id) => (id < 0 ? waiting.delete(id) : cancel(id));
  window.setTimeout = (run, wait, ...rest) => {
    if (held === null || !(wait >= 1000)) return begin(run, wait, ...rest);
    last -= 1;
    timers.set(last, { run, at: held + wait });
    return last;
  };
  window.clearTimeout = (id) => (id < 0 ? timers.delete(id) : clear(id));
  window.filmClock = {
    hold: () => (held = now.call(performance)),
    pass: (milliseconds) => {
      held += milliseconds;
      const due = [...waiting.values()];
      waiting.clear();
      for (const draw of due) draw(held);
      for (const [id, { run, at }] of timers) {
        if (at > held) continue;
        timers.delete(id);
        run();
      }
    },
  };
}"""
# A browser without a screen draws no pointer.
POINTER = """() => {
  const pointer = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  pointer.setAttribute('viewBox', '0 0 12 18');
  const shape = 'M1 1v14l3.4-3 2.1 5 2.2-.9-2.1-4.9H11z';
  pointer.innerHTML = `<path d="${shape}" fill="#222" stroke="#fff"/>`;
  const looks = { position: 'fixed', width: '18px', zIndex: 9999, pointerEvents: 'none' };
  Object.assign(pointer.style, looks);
  document.body.append(pointer);
  addEventListener('mousemove', ({ clientX, clientY }) => {
    Object.assign(pointer.style, { left: `${clientX}px`, top: `${clientY}px` });
  }, true);
}"""


@dataclass
class Film:
    """Frames of a window, one after the other, in a folder."""

    visitor: Visitor
    folder: Path
    frames: int = 0
    mouse: tuple[float, float] = field(default=(WINDOW.width * 0.4, WINDOW.height * 0.9))

    def take(self, seconds: float) -> None:
        """Film for so long."""
        for _ in range(round(seconds * FRAMES_PER_SECOND)):
            self.take_frame()

    def take_frame(self) -> None:
        """Let the page's time pass by a frame, and keep what it shows."""
        page = self.visitor.page
        page.evaluate("(ms) => filmClock.pass(ms)", 1000 / FRAMES_PER_SECOND)
        page.screenshot(path=self.folder / f"{self.frames:04}.png", animations="allow")
        self.frames += 1

    def take_movement(self) -> None:
        """Film until everything on the board has arrived."""
        board = self.visitor.page.locator(".board3d .canvas")
        while board.evaluate("(board) => board.tretorriBoard.isBusy"):
            self.take_frame()

    def glide(self, x: float, y: float) -> None:
        """Film the mouse on its way to a point."""
        (from_x, from_y), steps = self.mouse, round(GLIDE_S * FRAMES_PER_SECOND)
        for step in range(1, steps + 1):
            part = step / steps
            eased = part * part * (3 - 2 * part)
            self.visitor.page.mouse.move(
                from_x + (x - from_x) * eased, from_y + (y - from_y) * eased
            )
            self.take_frame()
        self.mouse = (x, y)


class FilmedClicks(Clicks):
    """Clicks of a mouse that is filmed on its way."""

    def __init__(self, film: Film) -> None:
        self.film = film

    def press(self, table: Table, label: str) -> None:
        """Press a button beside the board."""
        button = table.page.locator(".bar").get_by_role("button", name=label, exact=True)
        box = button.bounding_box()
        assert box is not None, label
        self.hit(table, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def hit(self, table: Table, x: float, y: float) -> None:
        """Go to a point of the window, stay a moment, and click."""
        self.film.glide(x, y)
        self.film.take(LOOK_S / 2)
        super().hit(table, x, y)
        self.film.take_frame()


def play(table: Table, film: Film) -> None:
    """Play and film what black does, with the engine's answer to each turn."""
    hand = FilmedClicks(film)
    for action in ACTIONS:
        state = table.state()
        version = state["version"]
        assert action in state["actions"]["texts"], "the engine has stopped the Lord: film again"
        hand.play(table, action)
        wait_for_black(table, version)
        film.take_movement()
        film.take(LOOK_S)


def wait_for_black(table: Table, version: int) -> None:
    """Wait until the page has shown an action, and the answer where it ended the turn."""
    deadline = Deadline()
    while (state := table.state())["version"] == version or state["to_move"] == "w":
        assert not deadline.has_passed, f"nothing happens: {table.said()}"
        table.page.wait_for_timeout(30)
    if not state["is_over"]:
        table.prompt().get_by_text(state["scene"]["prompt"], exact=True).wait_for()


def make(browser: Browser, address: str, folder: Path) -> None:
    """Film the game into a folder, a picture for each frame."""
    visitor = open_window(browser, address, WINDOW, motion="no-preference")
    visitor.page.add_init_script(CLOCK)
    seats = {"w": {"kind": "engine", "level": LEVEL}}
    table = Table.begin(visitor, "3d", game="voldetour", position=POSITION, seats=seats)
    visitor.page.wait_for_load_state("networkidle")
    canvas = visitor.page.locator(".board3d .canvas[data-frame]")
    press_keys(canvas, CAMERA)
    visitor.page.wait_for_timeout(1000)
    visitor.page.evaluate(POINTER)
    visitor.page.evaluate("filmClock.hold()")
    film = Film(visitor, folder)
    film.take(LOOK_S)
    play(table, film)
    film.take(END_S)
    assert visitor.leave() == []


def main() -> None:
    """Make the film with a server of its own."""
    PICTURES.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        browser = chromium.launch(playwright)
        frames = Path(folder) / "frames"
        frames.mkdir()
        make(browser, server.address, frames)
        browser.close()
        looks = ["-vf", f"scale={WIDTH}:-1:flags=lanczos", "-c:v", "libwebp_anim", "-loop", "0"]
        size = ["-q:v", str(QUALITY), "-compression_level", "6"]
        every = f"{frames}/%04d.png"
        encode(every, PICTURES / "film.webp", "-r", str(FRAMES_PER_SECOND), *looks, *size)


if __name__ == "__main__":
    main()
