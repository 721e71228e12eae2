"""Preloaded by the server that mortal bots are forked from: what each would import as it starts, and read at its
first message, is read once.
"""

from __future__ import annotations

import gc
from importlib.util import find_spec

import pytest  # noqa: F401 - the module that a forked process takes for its main one

import cogs
import tests.support.killable_bot  # noqa: F401 - what is forked
from data.words import languages, words
from engines import games
from render import renderers

if find_spec("asyncpg"):
    import data.postgres.store  # noqa: F401 - the driver is optional

games(), renderers(), cogs.classes()
for language in languages():
    words(language)
gc.freeze()  # what is shared with the forked is not to be copied by looking at it
