"""Reposting a table, in its channel or in another one of its server."""

from msgspec.structs import replace

from data.records.people import LedgerRow
from tables.errors import NotSeated, OwnGame, WrongState
from tables.model.outbox_rows import KeepRow, LobbyRow, OfferRow, Payload, VoteRow
from tables.model.table import Change, Table, board, hands, touch
from tables.rules.context import Context
from tables.time.timing import DAY

KEPT = 6 * DAY
"""Seconds after which a thread is kept open again; Discord archives it after seven days without a new message."""


def _check_repair(table: Table, user: int, *, moderator: bool) -> None:
    if table.state == "cancelled":
        raise WrongState(f"tables.closed.{table.closed}" if table.closed else "tables.refusal.not-playing-cancelled")
    if not moderator and user != table.host and table.seat_of(user) is None:
        raise NotSeated
    if table.state == "playing" and table.has_left(user):
        raise OwnGame("tables.refusal.own-game-left")


def repair(context: Context, channel: int, *, moderator: bool) -> Change:
    """Repost all messages of the table in this channel, for a person who sits there, the host or a server moderator; for a
    running game, not for people who have left it. Old messages are cleaned up if possible. Raises WrongState, NotSeated,
    OwnGame.
    """
    table, user = context.table, context.user
    _check_repair(table, user, moderator=moderator)
    home = table.home if channel == table.place.channel else None
    place = replace(table.place, channel=channel)
    new = touch(table, context.now, place=place, home=home, keep_due=None if home is None else table.keep_due)
    rows: list[Payload] = [LobbyRow()] if table.state == "lobby" else [board(new)]
    if table.state == "playing":
        rows += hands(new, new.pending)
        rows += [VoteRow(vote=vote, mention=False) for vote in new.votes]
        if new.offer is not None:
            rows.append(OfferRow(offer=new.offer, name=new.seats[new.offer.seat].name, mention=False))
    return Change(
        loaded=context.loaded.with_table(new),
        reposted=True,
        outbox=tuple(rows),
        said=(LedgerRow(user, "repair"),),
        limits=(("channel", channel),) if channel != table.place.channel and table.state != "over" else (),
    )


def settle(context: Context, thread: int | None) -> Change | None:
    """Record the table's own thread (None: that it stays in its channel). Returns None if that is recorded already."""
    table = context.table
    if table.home is None or table.home != table.place.channel:
        return None
    if thread is None:
        new = replace(table, home=None, version=table.version + 1)
    else:
        place = replace(table.place, channel=thread)
        new = replace(table, place=place, keep_due=context.now + KEPT, version=table.version + 1)
    return Change(loaded=context.loaded.with_table(new))


def keep_open(context: Context) -> Change:
    """Keep the thread of a running game from being archived for another while."""
    new = replace(context.table, keep_due=context.now + KEPT, version=context.table.version + 1)
    return Change(loaded=context.loaded.with_table(new), outbox=(KeepRow(),))
