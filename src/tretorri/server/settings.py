"""How a server is set up."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

PAGE = Path(__file__).parent.parent / "page"


@dataclass(frozen=True, slots=True)
class Settings:
    """Where games are kept, how many workers think and how long; *page* is the built page."""

    database: str
    workers: int = 2
    engine_seconds: float = 20.0
    page: Path = PAGE

    @property
    def has_page(self) -> bool:
        """Tell whether the package was built with the page."""
        return (self.page / "index.html").is_file()


def data_folder() -> Path:
    """Return where games are kept unless somebody says otherwise: the user's place for data."""
    data = os.environ.get("XDG_DATA_HOME")
    return (Path(data) if data else Path.home() / ".local" / "share") / "tretorri"
