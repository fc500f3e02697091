"""Pictures of a scene, fit for print: a small town of wood and stone in evening light."""

from __future__ import annotations

from tretorri.core.svg.forbidden import Forbidden
from tretorri.core.svg.picture import draw

__all__ = ["Forbidden", "draw"]
