"""What Discord is told: which rows, in which order, what they tell, and that none is lost or doubled."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.tables.conftest import ANNA, BORYS, HERE, Room


def kinds(rows: list[tuple[str, dict[str, Any]]]) -> list[str]:
    return [kind + (f" {payload['seat']}" if kind == "hand" else "") for kind, payload in rows]


def said(payload: dict[str, Any]) -> list[str]:
    return [event["kind"] for event in payload["events"]] + [note["key"] for note in payload["notes"]]


async def test_a_joint_round_as_discord_hears_of_it(room: Room) -> None:
    table = (await room.table("coins", ANNA, BORYS)).table.id
    assert kinds(await room.mail()) == ["lobby", "board", "hand 0", "hand 1"]
    await room.hall.play(table, ANNA.user, ("coin-1",))
    assert kinds(await room.mail()) == ["board", "hand 0"]
    await room.hall.play(table, BORYS.user, ("coin-2",))
    rows = await room.mail()
    assert kinds(rows) == ["scene", "board", "hand 0", "hand 1"]
    scene, board, hand = rows[0][1], rows[1][1], rows[2][1]
    assert scene["event"]["data"] == {"coins": [1, 2], "points": [0, 2]}
    assert (scene["turn"], scene["number"], scene["index"]) == (1, 3, 0)
    assert (board["turn"], said(board)) == (2, ["counted"])
    assert hand == {"seat": 0, "stage": 2}


async def test_unsent_rows_are_replaced_and_nothing_is_left_untold(room: Room) -> None:
    table = (await room.table("steps", ANNA, BORYS)).table.id
    for move in (("add", "1"), ("add", "2"), ("end",)):
        await room.hall.play(table, ANNA.user, move)
    await room.hall.play(table, BORYS.user, ("add", "3"))
    rows = await room.mail()
    assert kinds(rows) == ["lobby", "hand 0", "board", "hand 1"]
    assert said(rows[2][1]) == ["added", "added", "ended", "added"]
    await room.hall.play(table, BORYS.user, ("add", "1"))
    rows = await room.mail()
    assert said(rows[0][1]) == ["added", "added", "ended", "added", "added"]
    await room.hall.play(table, BORYS.user, ("end",))
    rows = await room.mail()
    assert (rows[0][1]["turn"], said(rows[0][1])) == (3, ["ended"])


async def test_a_step_taken_back_is_told_no_more(room: Room) -> None:
    table = (await room.table("steps", ANNA, BORYS)).table.id
    await room.hall.play(table, ANNA.user, ("add", "1"))
    await room.hall.play(table, ANNA.user, ("add", "2"))
    await room.mail()
    await room.hall.take_back(table, ANNA.user)
    rows = await room.mail()
    assert kinds(rows) == ["board", "hand 0"]
    assert said(rows[0][1]) == ["added", "tables.note.taken-back"]


async def test_a_scene_tells_what_came_before_it_in_its_turn(room: Room) -> None:
    table = (await room.table("steps", ANNA, BORYS)).table.id
    await room.hall.play(table, ANNA.user, ("add", "1"))
    await room.mail()
    await room.hall.play(table, ANNA.user, ("look",))
    rows = await room.mail()
    assert kinds(rows) == ["scene", "board", "hand 0", "hand 1"]
    assert said(rows[0][1]) == ["added"]
    assert said(rows[1][1]) == ["ended"]


async def test_at_the_end_only_the_end_is_told(room: Room) -> None:
    table = (await room.table("steps", ANNA, BORYS)).table.id
    for person in (ANNA, BORYS, ANNA, BORYS):
        await room.hall.play(table, person.user, ("end",))
    rows = await room.mail()
    assert kinds(rows) == ["final"]
    assert said(rows[0][1]) == ["ended"] * 4
    cancelled = (await room.table("steps", ANNA, BORYS)).table.id
    await room.hall.cancel(cancelled, 99, moderator=True)
    assert kinds(await room.mail()) == ["final"]


async def test_rows_of_a_table_in_order_and_tables_side_by_side(room: Room) -> None:
    first = (await room.table("coins", ANNA, BORYS)).table.id
    second = (await room.hall.open_table(ANNA, HERE, "coins", language="en")).table.id
    outbox = room.hall.due()
    one, two = await outbox.next(), await outbox.next()
    assert {one.table, two.table} == {first, second}
    waiting = asyncio.create_task(outbox.next())
    await asyncio.sleep(0.02)
    assert not waiting.done()
    await outbox.done(one)
    following = await waiting
    assert (following.table, following.kind) == (first, "board")
    await outbox.done(following)
    await outbox.done(two)


async def test_a_new_row_wakes_the_sender_at_once(room: Room) -> None:
    waiting = asyncio.create_task(room.hall.due().next())
    await asyncio.sleep(0.02)
    await room.hall.open_table(ANNA, HERE, "coins", language="en")
    row = await asyncio.wait_for(waiting, 1)
    assert row.kind == "lobby"


async def test_a_row_replaced_while_it_is_being_sent_is_sent_again(room: Room) -> None:
    table = (await room.hall.open_table(ANNA, HERE, "coins", language="en")).table.id
    outbox = room.hall.due()
    old = await outbox.next()
    await room.hall.join(table, BORYS)
    await outbox.done(old)
    new = await outbox.next()
    assert new.id == old.id
    assert new.serial > old.serial
    await outbox.done(new)
    assert await room.mail() == []


async def test_what_fails_is_tried_again_later_and_holds_its_table_up(room: Room, caplog: pytest.LogCaptureFixture) -> None:
    table = (await room.table("coins", ANNA, BORYS)).table.id
    outbox = room.hall.due()
    row = await outbox.next()
    await outbox.failed(row, 30)
    waiting = asyncio.create_task(outbox.next())
    await room.clock.advance(29)
    assert not waiting.done()
    await room.clock.advance(2)
    again = await waiting
    assert (again.id, again.serial, again.attempts) == (row.id, row.serial, 1)
    await outbox.failed(again, None)
    assert f"given up: table {table}, lobby" in caplog.text
    assert (await outbox.next()).kind == "board"


async def test_what_was_not_sent_is_sent_after_a_restart(room: Room) -> None:
    await room.table("coins", ANNA, BORYS)
    row = await room.hall.due().next()
    await room.again()
    again = await room.hall.due().next()
    assert (again.id, again.serial) == (row.id, row.serial)
    await room.hall.due().done(again)
    assert kinds(await room.mail()) == ["board", "hand 0", "hand 1"]


async def test_where_messages_stand(room: Room) -> None:
    table = (await room.table("coins", ANNA, BORYS)).table.id
    messages = room.hall.messages
    assert await messages.get(table, "board") is None
    await messages.put(table, "board", 0, 2, 300, 1)
    await messages.put(table, "board", 0, 2, 301, 2)
    await messages.put(table, "hand", 11, 4, 302, 1)
    await room.again()
    messages = room.hall.messages
    assert await messages.get(table, "board") == (2, 301, 2)
    await messages.drop(table, "board")
    assert await messages.get(table, "board") is None
    assert await messages.get(table, "hand", 11) == (4, 302, 1)


async def test_scenes_follow_one_another_at_a_pace_that_can_be_read(room: Room) -> None:
    room.pace_of_scenes = 4.0
    await room.again()
    table = (await room.table("steps", ANNA, BORYS, length="long")).table.id
    other = (await room.table("coins", ANNA, BORYS)).table.id
    await room.mail()
    for person in (ANNA, BORYS, ANNA):
        await room.hall.play(table, person.user, ("look",))
    outbox = room.hall.due()

    async def sent(count: int) -> list[tuple[str, int]]:
        """What is due now, and that nothing more is."""
        rows = []
        for _ in range(count):
            row = await outbox.next()
            rows.append((row.kind, row.table))
            await outbox.done(row)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(outbox.next(), 0.05)
        return rows

    assert await sent(1) == [("scene", table)]
    await room.advance(3.9)
    assert await sent(0) == []
    # Other tables do not wait for it.
    await room.hall.play(other, ANNA.user, ("coin-1",))
    assert await sent(2) == [("board", other), ("hand", other)]
    await room.advance(0.2)
    assert await sent(1) == [("scene", table)]
    # A restart in the middle goes on; what comes after the scenes comes after the last of them.
    await room.again()
    outbox = room.hall.due()
    assert await sent(4) == [("scene", table), ("board", table), ("hand", table), ("hand", table)]
