"""How much a caller may ask of the server, and in which threads it is computed."""
