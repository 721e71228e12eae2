"""Guests of a lobby: invited, waiting for a seat, turned away.

A rule changes only the guest list. `announce_guests` compares the lists before and after each change of a lobby to find what
must be announced.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from data.records.people import LedgerRow
from engines.contract import Game
from tables.errors import CannotSit, Full, NoInvitation, NotOpen, TooMany, WrongState
from tables.model.guests import Guests, Invite, Waiting
from tables.model.outbox_rows import InviteRow, LobbyRow, Payload
from tables.model.people import Person
from tables.model.table import Change, LoadedTable, Table, touch
from tables.model.table_info import SeatInfo
from tables.rules.context import Context
from tables.time.timing import MINUTE

MOST = 8
"""The most open invitations of a table."""

LINE = 10
"""The most people who may wait for a seat."""

AWAY = 50
"""The most people whom the host can turn away from a lobby; with more, seats should be by invitation."""

KEPT_SECONDS = 30 * MINUTE
"""Seconds for which a free seat is reserved for the next person on the waiting list."""


def change_guests(table: Table, guests: Guests, now: float) -> Change:
    """Returns the change to another guest list."""
    return Change(loaded=LoadedTable(table=touch(table, now, guests=guests)), outbox=(LobbyRow(),))


def add_invitations(table: Table, by: int, users: Sequence[int]) -> Guests:
    """Returns the guest list with these people invited, each once. Raises CannotSit, TooMany."""
    guests = table.guests
    new = [user for user in dict.fromkeys(users) if table.seat_of(user) is None and user not in guests.asked]
    if by in users:
        raise CannotSit("tables.refusal.invite-oneself")
    if not new and users:
        raise CannotSit("tables.refusal.invited-before")
    if any(table.turned_away(user) for user in new):
        raise CannotSit("tables.refusal.not-together")
    if len(guests.invites) + len(new) > MOST:
        raise TooMany("tables.refusal.too-many-invited", limit=MOST)
    first = table.version * 100 + 1  # numbers are unique at a table
    made = tuple(Invite(id=first + at, user=user, by=by) for at, user in enumerate(new))
    return replace(
        guests,
        invites=(*guests.invites, *made),
        asked=(*guests.asked, *new),
        waiting=tuple(each for each in guests.waiting if each.user not in new),
    )


def kept_for(table: Table, users: Sequence[int], now: float) -> Guests:
    """Returns the guest list of a new lobby with a seat kept for each of these people, with whom its host plays again."""
    until = now + table.patience
    kept = (Waiting(user=user, by=table.host, id=100 + at, until=until) for at, user in enumerate(users, 1))
    return replace(table.guests, waiting=tuple(kept))


def invite(context: Context, users: Sequence[int]) -> Change:
    """Invite people: anybody seated may; if seats are by invitation, only the host. Raises WrongState, NotSeated, NotHost,
    CannotSit, TooMany.
    """
    table = context.hosted if context.table.guests.only else context.joined
    guests = add_invitations(table, context.user, users)
    new = tuple(each.user for each in guests.invites if each not in table.guests.invites)
    said = tuple(LedgerRow(context.user, "invite", user) for user in new)
    return replace(change_guests(table, guests, context.now), comers=new, said=said)


def admit_guest(table: Table, game: Game, user: int) -> Guests:
    """Returns the guest list after this person has sat down. Raises NotOpen, Full."""
    guests = table.guests
    if table.turned_away(user) or (guests.only and user not in guests.open):
        raise NotOpen
    if not any(each.user == user and each.id for each in guests.waiting):
        if len(table.seats) >= game.seats[-1]:
            raise Full("tables.refusal.full-wait", seats=game.seats[-1])
        if len(table.seats) + guests.kept >= game.seats[-1]:
            raise Full("tables.refusal.kept", seats=game.seats[-1])
    return guests.of(user)


def answer_invitation(table: Table, user: int, number: int) -> Guests:
    """Returns the guest list if it has this invitation for this person. Raises NoInvitation."""
    if table.guests.open.get(user) != number:
        raise NoInvitation
    return table.guests


def agree(context: Context, number: int) -> Change | None:
    """Somebody who sits here is asked whether they still play, and does; None: nobody asks, or they have said so."""
    guests = context.table.guests
    if guests.unanswered.get(context.user) != number:
        return None
    checks = tuple(replace(each, agreed=each.agreed or each.id == number) for each in guests.checks)
    return change_guests(context.table, replace(guests, checks=checks), context.now)


def decline(context: Context, number: int) -> Change:
    """Decline an invitation or a reserved seat. Raises WrongState, NoInvitation."""
    table, user = context.lobby, context.user
    return replace(change_guests(table, answer_invitation(table, user, number).of(user), context.now), by=user)


def wait(context: Context, person: Person) -> Change | None:
    """Join the waiting list; None: already on it. Raises NotOpen, CannotSit, TooMany, and WrongState if a seat is free for this
    person.
    """
    table, game = context.lobby, context.game
    guests = table.guests
    if table.seat_of(person.user) is not None:
        raise CannotSit
    if mine := next((each for each in guests.waiting if each.user == person.user), None):
        if mine.id:  # a seat is kept for them
            raise WrongState("tables.refusal.seat-free")
        return None
    if table.turned_away(person.user) or (guests.only and person.user not in guests.open):
        raise NotOpen
    if len(table.seats) + guests.kept < game.seats[-1]:
        raise WrongState("tables.refusal.seat-free")
    if len(guests.waiting) >= LINE:
        raise TooMany("tables.refusal.line-full", limit=LINE)
    without = guests.of(person.user)
    new = replace(without, waiting=(*without.waiting, Waiting(user=person.user)))
    return replace(change_guests(table, new, context.now), comers=(person.user,))


def set_only(context: Context, *, only: bool) -> Change:
    """Make seats available by invitation only, or to everybody. Raises WrongState, NotHost."""
    return change_guests(context.hosted, replace(context.table.guests, only=only), context.now)


def turn_away(context: Context, user: int) -> Change:
    """Remove somebody from their seat and do not let them sit down again. Nobody is told why. Raises WrongState, NotHost,
    CannotSit, TooMany.
    """
    table = context.hosted
    if user == table.host:
        raise CannotSit("tables.refusal.turn-away-oneself")
    if len(table.guests.away) >= AWAY and not table.turned_away(user):
        raise TooMany("tables.refusal.too-many-away", limit=AWAY)
    guests = table.guests.of(user)
    guests = replace(guests, away=tuple(dict.fromkeys((*guests.away, user))))
    change = change_guests(table, guests, context.now)
    seats: list[SeatInfo] = [info for info in table.seats if info.user != user]
    if len(seats) == len(table.seats):
        return change
    new = replace(change.loaded.table, seats=tuple(seats), missed=(0,) * len(seats))
    return replace(change, loaded=LoadedTable(table=new), seated=True)


def lapse(context: Context) -> Change | None:
    """Give seats whose reservation has ended to the next person on the waiting list; None: there are none."""
    table, now = context.table, context.now
    late = {each.user for each in table.guests.waiting if each.until is not None and each.until <= now}
    if not late:
        return None
    left = tuple(each for each in table.guests.waiting if each.user not in late)
    new = replace(table.guests, waiting=left)
    changed_then = table.changed  # this does not keep an untouched lobby open
    change = change_guests(table, new, now)
    return replace(change, loaded=LoadedTable(table=replace(change.loaded.table, changed=changed_then)))


def announce_guests(before: Table | None, change: Change, game: Game, now: float) -> Change:
    """Returns the change with the free seats of a lobby offered to people on the waiting list, and rows for everybody on the
    list who must be told something. A game keeps none of the list except the people turned away.
    """
    table = change.loaded.table
    if table.state == "lobby":
        table = _offer_seats(table, game, now)
    elif before is None or not before.state == table.state == "playing":
        table = replace(table, guests=Guests())
    rows = _rows(before, table, now)
    if table is change.loaded.table and not rows:
        return change
    said = {row.key for row in rows}
    outbox = (*(row for row in change.outbox if row.key not in said), *rows)
    return replace(change, loaded=change.loaded.with_table(table), outbox=outbox)


def _offer_seats(table: Table, game: Game, now: float) -> Table:
    """Returns the lobby with each free seat reserved for the next person on the waiting list."""
    guests = table.guests
    free = game.seats[-1] - len(table.seats) - guests.kept
    line = list(guests.waiting)
    for at, each in enumerate(line):
        if free > 0 and not each.id:
            line[at] = Waiting(user=each.user, id=table.version * 100 + 50 + at, until=now + KEPT_SECONDS)
            free -= 1
    return replace(table, guests=replace(guests, waiting=tuple(line)))


def _rows(before: Table | None, table: Table, now: float) -> list[Payload]:
    was = before.guests.open if before is not None else {}
    seated = before.guests.unanswered if before is not None else {}
    waits = {each.id: max(0.0, each.asked - now) for each in table.guests.checks}
    open_now = table.guests.open
    rows: list[Payload] = []
    for user, number in was.items():
        if user not in open_now:
            sits = table.seat_of(user) is not None
            rows.append(InviteRow(user=user, number=number, ended="taken" if sits else "left" if user in seated else "gone"))
    new = ((user, number) for user, number in open_now.items() if was.get(user) != number)
    rows += [InviteRow(user=user, number=number, wait=waits.get(number, 0.0)) for user, number in new]
    return rows
