"""VoldéTour: lay roads in three dimensions and walk your Lord onto the enemy Tower.

>>> import tretorri
>>> position = tretorri.game("voldetour").start()
>>> str(position.play_turn("B3>c4z+L>c4"))
'bw bB3z@c4.0 w bc4,wh8 - 2'
"""

from tretorri.games.voldetour.game import VoldeTour as GAME
from tretorri.games.voldetour.position import VoldeTourPosition

__all__ = ["GAME", "VoldeTourPosition"]
