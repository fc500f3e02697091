"""Keeping games safe: *backup* and *dump*, *transfer*, *verify*, *tidy*, and the *doctor*.

Everything here works over the tables as *store.tables* describes them, so what is added there comes
along by itself.
"""
