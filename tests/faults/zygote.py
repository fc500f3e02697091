"""Start processes by the hundred without loading the program anew each time.

``python -m tests.faults.zygote`` loads it once and is then asked, line by line, to ``serve`` with
some options or to ``write`` in a folder: it forks, says which process does it, and how that ended.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.deadlines import wait_until
from tests.faults.writing import play
from tests.services.servers import answers
from tretorri.cli.main import main as tretorri
from tretorri.server import run as _loaded  # it takes long, and is needed by all

__all__ = ["Forked", "Zygote", "_loaded", "zygote"]


class Zygote:
    """The process that forks others, seen from outside."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.zygote"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "TRETORRI_LIMITS": "off"},  # as for every server of the tests
        )

    def start(self, what: str, *arguments: str | int) -> int:
        """Start a process; return its id."""
        assert self._process.stdin is not None
        print(json.dumps([what, *arguments]), file=self._process.stdin, flush=True)
        return self.line()

    def line(self) -> int:
        """Return the next number that it says: a process, or how it ended."""
        assert self._process.stdout is not None
        return int(self._process.stdout.readline())

    def end(self) -> None:
        """Start no more."""
        self._process.communicate()


@contextmanager
def zygote() -> Iterator[Zygote]:
    """Lend a zygote."""
    found = Zygote()
    try:
        yield found
    finally:
        found.end()


class Forked:
    """A server that was forked; it is a whole process, only its loading was done before."""

    def __init__(self, parent: Zygote, port: int, *options: str) -> None:
        self._parent = parent
        self.pid = parent.start("serve", "--port", str(port), *options)
        self.address = f"http://127.0.0.1:{port}/"
        self._is_over = False
        wait_until(lambda: answers(port), "a server that was forked", pause=0.005)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if not self._is_over:
            self.kill()

    def kill(self) -> None:
        """Let the server crash."""
        self.end(signal.SIGKILL)

    def end(self, by: signal.Signals) -> int:
        """End the server by a signal; return its status."""
        os.kill(self.pid, by)
        self._is_over = True
        return self._parent.line()


# Inside ---------------------------------------------------------------------------------------


def _serve(*options: str) -> None:
    sys.argv = ["tretorri", "serve", *options]
    nowhere = Path(os.devnull)
    sys.stdin, sys.stdout = nowhere.open(encoding="utf-8"), nowhere.open("w", encoding="utf-8")
    sys.stderr = sys.stdout  # it tells that it has started, each time
    tretorri()


def _write(folder: str, moves: int) -> None:
    os.kill(os.getpid(), signal.SIGSTOP)  # until somebody traces it, and lets it go
    asyncio.run(play(Path(folder), moves))


WAYS: dict[str, Callable[..., None]] = {"serve": _serve, "write": _write}


def _forked(what: str, arguments: list[str | int]) -> int:
    child = os.fork()
    if child:
        return child
    status = 0
    try:
        WAYS[what](*arguments)
    except SystemExit as end:
        status = int(end.code or 0)
    except BaseException as error:  # nobody else would tell
        print(repr(error), file=sys.__stderr__)
        status = 1
    os._exit(status)


def main() -> None:
    """Fork whatever standard input asks for."""
    for line in sys.stdin:
        what, *arguments = json.loads(line)
        child = _forked(what, arguments)
        print(child, flush=True)
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


if __name__ == "__main__":
    main()
