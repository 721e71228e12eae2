"""The ledger: rate limits for what a person may make the bot say in public or to others, or do for them.

Every act that posts something or mentions somebody at one person's request is entered here, in the transaction that stores the
act, so the limits hold across processes and restarts. Entries are kept for a day. Limits on how fast one client may press are
kept in memory (`asking.budget`), as losing them at a restart costs nothing.
"""

from collections.abc import Collection, Iterable

import msgspec
from msgspec.structs import replace

from data.records.people import LedgerRow
from data.store import Transaction
from tables.errors import TooSoon
from tables.model.outbox_rows import OfferRow, Payload
from tables.model.table import Change
from tables.time.timing import DAY, HOUR, MINUTE

KEPT = DAY
"""Seconds for which entries are kept."""

STRANGERS = 10
"""Number of people per day to whom a person may make the bot write without having finished a game with them on that server."""

TO_PEOPLE = ("invite", "offer")
"""Kinds of entries that address one person."""

REPEATED = HOUR
"""Seconds in which offering the same seat to the same person again edits the existing message and mentions nobody."""


class Bound(msgspec.Struct, frozen=True):
    """At most `most` entries of a kind within `seconds`."""

    most: int
    seconds: float
    by: tuple[str, ...] = ("user",)
    """The fields in which entries must agree to be counted together."""


BOUNDS = {
    "share": Bound(1, 30.0, ("user", "place")),
    "repair": Bound(1, MINUTE, ("place",)),
    "ask": Bound(3, 10 * MINUTE, ("user", "place")),
    "vote": Bound(3, 10 * MINUTE, ("user", "place")),
    "offer": Bound(10, HOUR),
    "invite": Bound(3, HOUR, ("user", "other")),
    "call": Bound(1, HOUR, ("user", "place")),
    "again": Bound(3, HOUR, ("user", "other")),
    "open": Bound(6, 10 * MINUTE, ("user", "place")),
    "search": Bound(6, 10 * MINUTE, ("user", "place")),
    "review": Bound(3, DAY),
}
"""`share`: showing something to everybody in a channel. `repair`: reposting a table. `ask`: a request to take back. `vote`:
opening a vote. `offer`: offering a seat. `invite`: inviting somebody to sit down. `call`: mentioning the subscribers to new
tables of a server. `again`: keeping a seat for somebody to play again, and telling them. `open`: opening a table, a rematch or
a tournament in a server. `search`: beginning to look for a game in a server. `review`: a review by the computer player. Each
has its refusal, `tables.refusal.soon-<kind>`.

Entries of the kind `called` are of people whom the bot has called to a table (`People.calls_aloud`).
"""


async def enter(tx: Transaction, row: LedgerRow, now: float) -> None:
    """Enter one act. Raises TooSoon if it exceeds the limit."""
    await tx.lock_ledger(row.user)
    bound = BOUNDS[row.kind]
    since = now - bound.seconds
    before = await (tx.ledger_of(row.user, since) if "user" in bound.by else tx.ledger_at(row.place, row.kind, since))
    when = refused_until(before, row, now)
    if when is not None:
        raise TooSoon(f"tables.refusal.soon-{row.kind}", when=_timestamp(when), limit=bound.most)
    await tx.add_to_ledger(replace(row, at=now))


async def enter_acts(tx: Transaction, change: Change, number: int, now: float) -> Change:
    """Returns the change with its acts entered for the table with this number; an offer that repeats an earlier one is marked
    and not entered. Raises TooSoon.
    """
    rows, guild = [*change.outbox], change.loaded.table.place.guild
    acts = [replace(act, place=act.place or number) for act in change.said]
    for act in [each for each in acts if each.kind == "offer"]:
        before = await tx.ledger_at(act.place, "offer", now - REPEATED)
        if any(row.other == act.other and row.at > now - REPEATED for row in before):
            acts.remove(act)
            rows = [_again(row) for row in rows]
    for user in {act.user for act in acts}:
        await tx.lock_ledger(user)
        await _check_strangers(tx, guild, user, acts, now)
    for act in acts:
        await enter(tx, act, now)
    return replace(change, outbox=tuple(rows))


def refused_until(before: Iterable[LedgerRow], row: LedgerRow, now: float) -> float | None:
    """Returns until when an act is refused, given the entries before it, oldest first; None: it is allowed."""
    bound = BOUNDS[row.kind]
    same = [each.at for each in before if all(getattr(each, name) == getattr(row, name) for name in ("kind", *bound.by))]
    when = same[-bound.most] + bound.seconds if len(same) >= bound.most else now
    return when if when > now else None


async def _check_strangers(tx: Transaction, guild: int, user: int, acts: Collection[LedgerRow], now: float) -> None:
    """Raises TooSoon if these acts would address more strangers in a day than a person may make the bot write to."""
    new = {act.other for act in acts if act.user == user and act.kind in TO_PEOPLE and act.other}
    if not new:
        return
    first: dict[int, float] = {}
    for row in await tx.ledger_of(user, now - DAY):
        if row.kind in TO_PEOPLE and row.other:
            first[row.other] = row.at  # the newest: the person counts until a day after it
    known = await tx.played_with(guild, user, {*first, *new})
    before = {other: at for other, at in first.items() if other not in known}
    coming = new - known - before.keys()
    over = len(before) + len(coming) - STRANGERS
    if coming and over > 0:
        ends = sorted(before.values())
        when = (ends[min(over, len(ends)) - 1] if ends else now) + DAY
        raise TooSoon("tables.refusal.strangers", when=_timestamp(when), limit=STRANGERS, left=max(0, STRANGERS - len(before)))


def _timestamp(when: float) -> int:
    return int(when) + 1  # rounded up, so that the time shown is never too early


def _again(row: Payload) -> Payload:
    return replace(row, again=True) if isinstance(row, OfferRow) and not row.ended else row
