"""A view becomes all that a person perceives: picture, alt text, text board, labels of words, log lines.

A module or package here that carries `ROOM` draws the game of that key; nothing else has to name it.
"""

from __future__ import annotations

import functools
import importlib
import pkgutil
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from render.contract import Room


@functools.cache
def rooms() -> Mapping[str, Room]:
    """The rooms of all games by key, in alphabetical order of their keys."""
    found: dict[str, Room] = {}
    for module in sorted(pkgutil.iter_modules(__path__), key=lambda module: module.name):
        room = getattr(importlib.import_module(f"{__name__}.{module.name}"), "ROOM", None)
        if room is not None:
            found[room.key] = room
    return MappingProxyType(found)
