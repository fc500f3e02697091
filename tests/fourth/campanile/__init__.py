"""A tiny game: two players take one to three slabs off a bell tower."""

from tests.fourth.campanile.rules import Campanile as GAME

__all__ = ["GAME"]
