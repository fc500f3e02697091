"""The API against its own description: whatever is sent, the answer is one that it promises."""

from __future__ import annotations

from typing import Any

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

EXAMPLES = 20  # for each operation
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
SLOW = ("/stream", "/news", "/analysis", "/review", "/hint")  # they wait, or think


def asked(operation: Any, guest: Guest) -> int:
    """Ask for one operation many times, in a real game every other time; return how often."""
    times = 0

    @settings(
        max_examples=3 if operation.path.endswith(SLOW) else EXAMPLES,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(), is_real=st.booleans())
    def ask(case: Case, is_real: bool) -> None:
        nonlocal times
        times += 1
        parameters: Any = case.path_parameters
        if is_real and parameters and "game_id" in parameters:
            parameters["game_id"] = guest.id
            case.headers = {**(case.headers or {}), "Authorization": f"Bearer {guest.secret}"}
        if case.path.endswith("/news"):
            case.query = {**(case.query or {}), "wait": 0}
        case.call_and_validate(checks=CHECKS)

    ask()
    return times


def test_every_answer_is_as_described(server: Server, client: httpx.Client) -> None:
    schema = schemathesis.openapi.from_dict(client.get("/api/openapi.json").json())
    schema.config.update(base_url=server.address.rstrip("/"))
    guest = Guest(client, game="volterra")
    operations: list[Any] = [found.ok() for found in schema.get_all_operations()]
    endless = [each for each in operations if each.path.endswith("/stream")]
    assert len(endless) == 1
    assert sum(asked(each, guest) for each in operations if each not in endless) >= 200
    assert client.get("/api/about").status_code == 200
