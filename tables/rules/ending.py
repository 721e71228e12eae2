"""Leaving a game and ending it by will: each function takes a table as it is and tells the change, or refuses.

Two kinds of votes are here: `end`, all who play agree that the game ends without a result; and `win`, the table's question to
the last person to stay: the win now, or play on against the computer?
"""

from __future__ import annotations

from typing import Any

import msgspec

from engines.contract import Game, Seat
from tables.errors import NoReason, NotAlone, NotSeated, OwnGame, ResultStands, WrongState
from tables.model.change import Change, board, then, touch, untimed
from tables.model.models import Vote, only_one_stays
from tables.model.outbox_rows import LobbyRow, VoidRow, VoteRow
from tables.model.table import LoadedTable, Table
from tables.rules import absence, finish, votes
from tables.rules.finish import NOT_AFTER_THE_END
from tables.rules.play import give_up, playing

LONGEST_REASON = 300
"""Characters of a moderator's reason that are kept."""


def resign(held: LoadedTable, seat: Seat, *, now: float, request: int | None) -> Change:
    """The person leaves the game for good; the computer player plays their seat on, and they end up last. With the last person
    the game ends without a result; a person who stayed when the others left cannot undo their loss this way: they may `claim`.
    Raises WrongState, ResultStands.
    """
    playing(held)
    if only_one_stays(held.table.seats):
        raise ResultStands("tables.refusal.last-to-stay")
    return give_up(held, [seat], (), "resigned", now=now, request=request)


def claim(held: LoadedTable, *, now: float, request: int | None) -> Change:
    """Who is the last to stay ends the game, and has won. Raises WrongState, and NotAlone where others still play."""
    playing(held)
    if not only_one_stays(held.table.seats):
        raise NotAlone("tables.refusal.others-play")
    return finish.claim(held, now=now, request=request)


def moderate(held: LoadedTable, user: int, reason: str, *, now: float, request: int | None) -> Change:
    """A moderator of the server ends the game, and says why: without a result, but where all but one have left, for them.
    Raises WrongState, NoReason, OwnGame.
    """
    playing(held)
    if held.table.took_part(user):
        raise OwnGame
    reason = said(reason)
    if not reason:
        raise NoReason
    if only_one_stays(held.table.seats):
        change = finish.claim(held, now=now, request=request)
        new = msgspec.structs.replace(change.held.table, reason=reason)
        return msgspec.structs.replace(change, held=msgspec.structs.replace(change.held, table=new))
    return finish.void(held, "moderator", now=now, request=request, seat=None, reason=reason)


def make_void(held: LoadedTable, user: int, reason: str, *, now: float) -> Change | None:
    """A moderator of the server makes a finished game void, and says why: the winner is in its record alone. None:
    it is void already. Raises WrongState, NoReason, OwnGame.
    """
    table = held.table
    if table.state != "over":
        raise WrongState("tables.refusal.not-over")
    if table.closed == "void":
        return None
    if held.table.took_part(user):
        raise OwnGame
    reason = said(reason)
    if not reason:
        raise NoReason
    return voided(held, user, reason, now=now)


def voided(held: LoadedTable, by: int, reason: str | None, *, now: float) -> Change:
    """The finished game counts for nobody. `by` 0: whoever runs the bot."""
    new = touch(held.table, now, closed="void", reason=reason)
    rows = (board(new), VoidRow())
    return Change(held=msgspec.structs.replace(held, table=new), outbox=rows, voided_by=by)


def time_up(held: LoadedTable, *, now: float) -> Change | None:
    """The deadline of a tournament's round has come: those whom the game waits for have left it, the others have won.
    Where it waits for all, or nobody stays, it ends without a result. None: a computer player is about to move, perhaps for
    somebody who is late.
    """
    playing(held)
    if only_one_stays(held.table.seats):
        return finish.claim(held, now=now, request=None)
    late = list(held.table.awaited)
    if held.table.thinking or not late:
        return None
    change = give_up(held, late, (), "gave-up", now=now, request=None)
    if change.held.table.state != "playing":
        return change
    return then(change, finish.claim(change.held, now=now, request=None, why="deadline"))


def said(reason: str) -> str:
    """A moderator's reason as it is kept."""
    return " ".join(reason.split())[:LONGEST_REASON]


def propose(held: LoadedTable, game: Game, seat: Seat, *, now: float) -> Change | None:
    """Ask the others to end the game without a result, or agree where somebody asks; who has been silent for long is not
    waited for. Where nobody is to be asked it ends at once. Raises WrongState, ResultStands, VoteOpen.
    """
    playing(held)
    if only_one_stays(held.table.seats):
        raise ResultStands
    asked = votes.find(held.table, "end")
    if asked is not None and seat in asked.asked:
        return votes.agree(held, game, seat, asked.id, now=now)
    silent = absence.silent(held.table, now)
    return votes.ask(held, game, "end", seat, votes.voters(held.table, without=(seat, *silent)), now=now)


def _agreed(held: LoadedTable, _game: Game, vote: Vote, now: float) -> Change:
    return finish.void(held, "agreed", now=now, request=None, seat=vote.seat)


def _won(held: LoadedTable, _game: Game, _vote: Vote, now: float) -> Change:
    return finish.claim(held, now=now, request=None)


votes.KINDS["end"] = votes.Kind(_agreed, lambda table, _vote: not only_one_stays(table.seats), passing=True)
votes.KINDS["win"] = votes.Kind(_won, lambda table, _vote: only_one_stays(table.seats))


def last_to_stay(before: Table, change: Change) -> Change:
    """The change; where it leaves one person alone in the game, the table asks them what they want."""
    table = change.held.table
    if table.state != "playing" or before.state != "playing":
        return change
    if only_one_stays(before.seats) or not only_one_stays(table.seats):
        return change
    left = tuple(seat for seat, info in enumerate(table.seats) if info.resigned)
    vote = Vote(id=table.version, kind="win", asked=votes.voters(table), about=left)
    held = msgspec.structs.replace(change.held, table=msgspec.structs.replace(table, votes=(*table.votes, vote)))
    return msgspec.structs.replace(change, held=held, outbox=(*change.outbox, VoteRow(vote=vote)))


def close_set_aside(held: LoadedTable, user: int, *, now: float, moderator: bool) -> Change:
    """Close a table that cannot be loaded: by somebody who sits there, or a server moderator. Raises WrongState, NotSeated."""
    table = held.table
    if table.state not in {"lobby", "playing"}:
        raise WrongState(f"tables.refusal.not-playing-{table.state}")
    if not moderator and table.seat_of(user) is None:
        raise NotSeated
    nothing: dict[str, Any] = {"pending": (), "overdue": (), "log": (), "asking": None, "votes": (), "offer": None}
    new = untimed(touch(table, now, state="cancelled", idle_since=None, idle_due=None, **nothing))
    told = LobbyRow() if table.state == "lobby" else board(new)
    return Change(held=LoadedTable(table=new), outbox=(told,), withdraw=(*NOT_AFTER_THE_END, "scene", "asking", "vote"))
