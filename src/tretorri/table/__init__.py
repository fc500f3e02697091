"""A game as an event log, without any I/O; README.md lists the modules, lowest layer first."""
