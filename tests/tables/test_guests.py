"""Guests of a lobby: invited once, seats kept for who waits, nobody seated with whom they have blocked."""

from __future__ import annotations

from typing import Any

import pytest

from tables.errors import CannotSit, Full, NoInvitation, NotHost, NotOpen, NotSeated, Refusal, TooMany, WrongState
from tables.model.outbox_rows import CallRow
from tables.model.people import Person
from tables.rules.guests import AWAY
from tests.support.wishes import look, told
from tests.tables.conftest import ANNA, BORYS, CELINA, DAWID, EWA, HERE, Room, played_out

FRED = Person(16, "Fred")
HALF_AN_HOUR = 1800.0


async def invitations(room: Room) -> list[tuple[int, str]]:
    """Whom the outbox would ask, and what it would tell them."""
    return [(payload.user, payload.ended) for kind, payload in await room.mail() if kind == "invite"]


async def test_an_invitation_is_told_once_and_taken_once(room: Room) -> None:
    table = (await room.tables.lobbies.open_table(ANNA, HERE, "coins", language="pl")).info.id
    reading = await room.tables.guests.invite(table, ANNA.user, [BORYS.user, CELINA.user], request=5)
    assert await room.tables.guests.invite(table, ANNA.user, [BORYS.user, CELINA.user], request=5) == reading
    numbers = reading.info.guests.open
    assert list(numbers) == [BORYS.user, CELINA.user]
    assert await invitations(room) == [(BORYS.user, ""), (CELINA.user, "")]
    with pytest.raises(NoInvitation):
        await room.tables.guests.accept(table, DAWID, numbers[BORYS.user])
    with pytest.raises(CannotSit):
        await room.tables.guests.invite(table, ANNA.user, [BORYS.user])
    reading = await room.tables.guests.accept(table, BORYS, numbers[BORYS.user])
    assert [seat.user for seat in reading.info.seats] == [ANNA.user, BORYS.user]
    assert (await room.tables.guests.accept(table, BORYS, numbers[BORYS.user])).info.seats == reading.info.seats
    reading = await room.tables.guests.decline(table, CELINA.user, numbers[CELINA.user])
    assert reading.info.guests.open == {}
    assert await invitations(room) == [(BORYS.user, "taken"), (CELINA.user, "gone")]
    with pytest.raises(CannotSit):  # asked once, and never again
        await room.tables.guests.invite(table, ANNA.user, [CELINA.user])
    with pytest.raises(NotSeated):
        await room.tables.guests.invite(table, DAWID.user, [EWA.user])


async def test_a_challenge_is_open_to_who_is_challenged_alone(room: Room) -> None:
    reading = await room.tables.lobbies.open_table(ANNA, HERE, "coins", language="pl", invite=[BORYS.user])
    table = reading.info.id
    assert [kind for kind, _ in await room.mail()] == ["lobby", "invite"]
    with pytest.raises(NotOpen):
        await room.tables.lobbies.join(table, CELINA)
    with pytest.raises(NotOpen):
        await room.tables.guests.wait(table, CELINA)
    await room.tables.lobbies.join(table, BORYS)
    with pytest.raises(NotHost):
        await room.tables.guests.invite(table, BORYS.user, [CELINA.user])
    await room.tables.guests.set_only(table, ANNA.user, only=False)
    await room.tables.lobbies.join(table, CELINA)
    reading = await room.tables.guests.turn_away(table, ANNA.user, CELINA.user)
    assert [seat.user for seat in reading.info.seats] == [ANNA.user, BORYS.user]
    assert reading.info.guests.away == (), "nobody is told"
    with pytest.raises(NotOpen):
        await room.tables.lobbies.join(table, CELINA)
    tables = await room.again()
    with pytest.raises(NotOpen):
        await tables.lobbies.join(table, CELINA)
    with pytest.raises(CannotSit):
        await tables.guests.turn_away(table, ANNA.user, ANNA.user)


async def full(room: Room) -> int:
    table = (await room.tables.lobbies.open_table(ANNA, HERE, "coins", language="pl")).info.id
    most = room.games["coins"].seats[-1]
    for person in (BORYS, CELINA, DAWID)[: most - 1]:
        await room.tables.lobbies.join(table, person)
    return table


async def test_a_free_seat_is_kept_for_who_waits_and_then_for_the_next(room: Room) -> None:
    table = await full(room)
    with pytest.raises(Full):
        await room.tables.lobbies.join(table, EWA)
    await room.tables.guests.wait(table, EWA)
    await room.tables.guests.wait(table, FRED)
    reading = await room.tables.lobbies.leave(table, BORYS.user)
    number = reading.info.guests.open[EWA.user]
    assert await invitations(room) == [(EWA.user, "")]
    with pytest.raises(Full):
        await room.tables.lobbies.join(table, BORYS)
    with pytest.raises(Full):
        await room.tables.lobbies.add_computer(table, ANNA.user)
    await room.advance(HALF_AN_HOUR + 1)
    reading = await room.tables.looks.read(table)
    assert list(reading.info.guests.open) == [FRED.user], "the next is asked"
    with pytest.raises(NoInvitation):
        await room.tables.guests.accept(table, EWA, number)
    reading = await room.tables.guests.accept(table, FRED, reading.info.guests.open[FRED.user])
    assert FRED.user in [seat.user for seat in reading.info.seats]
    assert reading.info.guests.waiting == ()


async def test_who_waits_can_stop_and_a_free_seat_needs_no_line(room: Room) -> None:
    table = await full(room)
    await room.tables.guests.wait(table, EWA)
    reading = await room.tables.lobbies.leave(table, EWA.user)
    assert reading.info.guests.waiting == ()
    await room.tables.lobbies.leave(table, BORYS.user)
    with pytest.raises(WrongState):
        await room.tables.guests.wait(table, EWA)


async def test_all_that_is_open_ends_with_the_lobby(room: Room) -> None:
    table = await full(room)
    await room.tables.lobbies.leave(table, BORYS.user)
    await room.tables.guests.invite(table, ANNA.user, [EWA.user])
    await room.tables.lobbies.start(table, ANNA.user)
    assert (EWA.user, "gone") in await invitations(room)
    assert (await room.tables.looks.read(table)).info.guests.open == {}


@pytest.mark.long
@pytest.mark.parametrize("who", [(BORYS, ANNA), (ANNA, BORYS)])
async def test_people_are_never_seated_with_those_they_blocked(room: Room, who: tuple[Person, Person]) -> None:
    """In either direction with the same words, which tell nothing of who wanted it, nor that anybody did."""
    tables = room.tables
    one, other = who
    assert await tables.guests.block(one.user, other.user, blocked=True) == [other.user]
    table = (await tables.lobbies.open_table(ANNA, HERE, "coins", language="pl")).info.id
    said = [
        await refused(tables.lobbies.join(table, BORYS)),
        await refused(tables.guests.invite(table, ANNA.user, [BORYS.user])),
    ]
    assert said == ["tables.refusal.not-open", "tables.refusal.not-together"]
    challenge = tables.lobbies.open_table(BORYS, HERE, "coins", language="pl", invite=[ANNA.user])
    assert await refused(challenge) == "tables.refusal.not-together"
    # As who is turned away reads it, or comes to a table for invited people.
    await tables.guests.turn_away(table, ANNA.user, CELINA.user)
    assert await refused(tables.lobbies.join(table, CELINA)) == said[0]
    assert await refused(tables.guests.invite(table, ANNA.user, [CELINA.user])) == said[1]
    reading = await tables.guests.invite(table, ANNA.user, [DAWID.user])
    await tables.guests.block(one.user, other.user, blocked=False)
    await tables.lobbies.join(table, BORYS)
    await tables.guests.block(DAWID.user, BORYS.user, blocked=True)
    assert await refused(tables.guests.accept(table, DAWID, reading.info.guests.open[DAWID.user])) == "tables.refusal.not-open"


async def refused(doing: Any) -> str:
    with pytest.raises(Refusal) as caught:
        await doing
    assert not caught.value.values
    return caught.value.key


async def test_no_seat_of_a_running_game_goes_to_who_is_at_odds(room: Room) -> None:
    table = (await room.tables.lobbies.open_table(ANNA, HERE, "coins", language="pl")).info.id
    await room.tables.lobbies.join(table, BORYS)
    await room.tables.lobbies.start(table, ANNA.user)
    await room.tables.guests.block(CELINA.user, BORYS.user, blocked=True)
    reading = await room.tables.looks.read(table, ANNA.user)
    assert reading.seat is not None
    assert (
        await refused(room.tables.endings.offer_seat(table, ANNA.user, reading.seat, CELINA.user))
        == "tables.refusal.not-together"
    )
    reading = await room.tables.endings.offer_seat(table, ANNA.user, reading.seat, None)
    assert reading.info.offer is not None
    assert await refused(room.tables.endings.take_seat(table, CELINA, reading.info.offer.id)) == "tables.refusal.not-open"


async def test_a_new_table_is_told_to_who_wants_to_know(room: Room) -> None:
    tables = room.tables
    for person in (BORYS, CELINA, DAWID, EWA, ANNA):
        await tables.guests.subscribe(person.user, HERE.guild, ["coins", "nonsense"])
    assert await tables.guests.subscriptions(BORYS.user, HERE.guild) == ["coins"]
    await tables.guests.block(CELINA.user, ANNA.user, blocked=True)
    await tables.times.set_plan(DAWID.user, quiet=(0, 1439))
    await tables.times.take_vacation(EWA.user, 2)
    shown = (await tables.lobbies.open_table(ANNA, HERE, "coins", language="pl")).info
    assert [kind for kind, _ in await room.mail()] == ["lobby", "call"]

    async def to_call() -> list[int]:
        return await tables.guests.to_call(HERE.guild, shown.game, shown.people)

    assert await to_call() == [BORYS.user]
    await tables.guests.note_called([BORYS.user])
    assert await to_call() == []
    await tables.guests.subscribe(BORYS.user, 7, ["coins"])
    assert await to_call() == [], "once an hour at most, whatever is chosen meanwhile"
    await room.clock.advance(3601)
    assert await to_call() == [BORYS.user]


async def test_limits_of_guests(room: Room) -> None:
    table = (await room.tables.lobbies.open_table(ANNA, HERE, "coins", language="pl")).info.id
    with pytest.raises(TooMany):
        await room.tables.guests.invite(table, ANNA.user, range(100, 120))
    with pytest.raises(CannotSit):
        await room.tables.guests.invite(table, ANNA.user, [ANNA.user])
    with pytest.raises(CannotSit):
        await room.tables.guests.block(ANNA.user, ANNA.user, blocked=True)


async def test_whoever_is_turned_away_stays_so_however_many_follow(room: Room) -> None:
    table = (await room.tables.lobbies.open_table(ANNA, HERE, "coins", language="en")).info.id
    for other in range(100, 100 + AWAY):
        await room.tables.guests.turn_away(table, ANNA.user, other)
    with pytest.raises(TooMany, match="too-many-away"):
        await room.tables.guests.turn_away(table, ANNA.user, BORYS.user)
    await room.tables.guests.turn_away(table, ANNA.user, 100)
    assert await refused(room.tables.lobbies.join(table, Person(100, "First"))) == "tables.refusal.not-open"


@pytest.mark.long
async def test_calls_are_offered_after_the_first_finished_game(room: Room) -> None:
    guests = room.tables.guests
    first = (await room.tables.looks.read(await played_out(room, ANNA, BORYS))).info
    assert await guests.may_want_calls(ANNA.user, first)
    assert not await guests.may_want_calls(CELINA.user, first), "she did not play"
    await guests.subscribe(BORYS.user, 1, ["steps"])
    assert not await guests.may_want_calls(BORYS.user, first)
    second = (await room.tables.looks.read(await played_out(room, ANNA, CELINA))).info
    assert not await guests.may_want_calls(ANNA.user, second)
    assert await guests.may_want_calls(CELINA.user, second)


async def test_calls_go_out_at_once_if_nobody_else_looks_for_a_game(room: Room) -> None:
    await room.tables.guests.subscribe(DAWID.user, 1, ["coins"])
    await room.tables.lobbies.open_table(ANNA, HERE, "coins", language="en")
    assert len(await told(room, CallRow)) == 1, "nobody looks"
    await look(room, CELINA)
    await room.tables.lobbies.open_table(CELINA, HERE, "coins", language="en")
    assert len(await told(room, CallRow)) == 1, "only the host looks"
