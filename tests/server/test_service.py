"""The service inside a process: one conditional write decides, and a repeat changes nothing."""

from __future__ import annotations

import asyncio

import pytest

from tests.server.support import ENGINE, a_service, begin_game, request_id, with_service
from tests.services.places import Place
from tretorri import IllegalAction
from tretorri.core.records import Record
from tretorri.server import game_cache
from tretorri.server.service import CommandResult, GameMovedOn, Service
from tretorri.table.commands import (
    Abort,
    Agree,
    Command,
    Decline,
    Leave,
    MakeOffer,
    PlayAction,
    PlayTurn,
    Redo,
    Rename,
    Reseat,
    Resign,
    StartNow,
    StepBack,
    Undo,
)
from tretorri.table.errors import NoSuchGame, NotNow
from tretorri.table.record import make_record
from tretorri.table.setup import SeatPlayer
from tretorri.table.state import GameState

RACES, RIVALS = {True: 200, False: 50}, 8  # in a file, in PostgreSQL


class Table:
    """A game in a service, and a player of both its seats."""

    def __init__(self, service: Service, state: GameState, secret: str) -> None:
        self.service, self.state, self.secret = service, state, secret

    async def do(self, command: Command) -> GameState:
        """Do something now; return the game after it."""
        game_id, version = self.state.setup.id, self.state.version
        answer = await self.service.submit(game_id, [self.secret], request_id(), version, command)
        self.state = answer.state
        return self.state


async def a_table(service: Service, **wish: object) -> Table:
    return Table(service, *await begin_game(service, **wish))


def test_of_eight_rivals_for_one_number_exactly_one_wins(place: Place) -> None:
    async def race(table: Table) -> None:
        before, texts = table.state, [str(a) for a in table.state.position.actions()]

        async def submit(nth: int) -> CommandResult | GameMovedOn:
            command = PlayAction(texts[nth % len(texts)])
            try:
                return await table.service.submit(
                    before.setup.id, [table.secret], request_id(), before.version, command
                )
            except GameMovedOn as lost:
                return lost

        answers = await asyncio.gather(*(submit(nth) for nth in range(RIVALS)))
        won = [answer for answer in answers if isinstance(answer, CommandResult)]
        lost = [answer for answer in answers if isinstance(answer, GameMovedOn)]
        assert len(won) == 1
        assert {each.state.version for each in lost} == {before.version + 1}
        stored = await table.service.store.events(before.setup.id)
        assert [event.number for event in stored] == list(range(1, before.version + 2))
        assert stored[-1] == won[0].events[0]
        table.state = won[0].state

    async def test(service: Service) -> None:
        table = await a_table(service)
        for _ in range(RACES[place.is_sqlite]):
            await race(table)
            if table.state.is_over:
                table = await a_table(service)

    with_service(place.url, test)


def test_rivals_in_two_services_on_one_database_are_decided_by_the_key(place: Place) -> None:
    async def test() -> None:
        async with a_service(place.url) as one, a_service(place.url) as other:
            state, secret = await begin_game(one)
            game_id, version = state.setup.id, 0
            await other.game(game_id)
            for _ in range(20):
                texts = [str(action) for action in state.position.actions()]
                if not texts:
                    break
                answers = await asyncio.gather(
                    *(
                        service.submit(game_id, [secret], request_id(), version, PlayAction(text))
                        for service, text in ((one, texts[0]), (other, texts[-1]))
                    ),
                    return_exceptions=True,
                )
                won = [answer for answer in answers if isinstance(answer, CommandResult)]
                assert len(won) == 1
                assert sum(isinstance(answer, GameMovedOn) for answer in answers) == 1
                version = won[0].version
                for service in (one, other):
                    state = await service.game(game_id, at_least=version)
                    assert state.version == version
                    assert state.position_hash == won[0].events[-1].position_hash

    asyncio.run(test())


def test_a_repeated_request_gets_the_same_answer_and_changes_nothing(place: Place) -> None:
    async def test(service: Service) -> None:
        table = await a_table(service)
        game_id, same = table.state.setup.id, request_id()
        command = PlayTurn("Pb4+a3-a4")
        first = await service.submit(game_id, [table.secret], same, 0, command)
        table.state = first.state
        await table.do(PlayTurn("Pb1+a2-b2"))
        again = await service.submit(game_id, [table.secret], same, 0, command)
        assert (again.version, list(again.events)) == (first.version, list(first.events))
        assert len(await service.store.events(game_id)) == 4
        both = await asyncio.gather(
            *(
                service.submit(game_id, [table.secret], "twin-request", 4, Resign(None))
                for _ in "ab"
            )
        )
        assert [list(answer.events) for answer in both] == [list(both[0].events)] * 2

    with_service(place.url, test)


def test_games_that_there_is_no_room_for_come_back_from_the_log(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_cache, "MAX_POSITIONS_IN_MEMORY", 1)

    async def test(service: Service) -> None:
        tables = [await a_table(service) for _ in range(3)]
        for _ in range(6):
            await asyncio.gather(
                *(t.do(PlayTurn(str(next(t.state.position.turns())))) for t in tables)
            )
        for table in tables:
            again = await service.game(table.state.setup.id)
            assert (again.version, again.position_hash) == (12, table.state.position_hash)

    with_service(place.url, test)


def test_a_repeat_is_known_after_a_restart(place: Place) -> None:
    async def play(service: Service) -> tuple[CommandResult, str]:
        state, secret = await begin_game(service)
        command = PlayAction("Pb4")
        answer = await service.submit(state.setup.id, [secret], "the-request", 0, command)
        return answer, secret

    first, secret = with_service(place.url, play)
    game_id = first.state.setup.id
    command = PlayAction("Pb4")
    again = with_service(
        place.url, lambda service: service.submit(game_id, [secret], "the-request", 0, command)
    )
    assert list(again.events) == list(first.events)


def test_a_turn_is_stored_whole_or_not_at_all(place: Place) -> None:
    async def test(service: Service) -> None:
        table = await a_table(service)
        for turn in ("Pb4+a1-e4", "Pb4", "Pb4+a3-a4+Pb1"):
            with pytest.raises(IllegalAction):
                await table.do(PlayTurn(turn))
        assert await service.store.events(table.state.setup.id) == []

    with_service(place.url, test)


def test_steps_of_a_turn_can_be_taken_back_before_it_ends(place: Place) -> None:
    async def test(service: Service) -> None:
        table = await a_table(service)
        start = str(table.state.position)
        await table.do(PlayAction("Pb4"))
        assert table.state.pending_actions == ("Pb4",)
        await table.do(StepBack())
        assert str(table.state.position) == start
        with pytest.raises(NotNow):
            await table.do(StepBack())

    with_service(place.url, test)


def test_undo_and_redo_go_by_whole_turns(place: Place) -> None:
    async def test(service: Service) -> None:
        table = await a_table(service)
        texts = [str(table.state.position)]
        for _ in range(3):
            turn = next(table.state.position.turns())
            texts.append(str((await table.do(PlayTurn(str(turn)))).position))
        await table.do(PlayAction(str(table.state.position.actions()[0])))
        assert str((await table.do(Undo(1))).position) == texts[3]
        assert str((await table.do(Undo(2))).position) == texts[1]
        assert str((await table.do(Redo(1))).position) == texts[2]
        assert str((await table.do(Redo(1))).position) == texts[3]
        with pytest.raises(NotNow):
            await table.do(Redo(1))
        await table.do(Undo(3))
        await table.do(PlayAction("Pb4"))
        assert table.state.undone == ()
        with pytest.raises(NotNow):
            await table.do(Undo(2))

    with_service(place.url, test)


def test_undo_against_an_engine_goes_back_to_ones_own_turn(place: Place) -> None:
    async def test(service: Service) -> None:
        table = await a_table(service, players={"l": ENGINE})
        game_id, start = table.state.setup.id, str(table.state.position)
        await table.do(PlayTurn("Pb4+a3-a4"))
        table.state = (await service.play_engine_turn(game_id, 2, "Pb1+a2-b2", False)).state
        after = str(table.state.position)
        assert str((await table.do(Undo(1))).position) == start
        assert str((await table.do(Redo(1))).position) == after

    with_service(place.url, test)


def test_a_resignation_ends_the_game_and_can_be_taken_back(place: Place) -> None:
    async def test(service: Service) -> None:
        table = await a_table(service, players={"l": ENGINE})
        await table.do(Resign(None))
        assert table.state.outcome is not None
        assert table.state.outcome.winners == ("l",)
        with pytest.raises(IllegalAction):
            await table.do(PlayAction("Pb4"))
        await table.do(Undo(1))
        assert not table.state.is_over
        with pytest.raises(NoSuchGame):
            await table.do(Resign("l"))

    with_service(place.url, test)


def test_names_are_cleaned_and_seats_can_change(place: Place) -> None:
    async def test(service: Service) -> None:
        table = await a_table(service)
        await table.do(Rename({"d": " Anna\u202e\n Maria " + "x" * 60}))
        assert table.state.players["d"].name == "Anna Maria " + "x" * 29
        await table.do(Reseat("l", SeatPlayer("engine", 4, "Mason")))
        assert table.state.players["l"] == SeatPlayer("engine", 4, "Mason")
        with pytest.raises(NotNow):
            await table.do(Rename({"z": "nobody"}))

    with_service(place.url, test)


EVERY_COMMAND: tuple[Command, ...] = (
    *(PlayAction("Pb4"), PlayTurn("Pb4+a3-a4"), StepBack(), Undo(1), Redo(1), Resign("d")),
    *(Rename({"d": "x"}), Reseat("d", ENGINE), Leave(None), StartNow(1)),
    *(MakeOffer("draw", 1), Agree(), Decline(), Abort()),
)


@pytest.mark.parametrize("command", EVERY_COMMAND, ids=lambda command: type(command).__name__)
def test_who_has_no_seat_can_do_nothing(place: Place, command: Command) -> None:
    async def test(service: Service) -> None:
        table, other = await a_table(service), await a_table(service)
        for secret in (other.secret, "", "guessed"):
            with pytest.raises(NoSuchGame):
                await service.submit(table.state.setup.id, [secret], request_id(), 0, command)
        with pytest.raises(NoSuchGame):
            await service.submit("A" * 22, [table.secret], request_id(), 0, command)
        assert await service.store.events(table.state.setup.id) == []

    with_service(place.url, test)


def test_nobody_plays_before_all_seats_are_taken(place: Place) -> None:
    async def test(service: Service) -> None:
        table = await a_table(service, players={"l": SeatPlayer("open")})
        with pytest.raises(NotNow):
            await table.do(PlayTurn("Pb4+a3-a4"))
        assert table.state.to_move is None
        await table.do(Reseat("l", ENGINE))
        assert table.state.is_started
        await table.do(PlayTurn("Pb4+a3-a4"))

    with_service(place.url, test)


def test_an_imported_record_is_exported_with_its_notes(place: Place) -> None:
    text = """[Tretorri "1"]
[Game "volterra"]
[Rules "1"]
[Seed "7"]
[Result "d resign"]
[Date "2026-11-15"]
[Player.d "Anna"]
[Event "Palio"]

{quiet} 1. Pb4+a3-a4 !? <0:04:58> {or so} (1. Pb2+) 2. Pb1+
[End]
"""

    async def test(service: Service) -> None:
        table = await a_table(service, game=None, seed=None, record=text)
        assert table.state.pending_actions == ("Pb1",)
        assert make_record(table.state) == Record.from_text(text)
        await table.do(Undo(2))
        await table.do(PlayAction("Pb2"))
        assert make_record(table.state).line.turns[0].text == "Pb2+"

    with_service(place.url, test)
