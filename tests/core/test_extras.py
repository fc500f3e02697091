"""What is optional says how to get it."""

from __future__ import annotations

from importlib.machinery import ModuleSpec

import pytest

from tretorri.core.extras import EXTRAS, MissingExtra, require_extra


@pytest.mark.parametrize("name", EXTRAS)
def test_a_missing_extra_is_one_sentence_with_the_command_to_type(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    require_extra(name)  # here it is installed
    here = ModuleSpec("here", None)
    monkeypatch.setattr(
        "tretorri.core.extras.find_spec",
        lambda module: None if module == EXTRAS[name][-1] else here,
    )
    with pytest.raises(MissingExtra, match=rf"install it with: pip install .*{name}\]") as caught:
        require_extra(name)
    assert isinstance(caught.value, ImportError)
