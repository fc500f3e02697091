"""A bot in forty lines: it takes the seat of a link and plays there until the game is over.

    python examples/bot.py "https://towers.example/en/join/…#…" "My bot"

It plays every game, with any number of seats. Put your own idea into ``choose``.
"""

import random
import sys

from tretorri import Action, Position, TretorriError
from tretorri.client import Offer, join


def choose(position: Position, me: str) -> Action:
    """Return the action to play; *me* is our seat, such as ``d``.

    This is the place for your idea. ``position.play(action)`` is how it would stand then, and
    ``position.estimate(me)`` a rough guess of how good that is, from -1 to 1; a turn may consist
    of several actions. docs/how-to/use-the-library.md tells what else a position knows.
    """
    return random.choice(position.actions())


def agrees(offer: Offer) -> bool:
    """Answer an offer: others may take back a turn, but draws are declined."""
    return offer.what == "takeback"


def main(link: str, name: str) -> None:
    """Play a whole game."""
    with join(link, name) as seat:
        print("playing", seat.id, "in", seat.state["title"])
        while seat.wait(agrees):  # until it is our turn; false when the game is over
            seat.play(choose(seat.position, seat.id))
        print(seat.ending.sentence if seat.ending else "")


if __name__ == "__main__":
    try:
        main(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "Example bot")
    except TretorriError as error:  # a void link, a seat that was given away, no server …
        sys.exit(f"{error.code}: {error}")
