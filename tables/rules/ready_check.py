"""The question before a slow game starts: whoever sat down long ago is asked once whether they still play. Without an
answer they give the seat back, and the game starts when all others have agreed.
"""

from collections.abc import Mapping

from msgspec.structs import replace

from tables.errors import Refusal, TooFew, TooMany
from tables.model.guests import Check
from tables.model.table import Change, Table, then
from tables.rules import calling, lobby
from tables.rules.context import Context
from tables.rules.guests import change_guests
from tables.time.plan import Plan, answer_times
from tables.time.timing import HOUR, read_pace

LONG_AGO = 12 * HOUR
"""Seconds after which it may no longer suit somebody who sat down."""


def long_ago(table: Table, user: int, now: float) -> tuple[int, ...]:
    """Returns who is asked before this person's start of the game."""
    if table.place.guild <= 0 or not read_pace(table.pace).slow:
        return ()
    since = {each.user: each.at for each in table.guests.arrivals}
    people = (info.user for info in table.seats if info.user not in {None, user})
    return tuple(each for each in people if each is not None and since.get(each, table.created) + LONG_AGO < now)


def begin(context: Context, plans: Mapping[int, Plan], *, thread: bool = False) -> Change:
    """Start the game, or first ask those who sat down long ago. `plans`: their settings, by user. Raises what `lobby.start`
    raises, and TooMany if they are being asked.
    """
    calling.check_starter(context)
    table, now = context.lobby, context.now
    if table.guests.checks:
        raise TooMany("tables.refusal.start-asked")
    people = long_ago(table, context.user, now)
    if not people:
        return lobby.start(context, thread=thread)
    if len(table.seats) not in context.game.seats:
        raise TooFew(seats=context.game.seats[0], players=len(table.seats))
    checks = []
    for at, user in enumerate(people, 1):
        asked, until = answer_times(plans.get(user), "days", now)
        checks.append(Check(user=user, by=context.user, id=table.version * 100 + 80 + at, asked=asked, until=until))
    return change_guests(table, replace(table.guests, checks=tuple(checks), thread=thread), now)


def lapse(context: Context) -> Change | None:
    """Free the seats of people who have not answered in time; None: there are none."""
    change = None
    for check in context.table.guests.checks:
        if not check.agreed and check.until <= context.now:
            at = context if change is None else context.at(change.loaded)
            left = lobby.leave(replace(at, user=check.user))
            change = left if change is None else then(change, left)
    return change


def settle(context: Context, change: Change) -> Change:
    """Returns a change of the lobby, after which the game starts if that was the last answer. If it cannot start, for want of
    players, the others keep their seats.
    """
    before, table = context.table.guests.checks, change.loaded.table
    if not before or table.state != "lobby" or any(not each.agreed for each in table.guests.checks):
        return change
    settled = change.having(guests=replace(table.guests, checks=()))
    try:
        started = lobby.start(replace(context.at(settled.loaded), user=table.host), thread=table.guests.thread)
    except Refusal:
        return settled
    return then(settled, started)
