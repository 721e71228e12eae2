"""Votes: something is asked, and is done once all who are asked have agreed; one refusal ends it.

A kind of vote says what is done then (`Kind`) and registers itself in `KINDS`; of each kind one is open at a table at a time.
Each function takes a table as it is and tells the change, or refuses; nothing here waits or stores.
"""

from collections.abc import Callable, Iterable

import msgspec
from msgspec.structs import replace

from data.records import LedgerRow
from engines.contract import Game, Seat
from tables.errors import NotAsked, VoteOpen, VoteOver
from tables.model.models import Vote
from tables.model.outbox_rows import Ended, VoteRow
from tables.model.table import Change, LoadedTable, Table, touch
from tables.rules.play import playing
from tables.rules.takeback import GOES_ON


class Kind(msgspec.Struct, frozen=True):
    """What a kind of vote means. The words are `cogs.vote.<kind>.asks`, `.done` and so on."""

    passed: Callable[[LoadedTable, Game, Vote, float], Change]
    """The change that it brings about (at that time) when all have agreed; the vote is no longer among the table's then."""
    stands: Callable[[Table, Vote], bool]
    """Whether it still means something at the table as it is now; where not, it lapses."""
    refused: Callable[[LoadedTable, Game, Vote, float], Change] | None = None
    """What a refusal brings about besides ending it."""
    silence: bool = False
    """Whether who has not answered when its time is up has agreed; else it lapses then."""
    passing: bool = False
    """Whether it lapses, as a request to take back does, when a person moves or leaves."""


KINDS: dict[str, Kind] = {}
"""By name; filled by the modules whose changes are voted on."""


def voters(table: Table, *, without: Iterable[Seat] = ()) -> tuple[Seat, ...]:
    """The seats of people who play, but for these."""
    left_out = set(without)
    return tuple(seat for seat in range(len(table.seats)) if table.acts(seat) and seat not in left_out)


def find(table: Table, kind: str) -> Vote | None:
    """The open vote of this kind."""
    return next((vote for vote in table.votes if vote.kind == kind), None)


def ask(
    loaded: LoadedTable,
    game: Game,
    kind: str,
    seat: Seat | None,
    asked: Iterable[Seat],
    *,
    now: float,
    about: tuple[Seat, ...] = (),
    until: float | None = None,
) -> Change:
    """Open a vote; where nobody is asked, it is carried out at once. `seat` None: the table itself asks. Raises VoteOpen."""
    table = loaded.table
    if find(table, kind) is not None:
        raise VoteOpen
    vote = Vote(id=table.version + 1, kind=kind, seat=seat, asked=tuple(asked), about=about, until=until)
    if not vote.asked:
        return KINDS[kind].passed(loaded, game, vote, now)
    new = touch(table, now, votes=(*table.votes, vote))
    said = () if seat is None else (LedgerRow(table.seats[seat].user or 0, "vote"),)
    return Change(loaded=loaded.with_table(new), outbox=(VoteRow(vote=vote),), said=said)


def agree(loaded: LoadedTable, game: Game, seat: Seat, number: int, *, now: float) -> Change | None:
    """Agree to a vote; with the last one asked it is carried out. Raises VoteOver, NotAsked."""
    vote = _open(loaded, number)
    if seat not in vote.asked:
        raise NotAsked("tables.refusal.own-vote" if seat == vote.seat else "tables.refusal.not-asked")
    agreed = replace(vote, agreed=tuple(sorted({*vote.agreed, seat})))
    if _waiting(loaded.table, agreed):
        if agreed == vote:
            return None
        new = touch(loaded.table, now, votes=tuple(agreed if each is vote else each for each in loaded.table.votes))
        return Change(loaded=loaded.with_table(new), outbox=(VoteRow(vote=agreed),))
    return _carried_out(loaded, game, agreed, now)


def refuse(loaded: LoadedTable, game: Game, seat: Seat, number: int, *, now: float) -> Change:
    """Refuse a vote, which ends it. Raises VoteOver, NotAsked."""
    vote = _open(loaded, number)
    if seat not in vote.asked:
        raise NotAsked("tables.refusal.own-vote" if seat == vote.seat else "tables.refusal.not-asked")
    left, row = _without(loaded, vote), VoteRow(vote=vote, ended="refused", by=seat)
    after = KINDS[vote.kind].refused
    change = _touched(left, now) if after is None else after(left, game, vote, now)
    return replace(change, outbox=(row, *change.outbox))


def withdraw(loaded: LoadedTable, seat: Seat, number: int, *, now: float) -> Change:
    """Take one's own vote away. Raises VoteOver, NotAsked."""
    vote = _open(loaded, number)
    if seat != vote.seat:
        raise NotAsked("tables.refusal.not-your-vote")
    change = _touched(_without(loaded, vote), now)
    return replace(change, outbox=(VoteRow(vote=vote, ended="withdrawn", by=seat),))


def expire(loaded: LoadedTable, game: Game, *, now: float) -> Change | None:
    """Settle the vote whose time is up (one at a time); None: there is none."""
    vote = next((vote for vote in loaded.table.votes if vote.until is not None and vote.until <= now), None)
    if vote is None:
        return None
    if KINDS[vote.kind].silence:
        return _carried_out(loaded, game, vote, now)
    change = _touched(_without(loaded, vote), now)
    return replace(change, outbox=(VoteRow(vote=vote, ended="lapsed"),))


def lapsed(change: Change) -> Change:
    """The change, ending the votes that mean nothing any more after it."""
    table = change.loaded.table
    gone_on = any(line.kind in GOES_ON for line in change.lines)
    void = [vote for vote in table.votes if not _stands(table, vote) or (gone_on and KINDS[vote.kind].passing)]
    if not void:
        return change
    left = tuple(vote for vote in table.votes if vote not in void)
    rows: list[VoteRow] = [VoteRow(vote=vote, ended="lapsed") for vote in void]
    return replace(change.having(votes=left), outbox=(*change.outbox, *rows))


def _stands(table: Table, vote: Vote) -> bool:
    asks = vote.seat is None or table.acts(vote.seat)
    asked = any(table.acts(seat) for seat in vote.asked)
    return table.state == "playing" and asks and asked and vote.kind in KINDS and KINDS[vote.kind].stands(table, vote)


def _waiting(table: Table, vote: Vote) -> tuple[Seat, ...]:
    """Who has not answered yet; who has left the game is waited for no more."""
    return tuple(seat for seat in vote.asked if seat not in vote.agreed and table.acts(seat))


def _open(loaded: LoadedTable, number: int) -> Vote:
    """The vote of this number, still open. Raises VoteOver."""
    playing(loaded)
    vote = next((vote for vote in loaded.table.votes if vote.id == number), None)
    if vote is None:
        raise VoteOver
    return vote


def _without(loaded: LoadedTable, vote: Vote) -> LoadedTable:
    return loaded.having(votes=tuple(each for each in loaded.table.votes if each.id != vote.id))


def _touched(loaded: LoadedTable, now: float) -> Change:
    return Change(loaded=loaded.with_table(touch(loaded.table, now)))


def _carried_out(loaded: LoadedTable, game: Game, vote: Vote, now: float) -> Change:
    ended: Ended = "done"
    change = KINDS[vote.kind].passed(_without(loaded, vote), game, vote, now)
    return replace(change, outbox=(VoteRow(vote=vote, ended=ended), *change.outbox))
