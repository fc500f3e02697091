"""Who plays besides people."""

from tretorri.engine.bots import BOTS, Bot, GreedyBot, RandomBot, bot

__all__ = ["BOTS", "Bot", "GreedyBot", "RandomBot", "bot"]
