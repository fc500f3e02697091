"""The rows of load and faults, by id."""

from __future__ import annotations

from tests.faults import (
    backups,
    calls,
    ceilings,
    chaos,
    clocks,
    kills,
    load,
    locks,
    races,
    services,
    storms,
)
from tests.faults.figures import Figure, NotRun, Row, Setting, amount, count
from tests.faults.report import kept

CHECKED = ("F1", "F1p", "F9")
WRONG = {"lost", "duplicated", "gaps", "read but not in the log", "contradictions"}
OPERATIONS = 50_000


def histories(setting: Setting) -> list[Figure]:
    """Add up what the checker of histories has found in other rows (F11)."""
    found = [figure for row in CHECKED if row in kept() for figure in kept()[row].figures]
    if not found:
        raise NotRun("comes with F1 and F9")
    checked = sum(f.value for f in found if f.name == "operations checked")
    wrong = sum(f.value for f in found if f.name in WRONG)
    return [
        amount("operations checked", checked, at_least=OPERATIONS * setting.scale),
        count("violations", wrong),
    ]


ROWS: dict[str, Row] = {
    "L1": load.steady,
    "L1m": load.mixed,
    "L2": ceilings.ceiling,
    "L3": ceilings.watchers,
    "L4": ceilings.engines,
    "L5": ceilings.whole_games,
    "F1": kills.in_files,
    "F1p": kills.in_postgresql,
    "F2": calls.killed_at_every_call,
    "F3": calls.failing_disk,
    "F4": locks.foreign_lock,
    "F5": services.restarts_of_postgresql,
    "F6": services.without_redis,
    "F7": clocks.wandering_clock,
    "F8": storms.storm,
    "F9": chaos.bad_lines,
    "F10": races.races,
    "F11": histories,
    "F12": storms.stops,
    "F12b": backups.backups,
}
