"""The sender of the request behind an event, and time that did not pass."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add what tells requests and gaps of time apart; older events have no sender."""
    op.add_column("event", sa.Column("sender", sa.String(32)))
    op.add_column("event", sa.Column("command", sa.String(16)))
    op.create_table(
        "leap",
        sa.Column("since", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
    )
