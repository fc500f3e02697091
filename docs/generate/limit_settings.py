"""The limits of a server as a table, with the variables that set them."""

from __future__ import annotations

from docs.generate.markdown import code, table
from tretorri.server.capacity import limits
from tretorri.server.capacity.limits import ConcurrencyLimit, RateLimit
from tretorri.server.settings import limit_variable


def render() -> str:
    """Return all limits, in the order of the source."""
    found = [
        value for value in vars(limits).values() if isinstance(value, RateLimit | ConcurrencyLimit)
    ]
    rows = [(code(limit_variable(limit.name)), *_default(limit)) for limit in found]
    return table(("variable", "default", "meaning"), rows)


def _default(limit: RateLimit | ConcurrencyLimit) -> tuple[str, str]:
    if isinstance(limit, ConcurrencyLimit):
        return code(str(limit.most)), f"{limit.most} at a time"
    at_once = f", {limit.burst} at once" if limit.burst else ""
    default = f"{limit.most}/{limit.seconds:g}"
    return code(default), f"{limit.most} in {limit.seconds:g} s{at_once}"
