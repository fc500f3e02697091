"""Errors raised on purpose, sorted by what the caller can do about them."""

from __future__ import annotations

from tretorri.core.words import Reason


class TretorriError(ValueError):
    """Base of every error raised on purpose.

    *why* is the reason as a message key with parameters. The sentence is rendered only when it is
    read, because most errors are raised while testing what is allowed.
    """

    code: str = "error"

    def __init__(self, why: Reason) -> None:
        super().__init__(why)
        self.why = why

    @property
    def reason(self) -> str:
        """Return the reason as an English sentence."""
        return self.why.sentence()

    @property
    def rule(self) -> str | None:
        """Return the id of the rule that was broken, if there is one."""
        return self.why.rule

    def __str__(self) -> str:
        return str(self.why)


class UnknownGame(TretorriError):
    """No game has this id."""

    code = "unknown-game"


class InvalidOption(TretorriError):
    """The game has no such option, or the value is not possible."""

    code = "invalid-option"


class InvalidPosition(TretorriError):
    """The text does not describe a position of the game."""

    code = "invalid-position"


class IllegalAction(TretorriError):
    """The action cannot be played here."""

    code = "illegal-action"


class NoSetUp(TretorriError):
    """Positions of this game cannot be set up by hand."""

    code = "no-set-up"


class InvalidRecord(TretorriError):
    """The record is damaged, foreign or of a newer version."""

    code = "invalid-record"
