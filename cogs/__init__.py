"""What people can do, a file each: its commands beneath `/zamki` and the presses that belong to it, loaded as an extension."""

from __future__ import annotations

import importlib
import pkgutil
from types import ModuleType
from typing import TypeGuard

from chat.cog import Cog


def extensions() -> tuple[str, ...]:
    """The names of all cogs' modules, in alphabetical order."""
    return tuple(sorted(f"{__name__}.{module.name}" for module in pkgutil.iter_modules(__path__)))


def classes() -> list[type[Cog]]:
    """The cogs themselves, without any bot."""
    modules = map(importlib.import_module, extensions())
    return [cog for module in modules for cog in vars(module).values() if _is_cog_of(module, cog)]


def _is_cog_of(module: ModuleType, found: object) -> TypeGuard[type[Cog]]:
    return isinstance(found, type) and issubclass(found, Cog) and found.__module__ == module.__name__
