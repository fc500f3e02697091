"""Tell those who wait that something is new: *ears* hear it, *local* carries it, *remote* farther.

A bus carries hints and short notes only, and may lose them: whoever hears a hint reads the truth
from the store, and whoever hears nothing looks again after a while (the *lookout* does).
"""

from tretorri.server.bus.addresses import InvalidBusUrl, make_bus
from tretorri.server.bus.local_bus import LocalBus
from tretorri.server.bus.subscriptions import GONE, Bus, Note, Subscription

__all__ = ["GONE", "Bus", "InvalidBusUrl", "LocalBus", "Note", "Subscription", "make_bus"]
