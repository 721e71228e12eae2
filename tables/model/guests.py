"""The guest list of a lobby: invitations, answers, and the waiting list."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

LEFT = 50
"""How many people who have left are remembered."""


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


class Arrival(msgspec.Struct, frozen=True):
    """When somebody sat down."""

    user: int
    at: float


class Check(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A person who sat down long ago and is asked before the start whether they still play."""

    user: int
    by: int
    """The person who starts the game."""
    id: int
    """Numbered like invitations."""
    asked: float
    """When they are asked: after their quiet hours."""
    until: float
    """Until when they may answer."""
    agreed: bool = False


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
    arrivals: tuple[Arrival, ...] = ()
    """When the people who sit here sat down."""
    checks: tuple[Check, ...] = ()
    """Who is asked whether they still play: the game starts when all of them have agreed or left."""
    thread: bool = False
    """Whether that game is to have a thread of its own."""
    away: tuple[int, ...] = ()
    """People whom the host has turned away, or the `mark` of somebody who was forgotten. Nobody is told."""

    left: tuple[int, ...] = ()
    """The last people who have left by themselves: they are not asked to sit down here."""

    def public(self) -> Guests:
        """Returns what everybody may know."""
        return replace(self, away=(), asked=(), arrivals=())

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
            arrivals=tuple(each for each in self.arrivals if each.user != user),
            checks=tuple(each for each in self.checks if each.user != user),
            left=tuple(each for each in self.left if each != user),
        )

    def expects(self, user: int) -> bool:
        """Returns whether somebody is invited, or waits for a seat."""
        return user in {*(each.user for each in self.invites), *(each.user for each in self.waiting)}

    def without(self, user: int) -> Guests:
        """Returns the list after this person has left their seat or the waiting list."""
        rest = self.of(user)
        return replace(rest, left=(*rest.left, user)[-LEFT:])

    def with_arrival(self, user: int, at: float) -> Guests:
        """Returns the list with somebody who sits down."""
        return replace(self, arrivals=(*self.arrivals, Arrival(user, at)))

    @property
    def open(self) -> dict[int, int]:
        """The number of what each person is asked: an invitation, a reservation, or whether they still play."""
        waited = {each.user: each.id for each in self.waiting if each.id}
        return {each.user: each.id for each in self.invites} | waited | self.unanswered

    @property
    def unanswered(self) -> dict[int, int]:
        """The numbers of the checks that await an answer, by user."""
        return {each.user: each.id for each in self.checks if not each.agreed}
