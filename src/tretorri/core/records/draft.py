"""What a file says about a game, not yet checked by the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from tretorri.core.game import Position, configure
from tretorri.core.material import load_material
from tretorri.core.records.faults import Place, blaming, record_error
from tretorri.core.records.model import Header, Line, Outcome
from tretorri.core.registry import find, folder
from tretorri.core.words import excerpt

RECORD_FORMAT = 1
DEFAULT_SEED = 1  # as on the command line


@dataclass(frozen=True, slots=True)
class Draft:
    """A record as written: names and numbers, each with its place by header name.

    *runs* tells that the file says in so many words that the game is not over.
    """

    game: str
    version: int
    rules: int | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    seed: int | None = None
    start: str | None = None
    outcome: Outcome | None = None
    runs: bool = False
    headers: tuple[Header, ...] = ()
    line: Line = field(default_factory=Line)
    places: Mapping[str, Place] = field(default_factory=dict)

    def check_versions(self) -> None:
        """Refuse what a newer program has written."""
        if self.version != RECORD_FORMAT:
            place, version = self.places.get("Tretorri"), excerpt(self.version)
            raise record_error("record-version", place, version=version, ours=RECORD_FORMAT)
        with blaming(self.places.get("Game")):
            check_rules(self.game, self.rules, self.places.get("Rules"))

    def opening(self) -> tuple[Position, int | None]:
        """Return the first position, and the seed that makes it unless it is given as text."""
        if self.start is None:
            return self._from_seed(DEFAULT_SEED if self.seed is None else self.seed)
        for name, given in (("Seed", self.seed is not None), ("Options", bool(self.options))):
            if given:
                raise record_error("record-start-says-all", self.places.get(name), name=name)
        with blaming(self.places.get("Start")):
            return configure(find(self.game), {}).position(self.start), None

    def _from_seed(self, seed: int) -> tuple[Position, int]:
        with blaming(self.places.get("Options")):
            game = configure(find(self.game), self.options)
        with blaming(self.places.get("Seed")):
            return game.start(seed), seed


def check_rules(game_id: str, version: int | None, place: Place | None = None) -> int:
    """Return the version of the rules of a record; refuse one that we do not know yet."""
    ours = rules_version(game_id)
    if version is None:
        return ours
    if not 1 <= version <= ours:
        raise record_error("record-rules", place, version=excerpt(version), ours=ours)
    return version


@cache
def rules_version(game_id: str) -> int:
    """Return the version of the rules of a game, as its material says.

    >>> rules_version("volterra")
    1
    """
    material = load_material(str(folder(game_id) / "material.toml"))
    version: int = material["about"]["rules_version"]
    return version
