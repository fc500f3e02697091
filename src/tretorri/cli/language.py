"""The language of the output: ``--language``, or else the language of the system."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextvars import ContextVar

from tretorri.core.words import ENGLISH, languages

LANGUAGE_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set decides
_spoken: ContextVar[str] = ContextVar("_spoken", default=ENGLISH)


def language_of(environment: Mapping[str, str]) -> str:
    """Return the language that the environment asks for, or English if it is not available.

    >>> language_of({"LANG": "de_AT.UTF-8"}), language_of({"LC_ALL": "C.UTF-8", "LANG": "fr_FR"})
    ('de', 'en')
    """
    wanted = next(filter(None, map(environment.get, LANGUAGE_VARIABLES)), "")
    name = re.split("[_.@]", wanted)[0].lower()
    return name if name in languages() else ENGLISH


def speak(language: str) -> None:
    """Set the language of everything printed from now on."""
    _spoken.set(language)


def spoken_language() -> str:
    """Return the language of the output."""
    return _spoken.get()
