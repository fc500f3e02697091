"""On whose behalf a task works: the address of the request that it, or what began it, answers.

Tasks inherit it from the task that creates them, so an engine's turn belongs to the caller whose
move it follows.
"""

from __future__ import annotations

from contextvars import ContextVar

NO_CALLER = ""  # whom the server's own tasks work for
current_caller: ContextVar[str] = ContextVar("current_caller", default=NO_CALLER)
