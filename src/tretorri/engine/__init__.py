"""Who plays besides people."""

from tretorri.engine.bots import BOTS, OPPONENTS, Bot, EngineBot, GreedyBot, RandomBot, bot

__all__ = ["BOTS", "OPPONENTS", "Bot", "EngineBot", "GreedyBot", "RandomBot", "bot"]
