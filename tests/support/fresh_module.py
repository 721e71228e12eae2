"""Modules as nobody has used them yet: what they keep after the first call is not there."""

from __future__ import annotations

import importlib.util
from types import ModuleType
from typing import Any


def fresh_copy(module: ModuleType) -> Any:
    """Returns a copy of a module that has just been imported."""
    spec = importlib.util.find_spec(module.__name__)
    assert spec is not None
    assert spec.loader is not None
    copy = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(copy)
    return copy
