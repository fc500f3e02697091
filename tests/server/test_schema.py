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


def test_every_answer_is_as_described(server: Server, client: httpx.Client) -> None:
    description = client.get("/api/openapi.json").json()
    schema = schemathesis.openapi.from_dict(description)
    schema.config.update(base_url=server.address.rstrip("/"))
    guest = Guest(client, game="volterra")
    asked: dict[str, int] = {}
    for found in schema.get_all_operations():
        operation: Any = found.ok()
        few = settings(
            max_examples=EXAMPLES if not operation.path.endswith(SLOW) else 3,
            deadline=None,
            database=None,
            derandomize=True,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )

        @few
        @given(case=operation.as_strategy(), is_real=st.booleans())
        def ask(case: Case, is_real: bool, label: str = operation.label) -> None:
            asked[label] = asked.get(label, 0) + 1
            parameters: Any = case.path_parameters
            if is_real and parameters and "game_id" in parameters:
                parameters["game_id"] = guest.id
                case.headers = {**(case.headers or {}), "Authorization": f"Bearer {guest.secret}"}
            if case.path.endswith("/news"):
                case.query = {**(case.query or {}), "wait": 0}
            case.call_and_validate(checks=CHECKS)

        if not operation.path.endswith("/stream"):
            ask()
    assert sum(asked.values()) >= 200
    assert client.get("/api/about").status_code == 200
