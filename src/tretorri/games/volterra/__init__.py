"""Volterra: two players raise tower houses on a field that shrinks and falls apart.

By Julien Griffon, published by Steffen Spiele. The lowest layer is ``board``; ``notation``,
``rules`` and ``game`` stand on it in this order.
"""

from tretorri.games.volterra.game import Volterra as GAME

__all__ = ["GAME"]
