"""The tables: games, what happened in them, the hashes of the secrets that open them, and time."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
)

metadata = MetaData()
BLOCKED = "blocked"
"""In the column *damage*: the host has set the game aside; it is as good as absent."""

games = Table(
    "game",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("kind", String(64), nullable=False),
    Column("options", JSON, nullable=False),
    Column("seed", BigInteger),
    Column("start", Text),
    Column("rules", Integer, nullable=False),
    Column("players", JSON, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("record", Text),
    Column("clock", JSON(none_as_null=True)),
    Column("absence", JSON(none_as_null=True)),
    # By how much the servers' time, which all times here are, was ahead of the date, if it was.
    Column("ahead", BigInteger),
    # What follows can be worked out from the log; it is written with the events in one transaction.
    Column("engine_due", Boolean, nullable=False),
    Column("due_at", BigInteger),
    Column("damage", Text),
    Index("game_engine_due", "engine_due"),
    Index("game_due_at", "due_at"),
)

events = Table(
    "event",
    metadata,
    Column("game_id", ForeignKey("game.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(16), nullable=False),
    Column("seat", String(16)),
    Column("data", JSON, nullable=False),
    Column("request_id", String(64), nullable=False),
    Column("time", BigInteger, nullable=False),
    Column("check", String(16), nullable=False),
    Column("sender", String(32)),
    Column("command", String(16)),
)

keys = Table(
    "access_key",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("game_id", ForeignKey("game.id"), nullable=False),
    Column("role", String(16), nullable=False),
    Column("seat", String(16)),
    Column("purpose", String(16)),
    Column("generation", Integer, nullable=False, server_default="0"),
    Column("created", BigInteger, nullable=False),
    Column("browser", String(64)),
    Index("access_key_game", "game_id"),
    Index("access_key_browser", "browser", "game_id"),
)

webhooks = Table(
    "webhook",
    metadata,
    Column("game_id", ForeignKey("game.id"), primary_key=True),
    Column("seat", String(16), primary_key=True),
    Column("generation", Integer, nullable=False),
    Column("url", Text, nullable=False),
    Column("link", Text, nullable=False),
)

# What the servers sign with; made by the first of them.
signing_keys = Table(
    "signing_key",
    metadata,
    Column("purpose", String(16), primary_key=True),
    Column("secret", String(64), nullable=False),
)

# Times of the servers' clock, *since* and *until*, between which it has leapt.
leaps = Table(
    "leap",
    metadata,
    Column("since", BigInteger, primary_key=True, autoincrement=False),
    Column("until", BigInteger, nullable=False),
)

# What the clocks of a machine go by: *base* milliseconds of 1970 at its *boot*, last *seen* alive;
# by how much that time is *ahead* of the date, because a wall clock was ahead once.
timebases = Table(
    "timebase",
    metadata,
    Column("boot", String(64), primary_key=True),
    Column("base", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("ahead", BigInteger, nullable=False, server_default="0"),
)
