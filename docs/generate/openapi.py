"""Write the OpenAPI description of the API: ``python -m docs.generate.openapi FILE``."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from docs.generate.http_api import description


def main(file: str) -> None:
    """Write it as the server at ``/api/openapi.json`` does."""
    path = Path(file)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(description(), ensure_ascii=False), "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
