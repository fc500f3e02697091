"""What holds for all tests: deadlines, programs that a machine may lack, and the last words.

At its end a run names every test that was skipped, and says where the processor time went.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.deadlines import deadline
from tests.examples import USUAL
from tests.programs import Missing

MIN_SHOWN_S = 5.0  # a shorter run need not say where its time went
_SPENT = "processor seconds"
_before = pytest.StashKey[float]()
_spent = defaultdict[str, float](float)

settings.load_profile(USUAL)  # ``--hypothesis-profile`` comes later


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Let a test have more time on a busy machine before it counts as hanging."""
    if item.get_closest_marker("timeout") is None:
        item.add_marker(pytest.mark.timeout(deadline(float(item.config.getini("timeout")))))
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    """Skip a test whose fixtures need a program that is missing."""
    item.stash[_before] = _processor_seconds()
    try:
        return (yield)
    except Missing as missing:
        pytest.skip(str(missing))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Iterator[None]:
    """Skip a test that needs a program that is missing."""
    try:
        return (yield)
    except Missing as missing:
        pytest.skip(str(missing))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Iterator[None]:
    """Note how much processor time a test has taken, with all it has started and ended."""
    try:
        return (yield)
    finally:
        item.user_properties.append((_SPENT, _processor_seconds() - item.stash[_before]))


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Add up the processor time of each folder, from all workers."""
    if report.when == "teardown":
        folder = "/".join(report.nodeid.partition("::")[0].split("/")[:2])
        properties = dict(report.user_properties)
        _spent[folder] += float(str(properties.get(_SPENT, 0)))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say which tests were skipped for which reason, and where the processor time went."""
    skipped = defaultdict[str, list[str]](list)
    for report in terminalreporter.getreports("skipped"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        skipped[str(reason).removeprefix("Skipped: ")].append(report.nodeid)
    if skipped:
        terminalreporter.section(f"{sum(map(len, skipped.values()))} tests were skipped")
    for reason, tests in sorted(skipped.items()):
        terminalreporter.write_line(f"{reason} ({len(tests)})")
        for test in sorted(tests):
            terminalreporter.write_line(f"    {test}")
    if sum(_spent.values()) >= MIN_SHOWN_S:
        terminalreporter.section("processor seconds")
        for folder, seconds in sorted(_spent.items(), key=lambda entry: -entry[1]):
            terminalreporter.write_line(f"{seconds:8.1f}  {folder}")


def _processor_seconds() -> float:
    """Return what this process and the ended processes that it had started have taken."""
    return sum(os.times()[:4])
