"""Preloaded by the server that mortal bots are forked from: what each would draw and read at its first picture is done once."""

from __future__ import annotations

import gc

import pytest  # noqa: F401 - the module that a forked process takes for its main one

import tests.e2e.mortal  # noqa: F401 - what is forked
from data.words import languages, words
from render import rooms

for room in rooms().values():
    room.warm()
for language in languages():
    words(language)
gc.freeze()  # what is shared with the forked is not to be copied by looking at it
