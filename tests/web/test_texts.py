"""Text is data: what people write never runs as a script."""

from __future__ import annotations

from tests.faults.figures import Setting
from tests.security.texts import texts


def test_nothing_that_people_write_runs_as_a_script() -> None:
    figures = texts(Setting(0.1, port=19900))
    print(*figures, sep="\n  ")
    assert [str(figure) for figure in figures if figure.is_counted and not figure.is_reached] == []
