"""Debian's Chromium: found, or installed by ``python -m tests.web.chromium``."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

from playwright.sync_api import Browser, Playwright

NAMES = ("chromium", "chromium-browser", "google-chrome")
# WebGL is drawn by the processor, and only WebGL: everything else would take fifty times as long.
# The browser asks nobody on the network for anything.
FLAGS = [
    "--no-sandbox",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--use-gl=angle",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--disable-gpu-compositing",
]
MISSING = "the browser tests need Chromium, and it could not be installed: apt-get install chromium"


def find() -> str | None:
    """Return the program, if the machine has it."""
    return next(filter(None, map(shutil.which, NAMES)), None)


def launch(playwright: Playwright, *flags: str) -> Browser:
    """Start the browser."""
    program = find()
    if program is None:
        raise RuntimeError(MISSING)
    return playwright.chromium.launch(executable_path=program, args=[*FLAGS, *flags])


def install() -> bool:
    """Install Chromium from Debian; tell whether that worked."""
    if shutil.which("apt-get") is None:
        return False
    rights = [] if os.geteuid() == 0 else ["sudo", "-n"]
    if rights and shutil.which("sudo") is None:
        return False
    print("installing chromium ...", file=sys.stderr, flush=True)
    steps = (["update", "-qq"], ["install", "-y", "-qq", "--no-install-recommends", "chromium"])
    return all(_quietly([*rights, "apt-get", *step]) for step in steps) and find() is not None


def _quietly(command: list[str]) -> bool:
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    ended = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    if ended.returncode:
        print(ended.stderr, file=sys.stderr)
    return ended.returncode == 0


if __name__ == "__main__":
    sys.exit(None if find() or install() else MISSING)
