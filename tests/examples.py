"""How many examples Hypothesis tries: a quarter of them in ``make quick``."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

QUICK = "quick"
USUAL = "usual"
SHARE = 4

# A busy machine is no fault of a test: nothing fails for being slow.
settings.register_profile(USUAL, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile(QUICK, settings.get_profile(USUAL), max_examples=100 // SHARE)


def examples(number: int) -> int:
    """Return how many examples a test tries that usually tries so many."""
    is_quick = settings.get_current_profile_name() == QUICK
    return -(-number // SHARE) if is_quick else number
