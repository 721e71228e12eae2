"""Pauses: a table's clocks are stopped by agreement of all players, or after a long outage of the bot."""

from engines.contract import Seat
from tables.errors import NoClock, NotPaused
from tables.model.table import Change, Table, board, note, touch, with_timing
from tables.model.table_info import Vote
from tables.rules import votes
from tables.rules.context import Context
from tables.time import timing
from tables.time.timing import DAY, HOUR

VOTE = "pause"
"""The vote on a pause."""

LONGEST_SECONDS = 14 * DAY
"""Seconds after which a pause ends automatically."""

ASKED = DAY
"""Seconds after which an unanswered vote on a pause lapses."""

LONG_OUTAGE_SECONDS = 6 * HOUR
"""Seconds of outage after which a table pauses automatically."""

AFTER_OUTAGE = DAY
"""Seconds for which such a pause lasts at most; a move ends it earlier."""


def can_pause(table: Table) -> bool:
    """Returns whether there is a clock to stop."""
    return table.state == "playing" and table.timing.pause is None and table.deadline is not None


def ask(context: Context) -> Change:
    """Ask the others whether to pause; pause immediately if nobody else plays. Raises WrongState, NotSeated, NoClock,
    VoteOpen.
    """
    seat, table = context.seat, context.table
    if not can_pause(table):
        raise NoClock("tables.refusal.paused" if table.timing.pause is not None else None)
    asked = votes.voters(table, without=(seat,))
    return votes.ask(context, VOTE, seat, asked, until=context.now + ASKED)


def _pause_by_agreement(context: Context, vote: Vote) -> Change:
    return pause(context, vote.seat)


votes.KINDS[VOTE] = votes.Kind(_pause_by_agreement, lambda loaded, _vote: can_pause(loaded.table))


def pause(context: Context, seat: Seat | None, *, outage: bool = False) -> Change:
    """Stop the clocks. `seat`: the seat that asked for it."""
    table, now = context.table, context.now
    log = table.log if seat is None else (*table.log, note(table.number, "paused", seat))
    stopped = timing.pause(table.timing, now, now + LONGEST_SECONDS, outage=outage)
    new = touch(with_timing(table, stopped), now, log=log)
    return Change(loaded=context.loaded.with_table(new), outbox=(board(new),))


def resume(context: Context) -> Change:
    """Let the clocks run on, because a player wants it or the pause is over. Raises NotPaused, and for a person WrongState,
    NotSeated.
    """
    seat = context.seat if context.user else None
    table, now = context.table, context.now
    if table.timing.pause is None:
        raise NotPaused
    log = table.log if seat is None else (*table.log, note(table.number, "resumed", seat))
    new = touch(with_timing(table, timing.resume(table.timing, now)), now, log=log)
    return Change(loaded=context.loaded.with_table(new), outbox=(board(new),))
