"""The server: games as append-only logs, played over HTTP and WebSocket.

Lowest layer first: *errors* says what is wrong; *clocks*, *opening*, *events* and *fold* say what a
game is; *store* keeps logs; *access* knows whose game it is; *seating*, *offers* and *commands*
turn what a player wants into events; *making* and *notes* begin games and write them down;
*live_games* and *service* join them, and *doors* lets people in; *bus* tells who waits that
something has happened; *engines* thinks in processes of its own; *views* and *library* put it into
words; *api* speaks HTTP; *running* starts it all.
"""
