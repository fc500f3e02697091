"""A server whose wall clock wanders: ``wandering.py FILE …``; the file says by how many seconds."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from tretorri.cli.main import main

_real = time.time_ns
_jump = Path(sys.argv.pop(1)) if __name__ == "__main__" else Path()


def wandered() -> int:
    """Return what the wall clock shows, in nanoseconds."""
    return _real() + int(_jump.read_text("ascii") or 0) * 10**9


if __name__ == "__main__":
    time.time_ns = wandered
    time.time = lambda: wandered() / 10**9
    main()
