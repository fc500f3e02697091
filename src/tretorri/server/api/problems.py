"""Errors as callers get them: a code, a sentence in their language, and the rule."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import structlog
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ValidationError
from starlette.exceptions import HTTPException

from tretorri.core.errors import TretorriError
from tretorri.core.words import Reason, Text, excerpt
from tretorri.server.api.language import choose_language
from tretorri.server.api.view_cache import STATE, DrawnState, StateViewCache
from tretorri.server.errors import BadRequest, Full, NotFound, ServerError, TooMany, status_of
from tretorri.server.monitoring import metrics
from tretorri.server.service import GameMovedOn
from tretorri.table.errors import error
from tretorri.table.views import StateView

LIMIT_STATUSES = {403, 413, 429, 503}

_log = structlog.get_logger()


class Problem(BaseModel):
    """Why a request was refused; *params* are the parameters of the message."""

    code: str
    message: str
    rule: str | None = None
    params: dict[str, str | int] = {}


class ConflictProblem(Problem):
    """The game is at another version; *state* is its current state."""

    state: StateView | None = None


PROBLEMS: dict[int | str, dict[str, Any]] = {
    400: {"model": Problem, "description": "The request does not match its schema."},
    403: {"model": Problem, "description": "The request comes from another origin."},
    404: {"model": Problem, "description": "It does not exist, or the caller has no access to it."},
    408: {"model": Problem, "description": "The request did not arrive in time."},
    409: {
        "model": ConflictProblem,
        "description": "The game is at another version, or its log is damaged.",
    },
    413: {"model": Problem, "description": "The request is too large."},
    415: {"model": Problem, "description": "The body of the request is not JSON."},
    422: {
        "model": Problem,
        "description": "The rules do not allow it, or the request id was used for another command.",
    },
    429: {"model": Problem, "description": "A limit was exceeded; see Retry-After."},
    503: {"model": Problem, "description": "Temporarily unavailable; see Retry-After."},
}


def describe_error(error: TretorriError, language: str) -> Problem:
    """Return an error in words; what was refused is counted, unless a limit has done so by name."""
    has_name = isinstance(error, TooMany | Full)
    if isinstance(error, ServerError) and error.status in LIMIT_STATUSES and not has_name:
        metrics.REFUSAL_COUNT.labels(error.code).inc()
    return describe_reason(error.code, error.why, language)


def describe_reason(code: str, why: Reason, language: str) -> Problem:
    """Return a reason in words."""
    params = _params(why, language)
    return Problem(code=code, message=why.sentence(language), rule=why.rule, params=params)


def _params(why: Reason, language: str) -> dict[str, str | int]:
    return {
        name: value.sentence(language) if isinstance(value, Text) else value
        for name, value in why.params.items()
    }


def make_problem_response(
    error: TretorriError, language: str, state: DrawnState | None = None
) -> Response:
    """Return the answer to a request that was refused, with how the game stands if it is known."""
    text = describe_error(error, language).model_dump_json()
    if state is not None:
        text = f'{text[:-1]},"{STATE}":{state.text}}}'
    headers = _retry_headers(error)
    return Response(text, status_of(error), headers=headers, media_type="application/json")


def invalid_request_error(cause: ValidationError | RequestValidationError) -> ServerError:
    """Return the refusal of what is not as the API describes it, with the first fault."""
    first = cause.errors()[0]
    where = ".".join(map(str, first["loc"]))
    return error(BadRequest, "malformed", where=excerpt(where), what=excerpt(first["msg"]))


def _retry_headers(error: TretorriError) -> Mapping[str, str] | None:
    seconds = error.retry_after if isinstance(error, ServerError) else None
    return None if seconds is None else {"Retry-After": str(seconds)}


def install_handlers(app: FastAPI) -> None:
    """Let *app* answer every cause in this form."""

    async def on_purpose(request: Request, cause: Exception) -> Response:
        assert isinstance(cause, TretorriError)  # noqa: S101 - for the type checker
        asked = request.headers.get("accept-language"), request.query_params.get("lang")
        language, state = choose_language(*asked), None
        if isinstance(cause, GameMovedOn):
            views: StateViewCache = request.app.state.context.views
            state = await views.draw(cause.state, language)
        return make_problem_response(cause, language, state)

    async def by_fastapi(request: Request, cause: Exception) -> Response:
        assert isinstance(cause, RequestValidationError)  # noqa: S101
        return await on_purpose(request, invalid_request_error(cause))

    async def by_starlette(request: Request, cause: Exception) -> Response:
        assert isinstance(cause, HTTPException)  # noqa: S101
        kind: type[ServerError] = NotFound if cause.status_code == NotFound.status else BadRequest
        key = "not-found" if kind is NotFound else "not-possible"
        answer = await on_purpose(request, error(kind, key))
        answer.status_code = cause.status_code
        answer.headers.update(cause.headers or {})
        return answer

    app.add_exception_handler(TretorriError, on_purpose)
    app.add_exception_handler(RequestValidationError, by_fastapi)
    app.add_exception_handler(HTTPException, by_starlette)
