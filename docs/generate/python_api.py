"""The reference of the Python packages, made from signatures and docstrings."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import is_dataclass
from functools import cached_property
from importlib import import_module
from types import FunctionType, ModuleType
from typing import Any

from docs.generate.markdown import fenced, prose

Names = Sequence[str] | None  # None: the module lists its public names itself
PAGES: Mapping[str, Mapping[str, Names]] = {
    "tretorri": {
        "tretorri": None,
        "tretorri.core.records": None,
        "tretorri.core.scene": ("Scene", "Square", "Solid", "Reserve", "SceneSeat", "Aid"),
        "tretorri.core.words": ("Text", "Reason", "languages"),
        "tretorri.testing": ("check_game", "check_law", "variants", "walk", "BrokenLaw"),
    },
    "tretorri.engine": {
        "tretorri.engine": None,
        "tretorri.engine.search": (
            *("analyse", "best_turn", "best_action", "uct_turn", "playouts"),
            *("Analysis", "SearchLine", "Engine", "Playouts"),
        ),
        "tretorri.engine.levels": ("level_turn", "level_name", "levels", "Level", "LEVELS"),
        "tretorri.engine.review": ("review", "Review", "ReviewedTurn"),
        "tretorri.engine.graph": ("draw_review",),
        "tretorri.arena.matches": ("Match", "Pairing", "MatchRunner", "GameResult"),
        "tretorri.arena.players": ("read_player", "PlayerSpec", "TurnLimits"),
        "tretorri.arena.standings": ("Standings", "Row"),
        "tretorri.engine.native": ("native", "NativePosition", "has_native"),
    },
    "tretorri.client": {"tretorri.client": None},
}
LONGEST_LINE = 88


def render(package: str) -> str:
    """Return the sections of one page: a module each, with its public names."""
    seen = set[int]()
    return "\n".join(_module(import_module(name), seen) for name in PAGES[package])


def public_names(module: ModuleType) -> list[str]:
    """Return what a module offers: its ``__all__``, else what is listed here."""
    listed = {name: names for page in PAGES.values() for name, names in page.items()}
    names = listed[module.__name__]
    return list(module.__all__ if names is None else names)


def _module(module: ModuleType, seen: set[int]) -> str:
    """Return a section; what stands under another module of the page already is left out."""
    names = [name for name in public_names(module) if id(getattr(module, name)) not in seen]
    names.sort(key=lambda name: (_rank(getattr(module, name)), name))
    seen.update(id(getattr(module, name)) for name in names)
    about = re.sub(r"\s*Lowest layer first:.*?(?=\n\n|\Z)", "", _docstring(module), flags=re.DOTALL)
    parts = [f"## {module.__name__}", prose(about)]
    parts += [_entry(module, name) for name in names]
    return "\n\n".join(part.strip() for part in parts) + "\n"


def _docstring(value: object) -> str:
    return inspect.getdoc(value) or ""


def _rank(value: object) -> int:
    """Return where a name stands: functions, classes, errors, then data."""
    if inspect.isclass(value):
        return 2 if issubclass(value, Exception) else 1
    return 0 if callable(value) else 3


def _entry(module: ModuleType, name: str) -> str:
    value = getattr(module, name)
    head = f"### {name}"
    if inspect.isclass(value):
        return "\n\n".join((head, *_class(name, value)))
    if callable(value):
        body = prose(re.sub(rf"\b{value.__name__}\(", f"{name}(", _docstring(value)))
        return "\n\n".join((head, fenced(_signature(name, value), "python"), body))
    return "\n\n".join((head, fenced(f"{name} = {_short(value)}", "python")))


def _short(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key!r}: …" for key in value) + "}"
    return repr(value)


def _class(name: str, value: type) -> Iterator[str]:
    bases = [base.__name__ for base in value.__bases__ if base.__module__.startswith("tretorri")]
    if bases:
        yield f"*Subclass of {', '.join(f'`{base}`' for base in bases)}.*"
    is_protocol = getattr(value, "_is_protocol", False)
    if (is_dataclass(value) or "__init__" in vars(value)) and not is_protocol:
        yield fenced(f"class {_signature(name, value)}", "python")
    else:
        yield fenced(f"class {name}", "python")
    yield prose(inspect.cleandoc(vars(value).get("__doc__") or ""))
    members = list(_members(value))
    if members:
        yield "\n".join(members)


def _members(value: type) -> Iterator[str]:
    """Yield an item for each public method and property, inherited ones of ours included."""
    own = [base for base in value.__mro__ if base.__module__.startswith("tretorri")]
    if issubclass(value, Exception):
        own = [value]
    seen: dict[str, Any] = {}
    for base in reversed(own):
        seen.update(vars(base))
    for name, member in seen.items():
        if name.startswith("_"):
            continue
        plain = getattr(member, "__func__", member)
        if isinstance(member, property | cached_property):
            yield f"- **`{name}`**: {_line(member)}"
        elif isinstance(plain, FunctionType):
            signature = re.sub(r"\((self|cls)(, )?", "(", _flat(name, plain))
            yield f"- **`{signature}`**: {_line(plain)}"


def _line(member: object) -> str:
    """Return a docstring on one line, without examples."""
    text = _docstring(member).split(">>>")[0]
    return re.sub(r"\s+", " ", re.sub(r"``(.+?)``", r"`\1`", text)).strip()


def _signature(name: str, value: Any) -> str:
    """Return how a name is called, one parameter a line where it is long."""
    flat = _flat(name, value)
    if len(flat) <= LONGEST_LINE:
        return flat
    signature = inspect.signature(value)
    lines, is_keyword = list[str](), False
    for parameter in signature.parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and not is_keyword:
            lines, is_keyword = [*lines, "    *,"], True
        lines.append(f"    {_clean(str(parameter))},")
    return f"{name}(\n" + "\n".join(lines) + f"\n){_result(value, signature)}"


def _flat(name: str, value: Any) -> str:
    signature = inspect.signature(value)
    inside = _clean(str(signature.replace(return_annotation=signature.empty)))
    return f"{name}{inside}{_result(value, signature)}"


def _result(value: Any, signature: inspect.Signature) -> str:
    if inspect.isclass(value) or signature.return_annotation is signature.empty:
        return ""
    found = signature.return_annotation
    text = found if isinstance(found, str) else inspect.formatannotation(found)
    return f" -> {_clean(text)}"


def _clean(text: str) -> str:
    """Return a signature without quotes around types, module paths and memory addresses."""
    text = text.replace("<factory>", "…")
    text = re.sub(r"(= |=)<.*? at 0x[0-9a-f]+>", r"\1…", text)
    text = re.sub(r"(?<=: )'([^']*)'|(?<=: )\"([^\"]*)\"", lambda found: found[1] or found[2], text)
    return re.sub(r"\b(?:tretorri|collections|typing|pathlib)(?:\.\w+)*\.(?=[A-Z])", "", text)
