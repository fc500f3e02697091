"""What all games share; nothing here names a game."""
