"""The key with which the servers sign what browsers keep."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table; the first server makes the key."""
    op.create_table(
        "signing_key",
        sa.Column("purpose", sa.String(16), primary_key=True),
        sa.Column("secret", sa.String(64), nullable=False),
    )
