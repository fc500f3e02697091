"""The rows of the table at their smallest, one after the other."""

from __future__ import annotations

import os

import pytest

from tests.faults.figures import Setting
from tests.services.servers import free_port


@pytest.fixture
def small() -> Setting:
    """Lend the smallest size, and a port that nobody uses."""
    return Setting(float(os.environ.get("TRETORRI_FAULTS", "0.005")), 1, free_port())
