"""People: their names, and their settings for messages."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import msgspec

from data.records.people import PersonFields
from tables.model.table_info import Display
from tables.time.plan import Plan


def mark(table: int, user: int) -> int:
    """Returns a negative number that identifies a person at one table without revealing their id."""
    digest = hashlib.sha256(f"{table}:{user}".encode()).digest()
    return -1 - int.from_bytes(digest[:7], "big")


class Person(msgspec.Struct, frozen=True):
    """A person as Discord names them: user id and display name (any text)."""

    user: int
    name: str
    colours: tuple[str, ...] = ()
    """The colours that they like to play in."""


def with_colour(liked: Sequence[str], colour: str, colours: Sequence[str]) -> tuple[str, ...]:
    """Returns the colours that a person likes after they have chosen one of these `colours` ("": none of them)."""
    return tuple(each for each in (colour, *liked) if each and (each == colour or each not in colours))


def seat_name(person: Person) -> str:
    """Returns a person's name as it is stored. It may contain half a surrogate pair, which can be neither stored nor sent; not
    every store can keep U+0000.
    """
    return person.name.replace("\0", "␀").encode("utf-8", "replace").decode()


class Preferences(PersonFields, frozen=True, kw_only=True):
    """A person's settings for messages."""

    display: Display = "picture"
    plan: Plan = Plan()
    """Reminders, quiet hours, vacation."""
    lessons: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """By game, the moves made in its lesson, as text."""

    @property
    def liked(self) -> tuple[str, ...]:
        """The colours that they like to play in."""
        return tuple(self.colours.split())
