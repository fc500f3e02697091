"""The reference of the HTTP API, made from its OpenAPI description.

``examples.toml`` has a title and a request for each operation; the tests send every request to a
real server.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from docs.generate.markdown import cell, code, fenced, prose, table
from tretorri.server.api.app import make_app
from tretorri.server.settings import Settings

Data = Mapping[str, Any]
JSON = "application/json"
DATA_PAGE = "http-data.md"
LANGUAGE = "lang"  # nearly every operation takes it: the page says so once
GROUPS = {
    "games": "Games",
    "seats": "Seats",
    "live": "Live updates",
    "study": "Hints, analysis and reviews",
    "shelf": "Games and rulebooks",
    "lessons": "Lessons",
    "positions": "Positions",
    "records": "Records",
}
ERRORS = frozenset({"400", "403", "404", "408", "409", "413", "415", "422", "429", "503"})
LIMITS = {
    "minimum": "≥ {}",
    "maximum": "≤ {}",
    "minLength": "length ≥ {}",
    "maxLength": "length ≤ {}",
    "minItems": "at least {} items",
    "maxItems": "at most {} items",
    "maxProperties": "at most {} entries",
    "minProperties": "at least {} entries",
}


@cache
def description() -> Data:
    """Return what the server says about itself at ``/api/openapi.json``."""
    app = make_app(Settings("sqlite:///:memory:", page=Path("no-page")))
    found: Data = app.openapi()
    return found


@cache
def examples() -> Mapping[str, Data]:
    """Return a title and a request by operation, such as ``POST /api/games``."""
    return tomllib.loads((Path(__file__).parent / "examples.toml").read_text("utf-8"))


def each_operation() -> Iterator[tuple[str, str, Data]]:
    """Yield method, path and description of every operation."""
    for path, methods in description()["paths"].items():
        for method, operation in methods.items():
            yield method.upper(), path, operation


def operations() -> str:
    """Return a section for each group of operations."""
    groups: dict[str, list[str]] = {tag: [] for tag in GROUPS}
    for method, path, operation in each_operation():
        groups[operation["tags"][0]].append(_operation(method, path, operation))
    sections = (f"## {GROUPS[tag]}\n\n" + "\n".join(parts) for tag, parts in groups.items())
    return "\n".join((*sections, _errors()))


def _operation(method: str, path: str, operation: Data) -> str:
    example = examples()[f"{method} {path}"]
    parts = [f"### {example['title']}", fenced(f"{method} {path}", "http")]
    parts += [prose(operation.get("description", "")), _parameters(operation), _body(operation)]
    parts += [_answers(operation), "Example:\n\n" + fenced(request_text(method, path), "http")]
    return "\n\n".join(part.strip() for part in parts if part) + "\n"


def _parameters(operation: Data) -> str:
    rows = [
        (
            code(each["name"]),
            each["in"],
            "yes" if each.get("required") else "",
            _type(each["schema"]),
            cell(each.get("description", "")),
        )
        for each in operation.get("parameters", ())
        if each["name"] != LANGUAGE
    ]
    head = ("parameter", "in", "required", "type", "meaning")
    return table(head, rows) if rows else ""


def _body(operation: Data) -> str:
    content = operation.get("requestBody", {}).get("content", {})
    return "".join(f"Body: {_type(each['schema'])}" for each in content.values())


def _answers(operation: Data) -> str:
    lines = []
    for status, answer in operation["responses"].items():
        if status in ERRORS:
            continue
        lines.append(f"- **{status}**: {'; '.join(_contents(answer)) or 'no content'}")
    return "Answer:\n\n" + "\n".join(lines)


def _contents(answer: Data) -> Iterator[str]:
    about = answer.get("description", "")
    said = "" if about == "Successful Response" else f": {cell(about)}"
    content = answer.get("content", {})
    for kind, each in content.items():
        if kind != JSON:
            yield f"`{kind}`{said}"
        elif len(content) == 1:
            yield _type(each["schema"]) + said


def request_text(method: str, path: str) -> str:
    """Return an example as it is written, with capital names for what a caller has to fill in."""
    example = examples()[f"{method} {path}"]
    where = path.replace("{game_id}", "ID")
    for name, value in example.get("path", {}).items():
        where = where.replace(f"{{{name}}}", str(value))
    asked = "&".join(f"{name}={value}" for name, value in example.get("query", {}).items())
    lines = [f"{method} {where}{'?' + asked if asked else ''}"]
    if example.get("key"):
        lines.append(f"Authorization: Bearer {example['key']}")
    if "body" in example:
        body = json.dumps(example["body"], ensure_ascii=False)
        lines += ["Content-Type: application/json", "", body]
    return "\n".join(lines)


def _errors() -> str:
    """Return what every operation can answer when something is wrong."""
    found: dict[str, Data] = {}
    for _, _, operation in each_operation():
        found.update({s: each for s, each in operation["responses"].items() if s in ERRORS})
    rows = [
        (status, cell(found[status]["description"]), _error_type(found[status]))
        for status in sorted(found)
    ]
    return "## Errors\n\n" + table(("status", "meaning", "body"), rows)


def _error_type(answer: Data) -> str:
    schemas = [each.get("schema") for each in answer.get("content", {}).values()]
    return ", ".join(_type(schema) for schema in schemas if schema)


def data() -> str:
    """Return a section for each kind of data that the API sends or takes."""
    schemas: Data = description()["components"]["schemas"]
    return "\n".join(_schema(name, schemas[name]) for name in sorted(schemas))


def _schema(name: str, schema: Data) -> str:
    required = set(schema.get("required", ()))
    rows = [
        (
            code(field),
            "yes" if field in required else "",
            _type(each),
            "; ".join([*_limits(each), cell(each.get("description", ""))]).strip("; "),
        )
        for field, each in schema.get("properties", {}).items()
    ]
    parts = [f"## {name}", prose(schema.get("description", ""))]
    if rows:
        parts.append(table(("field", "required", "type", "notes"), rows))
    elif "enum" in schema:
        parts.append("One of " + _values(schema["enum"]) + ".")
    return "\n\n".join(part.strip() for part in parts if part.strip()) + "\n"


def _limits(schema: Data) -> Iterator[str]:
    """Yield what a value must be like, and what it is when left out."""
    for part in (schema, *schema.get("anyOf", ())):
        for name, text in LIMITS.items():
            if name in part:
                yield text.format(f"{part[name]:,}")
    default = schema.get("default")
    if default is not None and default != {}:
        yield f"default {code(json.dumps(default))}"


def _values(values: Iterable[object]) -> str:
    return ", ".join(code(json.dumps(value)) for value in values)


def _type(schema: Data) -> str:
    """Return the kind of a value in words, with links to the data that it is made of."""
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[1]
        return f"[{name}]({DATA_PAGE}#{name.lower()})"
    if "const" in schema:
        return code(json.dumps(schema["const"]))
    if "enum" in schema:
        return _values(schema["enum"])
    for name in ("anyOf", "oneOf"):
        if name in schema:
            return " or ".join(dict.fromkeys(_type(each) for each in schema[name]))
    return _plain_type(schema)


def _plain_type(schema: Data) -> str:
    kind = schema.get("type")
    if kind == "array":
        if "prefixItems" in schema:
            return "array of " + ", ".join(_type(each) for each in schema["prefixItems"])
        return f"array of {_type(schema.get('items', {}))}"
    if kind == "object":
        values = schema.get("additionalProperties")
        return f"object with values: {_type(values)}" if isinstance(values, dict) else "object"
    return str(kind or "any")
