"""Computer players: simple bots, the engine and its levels."""

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

__all__ = ["BOTS", "OPPONENTS", "Bot", "EngineBot", "GreedyBot", "LevelBot", "RandomBot", "bot"]
