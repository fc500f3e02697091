"""Errors as everybody gets them: a code, a sentence in the asked language, a rule."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ValidationError
from starlette.exceptions import HTTPException

from tretorri.core.errors import TretorriError
from tretorri.core.words import Reason, Text, excerpt
from tretorri.server import metrics
from tretorri.server.api.language import preferred
from tretorri.server.errors import (
    BadRequest,
    Full,
    NotFound,
    ServerError,
    TooMany,
    refused,
    status_of,
)
from tretorri.server.service import GameMovedOn
from tretorri.server.views import State, StateViews

LIMITS = {403, 413, 429, 503}

_log = structlog.get_logger()


class Problem(BaseModel):
    """Why a request was refused; *params* are the parameters of the message."""

    code: str
    message: str
    rule: str | None = None
    params: dict[str, str | int] = {}


class ConflictProblem(Problem):
    """The game is at another version; *state* is its current state."""

    state: State | None = None


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


def problem(error: TretorriError, language: str) -> Problem:
    """Return an error in words; what was refused is counted, unless a limit has done so by name."""
    has_name = isinstance(error, TooMany | Full)
    if isinstance(error, ServerError) and error.status in LIMITS and not has_name:
        metrics.REFUSALS.labels(error.code).inc()
    return reason_problem(error.code, error.why, language)


def reason_problem(code: str, why: Reason, language: str) -> Problem:
    """Return a reason in words."""
    params = _params(why, language)
    return Problem(code=code, message=why.sentence(language), rule=why.rule, params=params)


def _params(why: Reason, language: str) -> dict[str, str | int]:
    return {
        name: value.sentence(language) if isinstance(value, Text) else value
        for name, value in why.params.items()
    }


def response(error: TretorriError, language: str, state: State | None = None) -> JSONResponse:
    """Return the answer to a request that was refused, with how the game stands if it is known."""
    content = problem(error, language).model_dump(mode="json")
    if state is not None:
        content["state"] = state.model_dump(mode="json")
    return JSONResponse(content, status_of(error), headers=_retry(error))


def malformed(error: ValidationError | RequestValidationError) -> ServerError:
    """Return the refusal of what is not as the API describes it, with the first fault."""
    first = error.errors()[0]
    where = ".".join(map(str, first["loc"]))
    return refused(BadRequest, "malformed", where=excerpt(where), what=excerpt(first["msg"]))


def _retry(error: TretorriError) -> Mapping[str, str] | None:
    seconds = error.retry_after if isinstance(error, ServerError) else None
    return None if seconds is None else {"Retry-After": str(seconds)}


def install(app: FastAPI) -> None:
    """Let *app* answer every error in this form."""

    async def on_purpose(request: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, TretorriError)  # noqa: S101 - for the type checker
        asked = request.headers.get("accept-language"), request.query_params.get("lang")
        language, state = preferred(*asked), None
        if isinstance(error, GameMovedOn):
            views: StateViews = request.app.state.context.views
            state = await views.view(error.fold, language)
        return response(error, language, state)

    async def by_fastapi(request: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, RequestValidationError)  # noqa: S101
        return await on_purpose(request, malformed(error))

    async def by_starlette(request: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, HTTPException)  # noqa: S101
        kind: type[ServerError] = NotFound if error.status_code == NotFound.status else BadRequest
        key = "not-found" if kind is NotFound else "not-possible"
        answer = await on_purpose(request, refused(kind, key))
        answer.status_code = error.status_code
        answer.headers.update(error.headers or {})
        return answer

    app.add_exception_handler(TretorriError, on_purpose)
    app.add_exception_handler(RequestValidationError, by_fastapi)
    app.add_exception_handler(HTTPException, by_starlette)
