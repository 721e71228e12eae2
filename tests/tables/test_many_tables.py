"""A tables with a long history: it opens at once, and what people ask for is found by index."""

from __future__ import annotations

import pytest

from tests.tables.conftest import ANNA, BORYS, HERE, Room

TABLES = 10_000


@pytest.mark.long
async def test_ten_thousand_stored_tables(room: Room) -> None:
    table = (await room.table("coins", ANNA, BORYS)).info.id
    for coin in ("coin-1", "coin-2", "coin-3"):
        for person in (ANNA, BORYS):
            await room.tables.moves.play(table, person.user, (coin,))
    columns = [row[1] for row in await room.store.read("PRAGMA table_info(tables)") if row[1] != "id"]
    seats = [row[1] for row in await room.store.read("PRAGMA table_info(seats)") if row[1] not in {"table_id", "user"}]
    results = [
        row[1] for row in await room.store.read("PRAGMA table_info(results)") if row[1] not in {"table_id", "user", "number"}
    ]
    numbers = f"WITH RECURSIVE more (n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM more WHERE n < {TABLES})"
    async with room.store.transaction() as tx:
        await tx.run(
            f"{numbers} INSERT INTO subjects (id, kind, guild) SELECT n, kind, guild FROM subjects, more WHERE id = {table}"
        )
        await tx.run(f"{numbers} INSERT INTO tables SELECT n, {', '.join(columns)} FROM tables, more WHERE id = {table}")
        for name, rest in (("seats", seats), ("results", results)):
            some = "CASE WHEN n % 10 THEN 1000 + (n + seat) % 300 ELSE user END"
            await tx.run(
                f"{numbers} INSERT INTO {name} (table_id, user, {', '.join(rest)})"
                f" SELECT n, {some}, {', '.join(rest)} FROM {name}, more WHERE table_id = {table}"
            )
        await tx.run(f"{numbers} INSERT INTO snapshots SELECT n, snapshot FROM snapshots, more WHERE table_id = {table}")
    await room.again()
    new = (await room.tables.lobbies.open_table(ANNA, HERE, "coins", language="en")).info.id
    assert [info.id for info in await room.tables.looks.tables_of(ANNA.user)] == [new]
    assert [info.id for info in await room.tables.looks.tables_in(HERE.channel)] == [new]
    assert (await room.tables.looks.read(TABLES - 1)).info.state == "over"
    assert (await room.tables.ratings.standings(1)).people == 302, "games that nobody had counted are"
    for sql in (
        "SELECT id, due FROM tables WHERE due IS NOT NULL ORDER BY due LIMIT 9",
        "SELECT id FROM tables WHERE thinking = 1",
        "SELECT 1 FROM tables WHERE guild = 1 AND state IN ('lobby', 'playing')",
        "SELECT table_id FROM seats WHERE user = 5",
        "SELECT 1 FROM tables WHERE channel = 2 AND state IN ('lobby', 'playing')",
        "DELETE FROM requests WHERE at < 5",
    ):
        plan = " ".join(str(row[3]) for row in await room.store.read(f"EXPLAIN QUERY PLAN {sql}"))
        assert "INDEX" in plan, sql
