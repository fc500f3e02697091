"""Which bus an address means."""

from __future__ import annotations

from tretorri.core.extras import require_extra
from tretorri.server.bus.local_bus import LocalBus
from tretorri.server.bus.subscriptions import Bus


class InvalidBusUrl(ValueError):
    """The address of a bus cannot be used."""


def make_bus(address: str | None) -> Bus:
    """Return the bus at an address; without one, the processes of a site hear nothing."""
    if not address:
        return LocalBus()
    require_extra("cluster")
    from tretorri.server.bus.redis_bus import RedisBus  # noqa: PLC0415 - 8 MB that most do not need

    return RedisBus(address)
