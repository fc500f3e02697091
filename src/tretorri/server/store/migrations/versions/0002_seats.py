"""Seats by link, clocks, and what is due when."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add what play by link needs."""
    op.add_column("game", sa.Column("clock", sa.JSON()))
    op.add_column("game", sa.Column("absence", sa.JSON()))
    op.add_column("game", sa.Column("due_at", sa.BigInteger()))
    op.create_index("game_due_at", "game", ["due_at"])
    op.add_column("access_key", sa.Column("purpose", sa.String(16)))
    op.add_column(
        "access_key", sa.Column("generation", sa.Integer(), nullable=False, server_default="0")
    )
    op.create_table(
        "webhook",
        sa.Column("game_id", sa.String(32), sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("seat", sa.String(16), primary_key=True),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("link", sa.Text(), nullable=False),
    )
    op.create_table(
        "timebase",
        sa.Column("boot", sa.String(64), primary_key=True),
        sa.Column("base", sa.BigInteger(), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
    )
