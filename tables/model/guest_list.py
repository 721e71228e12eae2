"""Who is wanted at a lobby, and who is not: plain values, stored with the table."""

from __future__ import annotations

import hashlib

import msgspec


def mark(table: int, user: int) -> int:
    """A negative number that stands for a person at one table, by which they are known again without their id."""
    digest = hashlib.sha256(f"{table}:{user}".encode()).digest()
    return -1 - int.from_bytes(digest[:7], "big")


class Invite(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Somebody who is asked to sit down."""

    id: int
    """Tells the invitations of a table apart."""
    user: int
    """Who is asked."""
    by: int = 0
    """Who has asked them; 0: the waiting list."""


class Waiting(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Somebody who waits for a seat."""

    user: int
    id: int = 0
    """Of the seat that is kept for them: as an invitation's; 0: none yet."""
    until: float | None = None
    """Until when it is kept."""


class Guests(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The guest list of a lobby."""

    only: bool = False
    """People who are not invited cannot sit down."""
    invites: tuple[Invite, ...] = ()
    """Open invitations, oldest first."""
    asked: tuple[int, ...] = ()
    """Everybody who was ever invited: each is mentioned once."""
    waiting: tuple[Waiting, ...] = ()
    """In their order."""
    away: tuple[int, ...] = ()
    """Whom the host has turned away, or the `mark` of somebody who was forgotten; nobody is told."""

    def public(self) -> Guests:
        """What everybody may know."""
        return msgspec.structs.replace(self, away=(), asked=())

    @property
    def kept(self) -> int:
        """Seats that are kept for people who have waited."""
        return sum(bool(each.id) for each in self.waiting)

    def of(self, user: int) -> Guests:
        """The list without this person's own entries."""
        return msgspec.structs.replace(
            self,
            invites=tuple(each for each in self.invites if each.user != user),
            waiting=tuple(each for each in self.waiting if each.user != user),
        )

    @property
    def open(self) -> dict[int, int]:
        """Who is asked to sit down, and by what number."""
        waited = {each.user: each.id for each in self.waiting if each.id}
        return {each.user: each.id for each in self.invites} | waited
