"""What a lobby waits for when it waits for one person, who is then told once (`HostRow`, `AnsweredRow`)."""

from collections.abc import Iterator

from msgspec.structs import replace

from engines.contract import Game
from tables.errors import NotHost
from tables.model.guests import Answered
from tables.model.outbox_rows import AnsweredRow, HostRow, Payload
from tables.model.table import Change, LoadedTable, Table
from tables.rules.context import Context


def add_call(before: Table | None, change: Change, game: Game, now: float) -> Change:
    """Returns the change of a lobby with what it now waits for, and with rows for the person it waits for."""
    table = change.loaded.table
    found = [*_answers(before, table, change.by)]
    if found:
        known = {each.user for each in found}
        answers = (*(each for each in table.guests.answers if each.user not in known), *found)
        table = replace(table, guests=replace(table.guests, answers=answers))
    was = None if before is None else before.complete
    table = replace(table, complete=(now if was is None else was) if _is_complete(before, table, game) else None)
    table, calls = _to_host(before, table, change.by, now)
    asked = {each.by for each in found if table.seat_of(each.by) is not None and not (calls and each.by == table.host)}
    rows: tuple[Payload, ...] = (*calls, *(AnsweredRow(user=user) for user in sorted(asked)))
    return replace(change, loaded=change.loaded.with_table(table), outbox=(*change.outbox, *rows))


def _answers(before: Table | None, table: Table, by: int) -> Iterator[Answered]:
    """The answers that this change has brought: to an invitation, by the person answering, or that somebody no longer plays."""
    if before is None:
        return
    guests = before.guests
    for check in guests.checks:
        if table.seat_of(check.user) is None:
            yield Answered(user=check.user, by=check.by, comes=False)
    asked = {each.user: each.by for each in guests.invites} | {each.user: each.by for each in guests.waiting}
    if asked.get(by) and by not in table.guests.open:
        yield Answered(user=by, by=asked[by], comes=table.seat_of(by) is not None)


def _is_complete(before: Table | None, table: Table, game: Game) -> bool:
    """Returns whether nobody else can or is expected to come, and the game can start."""
    if len(table.seats) >= game.seats[-1]:
        return True
    people = sum(info.user is not None for info in table.seats)
    expected = table.guests.only or table.follows is not None
    if before is None or not expected or table.guests.open or people < 2 or len(table.seats) < game.seats[0]:
        return False
    return bool(before.guests.open) or (before.complete is not None and len(table.seats) >= len(before.seats))


def _to_host(before: Table | None, table: Table, by: int, now: float) -> tuple[Table, tuple[Payload, ...]]:
    """Returns the lobby, and the call to its host if it now waits for them and they do not know."""
    other = before is not None and before.host != table.host
    if other:
        table = replace(table, host_called=None)
    news = table.complete is not None and (other or before is None or before.complete is None)
    if not news or by == table.host:
        return table, ()
    if table.host_called is not None and table.host_called + table.patience > now:
        return table, (HostRow(why="complete", again=True),)
    return replace(table, host_called=now), (HostRow(why="complete"),)


def wonder(context: Context) -> Change:
    """Ask the host, alone in the lobby, what to do; this does not keep the lobby open."""
    new = replace(context.table, wondered=context.now, version=context.table.version + 1)
    return Change(loaded=LoadedTable(table=new), outbox=(HostRow(why="lonely"),))


def check_starter(context: Context) -> None:
    """Raises WrongState, and NotHost unless this person may start the game: the host, or anybody seated if it has waited for
    long.
    """
    table = context.lobby
    when = table.anybody_starts
    if context.user == table.host:
        return
    if when is None or table.seat_of(context.user) is None:
        raise NotHost(host=context.host_name)
    if when > context.now:
        raise NotHost("tables.refusal.not-host-yet", host=context.host_name, when=int(when) + 1)
