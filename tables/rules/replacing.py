"""Handing a seat on: to a person who accepts it, or to the computer player.

A person who gives up a seat has left the game, whoever plays on; their secrets stay with the seat.
"""

from typing import Literal, TypeAlias

from msgspec.structs import replace

from data.records.people import LedgerRow
from engines.contract import Seat
from tables.errors import (
    BadChoice,
    CannotSit,
    NoOffer,
    NotReplaceable,
    NotSeated,
    OwnGame,
)
from tables.model.outbox_rows import GoneRow, Note, OfferRow
from tables.model.people import Person
from tables.model.table import (
    Change,
    LoadedTable,
    LogLine,
    Table,
    board,
    hands,
    still_timed,
    touch,
    with_timing,
)
from tables.model.table_info import Departed, Offer, SeatInfo
from tables.rules import votes
from tables.rules.context import Context
from tables.rules.leaving import resign, silent
from tables.rules.play import give_up
from tables.time import timing

Way: TypeAlias = Literal["computer", "person"]
"""Who plays on for a seat that is handed on."""


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
