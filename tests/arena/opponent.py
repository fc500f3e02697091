"""A program that plays badly in one of many ways; it is run as a process of its own.

Called with a way to fail and a turn number at which it begins to: before, it plays well.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import NoReturn

import tretorri


def main(way: str, turn: int, pids: str) -> None:
    _note(pids, os.getpid())
    if way == "never-starts":
        hang()
    position = tretorri.game("volterra").start()
    for line in sys.stdin:
        match line.split():
            case ["tretorri"]:
                say("welcome to the worst player of all", "id name opponent", "ok")
            case ["isready"]:
                say("readyok")
            case ["position", "start", _, "moves", *moves]:
                position = tretorri.game("volterra").start()
                for move in moves:
                    position = position.play_turn(move)
            case ["go", *_]:
                if position.turn >= turn:
                    fail(way, pids)
                say("info depth 1 line whatever", f"bestturn {next(position.turns())}")
            case ["quit"] if way != "stays":
                return


def fail(way: str, pids: str) -> None:
    if way == "crashes":
        os._exit(3)
    if way == "hangs":
        hang()
    if way == "leaves-a-child":
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        _note(pids, child.pid)
        hang()
    if way == "closes":
        os.close(1)
        hang()
    while way == "floods":
        say("info " + "x" * 1000)
    while way == "never-ends-a-line":
        sys.stdout.write("x" * 1000)
    says = {
        "plays-illegally": "bestturn a1-e4",
        "plays-nonsense": "bestturn \x1b[2J\u202e<>+{}[",
        "plays-nothing": "bestturn",
        "plays-half-a-turn": "bestturn Pb4",
        "talks-garbage": "\x00\x7f{}\\ \u202e garbage",
        "talks-bytes": "\udcff\udcfe",
        "complains": "error I do not like this",
    }
    say(says.get(way, "info nothing"))
    if way in says:
        hang()


def say(*lines: str) -> None:
    sys.stdout.buffer.write("".join(f"{line}\n" for line in lines).encode(errors="surrogateescape"))
    sys.stdout.buffer.flush()


def hang() -> NoReturn:
    while True:
        time.sleep(1)


def _note(pids: str, pid: int) -> None:
    if pids:
        with Path(pids).open("a", encoding="utf-8") as file:
            file.write(f"{pid}\n")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), (*sys.argv, "")[3])
