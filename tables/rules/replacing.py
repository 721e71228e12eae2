"""Seats that change hands in a running game: given to a person who accepts, or to the computer player.

Who gives up a seat has left the game, whoever goes on with it; their secrets go with the seat. Each function takes a table as
it is and tells the change, or refuses.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from data.records import LedgerRow
from engines.contract import Game, Seat
from tables.errors import BadChoice, CannotSit, NoOffer, NotReplaceable, NotSeated, OwnGame
from tables.model.change import Change, board, hands, still_timed, touch, with_timing
from tables.model.models import Departed, Offer, Person, SeatInfo
from tables.model.outbox_rows import GoneRow, Note, OfferRow
from tables.model.table import LoadedTable, LogLine, Table
from tables.rules import absence, finish, votes
from tables.rules.ending import resign
from tables.rules.play import give_up, playing
from tables.time import pace, timing

Way: TypeAlias = Literal["computer", "person"]
"""Who goes on with a seat that is handed on."""


def ways(held: LoadedTable, user: int, seat: Seat, *, now: float, moderator: bool) -> tuple[Way, ...]:
    """Who may go on with a seat if this person hands it on now. Raises WrongState, BadChoice, NotReplaceable, NotSeated where
    they may not, OwnGame.
    """
    table = _table(held, seat)
    info = table.seats[seat]
    if info.user == user and not info.resigned:
        return ("computer", "person")
    if not info.resigned:
        _silent(table, seat, now)
    moderator = moderator and _impartial(table, user)
    if not moderator:
        _plays(table, user)
    if info.resigned:
        return ("person",)
    return ("computer", "person") if moderator else ("computer",)


def by_computer(
    held: LoadedTable, game: Game, user: int, seat: Seat, *, now: float, request: int | None, moderator: bool
) -> Change:
    """The computer player goes on with a seat: one's own, which is leaving; that of a person who has been silent for long if
    the others agree, or a moderator says so. Raises WrongState, BadChoice, NotReplaceable, NotSeated, ResultStands, VoteOpen,
    OwnGame.
    """
    table = _table(held, seat)
    if table.seats[seat].resigned:
        raise NotReplaceable("tables.refusal.computer-plays")
    if table.seats[seat].user == user:
        return resign(held, seat, now=now, request=request)
    _silent(table, seat, now)
    if moderator and _impartial(table, user):
        return give_up(held, [seat], (), "silent", now=now, request=request)
    asks = _plays(table, user)
    others = votes.voters(table, without=(asks, *absence.silent(table, now)))
    return votes.ask(held, game, "go-on", asks, others, now=now, about=(seat,))


def offer(held: LoadedTable, user: int, seat: Seat, to: int | None, *, now: float, moderator: bool) -> Change:
    """Offer a seat to a person (None: whoever comes first): one's own; one that its owner has left, by a player or a
    moderator; one whose owner has been silent for long, by a moderator. It takes the place of an earlier offer. Raises
    WrongState, BadChoice, NotReplaceable, NotSeated, CannotSit, OwnGame; when it is stored TooSoon.
    """
    table = _table(held, seat)
    info = table.seats[seat]
    if info.user != user or info.resigned:
        if not info.resigned:
            _silent(table, seat, now)
        if not (moderator and _impartial(table, user)):
            _plays(table, user)
            if not info.resigned:
                raise NotReplaceable("tables.refusal.computer-first", name=info.name)
    if to is not None:
        _may_sit(table, to, oneself=to == user)
    made = Offer(id=table.version + 1, seat=seat, by=user, to=to)
    told = () if table.offer is None else (_told(table, table.offer, "withdrawn"),)
    new = touch(table, now, offer=made)
    comers, said = () if to is None else (to,), (LedgerRow(user, "offer", to or 0),)
    return Change(held=msgspec.structs.replace(held, table=new), outbox=(*told, _told(new, made)), comers=comers, said=said)


def withdraw(held: LoadedTable, user: int, number: int, *, now: float, moderator: bool) -> Change:
    """Take an offer away: who made it, whose seat it is, or a moderator. Raises WrongState, NoOffer, NotReplaceable,
    OwnGame.
    """
    open_now = _open(held, number)
    table = held.table
    concerned = user in {open_now.by, table.seats[open_now.seat].user}
    if not concerned and not (moderator and _impartial(table, user)):
        raise NotReplaceable("tables.refusal.not-your-offer")
    new = touch(table, now, offer=None)
    return Change(held=msgspec.structs.replace(held, table=new), outbox=(_told(table, open_now, "withdrawn"),))


def accept(held: LoadedTable, person: Person, number: int, *, now: float, request: int | None) -> Change:
    """Take the seat that is offered: from now on it is this person's, with all its secrets, and who sat there has left. Raises
    WrongState, NoOffer, NotReplaceable, CannotSit.
    """
    open_now = _open(held, number)
    table, seat = held.table, open_now.seat
    _may_sit(table, person.user)
    if open_now.to not in {None, person.user}:
        raise NotReplaceable("tables.refusal.offered-to-another")
    before = table.seats[seat]
    line = finish.line(table, "replaced", seat, now=now, request=request)
    gone = Departed(before.user or 0, before.name, seat, line.number)
    name = person.name.encode("utf-8", "replace").decode()
    seats = tuple(SeatInfo(name, person.user) if at == seat else info for at, info in enumerate(table.seats))
    note = LogLine(line.number, note=Note("tables.note.replaced", seat, before.name))
    new = touch(
        table,
        now,
        number=line.number,
        seats=seats,
        missed=tuple(0 if at == seat else count for at, count in enumerate(table.missed)),
        overdue=tuple(other for other in table.overdue if other != seat),
        departed=(*table.departed, gone),
        host=person.user if table.host == before.user else table.host,
        offer=None,
        log=(*table.log, note),
    )
    new = still_timed(new, now)
    new = with_timing(new, timing.handed_on(new.timing, pace.read(table.pace), seat, now))
    # What the former owner did cannot be taken back by the new one.
    return Change(
        held=LoadedTable(table=new, position=held.position, chosen=held.chosen),
        lines=(line,),
        forget_steps=bool(held.steps),
        seated=True,
        outbox=(GoneRow(user=gone.user), _told(table, open_now, "taken", name), board(new), *hands(new, (seat,))),
        limits=(("user", person.user),),
        comers=(person.user,),
    )


def lapsed(before: Table, change: Change) -> Change:
    """The change, with a message that an offer has ended."""
    open_then = before.offer
    if open_then is None or change.held.table.offer is not None or any(isinstance(row, OfferRow) for row in change.outbox):
        return change
    return msgspec.structs.replace(change, outbox=(*change.outbox, _told(before, open_then, "lapsed")))


def _told(table: Table, made: Offer, ended: str = "", now: str = "") -> OfferRow:
    return OfferRow(offer=made, ended=ended, name=table.seats[made.seat].name, now=now)


def _table(held: LoadedTable, seat: Seat) -> Table:
    """The table, if the seat is one of a person in the running game. Raises WrongState, BadChoice, NotReplaceable."""
    playing(held)
    if seat not in range(len(held.table.seats)):
        raise BadChoice
    if held.table.seats[seat].user is None:
        raise NotReplaceable("tables.refusal.computer-stays")
    return held.table


def _silent(table: Table, seat: Seat, now: float) -> None:
    """Raises NotReplaceable where the owner of the seat has not been silent for so long."""
    if seat not in absence.silent(table, now):
        raise NotReplaceable(name=table.seats[seat].name)


def _plays(table: Table, user: int) -> Seat:
    """The seat of a person who plays here. Raises NotSeated."""
    seat = table.seat_of(user)
    if seat is None or not table.acts(seat):
        raise NotSeated
    return seat


def _impartial(table: Table, user: int) -> bool:
    """Whether a moderator decides here as one: who plays here has the rights of a player. Raises OwnGame where they have left
    the game.
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


def _open(held: LoadedTable, number: int) -> Offer:
    """The offer of this number, still open. Raises WrongState, NoOffer."""
    playing(held)
    open_now = held.table.offer
    if open_now is None or open_now.id != number:
        raise NoOffer
    return open_now
