"""Pauses: the clocks of a table stand, because all who play have agreed to it, or because the bot was away for long."""

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
"""Seconds after which a pause ends by itself."""

ASKED = DAY
"""Seconds for which an unanswered question whether to pause stays."""

LONG_OUTAGE_SECONDS = 6 * HOUR
"""Seconds without the bot after which a table pauses by itself."""

AFTER_OUTAGE = DAY
"""Seconds for which that pause lasts at most: somebody's move ends it earlier."""


def can_pause(table: Table) -> bool:
    """Whether there is anything to stop."""
    return table.state == "playing" and table.timing.pause is None and table.deadline is not None


def ask(loaded: LoadedTable, game: Game, seat: Seat, *, now: float) -> Change:
    """Ask the others whether to pause; at once where nobody else plays. Raises NoClock, VoteOpen."""
    if not can_pause(loaded.table):
        raise NoClock("tables.refusal.paused" if loaded.table.timing.pause is not None else None)
    asked = votes.voters(loaded.table, without=(seat,))
    return votes.ask(loaded, game, VOTE, seat, asked, now=now, until=now + ASKED)


def _agreed(loaded: LoadedTable, _game: Game, vote: Vote, now: float) -> Change:
    return paused(loaded, vote.seat, now=now, until=now + LONGEST_SECONDS)


votes.KINDS[VOTE] = votes.Kind(_agreed, lambda table, _vote: can_pause(table))


def paused(loaded: LoadedTable, seat: Seat | None, *, now: float, until: float, outage: bool = False) -> Change:
    """The clocks stand. `seat`: who asked for it."""
    table = loaded.table
    log = table.log if seat is None else (*table.log, note(table.number, "paused", seat))
    new = touch(with_timing(table, timing.pause(table.timing, now, until, outage=outage)), now, log=log)
    return Change(loaded=loaded.with_table(new), outbox=(board(new),))


def resumed(loaded: LoadedTable, seat: Seat | None, *, now: float) -> Change:
    """The clocks go on; `seat`: who has them go on, None: time. Raises NotPaused."""
    table = loaded.table
    if table.timing.pause is None:
        raise NotPaused
    log = table.log if seat is None else (*table.log, note(table.number, "resumed", seat))
    new = touch(with_timing(table, timing.resume(table.timing, now)), now, log=log)
    return Change(loaded=loaded.with_table(new), outbox=(board(new),))
