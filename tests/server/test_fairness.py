"""What one player cannot do to another: use up ids of requests, fill the log, outwit a limit."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.support import Guest, Server, begin_game, request_id, with_service
from tests.services.places import Place
from tretorri.server.capacity.limits import IMPORTS, NAMES
from tretorri.server.errors import RequestIdUsed
from tretorri.server.invitations import Invitations
from tretorri.server.service import CommandResult, Service
from tretorri.table import log
from tretorri.table.commands import (
    Abort,
    Command,
    Decline,
    MakeOffer,
    PlayAction,
    PlayTurn,
    Rename,
    Resign,
    StepBack,
)
from tretorri.table.errors import NotNow
from tretorri.table.setup import LINK, OPEN, SeatPlayer
from tretorri.table.state import GameState

SEATS = {"d": SeatPlayer(OPEN), "l": SeatPlayer(OPEN)}


class Pair:
    """Two who have come by link to a game of Volterra; dark begins."""

    def __init__(self, service: Service, game_id: str, secrets: dict[str, str]) -> None:
        self.service, self.game_id, self.secrets = service, game_id, secrets

    async def state(self) -> GameState:
        """Return the game as it stands."""
        return await self.service.game(self.game_id)

    async def do(self, seat: str, command: Command, name: str | None = None) -> CommandResult:
        """Do something now, in a request of this name."""
        version = (await self.state()).version
        secrets = [self.secrets[seat]]
        return await self.service.submit(
            self.game_id, secrets, name or request_id(), version, command
        )


async def a_pair(service: Service) -> Pair:
    """Begin a game for two by link."""
    state, creator = await begin_game(service, players=SEATS)
    game_id, doors, secrets = state.setup.id, Invitations(service), dict[str, str]()
    for seat in SEATS:
        ticket = await doors.issue_ticket(game_id, [creator], seat, "join")
        came = await doors.join(game_id, ticket, request_id=request_id(), kind=LINK, name=seat)
        (secrets[seat],) = came.secrets
    return Pair(service, game_id, secrets)


# Ids of requests ------------------------------------------------------------------------------


def test_an_id_that_another_seat_has_used_is_still_ones_own(place: Place) -> None:
    async def test(service: Service) -> None:
        pair = await a_pair(service)
        name = "at-version-4"
        await pair.do("l", Rename({"l": "Leo"}), name)
        move = PlayTurn("Pb4+a3-a4")
        first = await pair.do("d", move, name)
        assert [event.data for event in first.events] == [{"action": "Pb4"}, {"action": "a3-a4"}]
        assert len((await pair.state()).turns) == 1
        again = await pair.do("d", move, name)
        assert list(again.events) == list(first.events)
        return_ = await pair.do("l", Rename({"l": "Leo"}), name)
        assert [event.kind for event in return_.events] == ["names"]

    with_service(place.url, test)


def test_the_same_id_for_another_command_is_refused(place: Place) -> None:
    async def test(service: Service) -> None:
        pair = await a_pair(service)
        await pair.do("d", PlayAction("Pb4"), "my-request")
        with pytest.raises(RequestIdUsed):
            await pair.do("d", StepBack(), "my-request")
        assert (await pair.state()).pending_actions == ("Pb4",)

    with_service(place.url, test)


def test_a_database_from_before_senders_were_stored_opens_and_knows_its_requests(
    place: Place,
) -> None:
    async def play(service: Service) -> tuple[str, str]:
        state, secret = await begin_game(service)
        await service.submit(state.setup.id, [secret], "old-request", 0, PlayAction("Pb4"))
        return state.setup.id, secret

    game_id, secret = with_service(place.url, play)
    for step in (
        "ALTER TABLE event DROP COLUMN sender",
        "ALTER TABLE event DROP COLUMN command",
        "DROP TABLE leap",
        "DROP INDEX access_key_browser",
        "ALTER TABLE access_key DROP COLUMN browser",
        "ALTER TABLE game DROP COLUMN ahead",
        "ALTER TABLE timebase DROP COLUMN ahead",
        "DROP TABLE signing_key",
        "UPDATE alembic_version SET version_num = '0002'",
    ):
        place.ask(step)

    async def play_on(service: Service) -> None:
        sent = (game_id, [secret], "old-request", 0, PlayAction("Pb4"))
        again = await service.submit(*sent)
        assert [event.number for event in again.events] == [1]
        await service.submit(game_id, [secret], "new-request", 1, PlayAction("a3-a4"))
        senders = [event.sender for event in await service.store.events(game_id)]
        assert senders[0] is None
        assert senders[1]

    with_service(place.url, play_on)


# The log --------------------------------------------------------------------------------------


def test_one_player_cannot_fill_the_log_with_what_does_not_play(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log, "MAX_IDLE_EVENTS", 10)

    async def fill(pair: Pair) -> int:
        done = 0
        with pytest.raises(NotNow, match="changes that are not moves"):  # noqa: PT012
            while done < 100:
                await pair.do("l", Rename({"l": f"Leo {done}"}))
                await pair.do("l", MakeOffer("draw", 1))
                await pair.do("l", Decline())
                done += 3
        return done

    async def test(service: Service) -> None:
        pair = await a_pair(service)
        assert await fill(pair) < 12
        await pair.do("d", Rename({"d": "Dora"}))
        await pair.do("d", PlayTurn("Pb4+a3-a4"))
        await pair.do("l", PlayTurn("Pb1+a2-b2"))
        for _ in range(3):
            texts = [str(action) for action in (await pair.state()).position.actions()]
            await pair.do("d", PlayAction(texts[0]))
            await pair.do("d", StepBack())
        await pair.do("l", Resign(None))
        assert (await pair.state()).is_over

    with_service(place.url, test)


@pytest.mark.parametrize("end", [Resign(None), Abort()], ids=["resign", "abort"])
def test_a_game_with_a_full_log_can_be_ended(
    place: Place, monkeypatch: pytest.MonkeyPatch, end: Command
) -> None:
    async def test(service: Service) -> None:
        pair = await a_pair(service)
        monkeypatch.setattr(log, "MAX_EVENTS", (await pair.state()).version)
        with pytest.raises(NotNow, match="at most"):
            await pair.do("d", PlayAction("Pb4"))
        await pair.do("d", end)
        assert (await pair.state()).is_over

    with_service(place.url, test)


def test_what_a_seat_has_done_is_counted_from_the_log(place: Place) -> None:
    async def play(service: Service) -> Pair:
        pair = await a_pair(service)
        await pair.do("l", Rename({"l": "Leo"}))
        await pair.do("d", PlayTurn("Pb4+a3-a4"))
        return pair

    pair = with_service(place.url, play)

    async def look(service: Service) -> None:
        assert (await service.game(pair.game_id)).idle == {"d": 1, "l": 2}

    with_service(place.url, look)


# Limits by key --------------------------------------------------------------------------------


def test_a_key_is_one_key_however_it_is_spelt(tmp_path: Path) -> None:
    with (
        Server(tmp_path, has_limits=True) as server,
        server.client() as client,
    ):
        guest = Guest(client, game="volterra")
        cookie = f"tretorri-{guest.id}"
        client.cookies.clear()
        spellings = [
            *({"Authorization": f"Bearer{' ' * n}{guest.secret}"} for n in (1, 2, 3)),
            {"Authorization": f"bEaReR {guest.secret}", "Cookie": "junk=1"},
            *({"Cookie": f"junk={n}; {cookie}={guest.secret}"} for n in range(3)),
            *({"Cookie": f"{cookie}={n}junk.{guest.secret}"} for n in range(3)),
            *({"Cookie": f"{cookie}={guest.secret}.{guest.secret}.{n}"} for n in range(5)),
        ]
        statuses = []
        for nth, spelling in enumerate(spellings):
            body = {
                "request_id": request_id(),
                "version": min(nth, NAMES.most),
                "command": {"do": "names", "names": {"d": f"Name {nth}"}},
            }
            answer = client.post(f"{guest.path}/commands", json=body, headers=spelling)
            statuses.append(answer.status_code)
        assert statuses == [200] * NAMES.most + [429] * (len(spellings) - NAMES.most)


# What one address may store -------------------------------------------------------------------


def test_an_address_can_import_only_so_much(tmp_path: Path) -> None:
    heads = '[Tretorri "1"]\n[Game "volterra"]\n[Rules "1"]\n[Seed "7"]\n'
    large = f"{heads}\n{{{'x' * 900_000}}} 1. Pb4+a3-a4\n[End]\n"
    with (
        Server(tmp_path, has_limits=True) as server,
        server.client() as client,
    ):
        answers = [client.post("/api/games", json={"record": large}) for _ in range(25)]
        stored = IMPORTS.most // len(large)
        assert [answer.status_code for answer in answers] == [201] * stored + [429] * (25 - stored)
        last = answers[-1]
        assert (last.json()["code"], "imported" in last.json()["message"]) == ("too-many", True)
        assert int(last.headers["Retry-After"]) > 0
        Guest(client, game="volterra")  # which is not an import
