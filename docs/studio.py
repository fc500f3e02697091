"""What pictures and film share: a window that draws as on a graphics card, and ffmpeg.

``python -m docs.studio`` installs ffmpeg from Debian where it is missing.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Browser, Locator

from tests.web.visitor import Screen, Theme, Visitor

PICTURES = Path(__file__).parent / "page"
MISSING = "pictures and film need ffmpeg, and it could not be installed: apt-get install ffmpeg"

# A processor that draws WebGL gets no smooth edges and coarse shadows, so that a frame is cheap.
# Pictures have time: the page is told another name, and draws as it does for most visitors.
DRAW_FINELY = """{
  const prototype = WebGL2RenderingContext.prototype;
  const ask = prototype.getParameter;
  prototype.getParameter = function (name) {
    const answer = ask.call(this, name);
    return typeof answer === 'string' ? answer.replace(/swiftshader/gi, 'studio') : answer;
  };
}"""
UNTIL_AT_REST = """async (board) => {
  while (board.tretorriBoard.isBusy) await new Promise((next) => setTimeout(next, 20));
}"""
HIDE = """(selector) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`${selector} { display: none !important; }`);
  document.adoptedStyleSheets.push(sheet);
}"""


def open_window(
    browser: Browser,
    address: str,
    screen: Screen,
    *,
    theme: Theme = "light",
    motion: str = "reduce",
    pixel_ratio: int = 1,
) -> Visitor:
    """Open a window with so many pixels per point of the screen."""
    visitor = Visitor(browser, address, "studio", screen, theme=theme, motion=motion)
    visitor.page.add_init_script(DRAW_FINELY)
    size = {"width": screen.width, "height": screen.height, "mobile": screen.is_phone}
    session = visitor.context.new_cdp_session(visitor.page)
    session.send("Emulation.setDeviceMetricsOverride", {**size, "deviceScaleFactor": pixel_ratio})
    return visitor


def press_keys(canvas: Locator, keys: str) -> None:
    """Press keys on the board that move the camera, one after the other, and leave it again."""
    for key in keys.split():
        canvas.press(key)
        canvas.evaluate(UNTIL_AT_REST)
    canvas.blur()


def encode(source: Path | str, target: Path, *options: str) -> None:
    """Write a picture or film with ffmpeg, and say how large it is."""
    command = ["ffmpeg", "-y", "-loglevel", "error", "-i", str(source), *options, str(target)]
    subprocess.run(command, check=True)
    print(target.name, target.stat().st_size // 1000, "kB", flush=True)


def install() -> bool:
    """Install ffmpeg from Debian; return whether it is there now."""
    rights = [] if os.geteuid() == 0 else ["sudo", "-n"]
    if not all(map(shutil.which, ["apt-get", *rights[:1]])):
        return False
    print("installing ffmpeg ...", file=sys.stderr, flush=True)
    for step in (["update"], ["install", "-y", "--no-install-recommends", "ffmpeg"]):
        command = [*rights, "apt-get", "-qq", *step]
        subprocess.run(command, check=False, stdout=subprocess.DEVNULL)
    return shutil.which("ffmpeg") is not None


if __name__ == "__main__":
    sys.exit(None if shutil.which("ffmpeg") or install() else MISSING)
