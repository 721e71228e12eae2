"""Pauses: a table's clocks are stopped by agreement of all players, or after a long outage of the bot."""

from engines.contract import Game, Seat
from tables.errors import NoClock, NotPaused
from tables.model.models import Vote
from tables.model.table import Change, LoadedTable, Table, board, note, touch, with_timing
from tables.rules import votes
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


def ask(loaded: LoadedTable, game: Game, seat: Seat, *, now: float) -> Change:
    """Ask the others whether to pause; pause immediately if nobody else plays. Raises NoClock, VoteOpen."""
    if not can_pause(loaded.table):
        raise NoClock("tables.refusal.paused" if loaded.table.timing.pause is not None else None)
    asked = votes.voters(loaded.table, without=(seat,))
    return votes.ask(loaded, game, VOTE, seat, asked, now=now, until=now + ASKED)


def _agreed(loaded: LoadedTable, _game: Game, vote: Vote, now: float) -> Change:
    return paused(loaded, vote.seat, now=now, until=now + LONGEST_SECONDS)


votes.KINDS[VOTE] = votes.Kind(_agreed, lambda loaded, _vote: can_pause(loaded.table))


def paused(loaded: LoadedTable, seat: Seat | None, *, now: float, until: float, outage: bool = False) -> Change:
    """Stop the clocks. `seat`: the seat that asked for it."""
    table = loaded.table
    log = table.log if seat is None else (*table.log, note(table.number, "paused", seat))
    new = touch(with_timing(table, timing.pause(table.timing, now, until, outage=outage)), now, log=log)
    return Change(loaded=loaded.with_table(new), outbox=(board(new),))


def resumed(loaded: LoadedTable, seat: Seat | None, *, now: float) -> Change:
    """Resume the clocks; `seat`: the seat that resumed them; None: the time was over. Raises NotPaused."""
    table = loaded.table
    if table.timing.pause is None:
        raise NotPaused
    log = table.log if seat is None else (*table.log, note(table.number, "resumed", seat))
    new = touch(with_timing(table, timing.resume(table.timing, now)), now, log=log)
    return Change(loaded=loaded.with_table(new), outbox=(board(new),))
