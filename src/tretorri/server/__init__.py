"""The server: games as append-only logs, played over HTTP and WebSocket.

Lowest layer first: *errors* says what is wrong; *events* and *fold* say what a game is; *store*
keeps logs; *access* knows whose game it is; *commands* turns what a player wants into events;
*making* and *notes* begin games and write them down; *live_games* and *service* join them; *bus*
tells who waits that something has happened; *engines* thinks in processes of its own; *views* and
*library* put it into words; *api* speaks HTTP; *metrics* and *logs* tell how it goes; *running*
starts it all. *upkeep* keeps stored games safe, with or without a server.
"""
