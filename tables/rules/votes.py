"""Votes: a question that takes effect once everybody asked has agreed; one refusal ends it.

A kind of vote defines its effect (`Kind`) and registers itself in `KINDS`; at most one of each kind is open at a table.
"""

from collections.abc import Callable, Iterable

import msgspec
from msgspec.structs import replace

from data.records.people import LedgerRow
from engines.contract import Seat
from tables.errors import NotAsked, VoteOpen, VoteOver
from tables.model.outbox_rows import Ended, VoteRow
from tables.model.table import Change, LoadedTable, Table, touch
from tables.model.table_info import PublicFields, Undo, Vote
from tables.rules.context import Context

GOES_ON = ("move", "resigned", "gave-up", "silent", "left-server", "replaced")
"""Kinds of journal lines by which a `passing` vote lapses; a computer player's move alone does not end it."""


class Kind(msgspec.Struct, frozen=True):
    """What a kind of vote does. Its messages are `cogs.vote.<kind>.asks`, `.done` and so on."""

    passed: Callable[[Context, Vote], Change]
    """Returns the change to make when all have agreed; the vote has been removed from the table before."""
    stands: Callable[[LoadedTable, Vote], bool]
    """Returns whether the vote still applies to the table; if not, it lapses."""
    refused: Callable[[Context, Vote], Change] | None = None
    """Returns the change that a refusal makes besides ending the vote."""
    silence: bool = False
    """Whether people who have not answered in time agree; else the vote lapses."""
    passing: bool = False
    """Whether the vote lapses when a person moves or leaves."""
    ledger: str = "vote"
    """The kind of act that asking is in the ledger."""


KINDS: dict[str, Kind] = {}
"""The kinds by name, filled by the modules whose changes are voted on."""


def voters(table: Table, *, without: Iterable[Seat] = ()) -> tuple[Seat, ...]:
    """Returns the seats of people who play, without these."""
    left_out = set(without)
    return tuple(seat for seat in range(len(table.seats)) if table.acts(seat) and seat not in left_out)


def find(table: PublicFields, kind: str) -> Vote | None:
    """Returns the open vote of this kind."""
    return next((vote for vote in table.votes if vote.kind == kind), None)


def check_not_open(table: Table, kind: str, seat: Seat | None) -> None:
    """Raises VoteOpen if there is an open vote of this kind, which `seat` would like to ask for."""
    vote = find(table, kind)
    if vote is not None:
        raise VoteOpen("tables.refusal.own-vote" if seat is not None and vote.seat == seat else None)


def ask(
    context: Context,
    kind: str,
    seat: Seat | None,
    asked: Iterable[Seat],
    *,
    about: tuple[Seat, ...] = (),
    until: float | None = None,
    undo: Undo | None = None,
) -> Change:
    """Open a vote; if nobody is asked, carry it out immediately. `seat` None: the table itself asks. Raises VoteOpen."""
    table = context.table
    check_not_open(table, kind, seat)
    vote = Vote(id=table.version + 1, kind=kind, seat=seat, asked=tuple(asked), about=about, until=until, undo=undo)
    if not vote.asked:
        return KINDS[kind].passed(context.after(context.loaded), vote)
    new = touch(table, context.now, votes=(*table.votes, vote))
    said = () if seat is None else (LedgerRow(table.seats[seat].user or 0, KINDS[kind].ledger),)
    return Change(loaded=context.loaded.with_table(new), outbox=(VoteRow(vote=vote),), said=said)


def agree(context: Context, number: int) -> Change | None:
    """Agree to a vote; it is carried out when everybody asked has agreed. Raises WrongState, NotSeated, VoteOver,
    NotAsked.
    """
    seat, table, vote = context.seat, context.table, _open(context, number)
    if seat not in vote.asked:
        raise NotAsked("tables.refusal.own-vote" if seat == vote.seat else "tables.refusal.not-asked")
    agreed = replace(vote, agreed=tuple(sorted({*vote.agreed, seat})))
    if _waiting(table, agreed):
        if agreed == vote:
            return None
        new = touch(table, context.now, votes=tuple(agreed if each is vote else each for each in table.votes))
        return Change(loaded=context.loaded.with_table(new), outbox=(VoteRow(vote=agreed),))
    return _carried_out(context, agreed)


def refuse(context: Context, number: int) -> Change:
    """Refuse a vote, which ends it. Raises WrongState, NotSeated, VoteOver, NotAsked."""
    seat, vote = context.seat, _open(context, number)
    if seat not in vote.asked:
        raise NotAsked("tables.refusal.own-vote" if seat == vote.seat else "tables.refusal.not-asked")
    left, row = _without(context, vote), VoteRow(vote=vote, ended="refused", by=seat)
    effect = KINDS[vote.kind].refused
    change = _touch(left) if effect is None else effect(left, vote)
    return replace(change, outbox=(row, *change.outbox))


def withdraw(context: Context, number: int) -> Change:
    """Withdraw the person's own vote. Raises WrongState, NotSeated, VoteOver, NotAsked."""
    seat, vote = context.seat, _open(context, number)
    if seat != vote.seat:
        raise NotAsked("tables.refusal.not-your-vote")
    change = _touch(_without(context, vote))
    return replace(change, outbox=(VoteRow(vote=vote, ended="withdrawn", by=seat),))


def expire(context: Context) -> Change | None:
    """Settle one vote whose time has run out; None: there is none."""
    vote = next((vote for vote in context.table.votes if vote.until is not None and vote.until <= context.now), None)
    if vote is None:
        return None
    if KINDS[vote.kind].silence:
        return _carried_out(context, vote)
    change = _touch(_without(context, vote))
    return replace(change, outbox=(VoteRow(vote=vote, ended="lapsed"),))


def end_lapsed_votes(change: Change) -> Change:
    """Returns the change, ending the votes that no longer apply after it."""
    loaded, table = change.loaded, change.loaded.table
    gone_on = any(line.kind in GOES_ON for line in change.lines)
    void = [vote for vote in table.votes if not _stands(loaded, vote) or (gone_on and KINDS[vote.kind].passing)]
    if not void:
        return change
    left = tuple(vote for vote in table.votes if vote not in void)
    rows: list[VoteRow] = [VoteRow(vote=vote, ended="lapsed") for vote in void]
    return replace(change.having(votes=left), outbox=(*change.outbox, *rows))


def _stands(loaded: LoadedTable, vote: Vote) -> bool:
    table = loaded.table
    asks = vote.seat is None or table.acts(vote.seat)
    asked = any(table.acts(seat) for seat in vote.asked)
    return table.state == "playing" and asks and asked and vote.kind in KINDS and KINDS[vote.kind].stands(loaded, vote)


def _waiting(table: Table, vote: Vote) -> tuple[Seat, ...]:
    """Returns the seats that have not answered yet, without those whose people have left the game."""
    return tuple(seat for seat in vote.asked if seat not in vote.agreed and table.acts(seat))


def _open(context: Context, number: int) -> Vote:
    """Returns the open vote with this number. Raises VoteOver."""
    vote = next((vote for vote in context.running.votes if vote.id == number), None)
    if vote is None:
        raise VoteOver
    return vote


def _without(context: Context, vote: Vote) -> Context:
    """Returns what follows from the end of a vote, at the table without it."""
    left = tuple(each for each in context.table.votes if each.id != vote.id)
    return context.after(context.loaded.having(votes=left))


def _touch(context: Context) -> Change:
    return Change(loaded=context.loaded.with_table(touch(context.table, context.now)))


def _carried_out(context: Context, vote: Vote) -> Change:
    ended: Ended = "done"
    change = KINDS[vote.kind].passed(_without(context, vote), vote)
    return replace(change, outbox=(VoteRow(vote=vote, ended=ended), *change.outbox))
