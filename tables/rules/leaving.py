"""Leaving a game and ending it: by choice, by silence, or by a moderator. Handing on the seat: `replacing`.

Three kinds of votes are here. `end`: all players agree to end the game without a result. `win`: the table asks the last person
to stay whether to win now or to play on against the computer. `go-on`: the table asks the others to go on without a silent
player when no clock runs. This vote opens after `SILENT`, the warning follows after `DEAD`, and the game ends after `CLOSED`.
"""

from collections.abc import Collection
from typing import Any

from msgspec.structs import replace

from engines.contract import Seat
from tables.errors import (
    NoReason,
    NotAlone,
    NotSeated,
    OwnGame,
    Refusal,
    ResultStands,
    WrongState,
)
from tables.model.outbox_rows import DeadRow, LobbyRow, VoidRow, VoteRow
from tables.model.table import (
    Change,
    LoadedTable,
    Table,
    Voided,
    board,
    stop_clocks,
    then,
    touch,
)
from tables.model.table_info import Vote, only_one_stays
from tables.rules import finish, votes
from tables.rules.context import Context
from tables.rules.finish import NOT_AFTER_THE_END
from tables.rules.play import give_up
from tables.time import timing
from tables.time.timing import DAY

SILENT, DEAD, CLOSED = 3 * DAY, 14 * DAY, 21 * DAY
"""Seconds without a move after which the others are asked whether to go on, all are warned, and the game is closed."""

STEPS = (SILENT, DEAD, CLOSED)

UNDO = 30 * DAY
"""Seconds in which another moderator can restore a game that is void."""

LONGEST_REASON = 300
"""Characters of a moderator's reason that are stored."""

_ABSENT = 2
"""The fault of a person whose time has run out and who has never moved; 1: their time has run out; 0: it never has."""


def _since(table: Table, seat: Seat) -> float | None:
    """Returns since when a seat is awaited without a clock; None: it is not, a clock runs, or the table pauses."""
    clock = table.timing.of(seat)
    if table.state != "playing" or table.timing.pause is not None or not table.acts(seat):
        return None
    return clock.since if timing.read_pace(table.pace).each is None else None


def silent(table: Table, now: float) -> tuple[Seat, ...]:
    """Returns the seats of people who have been awaited long enough for the others to go on without them."""
    waits = {seat: _since(table, seat) for seat in table.awaited}
    return tuple(seat for seat, since in waits.items() if since is not None and since + SILENT <= now)


def set_silence_deadlines(change: Change, now: float) -> Change:
    """Returns the change with its silence deadlines set, counted from the first unanswered question."""
    table = change.loaded.table
    if table.state != "playing":
        return change
    since = min((at for seat in table.awaited if (at := _since(table, seat)) is not None), default=None)
    if since == table.idle_since:
        return change
    due = None if since is None else since + next((step for step in STEPS if since + step > now), CLOSED)
    return change.having(idle_since=since, idle_due=due)


def serve_silence(context: Context) -> Change:
    """Returns the change that follows from silence whose time has come."""
    table, now = context.running, context.now
    assert table.idle_since is not None
    age = now - table.idle_since
    if age >= CLOSED:
        if only_one_stays(table.seats):
            return finish.claim(context)
        return finish.void(context, "silence")
    due = table.idle_since + next(step for step in STEPS if step > age)
    waiting = context.loaded.with_table(touch(table, now, idle_due=due))
    if age >= DEAD:
        return Change(loaded=waiting, outbox=(DeadRow(closes=table.idle_since + CLOSED),))
    about = silent(table, now)
    asked = votes.voters(table, without=about)
    if not asked or votes.find(table, "go-on") is not None:
        return Change(loaded=waiting)
    return votes.ask(context.at(waiting), "go-on", None, asked, about=about)


def _without(context: Context, vote: Vote) -> Change:
    return give_up(context, [seat for seat in vote.about if context.table.acts(seat)], "silent")


def _still(loaded: LoadedTable, vote: Vote) -> bool:
    return set(vote.about) <= set(silent(loaded.table, loaded.table.changed))


votes.KINDS["go-on"] = votes.Kind(_without, _still)


def resign(context: Context) -> Change:
    """The person leaves the game for good; the computer player plays their seat on, and they share the last place. When the
    last person leaves, the game ends without a result. A person who stayed when the others left cannot undo their loss this
    way, but may `claim`. Raises WrongState, NotSeated, ResultStands.
    """
    seat = context.seat
    if only_one_stays(context.table.seats):
        raise ResultStands("tables.refusal.last-to-stay")
    return give_up(context, [seat], "resigned")


def claim(context: Context) -> Change:
    """The last person to stay ends the game and wins. Raises WrongState, NotSeated, and NotAlone if others still play."""
    if not (context.table.acts(context.seat) and only_one_stays(context.table.seats)):
        raise NotAlone("tables.refusal.others-play")
    return finish.claim(context)


def moderate(context: Context, reason: str) -> Change:
    """A server moderator ends the game and gives a reason. It has no result, unless only one person has not left, who then
    wins. Raises WrongState, NoReason, OwnGame.
    """
    table = context.running
    if table.took_part(context.user):
        raise OwnGame
    reason = reason_said(reason)
    if not reason:
        raise NoReason
    if only_one_stays(table.seats):
        return finish.claim(context).having(reason=reason)
    return finish.void(context, "moderator", reason=reason)


def make_void(context: Context, reason: str) -> Change | None:
    """A server moderator makes a finished game void and gives a reason; only its record still names the winner. None: it is
    void already. Raises WrongState, NoReason, OwnGame.
    """
    table = context.table
    if table.state != "over":
        raise WrongState("tables.refusal.not-over")
    if table.closed == "void":
        return None
    if table.took_part(context.user):
        raise OwnGame
    reason = reason_said(reason)
    if not reason:
        raise NoReason
    return void_game(context.loaded, context.user, reason, now=context.now)


def void_game(loaded: LoadedTable, by: int, reason: str | None, *, now: float) -> Change:
    """Void the finished game, even if its rules no longer exist. `by` is 0 for the bot's operator."""
    table = loaded.table
    new = touch(table, now, closed="void", reason=reason, voided=Voided(by, now, table.closed, table.reason))
    rows = (board(new), VoidRow())
    return Change(loaded=loaded.with_table(new), outbox=rows, voided_by=by)


def restore(context: Context, reason: str) -> Change:
    """Another server moderator restores a game that is void, within `UNDO` seconds, and gives a reason. Raises WrongState,
    NoReason, OwnGame, Refusal.
    """
    table, voided = context.table, context.table.voided
    if table.closed != "void":
        raise WrongState("tables.refusal.not-void")
    if voided is None or voided.at + UNDO < context.now:
        raise Refusal("tables.refusal.void-stays", days=int(UNDO // DAY))
    if voided.by == context.user:
        raise Refusal("tables.refusal.own-void")
    if table.took_part(context.user):
        raise OwnGame
    reason = reason_said(reason)
    if not reason:
        raise NoReason
    new = touch(table, context.now, closed=voided.closed, reason=voided.reason, voided=None)
    rows = (board(new), VoidRow(restored=reason))
    return Change(loaded=context.loaded.with_table(new), outbox=rows, restored=(context.user, reason))


def time_up(context: Context, movers: Collection[Seat], *, final: bool) -> Change | None:
    """A deadline of a tournament's round has come. People who have overrun their own time have left the game, most of all those
    who have never moved (`movers`: the seats whose people have), and the others have won. If all are equal in this, the game
    ends without a result. None: it goes on, because nobody has overrun and the deadline is not the `final` one, because a clock
    that has run out must be served first, or because only computer players are left.
    """
    table = context.running
    if only_one_stays(table.seats):
        return finish.claim(context)
    faults = {seat: _fault(table, seat, movers) for seat in range(len(table.seats)) if table.acts(seat)}
    if table.timing.up(context.now) or not faults:
        return None
    least = min(faults.values())
    gone = [seat for seat, fault in faults.items() if fault > least or fault == _ABSENT]
    if not gone:
        return finish.void(context, "undecided") if final or least else None
    change = give_up(context, gone, "gave-up")
    if change.loaded.table.state != "playing":
        return change
    return then(change, finish.claim(context.after(change.loaded), "deadline"))


def _fault(table: Table, seat: Seat, movers: Collection[Seat]) -> int:
    return (seat in table.overran) * (1 if seat in movers else _ABSENT)


def overran(table: Table, now: float) -> bool:
    """Returns whether the time of anybody who plays has run out in this game."""
    return bool(table.timing.up(now)) or any(table.acts(seat) for seat in table.overran)


def absent(table: Table, movers: Collection[Seat]) -> tuple[Seat, ...]:
    """Returns the seats of people who were asked until their time ran out and have never moved."""
    return tuple(seat for seat in range(len(table.seats)) if _fault(table, seat, movers) == _ABSENT)


def reason_said(reason: str) -> str:
    """Returns a moderator's reason as it is stored."""
    return " ".join(reason.split())[:LONGEST_REASON]


def propose(context: Context) -> Change | None:
    """Ask the others to end the game without a result, or agree if somebody has asked; players who have been silent for long
    are not awaited. If nobody is left to ask, the game ends immediately. Raises WrongState, NotSeated, ResultStands, VoteOpen.
    """
    seat, table = context.seat, context.table
    if only_one_stays(table.seats):
        raise ResultStands
    asked = votes.find(table, "end")
    if asked is not None and seat in asked.asked:
        return votes.agree(context, asked.id)
    not_waited_for = silent(table, context.now)
    return votes.ask(context, "end", seat, votes.voters(table, without=(seat, *not_waited_for)))


def _void_by_agreement(context: Context, vote: Vote) -> Change:
    return finish.void(context, "agreed", seat=vote.seat)


def _claim_win(context: Context, _vote: Vote) -> Change:
    return finish.claim(context)


votes.KINDS["end"] = votes.Kind(_void_by_agreement, lambda loaded, _vote: not only_one_stays(loaded.table.seats), passing=True)
votes.KINDS["win"] = votes.Kind(_claim_win, lambda loaded, _vote: only_one_stays(loaded.table.seats))


def last_to_stay(before: Table, change: Change) -> Change:
    """Returns the change; if it leaves only one person in the game, the table asks them what they want."""
    table = change.loaded.table
    if table.state != "playing" or before.state != "playing":
        return change
    if only_one_stays(before.seats) or not only_one_stays(table.seats):
        return change
    left = tuple(seat for seat, info in enumerate(table.seats) if info.resigned)
    vote = Vote(id=table.version, kind="win", asked=votes.voters(table), about=left)
    return replace(change.having(votes=(*table.votes, vote)), outbox=(*change.outbox, VoteRow(vote=vote)))


def close_set_aside(loaded: LoadedTable, user: int, *, now: float, moderator: bool) -> Change:
    """Close a table that cannot be loaded, for a person who sits there or a server moderator. Raises WrongState, NotSeated."""
    table = loaded.table
    if table.state not in {"lobby", "playing"}:
        raise WrongState(f"tables.refusal.not-playing-{table.state}")
    if not moderator and table.seat_of(user) is None:
        raise NotSeated
    nothing: dict[str, Any] = {"pending": (), "overdue": (), "log": (), "votes": (), "offer": None}
    new = stop_clocks(touch(table, now, state="cancelled", idle_since=None, idle_due=None, **nothing))
    row = LobbyRow() if table.state == "lobby" else board(new)
    return Change(loaded=LoadedTable(table=new), outbox=(row,), withdraw=(*NOT_AFTER_THE_END, "scene", "vote"))
