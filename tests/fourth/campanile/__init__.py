"""A tiny fourth game, to prove that a game is one folder: take one to three slabs off a tower."""

from tests.fourth.campanile.rules import Campanile as GAME

__all__ = ["GAME"]
