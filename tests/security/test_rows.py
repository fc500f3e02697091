"""The rows of the table at a small size: what can be counted must be right on any machine."""

from __future__ import annotations

import pytest

from tests.faults.figures import Setting
from tests.security.rows import ROWS

# X5 needs a browser, and I3 is tests/server/test_schema.py.
SIZES = {"X1": 0.1, "X2": 0.1, "X3": 0.01, "X4": 0.1, "X6": 0.1, "X7": 0.1, "I4": 0.01, "I5": 0.1}


@pytest.mark.parametrize("row", SIZES)
def test_what_can_be_counted_is_right(row: str) -> None:
    port = 17300 + 60 * [*SIZES].index(row)
    figures = ROWS[row](Setting(SIZES[row], port=port))
    print(row, *figures, sep="\n  ")
    assert [str(figure) for figure in figures if figure.is_counted and not figure.is_reached] == []
