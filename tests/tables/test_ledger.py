"""What a person may have the bot say to others, and how often: bounds that are stored, and tell when more is possible."""

from __future__ import annotations

from typing import Any

import pytest

from tables.errors import TooSoon
from tables.model.table_info import DIRECT, Place
from tables.rules import votes
from tables.rules.ledger import STRANGERS
from tables.rules.takeback import BACK
from tables.tournaments.tournament import Rules
from tests.tables.conftest import ANNA, BORYS, CELINA, HERE, Room

MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0


async def refused(doing: Any) -> tuple[str, Any]:
    with pytest.raises(TooSoon) as caught:
        await doing
    return caught.value.key.removeprefix("tables.refusal."), caught.value.values["when"]


async def finished(room: Room) -> None:
    """Anna and Borys finish a game together."""
    table = (await room.table("coins", ANNA, BORYS)).info.id
    for _ in range(20):
        for person in (ANNA, BORYS):
            reading = await room.tables.looks.read(table, person.user)
            if reading.choices().words:
                await room.tables.moves.play(table, person.user, reading.choices().words[:1])
    assert (await room.tables.looks.read(table)).info.state == "over"


async def inviting(room: Room, *users: int) -> int:
    return (await room.tables.lobbies.open_table(ANNA, HERE, "coins", language="en", invite=users)).info.id


async def test_a_person_has_the_bot_write_to_so_many_strangers_a_day(room: Room) -> None:
    strangers = [*range(100, 100 + STRANGERS)]
    await inviting(room, *strangers[:8])
    table = await inviting(room, *strangers[8:])
    begun = room.clock.now()
    assert await refused(inviting(room, 900)) == ("strangers", int(begun + DAY) + 1)
    assert await refused(room.tables.guests.invite(table, ANNA.user, [900])) == ("strangers", int(begun + DAY) + 1)
    await room.again()
    assert (await refused(inviting(room, 900)))[0] == "strangers", "a restart changes nothing"
    await inviting(room, strangers[0])  # who was written to today is no further stranger
    assert await room.store.read("SELECT 1 FROM outbox WHERE payload LIKE '%900%'") == []
    await room.clock.advance(DAY + 1)
    await inviting(room, 900)


async def test_who_has_played_together_is_no_stranger(room: Room) -> None:
    await finished(room)
    await inviting(room, *range(100, 108))
    await inviting(room, 108, 109, BORYS.user)
    assert (await refused(inviting(room, 110)))[0] == "strangers"


async def test_the_same_person_is_invited_three_times_an_hour(room: Room) -> None:
    for _ in range(3):
        table = await inviting(room, BORYS.user)
        await room.tables.endings.cancel(table, ANNA.user)
    assert await refused(inviting(room, BORYS.user)) == ("soon-invite", int(room.clock.now() + HOUR) + 1)
    await inviting(room, CELINA.user)
    await room.clock.advance(HOUR)
    await inviting(room, BORYS.user)


async def offer(room: Room, table: int, to: int | None) -> None:
    reading = await room.tables.endings.offer_seat(table, ANNA.user, 0, to)
    assert reading.info.offer is not None


@pytest.mark.long
async def test_a_seat_is_offered_to_a_person_by_one_message_an_hour(room: Room) -> None:
    table = (await room.table("coins", ANNA, BORYS)).info.id
    told = []
    for _ in range(20):
        await offer(room, table, CELINA.user)
        told += [row for kind, row in await room.mail() if kind == "offer" and not row.ended]
    assert [row.again for row in told] == [False] + [True] * 19, "mentioned once"
    await room.clock.advance(HOUR)
    await offer(room, table, CELINA.user)
    assert [row.again for kind, row in await room.mail() if kind == "offer" and not row.ended] == [False]


async def test_seats_are_offered_to_ten_people_an_hour(room: Room) -> None:
    table = (await room.table("coins", ANNA, BORYS)).info.id
    for user in range(100, 110):
        await offer(room, table, user)
    for other in (110, None):
        with pytest.raises(TooSoon):
            await room.tables.endings.offer_seat(table, ANNA.user, 0, other)
    reading = await room.tables.looks.read(table)
    assert reading.info.offer is not None
    assert reading.info.offer.to == 109, "what was refused changed nothing"


async def test_requests_and_votes_opened_and_withdrawn_in_turn(room: Room) -> None:
    tables, table = room.tables, (await room.table("steps", ANNA, BORYS)).info.id

    async def vote() -> None:
        reading = await tables.endings.cancel(table, ANNA.user)
        await tables.votes.end_vote(table, ANNA.user, reading.info.votes[0].id, withdraw=True)

    for _ in range(3):
        await vote()
    assert await refused(vote()) == ("soon-vote", int(room.clock.now() + 10 * MINUTE) + 1)
    await room.clock.advance(10 * MINUTE)
    await vote()


async def test_requests_to_take_back_are_counted(room: Room) -> None:
    tables, table = room.tables, (await room.table("steps", ANNA, BORYS)).info.id
    for person in (ANNA, BORYS):
        await tables.moves.play(table, person.user, ("end",))

    async def ask() -> None:
        now = await tables.moves.ask_back(table, ANNA.user)
        asked = votes.find(now.info, BACK)
        assert asked is not None
        await tables.votes.end_vote(table, ANNA.user, asked.id, withdraw=True)

    for _ in range(3):
        await ask()
    assert (await refused(ask()))[0] == "soon-ask"
    await room.clock.advance(10 * MINUTE)
    await ask()


async def test_a_table_is_posted_again_once_a_minute(room: Room) -> None:
    table = (await room.table("steps", ANNA, BORYS)).info.id
    await room.tables.endings.repair(table, ANNA.user, HERE.channel)
    await room.mail()
    for person in (ANNA, BORYS):
        assert (await refused(room.tables.endings.repair(table, person.user, HERE.channel)))[0] == "soon-repair"
    assert await room.mail() == []
    await room.clock.advance(MINUTE)
    await room.tables.endings.repair(table, BORYS.user, HERE.channel)


async def test_posted_again_nobody_is_mentioned_again(room: Room) -> None:
    table = (await room.table("steps", ANNA, BORYS)).info.id
    await offer(room, table, CELINA.user)
    await room.tables.endings.cancel(table, ANNA.user)
    await room.mail()
    await room.tables.endings.repair(table, ANNA.user, HERE.channel)
    assert [row.mention for kind, row in await room.mail() if kind in {"offer", "vote"}] == [False, False]


async def test_new_tables_are_called_once_an_hour_for_each_host(room: Room) -> None:
    await room.tables.guests.subscribe(BORYS.user, HERE.guild, ["coins"])

    async def calls(who: Any = ANNA) -> int:
        await room.tables.lobbies.open_table(who, HERE, "coins", language="en")
        return [kind for kind, _ in await room.mail()].count("call")

    assert [await calls(), await calls(), await calls(CELINA)] == [1, 0, 1]
    await room.clock.advance(HOUR)
    assert await calls() == 1


async def test_what_is_shown_to_all_is_counted_by_channel(room: Room) -> None:
    await room.tables.people.note_share(ANNA.user, 5)
    await room.tables.people.note_share(ANNA.user, 6)
    await room.tables.people.note_share(BORYS.user, 5)
    assert (await refused(room.tables.people.note_share(ANNA.user, 5)))[0] == "soon-share"
    await room.clock.advance(30)
    await room.tables.people.note_share(ANNA.user, 5)


async def test_entries_are_forgotten_after_a_day(room: Room) -> None:
    await inviting(room, 100)
    await room.clock.advance(2 * DAY)
    await room.tables.lobbies.open_table(BORYS, HERE, "coins", language="en")
    assert await room.store.read("SELECT kind FROM ledger") == [("open",)]


async def test_people_open_a_few_tables_in_ten_minutes(room: Room) -> None:
    """By one person in one server; whoever opens another's rematch only sits down."""
    tables, elsewhere = room.tables, Place(HERE.guild + 1, 77)

    async def table(who: Any = ANNA, place: Place = HERE) -> int:
        return (await tables.lobbies.open_table(who, place, "coins", language="en")).info.id

    first = await table()
    await tables.endings.cancel(first, ANNA.user)
    await tables.tournaments.open_tournament(ANNA, HERE, "coins", Rules(size=2), language="en")
    for _ in range(2):
        await tables.endings.cancel(await table(), ANNA.user)
    await tables.endings.cancel((await tables.lobbies.open_again(first, ANNA)).info.id, ANNA.user)
    last = await table()
    await tables.endings.cancel(last, ANNA.user)
    for more in (table(), tables.lobbies.open_again(last, ANNA)):
        assert (await refused(more))[0] == "soon-open"
    await table(BORYS)
    await table(ANNA, elsewhere)
    await table(ANNA, Place(DIRECT, 5))
    again = (await tables.lobbies.open_again(first, BORYS)).info.id
    assert (await tables.lobbies.open_again(first, ANNA)).info.id == again
    await room.clock.advance(10 * MINUTE)
    await table()
