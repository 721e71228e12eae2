"""The guest list of a lobby: invitations, answers, and the waiting list."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace


class Invite(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An invitation to sit down."""

    id: int
    """Unique among the invitations of a table."""
    user: int
    """The person invited."""
    by: int = 0
    """The person who invited them; 0: the waiting list."""


class Answered(msgspec.Struct, frozen=True, kw_only=True):
    """How somebody has answered an invitation."""

    user: int
    by: int
    """The person who invited them."""
    comes: bool


class Waiting(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A person waiting for a seat, or for whom one is kept."""

    user: int
    by: int = 0
    """The person who plays again with them and keeps the seat; 0: they wait themselves."""
    id: int = 0
    """The id of the seat reserved for them, numbered like invitations; 0: none yet."""
    until: float | None = None
    """When the reservation ends."""


class Guests(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The guest list of a lobby."""

    only: bool = False
    """Whether only invited people can sit down."""
    invites: tuple[Invite, ...] = ()
    """Open invitations, oldest first."""
    asked: tuple[int, ...] = ()
    """Everybody who was ever invited; each is mentioned once."""
    answers: tuple[Answered, ...] = ()
    """How the invited have answered, oldest first."""
    waiting: tuple[Waiting, ...] = ()
    """The waiting list, in order."""
    away: tuple[int, ...] = ()
    """People whom the host has turned away, or the `mark` of somebody who was forgotten. Nobody is told."""

    def public(self) -> Guests:
        """Returns what everybody may know."""
        return replace(self, away=(), asked=())

    @property
    def kept(self) -> int:
        """The number of seats reserved for people from the waiting list or from the game before."""
        return sum(bool(each.id) for each in self.waiting)

    def of(self, user: int) -> Guests:
        """Returns the list without this person's own entries."""
        return replace(
            self,
            invites=tuple(each for each in self.invites if each.user != user),
            waiting=tuple(each for each in self.waiting if each.user != user),
        )

    @property
    def open(self) -> dict[int, int]:
        """The number of the invitation or reservation, by user."""
        waited = {each.user: each.id for each in self.waiting if each.id}
        return {each.user: each.id for each in self.invites} | waited
