"""Volterra: two players raise tower houses on a field that shrinks and falls apart.

By Julien Griffon, published by Steffen Spiele.
"""

from tretorri.games.volterra.game import Volterra as GAME

__all__ = ["GAME"]
