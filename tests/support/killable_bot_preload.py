"""Preloaded by the server that killable bots are forked from, so that what each would import at the start and read at its first
message is loaded once.
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
gc.freeze()  # memory shared with forked processes should not be copied by garbage collection
