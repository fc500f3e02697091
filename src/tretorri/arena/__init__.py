"""Matches between computer players: who plays, which games, what the results are worth."""
