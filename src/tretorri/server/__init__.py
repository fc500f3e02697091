"""The server: games as append-only logs, played over HTTP and WebSocket.

Lowest layer first: *errors* says what is wrong; *clocks*, *opening*, *events* and *fold* say what a
game is; *store* keeps logs; *access* knows whose game it is; *seating*, *offers* and *commands*
turn what a player wants into events; *making* and *notes* begin games and write them down;
*timing* says what comes of time; *live_games* and *service* join them, and *doors* lets people in;
*bus* tells who waits that something has happened, *lookout* finds out what it did not tell, and
*presence* knows who is there; *timepiece* knows the time, and *timekeeper* lets flags fall;
*engines* thinks in processes of its own, and *messenger* tells programs elsewhere, by *webhook*;
*views* and *library* put it into words; *api* speaks HTTP; *metrics* and *logs* tell how it goes;
*running* starts it all. *upkeep* keeps stored games safe, with or without a server.
"""

from tretorri.core.extras import require_extra

require_extra("server")
