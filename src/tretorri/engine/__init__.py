"""Computer players: the engine, its levels, reviews of games, and simple bots.

>>> import tretorri
>>> from tretorri.engine import best_turn
>>> position = tretorri.game("volterra").start()
>>> position.play_turn(best_turn(position, level=1)).to_move
'l'
"""

from tretorri.engine.bots import (
    BOTS,
    OPPONENTS,
    Bot,
    EngineBot,
    GreedyBot,
    LevelBot,
    RandomBot,
    bot,
)
from tretorri.engine.review import review
from tretorri.engine.search import analyse, best_action, best_turn, playouts

__all__ = [
    "BOTS",
    "OPPONENTS",
    "Bot",
    "EngineBot",
    "GreedyBot",
    "LevelBot",
    "RandomBot",
    "analyse",
    "best_action",
    "best_turn",
    "bot",
    "playouts",
    "review",
]
