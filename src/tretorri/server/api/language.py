"""The language of an answer: chosen by the caller, or preferred by the browser."""

from __future__ import annotations

from tretorri.core.words import ENGLISH, languages


def choose_language(accepted: str | None, chosen: str | None = None) -> str:
    """Return the language that was *chosen*, or the first of the *accepted* that there is.

    >>> preferred("xx, en-GB;q=0.7")
    'en'
    """
    known = languages()
    if chosen in known:
        return str(chosen)
    for tag in _sort_by_weight(accepted or ""):
        language = tag.partition("-")[0].lower()
        if language in known:
            return language
    return ENGLISH


def _sort_by_weight(accepted: str) -> list[str]:
    """Return the tags of an Accept-Language header, those that are liked best first.

    >>> _by_weight("fr;q=0.5, de-AT, *;q=x")
    ['de-AT', 'fr', '*']
    """
    weighed = list[tuple[float, str]]()
    for part in accepted[:400].split(","):
        tag, _, weight = part.partition(";q=")
        try:
            weighed.append((float(weight) if weight else 1.0, tag.strip()))
        except ValueError:
            weighed.append((0.0, tag.strip()))
    return [tag for _, tag in sorted(weighed, key=lambda each: -each[0])]
