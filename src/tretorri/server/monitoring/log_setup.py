"""Logs: one line for each problem, as JSON for programs or plain for people; never a secret."""

from __future__ import annotations

import logging
import re
import sys
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, MutableMapping
from typing import Any

import structlog
from structlog.stdlib import ProcessorFormatter
from structlog.typing import EventDict, Processor, WrappedLogger

JSON_FORM, PLAIN_FORM = "json", "plain"
MAX_SAME_LINES = 20  # of one kind in a period: what callers bring about could fill the disk
PERIOD_S = 60.0
MAX_KINDS = 1000  # of lines that are counted
MAX_KIND_CHARS = 60
REDACTED = "[hidden]"
_NAMES = re.compile("authorization|cookie|password|secret|token|digest", re.IGNORECASE)
# Secrets and their hashes are longer than anything else without a space or a dot in it.
_SECRET = re.compile(r"(?<![\w-])[\w-]{40,}(?![\w-])", re.ASCII)
_BEARER = re.compile(r"(bearer\s+|://[^/\s:@]*:)[^\s\"'@]+", re.IGNORECASE)


def redact(text: str) -> str:
    """Return a text without what looks like a secret or a password.

    >>> hidden("sent Bearer abc to postgresql://anna:pw@db/games")
    'sent Bearer [hidden] to postgresql://anna:[hidden]@db/games'
    """
    return _SECRET.sub(REDACTED, _BEARER.sub(rf"\1{REDACTED}", text))


def redact_event(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    """Hide what is called a secret, and what looks like one."""
    return {name: _redact_value(name, value) for name, value in event.items()}


def _redact_value(name: str, value: object) -> object:
    if _NAMES.search(name):
        return REDACTED
    if isinstance(value, Mapping):
        return {key: _redact_value(str(key), inner) for key, inner in value.items()}
    if value is None or isinstance(value, bool | int | float):
        return value
    return redact(value if isinstance(value, str) else repr(value))


class RepeatFilter(logging.Filter):
    """Lets only so many problems of one kind into the log; the next one says how many are missing.

    Lines below a warning are logged on request, and pass.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._kinds: OrderedDict[str, tuple[float, int]] = OrderedDict()

    def filter(self, record: logging.LogRecord) -> bool:
        """Tell whether a line is written."""
        if record.levelno < logging.WARNING:
            return True
        kind, now = _line_kind(record), self._clock()
        since, lines = self._kinds.pop(kind, (now, 0))
        if now - since >= PERIOD_S:
            left_out, since, lines = max(0, lines - MAX_SAME_LINES), now, 0
            if left_out:
                _add_count(record, left_out)
        self._kinds[kind] = since, lines + 1
        if len(self._kinds) > MAX_KINDS:
            self._kinds.popitem(last=False)
        return lines < MAX_SAME_LINES


def _line_kind(record: logging.LogRecord) -> str:
    """Return what lines have in common that tell of the same."""
    said = record.msg["event"] if isinstance(record.msg, dict) else record.msg
    return f"{record.name} {str(said).partition(chr(10))[0][:MAX_KIND_CHARS]}"


def _add_count(record: logging.LogRecord, left_out: int) -> None:
    if isinstance(record.msg, dict):
        record.msg = {**record.msg, "left_out": left_out}
    else:
        record.msg = f"{record.msg} ({left_out} lines of this kind were left out)"


def set_up_logging(form: str | None, with_requests: bool = False) -> None:
    """Send everything that is logged, by us and by others, to standard error.

    The default form is JSON, and plain text on a terminal, where only problems are shown unless
    requests are wanted: the command that started the server has printed the rest.
    """
    is_seen = sys.stderr.isatty()
    form = form or (PLAIN_FORM if is_seen else JSON_FORM)
    least = logging.DEBUG if with_requests else logging.WARNING if is_seen else logging.INFO
    common: list[Processor] = [
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True, key="time"),
        structlog.processors.format_exc_info,
    ]
    structlog.configure(
        processors=[*common, ProcessorFormatter.wrap_for_formatter],
        wrapper_class=structlog.make_filtering_bound_logger(least),
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        ProcessorFormatter(
            foreign_pre_chain=common,
            processors=[
                _drop_meta,
                redact_event,
                structlog.processors.JSONRenderer(ensure_ascii=False)
                if form == JSON_FORM
                else structlog.dev.ConsoleRenderer(colors=is_seen),
            ],
        )
    )
    handler.addFilter(RepeatFilter())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("tretorri").setLevel(least)


def _drop_meta(_: WrappedLogger, __: str, event: MutableMapping[str, Any]) -> EventDict:
    """Drop what structlog needs for itself, and the coloured twin of what uvicorn says."""
    own = {"_record", "_from_structlog", "color_message"}
    return {name: value for name, value in event.items() if name not in own}
