"""The tools around the build: notices that must be complete, addresses that must be whole."""

from __future__ import annotations

from pathlib import Path

import pytest

import notices
from readme import with_addresses

HERE = "https://github.com/towers/towers"


def test_relative_addresses_become_whole_ones() -> None:
    text = (
        '[a](guides/a.md#b) <img src="docs/b.svg"> [c](https://c.org) [d](#d) [e](mailto:e@f.org)'
    )
    assert with_addresses(text, HERE, "v1") == (
        f"[a]({HERE}/blob/v1/guides/a.md#b)"
        ' <img src="https://raw.githubusercontent.com/towers/towers/v1/docs/b.svg">'
        " [c](https://c.org) [d](#d) [e](mailto:e@f.org)"
    )


def test_a_header_gives_the_licence_that_it_begins_with() -> None:
    source = "/**\n * MIT License\n *\n * Copyright\n */\n#pragma once\n/* not this */\n"
    assert notices.leading_comment(source) == "MIT License\n\nCopyright"


@pytest.mark.parametrize("source", ["", "#pragma once\n", "/* A map. */\n"])
def test_a_header_without_a_licence_fails_the_build(source: str) -> None:
    with pytest.raises(LookupError, match="robin-map"):
        notices.leading_comment(source)


def test_a_page_without_notices_fails_the_build(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "NOTICES.txt"
    assert notices.main(str(file), str(tmp_path)) == 1
    assert "notices.txt is missing" in capsys.readouterr().err
    assert not file.exists()
    (tmp_path / "notices.txt").write_text("three (MIT)\n", "utf-8")
    assert notices.main(str(file), str(tmp_path)) == 0
    assert file.read_text("utf-8").endswith("three (MIT)\n")
