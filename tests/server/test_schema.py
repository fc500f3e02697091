"""The API against its own description: whatever is sent, the answer is one that it promises."""

from __future__ import annotations

from typing import Any, cast

import httpx
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import Case
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.server.support import Guest, Server

AnyCase = Case[Any]
EXAMPLES = 20  # for each operation
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
SLOW = ("/stream", "/news", "/analysis", "/review", "/hint")  # they wait, or think


def make_real(case: AnyCase, guest: Guest) -> None:
    """Let a request that was made up be about a game that there is."""
    parameters: Any = case.path_parameters or {}
    if "game_id" in parameters:
        parameters["game_id"] = guest.id
        case.headers["Authorization"] = f"Bearer {guest.secret}"
    if "kind" in parameters:
        parameters["kind"] = "voldetour"
    if "done" in parameters:
        parameters["done"] = 0
    body: Any = case.body
    if isinstance(body, dict) and "game" in body:
        body["game"] = "towers"
    if isinstance(body, dict) and "command" in body:
        body["version"] = guest.look()["version"]


def make_brief(case: AnyCase) -> None:
    """Keep searches and waits short."""
    if case.path.endswith("/news"):
        case.query = {**(case.query or {}), "wait": 0}
    sent: Any
    for sent in (case.query, case.body):
        if isinstance(sent, dict) and isinstance(sent.get("seconds"), int | float):
            sent["seconds"] = min(sent["seconds"], 0.5)


def asked(operation: Any, guest: Guest, examples: int = EXAMPLES) -> int:
    """Ask for one operation many times, in a real game every other time; return how often."""
    times = 0

    @settings(
        max_examples=min(examples, 3) if operation.path.endswith(SLOW) else examples,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(), is_real=st.booleans())
    def ask(case: AnyCase, is_real: bool) -> None:
        nonlocal times
        times += 1
        if is_real:
            make_real(case, guest)
        make_brief(case)
        case.call_and_validate(checks=CHECKS)

    ask()
    return times


def test_every_answer_is_as_described(server: Server, client: httpx.Client) -> None:
    schema = schemathesis.openapi.from_dict(client.get("/api/openapi.json").json())
    schema.config.update(base_url=server.address.rstrip("/"))
    guest = Guest(client, game="volterra")
    operations = [cast("Any", found).ok() for found in schema.get_all_operations()]
    endless = [each for each in operations if each.path.endswith("/stream")]
    assert len(endless) == 1
    assert sum(asked(each, guest) for each in operations if each not in endless) >= 200
    assert client.get("/api/about").status_code == 200
