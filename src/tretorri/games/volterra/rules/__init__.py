"""The rules, lowest layer first: ``moves``, ``layout``, ``ends``.

``moves`` is a turn of pawn and towers [V4 to V13], ``layout`` the turns before the first one in the
variant *free* [V16], ``ends`` when a game is over and who wins [V14, V15, C1, C3].
"""
