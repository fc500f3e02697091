"""Optional parts of the package, as in ``pip install ".[server]"`` in the project folder."""

from __future__ import annotations

from importlib.util import find_spec

from tretorri.core.errors import TretorriError
from tretorri.core.words import Reason

EXTRAS = {"server": ("fastapi",), "cluster": ("asyncpg", "redis")}
"""Modules by which an extra is known to be installed."""
_COMMANDS = {  # once Tretorri is on PyPI: tretorri[server]
    "server": 'pip install ".[server]"',
    "cluster": 'pip install ".[server,cluster]"',
}


class MissingExtra(TretorriError, ImportError):
    """An optional part of the package is not installed."""

    code = "missing-extra"


def require_extra(name: str) -> None:
    """Raise *MissingExtra*, which names the command to type, unless the extra is installed."""
    if not all(map(find_spec, EXTRAS[name])):
        raise MissingExtra(Reason(f"core.missing-{name}", {"command": _COMMANDS[name]}))
