import pytest


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the program speak English, and look for games only where it is told to."""
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    for name in ("DATABASE", "BUS", "PUBLIC", "KEEP_DAYS"):
        monkeypatch.delenv(f"TRETORRI_{name}", raising=False)
