"""The OpenAPI description of the API, with the messages of its sockets.

The page's types are generated from it (``web/README.md``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute
from pydantic import Field

from tretorri.server.api.routes.live import Reply, Update

JSON = "application/json"
FIRST_ERROR_STATUS = 400

SocketMessage = Annotated[
    Update | Reply,
    Field(
        description="A message of the server over a WebSocket.",
        discriminator="kind",
    ),
]
MESSAGES: Mapping[str, Any] = {"SocketMessage": SocketMessage}


class DescribedApp(FastAPI):
    """An application that describes its socket messages beside its operations."""

    def openapi(self) -> dict[str, Any]:
        """Return the description; it is made once."""
        if self.openapi_schema is None:
            self.openapi_schema = _describe(self)
        return self.openapi_schema


def _describe(app: FastAPI) -> dict[str, Any]:
    """Describe operations and messages together, so that the data they share has one name."""
    messages = [
        APIRoute(f"/{name}", lambda: None, response_model=model) for name, model in MESSAGES.items()
    ]
    described = get_openapi(
        title=app.title,
        version=app.version,
        description=app.description,
        routes=[*app.routes, *messages],
    )
    schemas = described["components"]["schemas"]
    sent = set(_names_in(list(_contents_sent(described)), schemas))
    for name in MESSAGES:
        operation = described["paths"].pop(f"/{name}")["get"]
        schemas[name] = {**operation["responses"]["200"]["content"][JSON]["schema"], "title": name}
    received = set(_names_in(list(_contents_received(described)), schemas))
    for name in sent - received:  # the server leaves out no field of what it sends
        if "properties" in schemas[name]:
            schemas[name]["required"] = list(schemas[name]["properties"])
    return described


def _contents_sent(described: Mapping[str, Any]) -> Iterator[Any]:
    for methods in described["paths"].values():
        for operation in methods.values():
            for status, answer in operation["responses"].items():
                if int(status) < FIRST_ERROR_STATUS:
                    yield answer.get("content", {})


def _contents_received(described: Mapping[str, Any]) -> Iterator[Any]:
    for methods in described["paths"].values():
        for operation in methods.values():
            yield operation.get("requestBody", {})


def _names_in(part: Any, schemas: Mapping[str, Any]) -> Iterator[str]:
    """Yield the names of the schemas that a part of the description refers to, however deep."""
    waiting, seen = [part], set[str]()
    while waiting:
        each = waiting.pop()
        if isinstance(each, dict):
            name = str(each.get("$ref", "")).rpartition("/")[2]
            if name and name not in seen:
                seen.add(name)
                yield name
                waiting.append(schemas[name])
            waiting += each.values()
        elif isinstance(each, list):
            waiting += each
