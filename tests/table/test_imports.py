"""A table runs wherever Python runs: without the packages of a server, and without a database."""

from __future__ import annotations

import pkgutil
import subprocess
import sys

import tretorri.table

BLOCKED = ("alembic", "fastapi", "pydantic", "redis", "sqlalchemy", "starlette", "structlog")
IMPORT_ALL = """
import importlib, sys
for name in sys.argv[1].split(): sys.modules[name] = None
for name in sys.argv[2].split(): importlib.import_module(name)
loaded = [name for name in sys.modules if name.startswith("tretorri.server")]
assert not loaded, loaded
"""


def test_every_module_of_a_table_imports_where_no_server_is_installed() -> None:
    found = pkgutil.walk_packages(tretorri.table.__path__, "tretorri.table.")
    names = [module.name for module in found]
    assert {"tretorri.table.state", "tretorri.table.views"} <= set(names)
    words = (sys.executable, "-c", IMPORT_ALL, " ".join(BLOCKED), " ".join(names))
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
