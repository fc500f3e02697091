"""A bus tells other tasks and processes that a game has changed.

It carries hints and short notes only, and may lose them: a subscriber reads the game from the
store, and `background.change_poller` finds what the bus has lost.
"""

from tretorri.server.bus.addresses import InvalidBusUrl, make_bus
from tretorri.server.bus.local_bus import LocalBus
from tretorri.server.bus.subscriptions import GONE, Bus, Note, Subscription

__all__ = ["GONE", "Bus", "InvalidBusUrl", "LocalBus", "Note", "Subscription", "make_bus"]
