"""Keys that are kept with the secret of a browser."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add what a browser with many games needs."""
    op.add_column("access_key", sa.Column("browser", sa.String(64)))
    op.create_index("access_key_browser", "access_key", ["browser", "game_id"])
