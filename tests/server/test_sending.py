"""States for viewers: encoded once, sent by turns, and only so many bytes to one address."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import ExitStack
from typing import Any

import pytest

from tests.server.support import Guest, Server
from tests.server.test_live import heard, socket_of
from tretorri.server.api import view_cache
from tretorri.server.api.models import CommandAnswer
from tretorri.server.api.passing_notes import ReactionNote
from tretorri.server.api.routes.live import Update
from tretorri.server.api.view_cache import DrawnState, StateViewCache, dump_with_state
from tretorri.server.capacity.computing import ComputeThreads
from tretorri.server.capacity.limits import SENDING, Limits
from tretorri.server.capacity.sending import LARGE_BYTES, SendTurns
from tretorri.server.monitoring.loop_monitor import LoopMonitor
from tretorri.table.events import EventKind
from tretorri.table.game_request import GameRequest, make_setup
from tretorri.table.presenter import view_state
from tretorri.table.state import GameState
from tretorri.table.views import EventView, StateView

VIEWERS = 20
STEPS = 300_000


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(test())


def a_state() -> GameState:
    return GameState.of(make_setup(GameRequest(game="voldetour", seed=1))[0])


def messages(state: StateView | None) -> list[Update | CommandAnswer]:
    """Return messages with this state, among them one with text that looks like a field for it."""
    data = {"state": None, "name": '"state":null,', "seat": "é{}"}
    event = EventView(1, EventKind.NAMES, "b", data, 5, "abc")
    note = ReactionNote(kind="reaction", seat="b", reaction='"state":null,')
    return [
        Update(kind="snapshot", version=1, now=2, state=state),
        Update(
            kind="events", version=1, now=2, events=[event], state=state, note=note, present=["b"]
        ),
        CommandAnswer(version=1, events=[event], state=state),
    ]


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_an_encoded_state_in_a_message_is_the_same_json(language: str) -> None:
    async def test() -> None:
        drawn = await StateViewCache(ComputeThreads()).draw(a_state(), language)
        whole = [each.model_dump_json() for each in messages(drawn.view)]
        assert [dump_with_state(each, drawn) for each in messages(None)] == whole
        bare = [each.model_dump_json() for each in messages(None)]
        assert [dump_with_state(each, None) for each in messages(None)] == bare

    run(test)


def test_a_state_is_drawn_and_encoded_once_for_all_viewers(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = list[str]()

    def draw(state: GameState, language: str) -> DrawnState:
        drawn.append(language)
        view = view_state(state, language)
        return DrawnState(view, "{}")

    monkeypatch.setattr(view_cache, "_draw", draw)

    async def test() -> None:
        views, state = StateViewCache(ComputeThreads()), a_state()
        asked = [views.draw(state, language) for language in ("en", "de") for _ in range(VIEWERS)]
        found = await asyncio.gather(*asked)
        assert sorted(drawn) == ["de", "en"]
        assert len({id(each.text) for each in found}) <= len(drawn)

    run(test)


def test_large_messages_of_one_address_are_sent_in_turns_of_the_loop() -> None:
    async def test() -> None:
        turns, sent, is_done = SendTurns(Limits()), list[tuple[int, str]](), False
        nth = 0

        async def count_turns() -> None:
            nonlocal nth
            while not is_done:
                nth += 1
                await asyncio.sleep(0)

        async def send(caller: str, size: int) -> None:
            await turns.take(caller, size)
            sent.append((nth, caller))

        counting = asyncio.create_task(count_turns())
        callers = ["ann"] * VIEWERS + ["ben"]
        await asyncio.gather(*(send(caller, LARGE_BYTES) for caller in callers))
        of_ann = [turn for turn, caller in sent if caller == "ann"]
        assert len(set(of_ann)) == VIEWERS, "one in each turn of the loop"
        assert [caller for _, caller in sent].index("ben") < 3, "another caller does not wait"
        first = nth
        await asyncio.gather(*(send("ann", LARGE_BYTES - 1) for _ in range(VIEWERS)))
        assert nth - first < VIEWERS, "small ones are sent at once"
        is_done = True
        await counting

    run(test)


def test_an_address_that_was_sent_too_much_waits_and_no_other_does() -> None:
    async def test() -> None:
        time, told, is_stopping = 0.0, list[str](), False
        limits = Limits(clock=lambda: time, tell=told.append)
        turns = SendTurns(limits, lambda: is_stopping)
        await turns.take("ann", 2 * SENDING.most)
        waiting = asyncio.create_task(turns.need("ann"))
        await turns.need("ben")
        await asyncio.sleep(0)
        assert not waiting.done()
        assert told == [SENDING.name]
        time = SENDING.seconds + 1
        await waiting
        await turns.take("ann", 2 * SENDING.most)
        is_stopping = True
        await turns.need("ann")  # a server that stops keeps no viewer waiting

    run(test)


def test_the_monitor_measures_whole_turns_of_the_loop() -> None:
    monitor = LoopMonitor()

    async def work() -> None:
        sum(range(STEPS))

    async def test() -> None:
        with monitor.watching():
            await asyncio.sleep(0)
            await asyncio.gather(work())
            await asyncio.sleep(0)
            one, monitor.longest_s = monitor.longest_s, 0.0
            await asyncio.gather(*(work() for _ in range(VIEWERS)))
            await asyncio.sleep(0)
            assert monitor.longest_s > VIEWERS / 2 * one

    run(test)


def test_all_viewers_of_an_address_see_every_move(server: Server) -> None:
    with server.client() as client, ExitStack() as stack:
        guest = Guest(client, game="voldetour", seed=1)
        query = f"{guest.path}/socket?since=0&with_state=true"
        viewers = [stack.enter_context(socket_of(server, query)) for _ in range(VIEWERS)]
        state = guest.do("action", action=guest.state["actions"]["texts"][0])
        assert state == client.get(guest.path).json()
        for viewer in viewers:
            while (news := heard(viewer))["version"] == 0:
                pass
            assert list(news["state"].items()) == list(state.items())
        guest.state = {"version": 0}
        late = guest.send("resign")
        assert (late.status_code, late.json()["state"]) == (409, state)
