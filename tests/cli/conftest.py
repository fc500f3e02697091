from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep games that tests begin away from those of the person who runs the tests."""
    folder = tmp_path / "state"
    monkeypatch.setenv("TRETORRI_STATE", str(folder))
    return folder


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the program speak English, whatever the person who runs the tests speaks."""
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
