"""Run by alembic: bring the database that the server has opened up to date."""

from __future__ import annotations

from alembic import context

from tretorri.server.store.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
