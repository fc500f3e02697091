"""Play on a server over the network: the client for bots and other programs.

The link to a seat is all that a program needs to play there::

    from tretorri.client import join

    with join("https://towers.example/en/join/…#…", name="My bot") as seat:
        while seat.wait():  # until it is this seat's turn; false when the game is over
            seat.play(seat.position.actions()[0])

A seat stays up to date, reconnects when the connection is lost, and sends no command twice.
Lowest layer first: errors, links, retries, state, wire, listener, board, seat, host.
"""

from tretorri.client.errors import (
    BadLink,
    ClientError,
    GameGone,
    OtherRules,
    Refused,
    SeatLost,
    Unreachable,
)
from tretorri.client.host import Client, OwnGame, join
from tretorri.client.seat import Seat
from tretorri.client.state import Ending, Offer

__all__ = [
    "BadLink",
    "Client",
    "ClientError",
    "Ending",
    "GameGone",
    "Offer",
    "OtherRules",
    "OwnGame",
    "Refused",
    "Seat",
    "SeatLost",
    "Unreachable",
    "join",
]
