"""The contract of `data.store`, for every store there is: what goes in comes out, whole transactions or nothing."""

from __future__ import annotations

import asyncio
import inspect

import msgspec
import pytest

from data import store as contract
from data.errors import ClaimLost, Overtaken, Repeated
from data.records.messages import BegunPost, Posted, Pressed, RetiredMessage, Shows
from data.records.outbox import OutboxLoad, OutboxRecord, Struck
from data.records.people import PersonRow
from data.records.results import ResultRow, SeriesRow, TableCount, UncountedRow
from data.records.tables import JournalRow, SeatRow, WholeTable
from data.sqlite.store import SqliteStore, SqliteTransaction
from data.store import Store
from tests.support.stored_rows import SEATS, TABLE, new

LINE = JournalRow(number=1, kind="move", seat=0, move="add 1", events="[]", stage=1, turn=1, at=5.0)


def operations(kind: type) -> dict[str, inspect.Signature]:
    return {
        name: inspect.signature(member)
        for name, member in inspect.getmembers(kind, inspect.isfunction)
        if not name.startswith("_") and name != "transaction"
    }


def is_kept(store: type, transaction: type) -> None:
    for protocol, kept in ((contract.Store, store), (contract.Transaction, transaction)):
        for name, signature in operations(protocol).items():
            assert operations(kept)[name] == signature, name
            assert getattr(protocol, name).__doc__, name


@pytest.mark.long
def test_each_operation_is_kept_as_it_is_declared_and_documented() -> None:
    is_kept(SqliteStore, SqliteTransaction)


@pytest.mark.long
def test_each_operation_is_kept_in_postgres_too() -> None:
    pytest.importorskip("asyncpg")
    from data.postgres.store import PostgresStore, PostgresTransaction

    is_kept(PostgresStore, PostgresTransaction)


async def test_a_table_comes_out_as_it_went_in(store: Store) -> None:
    assert (await store.table(1), await store.table_version(1)) == (None, None)
    number = await new(store, seed=bytes(range(256)), home=5, thinking=True, due=9.0, options='{"ł": "🏰"}')
    found = await store.table(number)
    assert found is not None
    row, seats = found
    assert row == msgspec.structs.replace(
        TABLE, id=number, seed=bytes(range(256)), home=5, thinking=True, due=9.0, options='{"ł": "🏰"}'
    )
    assert seats == SEATS
    assert await store.whole_table(number) == WholeTable(row, SEATS, None, None)
    async with store.transaction() as tx:
        assert await tx.save_table(msgspec.structs.replace(row, state="playing", version=2), None, b"\x00\xff") == number
        assert await tx.table(number) != found, "a transaction reads what it has written"
        assert await store.table(number) == found, "others what was committed last"
    found = await store.table(number)
    assert found is not None
    assert (found[0].state, found[0].version, found[1]) == ("playing", 2, SEATS)
    assert await store.whole_table(number) == WholeTable(*found, b"\x00\xff", None)
    assert await store.table_version(number) == 2

    async def overtake() -> None:
        async with store.transaction() as tx:
            await tx.save_table(msgspec.structs.replace(found[0], version=3), (), b"", after=1)

    with pytest.raises(Overtaken):
        await overtake()
    assert await store.table(number) == found
    async with store.transaction() as tx:
        assert await tx.save_table(msgspec.structs.replace(found[0], version=3), None, None, after=2) == number
    assert await store.table_version(number) == 3


async def test_what_a_change_must_know_is_read_at_once(store: Store) -> None:
    number = await new(store)
    assert await store.before_change(number, [11, 12]) == (1, set(), {})
    assert (await store.before_change(number + 1, [11]))[0] is None
    async with store.transaction() as tx:
        await tx.put_outbox(number, [row("board"), row("hand:0")])
        await tx.set_locales({11: "pl", 13: "pl"})
    version, waiting, plans = await store.before_change(number, [11, 12])
    assert (version, waiting, plans) == (1, {"board"}, await store.plans([11]))
    assert list(plans) == [11]


async def test_what_a_press_needs_is_read_at_once(store: Store) -> None:
    number = await new(store)
    assert await store.read_press(11, number + 1) == Pressed(None, None, None)
    board, own = Posted(1, 8, Shows(turn=2, seat=1)), PersonRow(language="pl", dm=True, private=False, dm_refused=1.5)
    async with store.transaction() as tx:
        await tx.set_person(11, own)
        await tx.put_messages(number, [("board", 0, board), ("hand", 11, Posted(1, 9)), ("told", 0, Posted(1, 0))])
        await tx.set_notes(number, 11, "once")
        await tx.set_notes(number, 11, "their own")
    assert await store.read_press(11, number) == Pressed(await store.person(11), 1, board, "their own")
    assert await store.person(11) == own
    assert await store.read_press(12, number) == Pressed(None, 1, board)


async def test_who_is_told_is_read_with_the_messages(store: Store) -> None:
    number = await new(store)
    user = next(seat.user for seat in SEATS if seat.user is not None)
    noted = await store.read_noted(number)
    assert noted.version == 1
    assert set(noted.people) == {seat.user for seat in SEATS if seat.user is not None}
    assert (noted.people[user], list(noted.muted), noted.language) == (None, [], None)
    async with store.transaction() as tx:
        await tx.set_locales({user: "pl"})
        await tx.mute(number, user)
        await tx.set_guild_language(TABLE.guild, "en")
    noted = await store.read_noted(number)
    assert noted.people[user] == await store.person(user)
    assert (list(noted.muted), noted.language) == ([user], "en")


async def test_lists_of_tables(store: Store) -> None:
    first = await new(store, due=30.0)
    second = await new(store, channel=3, state="playing", due=20.0, thinking=True, follows=first)
    over = await new(store, state="over")
    elsewhere = await new(store, guild=5, channel=6, follows=first)
    assert [row.id for row, _ in await store.open_tables_of(11, None)] == [first, second, elsewhere]
    assert [row.id for row, _ in await store.open_tables_of(11, 1)] == [first, second]
    assert [row.id for row, _ in await store.open_tables_in(2)] == [first]
    assert [row.id for row, _ in await store.open_tables_on(1)] == [first, second]
    assert await store.open_tables_of(12, None) == []
    assert await store.tables_due(1) == [(second, 20.0)]
    assert await store.tables_due(9) == [(second, 20.0), (first, 30.0)]
    assert await store.tables_thinking() == [second]
    assert await store.follower(first) == elsewhere
    assert await store.follower(over) is None
    async with store.transaction() as tx:
        assert [await tx.count_open("user", 11), await tx.count_open("guild", 1), await tx.count_open("channel", 2)] == [
            3,
            2,
            1,
        ]


async def test_a_line_of_the_journal_is_never_written_over_another(store: Store) -> None:
    number = await new(store)
    async with store.transaction() as tx:
        await tx.add_line(number, LINE)

    async def again() -> None:
        async with store.transaction() as tx:
            with tx.together():
                await tx.set_value("again", "done")
                await tx.add_line(number, LINE)

    with pytest.raises(Overtaken):
        await again()
    assert (await store.value("again"), await store.counted_moves(number)) == (None, [LINE])


async def test_a_transaction_happens_whole_or_not_at_all(store: Store) -> None:
    number = await new(store)

    async def half() -> None:
        async with store.transaction() as tx:
            await tx.add_line(number, LINE)
            await tx.set_value("half", "done")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await half()
    assert (await store.value("half"), await store.counted_moves(number)) == (None, [])

    async def count() -> None:
        async with store.transaction() as tx:
            before = int(await tx.value("count") or 0)
            await asyncio.sleep(0)
            await tx.set_value("count", str(before + 1))

    await asyncio.gather(*(count() for _ in range(20)))
    assert await store.value("count") == "20"


async def test_the_journal_tells_steps_and_moves_that_count(store: Store) -> None:
    number = await new(store)
    assert await store.moves_since(number, [3]) == ([], await store.table_version(number))
    assert await store.moves_since(number + 1, [3]) == ([], 0)
    lines = [
        msgspec.structs.replace(LINE, number=1, kind="start", seat=None, move=""),
        msgspec.structs.replace(LINE, number=2, snapshot=b"one", request=1 << 62),
        msgspec.structs.replace(LINE, number=3, snapshot=b"two", stage=2),
        msgspec.structs.replace(LINE, number=4, stage=2),
    ]
    async with store.transaction() as tx:
        for line in lines:
            await tx.add_line(number, line)
    assert await store.open_lines(number, 2) == (lines[1:3], lines[2:])
    assert await store.counted_moves(number) == lines[1:]
    async with store.transaction() as tx:
        await tx.strike_lines(number, [3])
    assert [line.number for line in (await store.open_lines(number, 2))[0]] == [2]
    assert [line.number for line in await store.counted_moves(number)] == [2, 4]
    assert [line.number for line in (await store.moves_since(number, [LINE.seat or 0]))[0]] == [4]
    assert [line.number for line in (await store.moves_since(number, [3]))[0]] == [2, 4]
    assert [line.number for line in (await store.moves_since(number, [LINE.seat or 0, 3]))[0]] == [2, 4]
    assert [line.number for line in await store.moves_of_turn(number, LINE.turn)] == [2, 4]
    assert await store.moves_of_turn(number, LINE.turn + 1) == []
    async with store.transaction() as tx:
        await tx.forget_steps(number)
    assert (await store.open_lines(number, 2))[0] == []


def row(key: str, due: float = 0.0, **more: object) -> OutboxRecord:
    return OutboxRecord(key=key, kind=key.split(":", maxsplit=1)[0], payload="{}", due=due, **more)  # type: ignore[arg-type]


async def heads(store: Store, late: float = 1e9) -> list[tuple[int, str]]:
    return [(found.subject_id, found.kind) for found in await store.outbox_heads(late)]


async def test_the_outbox_is_a_line_for_each_table(store: Store) -> None:
    one, two = await new(store), await new(store, channel=7)
    async with store.transaction() as tx:
        await tx.put_outbox(one, [row("lobby"), row("board"), row("hand:0"), row("cover", 1e11, beside=True, after=4.0)])
        await tx.put_outbox(two, [row("board", 5.0)])
    assert await heads(store) == [(one, "lobby"), (two, "board"), (one, "cover")]
    first = (await store.outbox_heads(1e9))[0]
    async with store.transaction() as tx:
        await tx.put_outbox(one, [row("lobby")])
    assert await heads(store) == [(one, "board"), (two, "board"), (one, "cover")], "what is replaced goes to the line's end"
    async with store.transaction() as tx:
        struck = await tx.strike_outbox(first.serial)
        assert struck == Struck(waits=False, more=True), "as it was handed out: its replacement stays"
        await tx.begin_waits(one, 100.0)  # a newer board is still to come
    assert (await store.outbox_heads(1e9))[-1].due == 1e11
    assert await store.outbox_load() == OutboxLoad(5, 0.0)
    async with store.transaction() as tx:
        await tx.renew_outbox(one, [], ["board"])
        await tx.begin_waits(one, 100.0)
        await tx.begin_waits(one, 200.0)
    assert [(found.kind, found.due) for found in await store.outbox_heads(1e9)] == [
        ("hand", 0.0),
        ("board", 5.0),
        ("cover", 104.0),
    ]
    assert await store.outbox_waits(one, "hand:0")
    assert not await store.outbox_waits(one, "board")
    async with store.transaction() as tx:
        for found in await tx.outbox_heads(1e9):
            await tx.strike_outbox(found.serial)
    (left,) = await store.outbox_heads(1e9)
    assert (left.kind, left.id) == ("lobby", first.id), "its id stays when a row is replaced"


async def test_tables_and_rows_are_counted(store: Store) -> None:
    assert (await store.table_counts(), await store.outbox_load()) == ([], OutboxLoad(0, None))
    await new(store)
    await new(store, channel=7)
    await new(store, game="torres", state="playing")
    counted = [TableCount("coins", "lobby", 2), TableCount("torres", "playing", 1)]
    assert await store.table_counts() == counted


async def test_hands_need_not_wait_for_scenes_to_be_read(store: Store) -> None:
    table = await new(store)
    async with store.transaction() as tx:
        await tx.put_outbox(table, [row("scene:0"), row("scene:1"), row("board"), row("hand:0")])
    assert await heads(store) == [(table, "scene"), (table, "hand")]
    resting = (await store.claim_outbox(1.0, 30.0, [table]))[0]
    assert resting is not None
    assert resting[0].kind == "hand"
    await store.give_back(resting[1])
    for _ in range(2):
        async with store.transaction() as tx:
            await tx.strike_outbox((await tx.outbox_heads(1e9))[0].serial)
    assert await heads(store) == [(table, "board")], "the board tells what comes after them, and hands come after the board"


async def test_refused_rows_wait_and_are_hastened(store: Store) -> None:
    table = await new(store)
    async with store.transaction() as tx:
        await tx.put_outbox(table, [row("board"), row("hand:0"), row("hand:1"), row("final")])
    (refused,) = await store.outbox_heads(1e9)
    async with store.transaction() as tx:
        await tx.postpone_outbox(refused.serial, 600.0, beside=False)
    assert await heads(store, late=700.0) == [(table, "board")]
    assert await heads(store, late=500.0) == [(table, "hand"), (table, "board")], "hands go past it"
    assert await store.outbox_refused_in(2) == [refused.serial]
    assert await store.outbox_refused_in(3) == []
    guild = TABLE.guild
    assert await store.outbox_refused_on([guild, guild + 1]) == [refused.serial]
    assert await store.outbox_refused_on([guild + 1]) == []
    async with store.transaction() as tx:
        await tx.hasten_outbox([refused.serial], 50.0)
    assert [(found.due, found.attempts) for found in await store.outbox_heads(1e9)] == [(50.0, 1)]
    async with store.transaction() as tx:
        await tx.postpone_outbox(refused.serial, 600.0, beside=False)
        await tx.renew_outbox(table, [], ())
    assert [(found.due, found.attempts) for found in await store.outbox_heads(1e9)] == [(0.0, 2)]


async def test_an_end_behind_further_scenes_does_not_overtake_them(store: Store) -> None:
    table = await new(store)
    async with store.transaction() as tx:
        await tx.put_outbox(table, [row("scene:1", 1.0), row("scene:2", 1.0), row("final", 1.0)])
    first, *_ = await store.outbox_heads(1e9)
    async with store.transaction() as tx:
        await tx.rest_boards(table, 20.0, first.serial)
        await tx.strike_outbox(first.serial)
        await tx.wake_boards(table, 1.0)  # somebody goes on from the first
    (second,) = await store.outbox_heads(1e9)
    assert (second.kind, second.serial > first.serial) == ("scene", True)
    async with store.transaction() as tx:
        await tx.rest_boards(table, 30.0, second.serial)
        await tx.strike_outbox(second.serial)
    assert [(found.kind, found.due) for found in await store.outbox_heads(1e9)] == [("final", 30.0)]


async def test_a_board_rests_beside_its_queue_until_it_is_woken(store: Store) -> None:
    table, other = await new(store), await new(store)
    for each in (table, other):
        async with store.transaction() as tx:
            await tx.put_outbox(each, [row("board", 1.0), row("hand:0", 1.0)])
    async with store.transaction() as tx:
        await tx.rest_boards(table, 20.0)
    assert [(found.kind, found.due) for found in await store.outbox_heads(1e9) if found.subject_id == table] == [
        ("hand", 1.0),
        ("board", 20.0),
    ]
    assert [found.kind for found in await store.outbox_heads(1e9) if found.subject_id == other] == ["board"]
    async with store.transaction() as tx:
        await tx.wake_boards(table, 5.0)
        await tx.wake_boards(other, 0.0)
    assert [(found.kind, found.due) for found in await store.outbox_heads(1e9)] == [
        ("hand", 1.0),
        ("board", 1.0),
        ("board", 5.0),
    ]
    async with store.transaction() as tx:
        await tx.put_outbox(table, [row("board", 7.0)])
    assert [found.kind for found in await store.outbox_heads(1e9) if found.subject_id == table] == ["hand"], "a newer one waits"


async def test_rows_of_a_kind_rest(store: Store) -> None:
    table = await new(store)
    async with store.transaction() as tx:
        await tx.put_outbox(table, [row("scene:1", 5.0), row("scene:2", 50.0), row("board", 5.0)])
        await tx.rest_outbox(table, "scene", 20.0)
    waiting = []
    while found := await store.outbox_heads(1e9):
        waiting.append((found[0].kind, found[0].due))
        async with store.transaction() as tx:
            await tx.strike_outbox(found[0].serial)
    assert waiting == [("scene", 20.0), ("scene", 50.0), ("board", 5.0)]


async def test_one_at_a_time_has_a_claim(store: Store) -> None:
    table = await new(store)
    claim = await store.claim(table, "clock")
    assert claim is not None
    assert store.holds(claim)
    assert await store.claim(table, "clock") is None
    other = await store.claim(table, "thinking")
    assert other is not None, "other work is another claim"
    async with store.transaction() as tx:
        await tx.hold(claim)
        await tx.release(claim)
    assert not store.holds(claim)
    again = await store.claim(table, "clock")
    assert again is not None
    assert again.token > claim.token
    with pytest.raises(ClaimLost):
        async with store.transaction() as tx:
            await tx.hold(claim)
    await store.give_back(claim)  # it is not ours any more: nothing happens
    assert store.holds(again)
    await store.give_back(again)
    assert not store.holds(again)
    assert store.holds(other)


async def test_a_line_is_claimed_with_its_row(store: Store) -> None:
    one, two = await new(store), await new(store, channel=7)
    async with store.transaction() as tx:
        await tx.put_outbox(one, [row("lobby", 3.0), row("board")])
        await tx.put_outbox(two, [row("scene:1", 2.0), row("tidy", 9.0, beside=True)])
    assert (await store.claim_outbox(1.0, 1e9, []))[0] is None, "nothing is due yet"
    found = (await store.claim_outbox(5.0, 1e9, [two]))[0]
    assert found is not None
    assert (found[0].subject_id, found[0].kind) == (one, "lobby")
    assert (await store.claim_outbox(5.0, 1e9, [two]))[0] is None, "its table rests"
    assert (await store.claim_outbox(5.0, 1e9, [], [two]))[0] is None, "nothing of its table is wanted"
    scene = (await store.claim_outbox(5.0, 1e9, []))[0]
    assert scene is not None
    assert (scene[0].subject_id, scene[0].kind) == (two, "scene")
    assert (await store.claim_outbox(10.0, 1e9, []))[0] is None, "one row of a table at a time, beside the line too"
    async with store.transaction() as tx:
        await tx.strike_outbox(found[0].serial)
        await tx.release(found[1])
    following = (await store.claim_outbox(10.0, 1e9, []))[0]
    assert following is not None
    assert (following[0].subject_id, following[0].kind) == (one, "board")
    await store.give_back(following[1])
    again = (await store.claim_outbox(10.0, 1e9, []))[0]
    assert again is not None
    assert again[0] == following[0]
    assert again[1].token > following[1].token


async def test_a_claim_is_released_with_the_transaction_or_not_at_all(store: Store) -> None:
    claim = await store.claim(await new(store), "outbox")
    assert claim is not None

    async def half() -> None:
        async with store.transaction() as tx:
            await tx.release(claim)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await half()
    assert store.holds(claim)


async def test_messages_and_posts(store: Store) -> None:
    table = await new(store)
    board, hand = Posted(2, 100, Shows(turn=3)), Posted(9, 101, Shows(turn=3))
    scene = Posted(2, 102, Shows(line=8, scene=1))
    async with store.transaction() as tx:
        await tx.put_message(table, "board", 0, Posted(2, 99, Shows(turn=2)))
        await tx.put_message(table, "board", 0, board)
        await tx.put_message(table, "hand", 11, hand)
        await tx.put_message(table, "hand", 12, hand)
        await tx.put_message(table, "scene", 0, scene)
    assert await store.message(table, "board", 0) == board
    assert await store.message(table, "hand", 11) == hand
    assert await store.message(table, "scene", 0) == scene
    async with store.transaction() as tx:
        await tx.forget_turns(table)
        await tx.drop_message(table, "hand", 11)
    assert await store.message(table, "board", 0) == Posted(2, 100)
    assert await store.message(table, "scene", 0) == scene
    assert [await store.message(table, "hand", user) for user in (11, 12)] == [None, Posted(9, 101)]
    post = BegunPost(subject=table, kind="board", channel=2, nonce="n1", shows=Shows(turn=4))
    again = msgspec.structs.replace(post, nonce="n2", shows=Shows(request=7))
    found = msgspec.structs.replace(again, nonce="n1")
    async with store.transaction() as tx:
        await tx.drop_messages(table, ["hand"])
        assert await tx.begin_post(post) == "n1"
        assert await tx.begin_post(again) == "n1", "the earlier one may stand in this channel already"
        await tx.retire_message(table, RetiredMessage(2, 98, remove=True))
        await tx.retire_message(table, RetiredMessage(2, 97, remove=False, turn=3))
    assert await store.message(table, "hand", 12) is None
    assert (await store.read_noted(table)).begun == [found]
    assert (await store.read_noted(table)).retired == [
        RetiredMessage(2, 97, remove=False, turn=3),
        RetiredMessage(2, 98, remove=True),
    ]
    assert await store.known_messages(table) == {97, 98, 100, 102}
    noted = await store.read_noted(table)
    assert noted.standing == {("board", 0): Posted(2, 100), ("scene", 0): scene}
    assert noted.begun == [found]
    assert noted.get("scene") == scene
    assert noted.get("hand", 12) is None
    assert (await store.read_noted(table + 1)).standing == {}
    async with store.transaction() as tx:
        assert await tx.begin_post(msgspec.structs.replace(again, channel=3)) == "n2", "nothing of it stands in that channel"
    async with store.transaction() as tx:
        await tx.end_post(table, "board", 0)
        await tx.messages_cleaned(table, [98])
    assert (await store.read_noted(table)).begun == []
    assert await store.known_messages(table) == {97, 100, 102}


async def test_all_that_stands_of_a_table_is_retired_at_once(store: Store) -> None:
    table, other = await new(store), await new(store)
    async with store.transaction() as tx:
        for number, kind in enumerate(("lobby", "board", "asking", "vote-end", "scene", "ping"), 100):
            await tx.put_message(table, kind, 0, Posted(2, number if kind != "ping" else 0))
        await tx.put_message(table, "hand", 11, Posted(9, 99))
        await tx.put_message(other, "board", 0, Posted(2, 98))
        await tx.retire_messages(table)
    retired = (await store.read_noted(table)).retired
    assert [(row.message, row.turn) for row in retired] == [(100, None), (101, 0), (102, None), (103, None)]
    assert not any([await store.message(table, kind, 0) for kind in ("lobby", "board", "asking", "vote-end")])
    assert await store.message(table, "scene", 0)
    assert await store.message(table, "hand", 11)
    assert await store.message(other, "board", 0)


async def test_people_and_servers(store: Store) -> None:
    big = (1 << 63) - 1
    assert (await store.person(big), await store.locale(big), await store.guild_language(big)) == (None, None, None)
    wishes = PersonRow(language="pl", dm=False, private=True, dm_closed=True, display="text", theme="light", shape="tall")
    async with store.transaction() as tx:
        await tx.set_locales({big: "en", 7: "pl"})
        await tx.set_person(big, wishes)
        await tx.set_locales({5: "pl", 7: "en"})
        await tx.set_guild_language(big, "en")
        await tx.set_guild_language(6, None)
    assert (await store.person(big), await store.locale(big), await store.guild_language(big)) == (wishes, "en", "en")
    assert await store.locales([5, 7, big, 99]) == {5: "pl", 7: "en", big: "en"}
    assert await store.locales([]) == {}
    assert (await store.person(5), await store.guild_language(6)) == (PersonRow(), None)


async def test_requests_are_remembered(store: Store) -> None:
    number = await new(store)
    result = ResultRow(
        table_id=number,
        seat=0,
        guild=1,
        game="coins",
        user=11,
        name="Anna",
        place=2,
        rating_place=1,
        score=3,
        rated=True,
        at=1.0,
    )
    async with store.transaction() as tx:
        await tx.add_results([result])
        await tx.remember_request(71, number, 10.0)
        await tx.remember_request(72, number, 20.0)
    assert await store.subject_of_request(71) == number

    async def repeat(*requests: int) -> None:
        async with store.transaction() as tx:
            with tx.together():
                for request in requests:
                    await tx.remember_request(request, number, 30.0)

    with pytest.raises(Repeated):
        await repeat(73, 72)
    assert await store.subject_of_request(73) is None, "nothing of it is stored"
    async with store.transaction() as tx:
        await tx.forget_requests(15.0)
    assert [await store.subject_of_request(request) for request in (71, 72)] == [None, number]


async def test_what_no_leaderboard_counts_and_a_series(store: Store) -> None:
    first, *others = [await new(store) for _ in range(5)]
    anna = ResultRow(
        table_id=first, seat=0, guild=1, game="coins", user=11, name="Anna", place=1, rating_place=1, score=3, rated=True,
        at=1.0, series=first,
    )  # fmt: skip
    replace = msgspec.structs.replace
    void = {"void": True, "rated": False, "place": 0}
    async with store.transaction() as tx:
        await tx.add_results(
            [
                anna,
                replace(anna, seat=0, user=12, name="Borys", place=2, departed=True, rated=False),
                replace(anna, table_id=others[0], name="Ania", at=2.0, series_number=2, friendly=True, rated=False),
                replace(anna, table_id=others[1], series_number=3, friendly=True, **void),
                replace(anna, table_id=others[2], series=None, computers=True, rated=False),
                replace(anna, table_id=others[3], series=None, game="steps", **void),
            ]
        )
    assert await store.uncounted_games(1, None) == UncountedRow(void=2, friendly=1, computers=1)
    assert await store.uncounted_games(1, "coins") == UncountedRow(void=1, friendly=1, computers=1)
    assert await store.uncounted_games(2, None) == UncountedRow(0, 0, 0)
    assert await store.series(first) == [SeriesRow(11, "Ania", 2, 2), SeriesRow(12, "Borys", 1, 0)]
    assert await store.series(others[0]) == []


async def test_names_may_be_anything(store: Store) -> None:
    async def kept(name: str) -> str:
        async with store.transaction() as tx:
            number = await tx.save_table(TABLE, [SeatRow(0, 11, name, None, False, 0)], None)
        return (await store.seats([number]))[number][0].name

    for name in ("@everyone **_x_** `y`", "\u202eevoba\u202c", "", "x" * 5000, "'; DROP TABLE seats"):
        assert await kept(name) == name
    assert await kept("a\0b") in {"a\0b", "a␀b"}


async def test_finished_games_are_found_by_channel_and_by_person(store: Store) -> None:
    first = await new(store, state="over", channel=5)
    second = await new(store, state="over", channel=6)
    await new(store, state="playing", channel=5)
    await new(store, state="cancelled", channel=5)

    async def numbers(channel: int | None, user: int, limit: int = 9) -> list[int]:
        return [row.id for row, _ in await store.finished_tables(channel, user, limit)]

    nobody, somebody = 987, next(seat.user for seat in SEATS if seat.user is not None)
    assert await numbers(5, nobody) == [first]
    assert await numbers(None, nobody) == []
    assert await numbers(5, somebody) == await numbers(None, somebody) == [second, first]
    assert await numbers(None, somebody, 1) == [second]
    third = await new(store, state="over", guild=77)
    assert [row.id for row, _ in await store.finished_tables_on(77, 9, third + 1)] == [third]
    assert await store.finished_tables_on(77, 9, third) == []
    assert await store.finished_tables_on(78, 9, third + 1) == []
    fourth = await new(store, state="over", guild=77, changed=TABLE.changed + 5)
    for since, until, found in (
        ((TABLE.changed, third - 1), 1e11, [third, fourth]),
        ((TABLE.changed, third), 1e11, [fourth]),
        ((0.0, 0), TABLE.changed + 1, [third]),
    ):
        assert [row.id for row, _ in await store.finished_since(77, *since, until, 9)] == found


async def test_plans_of_people_and_how_long_games_took(store: Store) -> None:
    async with store.transaction() as tx:
        await tx.set_person(11, PersonRow(plan='{"live":"off"}'))
        await tx.set_locales({12: "pl"})
    assert await store.person(11) == PersonRow(plan='{"live":"off"}')
    assert await store.plans([11, 12, 13]) == {11: '{"live":"off"}', 12: "{}"}
    assert await store.plans([]) == {}
    for took, state, closed in ((60.0, "over", None), (90.0, "over", None), (5.0, "playing", None), (7.0, "over", "claimed")):
        document = '{"votes": [{"id": 1}], "timing": {"late": "vote \\u0000"}}'
        number = await new(store, changed=1000.0 + took, state=state, closed=closed, document=document)
        async with store.transaction() as tx:
            await tx.add_line(number, msgspec.structs.replace(LINE, kind="start", at=1000.0))
    assert await store.durations(1, "coins", "none", 9) == [90.0, 60.0]
    assert await store.durations(1, "coins", "none", 1) == [90.0]
    assert await store.durations(1, "coins", "day", 9) == await store.durations(2, "coins", "none", 9) == []
    found = await store.table(number)
    assert found is not None
    assert found[0].document == document


async def test_a_row_that_is_struck_tells_whether_another_waits_for_it(store: Store) -> None:
    one, two = await new(store), await new(store, channel=7)
    async with store.transaction() as tx:
        await tx.put_outbox(one, [row("board"), row("cover", 1e11, beside=True, after=4.0)])
        await tx.put_outbox(two, [row("board")])
    boards = {found.subject_id: found.serial for found in await store.outbox_heads(1e9) if found.kind == "board"}
    async with store.transaction() as tx:
        assert await tx.strike_outbox(boards[one]) == Struck(waits=True, more=True)
        assert await tx.strike_outbox(boards[two]) == Struck(waits=False, more=False)


async def test_a_message_that_takes_the_place_of_another_retires_it(store: Store) -> None:
    table = await new(store)
    async with store.transaction() as tx:
        for kind, user, message in (("board", 0, 5), ("hand", 11, 6), ("ping", 11, 0), ("lobby", 0, 7)):
            await tx.put_message(table, kind, user, Posted(2, message, Shows(turn=3)))
        assert await tx.retire_replaced(table, "board", 0, 8, Shows(turn=4)) == [RetiredMessage(2, 5, False, 3)]
        assert await tx.retire_replaced(table, "board", 0, 8, Shows(turn=3)) == [RetiredMessage(2, 5, True, 3)], (
            "the same turn's"
        )
        assert await tx.retire_replaced(table, "hand", 11, 9, Shows(turn=4)) == [RetiredMessage(2, 6, True, None)], "a person's"
        for kind, user, message in (("ping", 11, 9), ("lobby", 0, 7), ("final", 0, 9)):
            assert not await tx.retire_replaced(table, kind, user, message, Shows()), "no message is replaced"
        await tx.forget_turns(table)
        assert await tx.retire_replaced(table, "board", 0, 8, Shows(turn=3)) == [RetiredMessage(2, 5, False, 0)]
    assert [each.message for each in (await store.read_noted(table)).retired] == [5, 6]


async def test_a_claim_tells_what_else_waits(store: Store) -> None:
    one, two = await new(store), await new(store, channel=7)
    async with store.transaction() as tx:
        await tx.put_outbox(one, [row("board")])
        await tx.put_outbox(two, [row("board", 5.0)])
    found, others = await store.claim_outbox(1.0, 1e9, [])
    assert found is not None
    assert (found[0].subject_id, [other.subject_id for other in others]) == (one, [two])
    nothing, others = await store.claim_outbox(1.0, 1e9, [])
    assert nothing is None
    assert [other.subject_id for other in others] == [one, two]
