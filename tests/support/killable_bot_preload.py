"""Preloaded by the server that mortal bots are forked from: what each would read at its first message is read once."""

from __future__ import annotations

import gc
from importlib.util import find_spec

import pytest  # noqa: F401 - the module that a forked process takes for its main one

import tests.support.killable_bot  # noqa: F401 - what is forked
from data.words import languages, words

if find_spec("asyncpg"):
    import data.postgres.store  # noqa: F401 - the driver is optional

for language in languages():
    words(language)
gc.freeze()  # what is shared with the forked is not to be copied by looking at it
