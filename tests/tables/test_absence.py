"""Games without a clock whose players fall silent, and lobbies that nobody touches."""

from __future__ import annotations

from typing import Any

import pytest

from tables.errors import NotSeated, VoteOver, WrongState
from tests.tables.conftest import ANNA, BORYS, CELINA, DAWID, HERE, Room

DAY = 86400.0


async def told(room: Room, *kinds: str) -> list[Any]:
    return [payload for kind, payload in await room.mail() if kind in kinds]


async def test_after_three_days_others_are_asked_to_go_on(room: Room) -> None:
    table = (await room.table("steps", ANNA, BORYS, CELINA)).info.id
    await room.tables.moves.play(table, ANNA.user, ("end",))
    await room.advance(3 * DAY - 10)
    assert [payload.kind for payload in await told(room, "remind", "vote")] == ["remind"]
    await room.advance(20)
    (asked,) = await told(room, "vote")
    assert (asked.vote.kind, asked.vote.seat, asked.vote.asked, asked.vote.about) == ("go-on", None, (0, 2), (1,))
    await room.tables.votes.agree_vote(table, ANNA.user, asked.vote.id)
    reading = await room.tables.votes.agree_vote(table, CELINA.user, asked.vote.id)
    assert reading.info.seats[1].resigned
    await room.until(table, lambda info: info.pending == (2,))
    assert ("tables.note.silent", 1) in [(note.key, note.seat) for row in await told(room, "board") for note in row.notes]


async def test_who_moves_after_all_is_back_in_the_game(room: Room) -> None:
    table = (await room.table("steps", ANNA, BORYS, CELINA)).info.id
    await room.advance(3 * DAY + 1)
    (asked,) = await told(room, "vote")
    await room.tables.moves.play(table, ANNA.user, ("end",))
    assert [row.ended for row in await told(room, "vote")] == ["lapsed"]
    with pytest.raises(VoteOver):
        await room.tables.votes.agree_vote(table, BORYS.user, asked.vote.id)
    assert (await room.tables.looks.read(table)).info.idle_since == room.clock.now()


async def test_of_two_who_stays_goes_on_alone_and_wins_or_ends_it(room: Room) -> None:
    first = (await room.table("steps", ANNA, BORYS)).info.id
    await room.advance(3 * DAY + 1)
    (asked,) = await told(room, "vote")
    await room.tables.votes.agree_vote(first, BORYS.user, asked.vote.id)
    assert [row.vote.kind for row in await told(room, "vote")] == ["go-on", "win"]
    assert (await room.tables.endings.claim(first, BORYS.user)).info.state == "over"
    # Or without a result: who is silent is not waited for, nobody else is left to be asked.
    second = (await room.table("steps", ANNA, BORYS)).info.id
    await room.advance(3 * DAY + 1)
    reading = await room.tables.endings.cancel(second, BORYS.user)
    assert (reading.info.state, reading.info.closed) == ("cancelled", "agreed")


async def test_a_dead_table_is_warned_and_closed_with_its_reason(room: Room) -> None:
    table = (await room.table("coins", ANNA, BORYS)).info.id
    await room.advance(3 * DAY + 1)
    assert await told(room, "vote", "dead") == [], "where all are silent there is nobody to be asked"
    await room.advance(11 * DAY)
    (warned,) = await told(room, "dead")
    assert warned.closes == pytest.approx(room.clock.now() + 7 * DAY, abs=10)
    await room.again()
    await room.advance(7 * DAY - 10)
    assert (await room.tables.looks.read(table)).info.state == "playing"
    await room.advance(10)
    reading = await room.tables.looks.read(table)
    assert (reading.info.state, reading.info.closed) == ("cancelled", "silence")
    with pytest.raises(WrongState) as closed:
        await room.tables.moves.play(table, ANNA.user, ("coin-1",))
    assert closed.value.key == "tables.closed.silence"


async def test_a_dead_table_whose_others_have_left_is_won(room: Room) -> None:
    table = (await room.table("coins", ANNA, BORYS)).info.id
    await room.tables.endings.resign(table, ANNA.user)
    await room.advance(21 * DAY + 1)
    reading = await room.tables.looks.read(table)
    assert (reading.info.state, reading.info.closed) == ("over", "claimed")


async def test_with_a_clock_nobody_is_silent(room: Room) -> None:
    table = (await room.table("steps", ANNA, BORYS, pace="slow")).info.id
    assert (await room.tables.looks.read(table)).info.idle_since is None
    await room.advance(2 * DAY)
    assert (await room.tables.looks.read(table)).info.idle_since is None


async def test_silence_counts_from_the_move_that_the_other_must_answer(room: Room) -> None:
    table = (await room.table("steps", ANNA, BORYS)).info.id
    since = room.clock.now()
    assert (await room.tables.looks.read(table)).info.idle_since == since
    await room.advance(2 * DAY)
    await room.tables.moves.play(table, ANNA.user, ("add", "1"))
    await room.advance(2 * DAY)
    assert await told(room, "vote") == []
    assert (await room.tables.looks.read(table)).info.idle_since == since + 2 * DAY


async def test_a_lobby_about_to_close_says_so_and_can_be_kept_open(room: Room) -> None:
    table = (await room.tables.lobbies.open_table(ANNA, HERE, "coins", language="en")).info.id
    await room.advance(6 * DAY - 5)
    assert await told(room, "expiry") == []
    await room.advance(10)
    (announced,) = await told(room, "expiry")
    assert not announced.extended
    with pytest.raises(NotSeated):
        await room.tables.endings.extend(table, BORYS.user)
    await room.tables.endings.extend(table, ANNA.user, request=4)
    await room.tables.endings.extend(table, ANNA.user, request=4)
    assert [row.extended for row in await told(room, "expiry")] == [True]
    await room.advance(6 * DAY + 1)
    assert len(await told(room, "expiry")) == 1
    await room.advance(DAY)
    reading = await room.tables.looks.read(table)
    assert (reading.info.state, reading.info.closed) == ("cancelled", "time")


async def test_who_is_no_longer_in_the_server_is_played_on_for(room: Room) -> None:
    table = (await room.table("steps", ANNA, BORYS, CELINA)).info.id
    await room.tables.endings.left_server(table, ANNA.user)
    reading = await room.tables.endings.left_server(table, ANNA.user)
    assert reading.info.seats[0].resigned
    await room.tables.endings.left_server(table, DAWID.user)
    await room.until(table, lambda info: info.pending == (1,))
    assert ("tables.note.left-server", 0) in [(note.key, note.seat) for row in await told(room, "board") for note in row.notes]
