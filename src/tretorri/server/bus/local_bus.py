"""A bus inside one process."""

from __future__ import annotations

from tretorri.server.bus.subscriptions import Bus


class LocalBus(Bus):
    """A bus for one process; there are no others, or they find out by looking at the store."""
