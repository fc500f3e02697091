"""By how much the servers' time is ahead of the date."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add what dates of games are computed from; so far both were taken for the same."""
    op.add_column("game", sa.Column("ahead", sa.BigInteger()))
    ahead = sa.Column("ahead", sa.BigInteger(), nullable=False, server_default="0")
    op.add_column("timebase", ahead)
