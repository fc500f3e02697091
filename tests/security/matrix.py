"""Who may do what: every route and every command, for everybody who may knock (X1).

The table below is the only place that says what is expected. What it does not name is found by a
test: the routes come from the application, the commands from the models of the API.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

import httpx
from fastapi.routing import iter_route_contexts
from websockets.sync.client import connect

from tests.deadlines import deadline
from tests.faults.figures import Figure, Setting, amount, count
from tests.faults.processes import running
from tests.security.people import CREATOR, EVERYBODY, OTHER, OWN, Scene, made, scene
from tests.server.support import request_id
from tretorri.server.api.app import make_app
from tretorri.server.api.models import AnyCommand
from tretorri.server.settings import Settings

Answer = Literal["yes", "not now", "no"]
YES: Answer = "yes"
NOT_NOW: Answer = "not now"
NO: Answer = "no"
OPEN_TO_ALL, THIS_MACHINE, BY_ID = "all", "who is on this machine", "who knows the id"
BY_TICKET, BY_KEY = "who has a ticket", "by key"

ROUTES: Mapping[tuple[str, str], str] = {
    ("GET", "/api/openapi.json"): OPEN_TO_ALL,
    ("GET", "/health"): OPEN_TO_ALL,
    ("GET", "/ready"): OPEN_TO_ALL,
    ("GET", "/metrics"): THIS_MACHINE,
    ("GET", "/api/about"): OPEN_TO_ALL,
    ("GET", "/api/shelf"): OPEN_TO_ALL,
    ("GET", "/api/shelf/{kind}"): OPEN_TO_ALL,
    ("GET", "/api/shelf/{kind}/rulebook"): OPEN_TO_ALL,
    ("GET", "/api/shelf/{kind}/pictures/{name}.svg"): OPEN_TO_ALL,
    ("GET", "/api/shelf/{kind}/lesson"): OPEN_TO_ALL,
    ("POST", "/api/lessons/check"): OPEN_TO_ALL,
    ("POST", "/api/positions"): OPEN_TO_ALL,
    ("POST", "/api/positions/picture.svg"): OPEN_TO_ALL,
    ("POST", "/api/positions/preview"): OPEN_TO_ALL,
    ("POST", "/api/positions/why"): OPEN_TO_ALL,
    ("POST", "/api/setups"): OPEN_TO_ALL,
    ("POST", "/api/setups/why"): OPEN_TO_ALL,
    ("POST", "/api/records"): OPEN_TO_ALL,
    ("POST", "/api/analysis"): OPEN_TO_ALL,
    ("POST", "/api/review"): OPEN_TO_ALL,
    ("POST", "/api/games"): OPEN_TO_ALL,
    ("GET", "/api/games"): BY_ID,
    ("GET", "/api/games/mine"): OPEN_TO_ALL,  # each caller sees the games of their own browser
    ("GET", "/api/games/{game_id}"): BY_ID,
    ("GET", "/api/games/{game_id}/rights"): BY_ID,
    ("GET", "/api/games/{game_id}/positions/{done}"): BY_ID,
    ("GET", "/api/games/{game_id}/picture.svg"): BY_ID,
    ("GET", "/api/games/{game_id}/why"): BY_ID,
    ("GET", "/api/games/{game_id}/record"): BY_ID,
    ("GET", "/api/games/{game_id}/record.json"): BY_ID,
    ("GET", "/api/games/{game_id}/hint"): BY_ID,
    ("GET", "/api/games/{game_id}/analysis"): BY_ID,
    ("GET", "/api/games/{game_id}/review"): BY_ID,
    ("GET", "/api/games/{game_id}/news"): BY_ID,
    ("GET", "/api/games/{game_id}/stream"): BY_ID,
    ("SOCKET", "/api/games/{game_id}/socket"): BY_ID,
    ("POST", "/api/games/{game_id}/join"): BY_TICKET,
    ("POST", "/api/games/{game_id}/commands"): BY_KEY,
    ("POST", "/api/games/{game_id}/tickets"): BY_KEY,
    ("POST", "/api/games/{game_id}/rematch"): BY_KEY,
    ("POST", "/api/games/{game_id}/reactions"): BY_KEY,
    ("POST", "/api/games/{game_id}/delete"): BY_KEY,
    ("PUT", "/api/games/{game_id}/webhook"): BY_KEY,
}


@dataclass(frozen=True, slots=True)
class Case:
    """Something to try: *before* is done first, and whoever is not named is refused."""

    do: str | None
    body: Mapping[str, Any]
    own: Answer = NO
    other: Answer = NO
    creator: Answer = NO
    before: tuple[tuple[str, Mapping[str, Any]], ...] = ()
    path: str = "/commands?reply=brief"
    method: str = "POST"

    def sent(self, version: int) -> dict[str, Any]:
        """Return what is sent."""
        if self.do is None:
            return dict(self.body)
        command = {"do": self.do, **self.body}
        return {"request_id": request_id(), "version": version, "command": command}

    def expected(self, who: str) -> Answer:
        """Return what is expected for somebody."""
        answers: dict[str, Answer] = {OWN: self.own, OTHER: self.other, CREATOR: self.creator}
        return answers.get(who, NO)


BEGUN = ((OWN, {"do": "action", "action": "Pb4"}),)
PLAYED = ((OWN, {"do": "turn", "turn": "Pb4+a3-a4"}),)
OFFERED = ((OWN, {"do": "offer", "what": "draw"}),)
OVER = ((OWN, {"do": "resign"}),)

COMMANDS = (
    Case("action", {"action": "Pb4"}, own=YES, other=NOT_NOW),
    Case("turn", {"turn": "Pb4+a3-a4"}, own=YES, other=NOT_NOW),
    Case("back", {}, own=YES, other=NOT_NOW, before=BEGUN),
    Case("undo", {}, before=PLAYED),
    Case("redo", {}, before=PLAYED),
    Case("resign", {"seat": "d"}, own=YES),
    Case("names", {"names": {"d": "Dora"}}, own=YES),
    Case("names", {"names": {"x": "Nobody"}}, own=NOT_NOW, other=NOT_NOW, creator=NOT_NOW),
    Case("resign", {"seat": "x"}),
    Case("seat", {"seat": "d", "player": {"kind": "engine", "level": 1}}, creator=NOT_NOW),
    Case("leave", {"seat": "d"}, own=YES),
    Case("start", {"level": 1}, creator=NOT_NOW),
    Case("offer", {"what": "draw"}, own=YES, other=YES),
    Case("agree", {}, own=NOT_NOW, other=YES, before=OFFERED),
    Case("decline", {}, own=YES, other=YES, before=OFFERED),
    Case("abort", {}, own=YES, other=YES, creator=YES),
)
# The same after the end: nothing changes the game but what people are called and who sits there.
ENDED = tuple(
    Case(
        case.do,
        case.body,
        own=YES
        if case.own == YES and case.do in ("names", "leave")
        else NO
        if case.own == NO
        else NOT_NOW,
        other=NO if case.other == NO else NOT_NOW,
        creator=NO if case.creator == NO else NOT_NOW,
        before=OVER,
    )
    for case in COMMANDS
)
OTHER_ROUTES = (
    Case(None, {"seat": "d", "for": "join"}, creator=NOT_NOW, path="/tickets"),
    Case(None, {"seat": "d", "for": "device"}, own=YES, path="/tickets"),
    Case(None, {"seat": "d", "for": "handover"}, own=YES, path="/tickets"),
    Case(None, {"for": "device"}, creator=YES, path="/tickets"),
    Case(None, {}, own=NOT_NOW, other=NOT_NOW, creator=NOT_NOW, path="/rematch"),
    Case(None, {}, own=YES, other=YES, creator=YES, before=OVER, path="/rematch"),
    Case(None, {"seat": "d", "reaction": "hello"}, own=YES, path="/reactions"),
    Case(None, {"reaction": "hello"}, own=YES, other=YES, path="/reactions"),
    Case(None, {"seat": "d", "url": None}, own=YES, path="/webhook", method="PUT"),
    Case(None, {}, creator=YES, path="/delete"),
    Case(None, {}, creator=YES, before=OVER, path="/delete"),
)


def routes() -> set[tuple[str, str]]:
    """Return every route of the application; a socket counts as a method."""
    app = make_app(Settings("sqlite+aiosqlite://"))
    return {
        (method, str(route.path))
        for route in iter_route_contexts(app.routes)
        for method in (route.methods or {"SOCKET"}) - {"HEAD"}
    }


def commands() -> set[str]:
    """Return every command that the API knows."""
    union, _ = get_args(AnyCommand)
    return {get_args(model.model_fields["do"].annotation)[0] for model in get_args(union)}


@dataclass(slots=True)
class Findings:
    """What the walk through the table has found."""

    cells: int = 0
    wrong: list[str] = field(default_factory=list)

    def check(
        self, cell: str, expected: Answer, status: int, code: str | None, moved: bool
    ) -> None:
        """Compare a cell with what came; who is refused must not have changed anything."""
        self.cells += 1
        found = {200: YES, 204: YES, 404: NO, 409: NOT_NOW, 422: NOT_NOW}.get(status)
        is_plain = found != NO or code == "no-such-game"
        if found != expected or not is_plain or (moved and found != YES):
            self.wrong.append(f"{cell}: expected {expected}, got {status} {code}, moved {moved}")


class Stage:
    """Scenes for one case: a new one is set as soon as somebody has changed the last."""

    def __init__(self, client: httpx.Client, case: Case, foreign: str) -> None:
        self._client, self._case, self._foreign = client, case, foreign
        self.scene: Scene | None = None
        self.version = 0

    def set(self) -> Scene:
        """Return a scene in which everything has happened that the case wants before."""
        if self.scene is None:
            self.scene = scene(self._client, self._foreign)
            for who, command in self._case.before:
                assert self.scene.do(who, **command).status_code == 200
            self.version = self.scene.version
        return self.scene

    def has_moved(self, is_gone: bool = False) -> bool:
        """Tell whether something has changed; then the scene is used up."""
        moved = is_gone or (self.scene is not None and self.scene.version != self.version)
        if moved:
            self.scene = None
        return moved and not is_gone


def in_order(case: Case) -> list[str]:
    """Return everybody, those first who should change nothing."""
    return sorted(EVERYBODY, key=lambda who: case.expected(who) == YES)


def walk(client: httpx.Client, findings: Findings, cases: tuple[Case, ...]) -> None:
    """Try everybody in every case over HTTP."""
    foreign = str(made(client)["secret"])
    for case in cases:
        stage = Stage(client, case, foreign)
        absent = Scene(client, "A" * 22, stage.set().keys, "d", "l")
        nowhere = absent.send(OWN, case.path, case.sent(0), case.method)
        for who in in_order(case):
            sent = case.sent(stage.version)
            answer = stage.set().send(who, case.path, sent, case.method)
            code = answer.json().get("code") if answer.content else None
            moved = stage.has_moved(is_gone=case.path == "/delete" and answer.status_code == 204)
            cell = f"{case.path} {dict(case.body)} after {len(case.before)}, {who}"
            findings.check(cell, case.expected(who), answer.status_code, code, moved)
            same = (nowhere.status_code, nowhere.content) == (answer.status_code, answer.content)
            if case.expected(who) == NO and not same:
                findings.wrong.append(f"{cell}: absent looks different: {nowhere.text}")


def walk_sockets(client: httpx.Client, findings: Findings, cases: tuple[Case, ...]) -> None:
    """Try all commands over sockets: everybody has one, and everybody sends each command."""
    foreign = str(made(client)["secret"])
    address = f"ws{str(client.base_url).removeprefix('http').rstrip('/')}"
    for case in cases:
        stage = Stage(client, case, foreign)
        for who in in_order(case):
            at = stage.set()
            url = f"{address}{at.path}/socket?since={stage.version}"
            with connect(url, compression=None, additional_headers=at.headers(who)) as socket:
                socket.send(json.dumps(case.sent(stage.version)))
                while "request_id" not in (said := json.loads(socket.recv(deadline()))):
                    pass
            code = said["problem"]["code"] if said["kind"] == "problem" else None
            statuses = {None: 200, "no-such-game": 404}
            cell = f"socket: {dict(case.body)} after {len(case.before)}, {who}"
            moved = stage.has_moved()
            findings.check(cell, case.expected(who), statuses.get(code, 422), code, moved)


def walk_routes(client: httpx.Client, findings: Findings) -> None:
    """Look at a game by every route for which knowing its id is enough: nobody gets more."""
    at = scene(client, str(made(client)["secret"]))
    version = at.version
    for (method, path), open_to in ROUTES.items():
        if open_to != BY_ID or method == "SOCKET" or path.endswith(("/stream", "/review")):
            continue
        url = path.replace("{game_id}", at.id).replace("{done}", "0")
        query: dict[str, str | float] = {"id": at.id, "action": "Pb4", "since": 0, "seconds": 0.1}
        for who in EVERYBODY:
            answer = client.get(url, params=query, headers=at.headers(who))
            findings.cells += 1
            if answer.status_code not in (200, 422) or at.version != version:
                findings.wrong.append(f"{path} {who}: {answer.status_code} {answer.text}")
            shown = [key for key in at.keys.values() if key and key in answer.text]
            if shown:
                findings.wrong.append(f"{path} {who}: shows a key")


def seat_matrix(setting: Setting) -> list[Figure]:
    """Walk through the whole table (X1); at a smaller scale sockets only see games that run."""
    findings = Findings()
    with (
        setting.folder() as folder,
        running(folder, setting.port) as server,
        server.client() as client,
    ):
        walk(client, findings, (*COMMANDS, *ENDED, *OTHER_ROUTES))
        walk_sockets(client, findings, (*COMMANDS, *ENDED) if setting.scale >= 1 else COMMANDS)
        walk_routes(client, findings)
    for line in findings.wrong:
        print(line)
    return [
        amount("cells tried", findings.cells, at_least=480),
        count("wrong answers", len(findings.wrong)),
        count("routes without an entry", len(routes() ^ set(ROUTES))),
        count("commands without an entry", len(commands() ^ {case.do for case in COMMANDS})),
    ]
