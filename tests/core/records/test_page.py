"""The page about records shows what the program does."""

from __future__ import annotations

import json
import re
from pathlib import Path

from tretorri.core.records import Record

PAGE = (Path(__file__).parents[3] / "docs" / "reference" / "records.md").read_text(encoding="utf-8")


def test_the_example_on_the_page_is_a_record() -> None:
    example = re.search(r"```text\n(\[Tretorri.*?)```", PAGE, re.DOTALL)
    assert example
    assert Record.from_text(example[1]).to_text() == example[1]


def test_the_json_on_the_page_is_a_record() -> None:
    example = re.search(r"```json\n(.*?)```", PAGE, re.DOTALL)
    assert example
    assert Record.from_json(json.loads(example[1])).to_json() == json.loads(example[1])
