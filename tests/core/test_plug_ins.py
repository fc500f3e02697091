"""Code of other distributions: its faults are told, its output is kept apart, Ctrl-C works."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable

import pytest

from tretorri.core.plug_ins import MAX_PROBLEM_CHARS, run_plug_in


class Fault(BaseException):
    """What only a plug-in raises."""


class Mute(Exception):
    """An error that cannot be told."""

    def __str__(self) -> str:
        raise self


def fail_with(error: BaseException) -> Callable[[], None]:
    def work() -> None:
        raise error

    return work


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (ValueError("two\n  lines"), "ValueError: two lines"),
        (SystemExit(9), "SystemExit: 9"),
        (GeneratorExit(), "GeneratorExit:"),
        (KeyboardInterrupt(), "KeyboardInterrupt:"),
        (Fault("mine"), "Fault: mine"),
        (Mute(), "Mute"),
    ],
)
def test_whatever_a_plug_in_raises_is_told(error: BaseException, told: str) -> None:
    assert run_plug_in(fail_with(error)) == told


def test_a_long_problem_is_cut() -> None:
    assert len(run_plug_in(fail_with(ValueError("x" * 999))) or "") == MAX_PROBLEM_CHARS


def test_a_plug_in_prints_to_standard_error_and_closes_nothing(
    capfd: pytest.CaptureFixture[str],
) -> None:
    def work() -> None:
        for stream in (sys.stdout, sys.stderr):
            stream.write(stream.encoding and "boo ")
            stream.flush()
            os.write(stream.fileno(), b"")
            stream.close()
        print("hoo")

    before = sys.stdout, sys.stderr
    assert run_plug_in(work) is None
    assert (sys.stdout, sys.stderr) == before
    print("out")
    assert capfd.readouterr() == ("out\n", "boo boo hoo\n")


@pytest.mark.parametrize("is_swallowed", [False, True])
def test_a_real_interrupt_ends_the_program(is_swallowed: bool) -> None:
    def work() -> None:
        try:
            os.kill(os.getpid(), signal.SIGINT)
            threading.Event().wait(1)
        except KeyboardInterrupt:
            if not is_swallowed:
                raise

    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # in case it is ignored
    try:
        with pytest.raises(KeyboardInterrupt):
            run_plug_in(work)
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, before)


def test_a_thread_may_load_plug_ins_as_well() -> None:
    told: list[str | None] = []
    thread = threading.Thread(
        target=lambda: told.append(run_plug_in(fail_with(KeyboardInterrupt())))
    )
    thread.start()
    thread.join()
    assert told == ["KeyboardInterrupt:"]
