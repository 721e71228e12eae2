"""What is stored stands in `data/personal.toml`, column by column; and forgetting leaves nothing of a person."""

from __future__ import annotations

import json

import msgspec

from data.moving import PASSING, TABLES
from data.personal import rename_in_text, table_policies
from data.records.outbox import OutboxRecord
from data.records.tables import JournalRow, SeatRow
from data.store import Store
from data.words import languages, words
from tables.model.table import DOCUMENT
from tables.tournaments import tournament_rows
from tests.support.raw_sql import ask, run
from tests.support.store_backends import check_whole
from tests.support.stored_rows import SEATS, TABLE, new
from tools.privacy import KEEPS, PAGE, written

IDS = {"user", "other", "by", "host"}
"""Columns that name people."""


async def test_every_column_of_the_database_says_what_it_is_for(store: Store) -> None:
    found = {}
    for table in {*TABLES, *PASSING}:
        async with store.transaction() as tx:
            found[table] = set(await tx.columns(table))  # type: ignore[attr-defined]
    assert {table: set(what.columns) for table, what in table_policies().items()} == found
    for table, what in table_policies().items():
        assert all(about.strip() for about in (*what.columns.values(), *what.document.values())), table
        assert what.keep in KEEPS, table
        assert set(what.people) == IDS & set(what.columns), table
        assert {*what.names, *what.texts} <= set(what.columns), table
        assert bool(what.document) == ("document" in what.texts), table
        assert all(set(named.shown or ()) <= {*what.columns, *what.document} for named in what.people.values()), table
        assert {way.partition(".")[0] for way in what.parts} <= set(what.document), table
        if what.about_people:
            for language in languages():
                assert words(language).has(f"cogs.data.table.{table}"), table
                assert words(language).has(f"cogs.data.keep.{what.keep}"), table
    assert [table for table, what in table_policies().items() if what.parts] == ["tables", "tournaments"], "as they are read"
    assert set(table_policies()["tables"].document) == set(DOCUMENT)
    assert set(table_policies()["tournaments"].document) == set(tournament_rows.DOCUMENT)
    if hasattr(store, "read"):
        tables = {row[0] for row in await ask(store, "SELECT name FROM sqlite_master WHERE type = 'table'")}
        assert {table for table in tables if not table.startswith("sqlite_")} == set(found)


def test_the_page_on_privacy_says_the_same() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert text == written(text), "python -m tools.privacy"


def test_names_go_out_of_texts_and_what_games_say_stays() -> None:
    user = 100200300400500600
    text = json.dumps([{"number": 3, "event": {"name": "knight", "user": 5}}, {"note": {"before": "knight", "by": user}}])
    new = json.loads(rename_in_text(text, user, -7, {"knight"}, "Player 1"))
    assert new == [{"number": 3, "event": {"name": "knight", "user": 5}}, {"note": {"before": "Player 1", "by": -7}}]
    assert rename_in_text(f"20000:{user},{user}1", user, -7, (), "") == f"20000:-7,{user}1"


async def test_data_requests_and_departures(store: Store) -> None:
    assert await store.asked_for_data(11, "export") is None
    async with store.transaction() as tx:
        await tx.note_data_request(11, "export", 5.0)
        await tx.note_data_request(11, "export", 6.0)
        await tx.note_departure(1, 5.0)
        await tx.note_departure(2, 7.0)
        await tx.note_departure(2, None)
        for guild in (-1, 1, 2, 3):
            await tx.set_guild_language(guild, "pl")
    assert await store.asked_for_data(11, "export") == 6.0
    assert await store.departed_servers(6.0) == [1]
    assert await store.departed_servers(5.0) == []
    assert await store.known_servers() == [2, 3]
    assert list(await store.personal(11)) == ["data_requests"]
    async with store.transaction() as tx:
        await tx.forget_data_requests(7.0)
        await tx.forget_server(1)
    assert await store.asked_for_data(11, "export") is None
    assert await store.departed_servers(9.0) == []


ZOE, ANNA = 987654321098765432, 11
LINE = JournalRow(number=1, kind="move", seat=0, move="add 1", events="[]", stage=1, turn=1, at=5.0)


def document(user: int, name: str) -> str:
    departed = f'{{"user":{user},"name":"{name}","seat":0,"number":0}}'
    return f'{{"departed":[{departed}],"guests":{{"asked":[{user}]}}}}'


async def test_a_stand_in_takes_a_persons_place_and_what_is_old_goes(store: Store) -> None:
    zoe = SeatRow(1, ZOE, "Zoë", None, False, 0)
    first = await new(store, state="over", changed=5.0, language="pl", number=1, document=document(ZOE, "Zoë"))
    closed = await new(store, state="cancelled", changed=6.0, follows=first)
    far = await new(store, guild=7, state="playing", changed=6.0)
    async with store.transaction() as tx:
        row = await tx.table(first)
        assert row is not None
        await tx.save_table(row[0], [*SEATS[:1], zoe], b"position")
        await tx.add_line(first, LINE)
        await tx.set_block(ANNA, ZOE, 5.0)
        await tx.set_subscriptions(ZOE, 7, ["coins"])
        await tx.put_outbox(
            first, [OutboxRecord(key=f"gone:{ZOE}", kind="gone", payload=f'{{"kind":"gone","user":{ZOE}}}', due=1.0)]
        )
    stored = await store.personal(ZOE)
    assert set(stored) == {"seats", "subscriptions", "tables"}, "not who has blocked them"
    assert stored["tables"] == [
        {"id": first, "departed": [{"user": ZOE, "name": "Zoë", "seat": 0, "number": 0}], "guests.asked": [ZOE]}
    ]
    assert (await store.personal(ANNA))["journal"] == [{"table_id": first, "number": 1, "move": "add 1", "at": 5.0}]
    assert await store.lobbies_with_guest(ZOE) == []
    async with store.transaction() as tx:
        assert await tx.forget_person(ZOE, -7, {"en": "Player 1", "pl": "Gracz 1"}) == [first]
    assert await store.personal(ZOE) == {}
    assert await store.blocked_by(ANNA) == [ZOE], "Anna's to lift"
    found = await store.table(first)
    assert found is not None
    assert (found[1][1].user, found[1][1].name) == (-7, "Gracz 1")
    assert (found[0].document, found[0].version) == (document(-7, "Gracz 1"), 2)
    assert [(row.subject_id, row.payload) for row in await store.outbox_heads(9.0)] == [(first, '{"kind":"gone","user":-7}')]

    assert (await store.old_lobbies(6.0, 9), await store.old_lobbies(7.0, 9)) == ([], [closed])
    async with store.transaction() as tx:
        await tx.put_outbox(closed, [OutboxRecord(key="lobby", kind="lobby", payload='{"kind":"lobby"}', due=9.0)])
    assert await store.old_lobbies(7.0, 9) == [], "its card in Discord still has to say that it is closed"
    async with store.transaction() as tx:
        await run(tx, "DELETE FROM outbox WHERE subject_id = ?", closed)
    assert (await store.old_games(5.0, 9), await store.old_games(7.0, 9)) == ([], [first])
    assert await store.subjects_of_server(7, 9) == [far]
    async with store.transaction() as tx:
        await tx.forget_history(first)
        await tx.forget_subject(far)
        await tx.forget_server(7)
    assert not await store.has_history(first)
    assert await store.old_games(7.0, 9) == []
    assert await store.snapshot(first) == b"position"
    assert await store.table(far) is None
    async with store.transaction() as tx:
        await tx.forget_subject(first)  # which another one follows
    assert await store.table(first) is None
    assert await store.table(closed) is not None
    await check_whole(store)


async def test_people_at_an_unreadable_table_are_forgotten_too(store: Store) -> None:
    torn = f'{{"departed":[{{"user":{ZOE},"name":"Zoë"}}],"log":[{{'
    number = await new(store, state="playing", document=torn)
    async with store.transaction() as tx:
        await tx.save_table(
            msgspec.structs.replace(TABLE, id=number, document=torn), [SeatRow(0, ZOE, "Zoë", None, False, 0)], None
        )
    assert set(await store.personal(ZOE)) == {"seats"}
    async with store.transaction() as tx:
        assert await tx.forget_person(ZOE, -7, {"en": "Player 1", "pl": "Gracz 1"}) == [number]
    found = await store.table(number)
    assert found is not None
    assert found[0].document == torn.replace(str(ZOE), "-7").replace("Zoë", "Player 1")
