"""Rows of game nights."""

from __future__ import annotations

import msgspec


class NightRow(msgspec.Struct, frozen=True, kw_only=True):
    """A game night. `tables.nights.night` explains the text."""

    id: int
    """Its number, which is that of its subject; 0: it is not stored yet."""
    guild: int
    host: int
    state: str
    language: str
    changed: float
    due: float | None
    """When the clock must look at it next."""
    document: str
    """All other fields, as JSON."""
    channel: int
    """Where it is told."""
    version: int = 0
    """Rises with each change."""


class ComerRow(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who has said whether they come to a night, or was there."""

    number: int
    """From 1 in each night."""
    user: int
    name: str
    answer: str
    here: float | None = None
    """Since when they wait for a game; None: they do not."""
    came: float | None = None
    """When they last said that they were there; None: never."""


class EveningRow(msgspec.Struct, frozen=True, kw_only=True):
    """A date of a game night at which tables were drawn; it outlasts the night."""

    night: int
    date: int
    """Which of the night's dates it was, from 1."""
    guild: int
    channel: int
    starts: float
    game: str
    """The title; "": people played what they knew."""
    came: int
    """How many people said that they were there."""
    tables: str
    """Their numbers, as JSON."""
