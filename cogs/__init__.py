"""What people can do, a feature each: its commands, the presses that belong to it, its cards, and what its
outbox rows show. A feature is a file, or a folder with its cog in `cog.py`. A cog is found by its class: nothing has to be
registered.
"""

import functools
import importlib
import pkgutil
from types import ModuleType
from typing import TypeGuard

from chat.press.presses import Cog

FIRST = ("start", "learn", "help", "rules", "play", "board", "takeback", "tables")
"""What a newcomer looks for first: Discord lists commands in the order in which the cogs are added."""


@functools.cache
def classes() -> tuple[type[Cog], ...]:
    """The classes of all cogs: those that a newcomer looks for, then the others in the alphabetical order of their modules.
    Whoever makes a bot adds one of each to it.
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
