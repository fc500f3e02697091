"""The browser of the tests, which draws without a graphics card."""

from __future__ import annotations

from playwright.sync_api import Browser, Playwright

from tests.programs import CHROMIUM

# WebGL is drawn by the processor, and only WebGL: everything else would take fifty times as long.
# The browser asks for nothing on the network.
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


def launch(playwright: Playwright, *flags: str) -> Browser:
    """Start the browser."""
    return playwright.chromium.launch(executable_path=CHROMIUM.path(), args=[*FLAGS, *flags])
