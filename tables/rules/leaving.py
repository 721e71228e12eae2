"""Leaving a game and ending it: by choice, by silence, or by handing on the seat.

Three kinds of votes are here. `end`: all players agree to end the game without a result. `win`: the table asks the last person
to stay whether to win now or to play on against the computer. `go-on`: the table asks the others to go on without a silent
player when no clock runs. This vote opens after `SILENT`, the warning follows after `DEAD`, and the game ends after `CLOSED`.

A seat is handed on to a person who accepts it, or to the computer player. A person who gives up a seat has left the game,
whoever plays on; their secrets stay with the seat.
"""

from collections.abc import Collection
from typing import Any, Literal, TypeAlias

from msgspec.structs import replace

from data.records.people import LedgerRow
from engines.contract import Seat
from tables.errors import (
    BadChoice,
    CannotSit,
    NoOffer,
    NoReason,
    NotAlone,
    NotReplaceable,
    NotSeated,
    OwnGame,
    Refusal,
    ResultStands,
    WrongState,
)
from tables.model.outbox_rows import DeadRow, GoneRow, LobbyRow, Note, OfferRow, VoidRow, VoteRow
from tables.model.people import Person
from tables.model.table import (
    Change,
    LoadedTable,
    LogLine,
    Table,
    Voided,
    board,
    hands,
    still_timed,
    stop_clocks,
    then,
    touch,
    with_timing,
)
from tables.model.table_info import Departed, Offer, SeatInfo, Vote, only_one_stays
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

Way: TypeAlias = Literal["computer", "person"]
"""Who plays on for a seat that is handed on."""


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


def ways(context: Context, seat: Seat, *, moderator: bool) -> tuple[Way, ...]:
    """Returns who may play on for a seat if this person hands it on now. Raises WrongState, BadChoice, NotReplaceable, OwnGame,
    and NotSeated if they may not.
    """
    table, user = _table(context, seat), context.user
    info = table.seats[seat]
    if info.user == user and not info.resigned:
        return ("computer", "person")
    if not info.resigned:
        _must_be_silent(table, seat, context.now)
    moderator = moderator and _impartial(table, user)
    if not moderator:
        _plays(table, user)
    if info.resigned:
        return ("person",)
    return ("computer", "person") if moderator else ("computer",)


def by_computer(context: Context, seat: Seat, *, moderator: bool) -> Change:
    """Let the computer player play on for a seat: the person's own, which is leaving; or that of a person silent for long, if
    the others agree or a moderator decides it. Raises WrongState, BadChoice, NotReplaceable, NotSeated, ResultStands, VoteOpen,
    OwnGame.
    """
    table, user = _table(context, seat), context.user
    if table.seats[seat].resigned:
        raise NotReplaceable("tables.refusal.computer-plays")
    if table.seats[seat].user == user:
        return resign(context)
    _must_be_silent(table, seat, context.now)
    if moderator and _impartial(table, user):
        return give_up(context, [seat], "silent")
    asks = _plays(table, user)
    others = votes.voters(table, without=(asks, *silent(table, context.now)))
    return votes.ask(context, "go-on", asks, others, about=(seat,))


def offer(context: Context, seat: Seat, to: int | None, *, moderator: bool) -> Change:
    """Offer a seat to a person (None: to anybody). Players may offer their own; players and moderators, one that its owner has
    left; moderators, one whose owner has been silent for long. It replaces an earlier offer. Raises WrongState, BadChoice,
    NotReplaceable, NotSeated, CannotSit, OwnGame; when stored, TooSoon.
    """
    table, user = _table(context, seat), context.user
    info = table.seats[seat]
    if info.user != user or info.resigned:
        if not info.resigned:
            _must_be_silent(table, seat, context.now)
        if not (moderator and _impartial(table, user)):
            _plays(table, user)
            if not info.resigned:
                raise NotReplaceable("tables.refusal.computer-first", name=info.name)
    if to is not None:
        _may_sit(table, to, oneself=to == user)
    made = Offer(id=table.version + 1, seat=seat, by=user, to=to)
    withdrawn = () if table.offer is None else (_offer_row(table, table.offer, "withdrawn"),)
    new = touch(table, context.now, offer=made)
    comers, said = () if to is None else (to,), (LedgerRow(user, "offer", to or 0),)
    return Change(loaded=context.loaded.with_table(new), outbox=(*withdrawn, _offer_row(new, made)), comers=comers, said=said)


def withdraw(context: Context, number: int, *, moderator: bool) -> Change:
    """Withdraw an offer: allowed for the person who made it, the seat's owner, and a moderator. Raises WrongState, NoOffer,
    NotReplaceable, OwnGame.
    """
    open_now = _open(context, number)
    table, user = context.table, context.user
    concerned = user in {open_now.by, table.seats[open_now.seat].user}
    if not concerned and not (moderator and _impartial(table, user)):
        raise NotReplaceable("tables.refusal.not-your-offer")
    new = touch(table, context.now, offer=None)
    return Change(loaded=context.loaded.with_table(new), outbox=(_offer_row(table, open_now, "withdrawn"),))


def accept(context: Context, person: Person, number: int) -> Change:
    """Take the offered seat: it now belongs to this person with all its secrets, and the previous owner has left. Raises
    WrongState, NoOffer, NotReplaceable, CannotSit.
    """
    open_now = _open(context, number)
    table, seat, now = context.table, open_now.seat, context.now
    _may_sit(table, person.user)
    if open_now.to not in {None, person.user}:
        raise NotReplaceable("tables.refusal.offered-to-another")
    before = table.seats[seat]
    line = table.line("replaced", seat, now=now, request=context.request)
    gone = Departed(before.user or 0, before.name, seat, line.number)
    name = person.name.encode("utf-8", "replace").decode()
    seats = tuple(
        SeatInfo(name, person.user, colour=before.colour) if at == seat else info for at, info in enumerate(table.seats)
    )
    note = LogLine(line.number, note=Note("tables.note.replaced", seat, before.name))
    new = touch(
        table,
        now,
        number=line.number,
        seats=seats,
        missed=tuple(0 if at == seat else count for at, count in enumerate(table.missed)),
        overdue=tuple(other for other in table.overdue if other != seat),
        overran=tuple(other for other in table.overran if other != seat),
        departed=(*table.departed, gone),
        host=person.user if table.host == before.user else table.host,
        offer=None,
        log=(*table.log, note),
    )
    new = still_timed(new, now)
    new = with_timing(new, timing.handed_on(new.timing, timing.read_pace(table.pace), seat, now))
    # The new owner cannot take back what the former owner did.
    return Change(
        loaded=LoadedTable(table=new, position=context.loaded.position, chosen=context.loaded.chosen),
        lines=(line,),
        forget_steps=bool(context.loaded.steps),
        seated=True,
        outbox=(GoneRow(user=gone.user), _offer_row(table, open_now, "taken", name), board(new), *hands(new, (seat,))),
        limits=(("user", person.user),),
        comers=(person.user,),
    )


def offer_lapsed(before: Table, change: Change) -> Change:
    """Returns the change with a message for an offer that has ended."""
    open_then = before.offer
    if open_then is None or change.loaded.table.offer is not None or any(isinstance(row, OfferRow) for row in change.outbox):
        return change
    return replace(change, outbox=(*change.outbox, _offer_row(before, open_then, "lapsed")))


def _offer_row(table: Table, made: Offer, ended: str = "", now: str = "") -> OfferRow:
    return OfferRow(offer=made, ended=ended, name=table.seats[made.seat].name, now=now)


def _table(context: Context, seat: Seat) -> Table:
    """Returns the table if the seat belongs to a person in the running game. Raises WrongState, BadChoice, NotReplaceable."""
    table = context.running
    if seat not in range(len(table.seats)):
        raise BadChoice
    if table.seats[seat].user is None:
        raise NotReplaceable("tables.refusal.computer-stays")
    return table


def _must_be_silent(table: Table, seat: Seat, now: float) -> None:
    """Raises NotReplaceable if the owner of the seat has not been silent for long enough."""
    if seat not in silent(table, now):
        raise NotReplaceable(name=table.seats[seat].name)


def _plays(table: Table, user: int) -> Seat:
    """Returns the seat of a person who plays here. Raises NotSeated."""
    seat = table.seat_of(user)
    if seat is None or not table.acts(seat):
        raise NotSeated
    return seat


def _impartial(table: Table, user: int) -> bool:
    """Returns whether a moderator acts as one here; a moderator who plays has only the rights of a player. Raises OwnGame if
    they have left the game.
    """
    if table.has_left(user):
        raise OwnGame("tables.refusal.own-game-left")
    return not table.took_part(user)


def _may_sit(table: Table, user: int, *, oneself: bool = False) -> None:
    """Raises CannotSit if this person cannot take a seat here."""
    if oneself:
        raise CannotSit("tables.refusal.replace-oneself")
    seat = table.seat_of(user)
    if seat is not None and table.acts(seat):
        raise CannotSit
    if seat is not None or table.turned_away(user) or any(gone.user == user for gone in table.departed):
        raise CannotSit("tables.refusal.has-left")


def _open(context: Context, number: int) -> Offer:
    """Returns the open offer with this number. Raises WrongState, NoOffer."""
    open_now = context.running.offer
    if open_now is None or open_now.id != number:
        raise NoOffer
    return open_now
