"""Three tower-building board games: Volterra, VoldéTour and Spiel der Türme.

>>> import tretorri
>>> position = tretorri.game("volterra").start()
>>> str(position.play_turn("Pb4+a3-a4"))
'dl ld,d,l,d,l/-,l,d,l,d/l,d,l,d,l/d,l,d,l,d l lc2,db4 - 2'
"""

from tretorri.core.errors import (
    IllegalAction,
    InvalidOption,
    InvalidPosition,
    InvalidRecord,
    TretorriError,
    UnknownGame,
)
from tretorri.core.game import Action, Game, Position, Result, Turn
from tretorri.core.perft import perft
from tretorri.core.records import Record, read_records, save
from tretorri.core.registry import game
from tretorri.core.registry import games as all_games  # tretorri.games is the folder

__version__ = "0.3.0"

__all__ = [
    "Action",
    "Game",
    "IllegalAction",
    "InvalidOption",
    "InvalidPosition",
    "InvalidRecord",
    "Position",
    "Record",
    "Result",
    "TretorriError",
    "Turn",
    "UnknownGame",
    "all_games",
    "game",
    "perft",
    "read_records",
    "save",
]
