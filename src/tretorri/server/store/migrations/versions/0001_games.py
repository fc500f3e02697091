"""Games, events and access keys."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "game",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("kind", sa.String(64), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("seed", sa.BigInteger()),
        sa.Column("start", sa.Text()),
        sa.Column("rules", sa.Integer(), nullable=False),
        sa.Column("players", sa.JSON(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("record", sa.Text()),
        sa.Column("engine_due", sa.Boolean(), nullable=False),
        sa.Column("damage", sa.Text()),
    )
    op.create_index("game_engine_due", "game", ["engine_due"])
    op.create_table(
        "event",
        sa.Column("game_id", sa.String(32), sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("seat", sa.String(16)),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.Column("request_id", sa.String(64), nullable=False),
        sa.Column("time", sa.BigInteger(), nullable=False),
        sa.Column("check", sa.String(16), nullable=False),
    )
    op.create_table(
        "access_key",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("game_id", sa.String(32), sa.ForeignKey("game.id"), nullable=False),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("seat", sa.String(16)),
        sa.Column("created", sa.BigInteger(), nullable=False),
    )
    op.create_index("access_key_game", "access_key", ["game_id"])
