"""Turns a view into everything that a person perceives: picture, alt text, text board, labels of words, log lines.

A module or package here that has a `RENDERER` draws the game with that key; nothing else has to name it.
"""

from __future__ import annotations

import functools
import importlib
import pkgutil
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from render.contract import Renderer


@functools.cache
def renderers() -> Mapping[str, Renderer]:
    """The renderers of all games by key, in alphabetical order of their keys."""
    found: dict[str, Renderer] = {}
    for module in sorted(pkgutil.iter_modules(__path__), key=lambda module: module.name):
        renderer = getattr(importlib.import_module(f"{__name__}.{module.name}"), "RENDERER", None)
        if renderer is not None:
            found[renderer.key] = renderer
    return MappingProxyType(found)
