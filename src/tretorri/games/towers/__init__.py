"""Spiel der Türme (Game of Towers): four noble families take building material from each other."""

from tretorri.games.towers.game import Towers as GAME

__all__ = ["GAME"]
