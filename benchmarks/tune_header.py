"""Weights as a C++ header that people can read."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from itertools import groupby

WIDTH = 100


def header(game_id: str, sets: Sequence[Mapping[str, int]], names: Sequence[str]) -> str:
    """Return the header ``<game>_weights.hpp``; *names* says in which order the weights stand."""
    inside = "".join(_set(weights, names) for weights in sets)
    return f"""\
// The weights of the evaluation; docs/explanation/tuning.md says how they were found.
#pragma once

#include "{game_id}_features.hpp"

namespace tretorri::{game_id} {{

inline constexpr WeightSets WEIGHTS{{{{
{inside}}}}};

}}  // namespace tretorri::{game_id}
"""


def _set(weights: Mapping[str, int], names: Sequence[str]) -> str:
    """Return one set; names that begin with the same word are a list."""
    fields = []
    for field, group in groupby(names, key=lambda name: name.partition(" ")[0]):
        listed = list(group)
        numbers = ", ".join(str(weights[name]) for name in listed)
        value = numbers if listed == [field] else f"{{{numbers}}}"
        fields.append(f".{field}~=~{value}")
    lines = textwrap.wrap(", ".join(fields), WIDTH - 7, break_on_hyphens=False)
    return "    {" + "\n     ".join(lines).replace("~", " ") + "},\n"
