"""What Discord is told: which rows, in which order, what they tell, and that none is lost or doubled."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from data.records.messages import BegunPost, Posted, Shows
from tables.model.outbox_rows import HandRow, LobbyRow, Log
from tables.model.table_info import Limits, Place
from tables.store.outbox import PER_CHANNEL, Outbox
from tests.support.manual_clock import at_once
from tests.tables.conftest import ANNA, BORYS, CELINA, HERE, Room


def kinds(rows: list[tuple[str, Any]]) -> list[str]:
    return [kind + (f" {payload.seat}" if kind == "hand" else "") for kind, payload in rows]


def said(payload: Log) -> list[str]:
    return [event["data"]["kind"] for event in payload.events] + [note.key for note in payload.notes]


async def test_a_joint_round_as_discord_hears_of_it(room: Room) -> None:
    table = (await room.table("coins", ANNA, BORYS)).info.id
    assert kinds(await room.mail()) == ["lobby", "board", "hand 0", "hand 1"]
    await room.tables.moves.play(table, ANNA.user, ("coin-1",))
    assert kinds(await room.mail()) == ["board", "hand 0"]
    await room.tables.moves.play(table, BORYS.user, ("coin-2",))
    rows = await room.mail()
    assert kinds(rows) == ["scene", "board", "hand 0", "hand 1"]
    scene, board, hand = rows[0][1], rows[1][1], rows[2][1]
    assert scene.event["data"] == {"kind": "shown", "coins": [1, 2], "points": [0, 2]}
    assert (scene.turn, scene.number, scene.index) == (1, 3, 0)
    assert (board.turn, said(board)) == (2, ["counted"])
    assert hand == HandRow(seat=0, stage=2)


async def test_unsent_rows_are_replaced_and_nothing_is_left_untold(room: Room) -> None:
    table = (await room.table("steps", ANNA, BORYS)).info.id
    for move in (("add", "1"), ("add", "2"), ("end",)):
        await room.tables.moves.play(table, ANNA.user, move)
    await room.tables.moves.play(table, BORYS.user, ("add", "3"))
    rows = await room.mail()
    assert kinds(rows) == ["lobby", "hand 0", "board", "hand 1"]
    assert said(rows[2][1]) == ["added", "added", "ended", "added"]
    await room.tables.moves.play(table, BORYS.user, ("add", "1"))
    rows = await room.mail()
    assert said(rows[0][1]) == ["added", "added", "ended", "added", "added"]
    await room.tables.moves.play(table, BORYS.user, ("end",))
    rows = await room.mail()
    assert (rows[0][1].turn, said(rows[0][1])) == (3, ["ended"])


async def test_a_step_taken_back_is_told_no_more(room: Room) -> None:
    table = (await room.table("steps", ANNA, BORYS)).info.id
    await room.tables.moves.play(table, ANNA.user, ("add", "1"))
    await room.tables.moves.play(table, ANNA.user, ("add", "2"))
    await room.mail()
    await room.tables.moves.take_back(table, ANNA.user)
    rows = await room.mail()
    assert kinds(rows) == ["board", "hand 0"]
    assert said(rows[0][1]) == ["added", "tables.note.taken-back"]


async def test_a_scene_tells_what_came_before_it_in_its_turn(room: Room) -> None:
    table = (await room.table("steps", ANNA, BORYS)).info.id
    await room.tables.moves.play(table, ANNA.user, ("add", "1"))
    await room.mail()
    await room.tables.moves.play(table, ANNA.user, ("look",))
    rows = await room.mail()
    assert kinds(rows) == ["scene", "board", "hand 0", "hand 1"]
    assert said(rows[0][1]) == ["added"]
    assert said(rows[1][1]) == ["ended"]


async def test_at_the_end_only_the_end_is_told(room: Room) -> None:
    table = (await room.table("steps", ANNA, BORYS)).info.id
    for person in (ANNA, BORYS, ANNA, BORYS):
        await room.tables.moves.play(table, person.user, ("end",))
    rows = await room.mail()
    assert kinds(rows) == ["final"]
    assert said(rows[0][1]) == ["ended"] * 4
    cancelled = (await room.table("steps", ANNA, BORYS)).info.id
    await room.tables.endings.cancel(cancelled, 99, moderator=True, reason="the channel goes")
    assert kinds(await room.mail()) == ["final"]


async def test_rows_of_a_table_in_order_and_tables_side_by_side(room: Room) -> None:
    first = (await room.table("coins", ANNA, BORYS)).info.id
    second = (await room.tables.lobbies.open_table(ANNA, HERE, "coins", language="en")).info.id
    outbox = room.tables.outbox
    one, two = await outbox.next(), await outbox.next()
    assert {one.subject, two.subject} == {first, second}
    waiting = asyncio.create_task(outbox.next())
    await asyncio.sleep(0.02)
    assert not waiting.done()
    await outbox.mark_done(one)
    following = await waiting
    assert (following.subject, following.kind) == (first, "board")
    await outbox.mark_done(following)
    await outbox.mark_done(two)


async def test_a_new_row_wakes_the_sender_at_once(room: Room) -> None:
    waiting = asyncio.create_task(room.tables.outbox.next())
    await asyncio.sleep(0.02)
    await room.tables.lobbies.open_table(ANNA, HERE, "coins", language="en")
    row = await asyncio.wait_for(waiting, 60)
    assert row.kind == "lobby"


async def test_a_row_replaced_while_it_is_being_sent_is_sent_again(room: Room) -> None:
    table = (await room.tables.lobbies.open_table(ANNA, HERE, "coins", language="en")).info.id
    outbox = room.tables.outbox
    old = await outbox.next()
    await room.tables.lobbies.join(table, BORYS)
    await outbox.mark_done(old)
    new = await outbox.next()
    assert new.id == old.id
    assert new.serial > old.serial
    await outbox.mark_done(new)
    assert await room.mail() == []


async def test_what_fails_is_tried_again_later_and_holds_its_table_up(room: Room, caplog: pytest.LogCaptureFixture) -> None:
    table = (await room.table("coins", ANNA, BORYS)).info.id
    outbox = room.tables.outbox
    row = await outbox.next()
    await outbox.mark_failed(row, 30)
    waiting = asyncio.create_task(outbox.next())
    await room.clock.advance(29)
    assert not waiting.done()
    await room.clock.advance(2)
    again = await waiting
    assert (again.id, again.serial, again.attempts) == (row.id, row.serial, 1)
    await outbox.mark_failed(again, None)
    assert f"given up: table {table}, lobby" in caplog.text
    assert (await outbox.next()).kind == "board"


async def test_what_was_not_sent_is_sent_after_a_restart(room: Room) -> None:
    await room.table("coins", ANNA, BORYS)
    row = await room.tables.outbox.next()
    await room.again()
    again = await room.tables.outbox.next()
    assert (again.id, again.serial) == (row.id, row.serial)
    await room.tables.outbox.mark_done(again)
    assert kinds(await room.mail()) == ["board", "hand 0", "hand 1"]


async def test_where_messages_stand(room: Room) -> None:
    table = (await room.table("coins", ANNA, BORYS)).info.id
    messages = room.tables.messages
    assert await messages.get(table, "board") is None
    await messages.put(table, "board", Posted(2, 300, Shows(turn=1)))
    await messages.put(table, "board", Posted(2, 301, Shows(turn=2)))
    await messages.put(table, "hand", Posted(4, 302, Shows(turn=1)), 11)
    await room.again()
    messages = room.tables.messages
    assert await messages.get(table, "board") == Posted(2, 301, Shows(turn=2))
    await messages.drop(table, "board")
    assert await messages.get(table, "board") is None
    assert await messages.get(table, "hand", 11) == Posted(4, 302, Shows(turn=1))


@pytest.mark.long
async def test_scenes_follow_one_another_at_a_pace_that_can_be_read(room: Room) -> None:
    room.pace_of_scenes = 4.0
    await room.again()
    table = (await room.table("steps", ANNA, BORYS, length="long")).info.id
    other = (await room.table("coins", ANNA, BORYS)).info.id
    await room.mail()
    for person in (ANNA, BORYS, ANNA):
        await room.tables.moves.play(table, person.user, ("look",))
    outbox = room.tables.outbox

    async def sent(count: int) -> list[tuple[str, int]]:
        """What is due now, and that nothing more is."""
        rows = []
        for _ in range(count):
            row = await outbox.next()
            rows.append((row.kind, row.subject))
            await outbox.mark_done(row)
        assert await at_once(outbox.next()) is None
        return rows

    # Whoever is asked need not wait until all is read.
    assert await sent(3) == [("scene", table), ("hand", table), ("hand", table)]
    await room.advance(3.9)
    assert await sent(0) == []
    # Other tables do not wait for it.
    await room.tables.moves.play(other, ANNA.user, ("coin-1",))
    assert await sent(2) == [("board", other), ("hand", other)]
    await room.advance(0.2)
    assert await sent(1) == [("scene", table)]
    # A restart in the middle goes on; the board comes after the last of them.
    await room.again()
    outbox = room.tables.outbox
    assert await sent(2) == [("scene", table), ("board", table)]


async def sent(outbox: Outbox, *, stays: bool = False) -> list[str]:
    """Send all that is due now; returns the kinds of rows. `stays`: the scenes among them stay to be read."""
    found: list[str] = []
    while (row := await at_once(outbox.next())) is not None:
        found.append(row.kind)
        if stays and row.kind == "scene":
            outbox.stays(row)
        await outbox.mark_done(row)
    return found


@pytest.mark.parametrize("then", ["read", "goes on", "moves", "restart"])
async def test_a_scene_that_stays_is_newest_until_it_is_read(room: Room, then: str) -> None:
    """The board waits for it, also one that is stored meanwhile; whoever is asked does not."""
    room.pace_of_scenes = 4.0
    await room.again()
    table = (await room.table("steps", ANNA, BORYS, length="long")).info.id
    await room.mail()
    await room.tables.moves.play(table, ANNA.user, ("look",))
    assert await sent(room.tables.outbox, stays=True) == ["scene", "hand", "hand"]
    await room.advance(2.0)
    await room.tables.show_again(table)
    assert "board" not in await sent(room.tables.outbox)
    if then == "read":
        await room.advance(1.9)
        assert await sent(room.tables.outbox) == []
        await room.advance(0.2)
    elif then == "goes on":
        await room.tables.outbox.go_on(table)
    elif then == "moves":
        await room.tables.moves.play(table, BORYS.user, ("end",))
    else:
        await room.again()
        await room.advance(2.1)
    assert "board" in await sent(room.tables.outbox)
    assert await room.mail() == []


async def test_hands_go_past_a_row_that_waits_long(room: Room) -> None:
    """A channel that cannot be written to keeps nobody from their own messages; the next move has it tried at once."""
    table = (await room.table("coins", ANNA, BORYS)).info.id
    outbox = room.tables.outbox
    await outbox.mark_done(await outbox.next())
    refused = await outbox.next()
    await outbox.mark_failed(refused, 600)
    for seat in (0, 1):
        hand = await outbox.next()
        assert isinstance(hand.payload, HandRow)
        assert (hand.kind, hand.payload.seat) == ("hand", seat)
        await outbox.mark_done(hand)
    waiting = asyncio.create_task(outbox.next())
    await asyncio.sleep(0.02)
    assert not waiting.done()
    await room.tables.moves.play(table, ANNA.user, ("coin-1",))
    assert (await asyncio.wait_for(waiting, 60)).id == refused.id


async def test_a_refused_card_holds_nothing_up_and_comes_with_access(room: Room) -> None:
    await room.table("coins", ANNA, BORYS)
    outbox = room.tables.outbox
    card = await outbox.next()
    assert isinstance(card.payload, LobbyRow)
    await outbox.mark_failed(card, 600)
    assert await sent(outbox) == ["board", "hand", "hand"]
    await outbox.reachable(HERE.channel)
    assert await sent(outbox) == ["lobby"]


async def test_a_refused_row_is_tried_at_once_when_discord_takes_it(room: Room) -> None:
    await room.table("coins", ANNA, BORYS)
    outbox = room.tables.outbox
    refused = await outbox.next()
    await outbox.mark_failed(refused, 20)
    waiting = asyncio.create_task(outbox.next())
    await asyncio.sleep(0.02)
    await outbox.hasten([refused.serial])
    again = await asyncio.wait_for(waiting, 60)
    assert (again.serial, again.attempts) == (refused.serial, 1)
    await outbox.mark_failed(again, 20)
    await outbox.reachable(HERE.channel + 1)
    waiting = asyncio.create_task(outbox.next())
    await asyncio.sleep(0.02)
    assert not waiting.done()
    await outbox.reachable(HERE.channel)
    assert (await asyncio.wait_for(waiting, 60)).attempts == 2


async def test_a_row_that_tidies_waits_beside_the_line(room: Room) -> None:
    table = (await room.table("coins", ANNA, BORYS)).info.id
    outbox = room.tables.outbox
    await outbox.tidy(table, 60)
    await room.clock.advance(50)
    await outbox.tidy(table, 60)
    row = await outbox.next()
    assert row.kind == "lobby"
    await outbox.mark_failed(row, 15)
    await room.clock.advance(11)
    tidy = await outbox.next()
    assert tidy.kind == "tidy"


async def test_a_refused_row_is_tried_again_when_its_channel_opens(room: Room) -> None:
    await room.table("coins", ANNA, BORYS)
    outbox = room.tables.outbox
    row = await outbox.next()
    await outbox.reachable(HERE.channel)
    await outbox.mark_failed(row, 600)
    again = await asyncio.wait_for(outbox.next(), 60)
    assert (again.serial, again.attempts) == (row.serial, 1)
    await outbox.mark_failed(again, 600)
    waiting = asyncio.create_task(outbox.next())
    await asyncio.sleep(0.02)
    assert not waiting.done() or waiting.result().serial != row.serial
    waiting.cancel()


@pytest.mark.usefixtures("many_openings")
async def test_one_channel_with_many_tables_leaves_places_to_others(room: Room) -> None:
    room.limits = Limits(tables_per_user=50, tables_per_guild=50, tables_per_channel=50)
    await room.again()
    elsewhere = Place(HERE.guild, HERE.channel + 1)
    for place in [*[HERE] * 6, elsewhere]:
        await room.tables.lobbies.open_table(ANNA, place, "steps", language="en")
    outbox = room.tables.outbox
    out = [await outbox.next() for _ in range(PER_CHANNEL + 1)]
    assert [row.subject for row in out] == [1, 2, 3, 7], "the others of the full channel wait, and nobody for them"
    waiting = asyncio.create_task(outbox.next())
    await asyncio.sleep(0.01)
    assert not waiting.done()
    await outbox.mark_done(out[1])
    assert (await waiting).subject == 4
    await outbox.mark_failed(out[0], None)
    assert (await outbox.next()).subject == 5


async def test_each_row_is_looked_at_once_in_line(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    await room.table("coins", ANNA, BORYS)
    outbox = room.tables.outbox
    real, looks = room.store.claim_outbox, []

    async def counted(*of: Any) -> Any:
        looks.append(of)
        return await real(*of)

    monkeypatch.setattr(room.store, "claim_outbox", counted)
    row = await outbox.next()
    waiting = asyncio.create_task(outbox.next())
    await asyncio.sleep(0.05)
    assert len(looks) == 1, "that nothing else is due came with the row"
    await outbox.mark_done(row)
    await waiting
    assert len(looks) == 2


async def test_hands_are_sent_under_the_claim_of_the_row_before_them(room: Room) -> None:
    table = (await room.table("coins", ANNA, BORYS)).info.id
    outbox, messages = room.tables.outbox, room.tables.messages
    assert not await outbox.mark_done(await outbox.next(), on=True), "a board stands behind the lobby"
    board = await outbox.next()
    with outbox.under(board):
        noted = await messages.of(table)
        outbox.shows(board, "board", Posted(2, 7))
        first, second = await outbox.mark_done(board, on=True)
        assert (first.payload, second.payload) == (HandRow(seat=0, stage=1), HandRow(seat=1, stage=1))
        assert first.claim == second.claim == board.claim
        now = await messages.of(table)
        assert (noted.get("board"), now.get("board"), now.newest) == (None, Posted(2, 7), noted.newest), "it is not read again"
        assert await at_once(outbox.next()) is None
        await room.tables.moves.send_hand(table, BORYS.user)
        (third,) = await outbox.mark_done(first, second, on=True)
        assert (third.payload.key, third.serial > noted.newest) == ("hand:1", True)
        assert (await messages.of(table)).newest == third.serial, "what it tells may be newer than what was noted"
        now = await messages.of(table)
        messages.forget(table)
        assert await messages.of(table) is not now
        await outbox.mark_failed(third, 0.0)
    again = await outbox.next()
    assert (again.serial, again.attempts, again.claim != third.claim) == (third.serial, 1, True)
    assert not await outbox.mark_done(again, on=True)


@pytest.mark.parametrize("retry_in", [0.0, None])
async def test_a_failed_hand_leaves_earlier_ones_sent_and_later_queued(room: Room, retry_in: float | None) -> None:
    await room.table("coins", ANNA, BORYS, CELINA)
    outbox = room.tables.outbox
    await outbox.mark_done(await outbox.next())
    board = await outbox.next()
    with outbox.under(board):
        first, second, third = await outbox.mark_done(board, on=True)
        outbox.shows(first, "hand", Posted(2, 7), ANNA.user)
        outbox.shows(second, "hand", Posted(2, 8), BORYS.user)
        await outbox.mark_failed(second, retry_in, sent=[first])
    assert await room.store.read("SELECT message FROM messages WHERE kind = 'hand' ORDER BY message") == (
        [(7,)] if retry_in is not None else [(7,), (8,)]
    )
    left = [third.serial] if retry_in is None else [second.serial, third.serial]
    assert await room.store.read("SELECT serial FROM outbox ORDER BY serial") == [(serial,) for serial in left]
    again = await outbox.next()
    assert (again.serial, again.attempts) == (left[0], int(retry_in is not None))
    assert [row.serial for row in await outbox.mark_done(again, on=True)] == left[1:]


async def test_a_call_of_several_is_noted_for_all_at_once(room: Room) -> None:
    """Otherwise the others are called again by whoever goes on where a process died."""
    table = (await room.table("coins", ANNA, BORYS)).info.id
    call = BegunPost(subject=table, kind="mention", user=ANNA.user, channel=2, nonce="a", shows=Shows(turn=1, stage=1))
    await room.tables.posts.note_posted(await room.tables.posts.begin(call), 100, [ANNA.user, BORYS.user])
    stored = await room.store.read_noted(table)
    for seat in (ANNA, BORYS):
        assert stored.get("mention", seat.user) == Posted(2, 100, Shows(turn=1, stage=1))
    assert not stored.begun


async def test_a_row_is_not_looked_at_twice(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    table = (await room.table("coins", ANNA, BORYS)).info.id
    outbox, messages, posts = room.tables.outbox, room.tables.messages, room.tables.posts
    await messages.put(table, "hand", Posted(9, 100, Shows(turn=1)), ANNA.user)
    await messages.put(table, "closed", Posted(2, 0))
    row = await outbox.next()
    with outbox.under(row):
        await messages.of(table)
        with monkeypatch.context() as patched:
            patched.setattr(room.store, "read_noted", None)
            await posts.end(await posts.begin(BegunPost(subject=table, kind="scene", channel=2, nonce="a", shows=Shows())))
            await posts.note_posted(
                await posts.begin(BegunPost(subject=table, kind="board", channel=2, nonce="b", shows=Shows(turn=1))),
                101,
                [BORYS.user],
            )
            hand = BegunPost(subject=table, kind="hand", user=ANNA.user, channel=9, nonce="c", shows=Shows(turn=2))
            await posts.note_posted(await posts.begin(hand), 102)
            await posts.retire(table, 2, 99)
            await messages.put(table, "offer", Posted(2, 103), BORYS.user)
            await messages.put(table, "told", Posted(2, 0))
            await messages.drop(table, "told")
            await posts.begin(BegunPost(subject=table, kind="lobby", channel=2, nonce="d", shows=Shows()))
            found = await messages.of(table)
            assert await messages.get(table, "hand", ANNA.user) == Posted(9, 102, Shows(turn=2))
        stored = await room.store.read_noted(table)
        assert {"closed", "told"}.isdisjoint(kind for kind, _ in found.standing)
        assert (found.standing, found.begun) == (stored.standing, stored.begun)
        assert sorted(found.retired, key=lambda each: each.message) == stored.retired
        await posts.note_cleaned(table, 100)
        assert [each.message for each in (await messages.of(table)).retired] == [99]
        assert [each.message for each in (await room.store.read_noted(table)).retired] == [99, 100], "until the row is done"
        await outbox.mark_done(row)
    assert [each.message for each in (await room.store.read_noted(table)).retired] == [99]
