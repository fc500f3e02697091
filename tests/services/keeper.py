"""Outlives the tests: when they have ended, however, it ends a service and removes its folder.

``python keeper.py FOLDER PID-FILE`` waits until its standard input is closed, which the system
does even for a process that was killed.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import sys
import time
from pathlib import Path

PATIENCE = 10.0  # seconds


def main() -> None:
    """Wait, then tidy up."""
    for sign in (signal.SIGINT, signal.SIGTERM):  # meant for the tests
        signal.signal(sign, signal.SIG_IGN)
    sys.stdin.read()
    folder, pid_file = Path(sys.argv[1]), Path(sys.argv[2])
    with contextlib.suppress(OSError, ValueError, IndexError):
        end(int(pid_file.read_text().split()[0]))
    shutil.rmtree(folder, ignore_errors=True)


def end(pid: int) -> None:
    """End a process, by force if it must be."""
    os.kill(pid, signal.SIGQUIT)  # at once: its data is not needed any more
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        os.kill(pid, 0)  # raises once it has gone
        time.sleep(0.05)
    os.kill(pid, signal.SIGKILL)


if __name__ == "__main__":
    main()
