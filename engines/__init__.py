"""The rules of each game and the computer players.

A module or package here that defines `GAME` is a game; it needs no other registration.
"""

from __future__ import annotations

import functools
import importlib
import pkgutil
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engines.contract import Game


@functools.cache
def games() -> Mapping[str, Game]:
    """All games by key, in alphabetical order."""
    found: dict[str, Game] = {}
    for module in sorted(pkgutil.iter_modules(__path__), key=lambda module: module.name):
        game = getattr(importlib.import_module(f"{__name__}.{module.name}"), "GAME", None)
        if game is not None:
            found[game.key] = game
    return MappingProxyType(found)
