import pytest

from tests.services.places import place, postgresql

__all__ = ["place", "postgresql"]


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the program speak English, and look for games only where it is told to."""
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    for name in ("DATABASE", "BUS", "PUBLIC", "KEEP_DAYS", "ARCHIVE"):
        monkeypatch.delenv(f"TRETORRI_{name}", raising=False)
