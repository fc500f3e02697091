"""Views of games, drawn once for all viewers that see the same version in the same language."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from functools import partial

from tretorri.server.capacity.computing import ComputeThreads
from tretorri.table.presenter import view_state
from tretorri.table.state import GameState
from tretorri.table.views import StateView

MAX_VIEWS = 64


class StateViewCache:
    """The last views that were asked for: many watchers of a game see the same one."""

    def __init__(self, computing: ComputeThreads) -> None:
        self._computing = computing
        self._views: OrderedDict[tuple[str, int, str], asyncio.Task[StateView]] = OrderedDict()

    async def view(self, state: GameState, language: str) -> StateView:
        """Return the view of a state; callers who ask at the same time share one drawing."""
        key = state.setup.id, state.version, language
        if key not in self._views:
            draw = partial(view_state, state, language)
            drawing = self._computing.play((state.game.id, "view"), draw)
            self._views[key] = asyncio.create_task(drawing)
            while len(self._views) > MAX_VIEWS:
                self._views.popitem(last=False)
        self._views.move_to_end(key)
        try:
            return await asyncio.shield(self._views[key])
        except Exception:
            self._views.pop(key, None)
            raise
