"""Check a game of your own: the laws that hold for every game.

``check_game`` needs nothing but Tretorri. ``tretorri.testing.property_tests`` makes tests for
pytest of the same laws, and needs pytest and hypothesis.
"""

from tretorri.testing.checks import LAWS, check_game, check_law
from tretorri.testing.file_laws import FILE_LAWS
from tretorri.testing.requirements import BrokenLaw
from tretorri.testing.walks import variant_name, variants, walk

__all__ = [
    "FILE_LAWS",
    "LAWS",
    "BrokenLaw",
    "check_game",
    "check_law",
    "variant_name",
    "variants",
    "walk",
]
