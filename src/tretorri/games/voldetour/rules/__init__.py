"""The rules, lowest layer first: ``pieces``, ``placing``, ``lord``, ``turns``.

``pieces`` is what fills the board [D2, D10, D15], ``placing`` where pieces may stand and when they
are blocked [D7 to D13], ``lord`` the ways of a Lord, its win and its loss [D5, D14 to D19],
``turns`` the actions of a turn and how turns follow each other [D6 to D8, C1, C3].
"""
