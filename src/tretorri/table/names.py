"""Names that people give themselves: text is data, and short."""

from __future__ import annotations

import unicodedata

MAX_NAME_CHARS = 40


def clean_name(text: str) -> str:
    r"""Return a name without what cannot be seen or turns the direction of text.

    >>> clean_name("  Ann\u202ea\x07 ")
    'Anna'
    """
    plain = unicodedata.normalize("NFC", text)
    seen = "".join(c for c in plain if unicodedata.category(c)[0] != "C")
    return " ".join(seen.split())[:MAX_NAME_CHARS]
