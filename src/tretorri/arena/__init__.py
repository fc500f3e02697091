"""Matches between computer players: who plays, which games, what the results are worth.

Lowest layer first: *ratings* estimates strength from results; *players* names players and lets them
choose turns; *external* drives programs that speak the line protocol, and *protocol* answers such
programs; *matches* schedules and plays games; *standings* counts them; *workers* plays a match in
several processes and stores it in a file; *ladder* rates the engine's levels.
"""
