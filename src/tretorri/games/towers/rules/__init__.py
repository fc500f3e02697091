"""The rules, lowest layer first: ``counters``, ``moves``, ``scoring``, ``turns``.

``counters`` is what a tower is [T3, T11], ``moves`` what may be moved [T6 to T12, T20 to T24],
``scoring`` points and ends [T16 to T19, T25], ``turns`` what an action does and how turns follow
each other [T11, T14, T15, T18, T23, T27].
"""
