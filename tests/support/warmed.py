"""Preloaded by the server that mortal bots are forked from: what each would read at its first message is read once."""

from __future__ import annotations

import gc

import pytest  # noqa: F401 - the module that a forked process takes for its main one

import tests.support.mortal  # noqa: F401 - what is forked
from data.words import languages, words

for language in languages():
    words(language)
gc.freeze()  # what is shared with the forked is not to be copied by looking at it
