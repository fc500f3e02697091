"""The table at which ``tretorri play`` is played, lowest layer first.

``table`` is the game so far and who sits where, ``storage`` keeps it in files, ``keyboard`` asks
people, ``commands`` is what they can type, and ``session`` lets people and bots act in turn.
"""
