"""The contract of `data.store`, of servers: for every store there is."""

from __future__ import annotations

import msgspec

from data.records.servers import ExclusionRow, ServerLogRow
from data.store import Store
from tests.support.stored_rows import new


async def test_servers_their_log_and_who_is_excluded(store: Store) -> None:
    assert await store.server(1) is None
    async with store.transaction() as tx:
        assert await tx.server(1) is None
        await tx.set_server(1, "{}")
        await tx.set_server(1, '{"pace":"day"}')
        await tx.set_server(2, '{"friendly":true,"webhook":"https://a.example"}')
        for number in range(3):
            await tx.log_server(1, float(number), 90, "changed", f'{{"n":"{number}"}}')
        await tx.log_server(2, 5.0, 91, "lifted", "{}")
        await tx.exclude(1, ExclusionRow(11, 50.0, 90, "one"))
        await tx.exclude(1, ExclusionRow(11, 60.0, 90, "two"))
        await tx.exclude(1, ExclusionRow(12, 40.0, 90, ""))
        await tx.exclude(1, ExclusionRow(13, 30.0, 90, ""))
        await tx.forget_exclusions(1, 30.0)
    assert await store.server(1) == '{"pace":"day"}'
    assert await store.servers_that_say("webhook") == [2]
    assert [row.number for row in await store.server_log(1, None, 2)] == [3, 2]
    assert await store.server_log(1, 2, 9) == [ServerLogRow(1, 0.0, 90, "changed", '{"n":"0"}')]
    assert [row.number for row in await store.server_log(2, None, 9)] == [1]
    assert await store.exclusion(1, 11) == ExclusionRow(11, 60.0, 90, "two")
    assert [row.user for row in await store.exclusions(1)] == [12, 11]
    async with store.transaction() as tx:
        await tx.lift_exclusion(1, 11)
        await tx.forget_server_log(1, 2.0)
        assert await tx.exclusion(1, 11) is None
    assert [row.number for row in await store.server_log(1, None, 9)] == [3]
    assert await store.exclusion(2, 12) is None


async def test_tables_in_threads_count_where_they_were_opened(store: Store) -> None:
    number, other = await new(store), await new(store)
    found = await store.table(number)
    assert found is not None
    row = found[0]
    async with store.transaction() as tx:
        await tx.save_table(msgspec.structs.replace(row, channel=77, home=row.channel), None, None)
        assert await tx.count_open("channel", row.channel) == 2
        assert await tx.count_open("channel", 77) == 1
        for user in (11, 12, 11):
            await tx.mute(number, user)
        await tx.unmute(number, 12)
        await tx.unmute(number, 13)
    assert [found.id for found, _ in await store.open_tables_in(row.channel)] == [number, other]
    assert [found.id for found, _ in await store.open_tables_in(77)] == [number]
    assert (await store.muting_users(number), await store.muting_users(other)) == ({11}, set())
