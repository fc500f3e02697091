"""Worker processes that do not outlive the process that started them."""

from __future__ import annotations

import ctypes
import signal
import sys

_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG


def die_with_parent(by: signal.Signals = signal.SIGKILL) -> None:
    """Ask the system to end this process when its parent is killed, where that can be asked."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_DEATH_SIGNAL, by)
