"""Views of games, drawn and encoded once for all viewers that see the same in the same language."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass
from functools import lru_cache, partial

from pydantic import BaseModel

from tretorri.server.api.models import adapter_of
from tretorri.server.capacity.computing import ComputeThreads
from tretorri.table.presenter import view_state
from tretorri.table.state import GameState
from tretorri.table.views import StateView

MAX_VIEWS = 64
STATE = "state"  # the field for it, in every message that has one


@dataclass(frozen=True, slots=True)
class DrawnState:
    """A view of a state, and the same as JSON *text*."""

    view: StateView
    text: str

    @property
    def size(self) -> int:
        """Return about how many bytes it takes to send."""
        return len(self.text)


class StateViewCache:
    """The last views that were asked for: many watchers of a game see the same one."""

    def __init__(self, computing: ComputeThreads) -> None:
        self._computing = computing
        self._drawn: OrderedDict[tuple[str, int, str], asyncio.Task[DrawnState]] = OrderedDict()

    async def view(self, state: GameState, language: str) -> StateView:
        """Return the view of a state."""
        return (await self.draw(state, language)).view

    async def draw(self, state: GameState, language: str) -> DrawnState:
        """Draw and encode a state; callers who ask at the same time share one drawing."""
        key = state.setup.id, state.version, language
        if key not in self._drawn:
            draw = partial(_draw, state, language)
            drawing = self._computing.play((state.game.id, "view"), draw)
            self._drawn[key] = asyncio.create_task(drawing)
            while len(self._drawn) > MAX_VIEWS:
                self._drawn.popitem(last=False)
        self._drawn.move_to_end(key)
        try:
            return await asyncio.shield(self._drawn[key])
        except Exception:
            self._drawn.pop(key, None)
            raise


def _draw(state: GameState, language: str) -> DrawnState:
    view = view_state(state, language)
    return DrawnState(view, adapter_of(StateView).dump_json(view).decode())


def dump_with_state(message: BaseModel, state: DrawnState | None) -> str:
    """Return a message without a state as JSON, with this one in its place.

    A state is long, and the same for many: it is not encoded again.
    """
    if state is None:
        return message.model_dump_json()
    before, after = _fields_around_state(type(message))
    head, tail = message.model_dump_json(include=before), message.model_dump_json(include=after)
    parts = head[1:-1], f'"{STATE}":{state.text}', tail[1:-1]
    return f"{{{','.join(part for part in parts if part)}}}"


@lru_cache
def _fields_around_state(kind: type[BaseModel]) -> tuple[set[str], set[str]]:
    """Return the fields of a message before and behind that of the state."""
    names = list(kind.model_fields)
    at = names.index(STATE)
    return set(names[:at]), set(names[at + 1 :])
