"""The features: each with its commands, its presses, its cards, and what its outbox rows show. A feature is a file, or a folder
with its cog in `cog.py`. Cogs are found by their class, so nothing has to be registered.
"""

import functools
import importlib
import pkgutil
from types import ModuleType
from typing import TypeGuard

from chat.press.presses import Cog

FIRST = ("start", "learn", "help", "rules", "play", "board", "takeback", "tables")
"""The features that a newcomer looks for first: Discord lists commands in the order in which the cogs are added."""


@functools.cache
def classes() -> tuple[type[Cog], ...]:
    """Returns the classes of all cogs: those in `FIRST`, then the others in alphabetical order of their modules. A bot adds one
    instance of each.
    """
    return tuple(cog for module in _modules() for cog in _cogs_of(module))


def _modules() -> list[ModuleType]:
    names = sorted(module.name for module in pkgutil.walk_packages(__path__, f"{__name__}."))
    names.sort(key=lambda name: _order(name.split(".")[1]))
    return [importlib.import_module(name) for name in names]


def _order(feature: str) -> int:
    return FIRST.index(feature) if feature in FIRST else len(FIRST)


def _cogs_of(module: ModuleType) -> list[type[Cog]]:
    return [found for found in vars(module).values() if _is_cog_of(module, found)]


def _is_cog_of(module: ModuleType, found: object) -> TypeGuard[type[Cog]]:
    return isinstance(found, type) and issubclass(found, Cog) and found.__module__ == module.__name__
