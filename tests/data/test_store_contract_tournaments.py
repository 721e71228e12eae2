"""The contract of `data.store`, of tournaments and other subjects, for every store there is."""

from __future__ import annotations

import msgspec

from data.records.messages import Posted
from data.records.outbox import OutboxRecord, SubjectRow
from data.records.tournaments import EntrantRow, TournamentGame, TournamentRow
from data.store import Store
from tests.support.store_backends import check_whole
from tests.support.stored_rows import SEATS, TABLE

FIRST = TournamentRow(
    id=0, guild=1, state="lobby", game="coins", host=11, language="en", changed=5.0, rules="{}", rounds="[]", due=7.0,
    secret=b"\x00\xff", document='{"theme":"dark"}', channel=2,
    entrants=(EntrantRow(0, 11, "Anna", False), EntrantRow(1, 12, "Borys", True)),
)  # fmt: skip


async def test_tournaments_and_their_tables(store: Store) -> None:
    async with store.transaction() as tx:
        game, other = [await tx.save_table(TABLE, SEATS, None) for _ in range(2)]
        one = await tx.save_tournament(FIRST)
        first = msgspec.structs.replace(FIRST, id=one)
        two = await tx.save_tournament(msgspec.structs.replace(FIRST, state="running", due=5.0))
        assert game < other < one < two, "tables and tournaments have numbers of one series"
        assert await tx.tournament(one) == first, "a transaction reads what it has written"
    assert await store.subject(one) == SubjectRow(one, "tournament", 1, 2, 0)
    assert await store.tournament(one) == first
    assert await store.tournament(game) is None
    assert await store.open_tournaments(1) == [one, two]
    assert await store.open_tournaments(2) == []
    assert await store.waiting_in(2) == [one, two]
    assert await store.tournaments_of(12) == [one, two]
    assert await store.tournaments_due(9) == [(two, 5.0), (one, 7.0)]
    last = msgspec.structs.replace(first, state="over", due=None, channel=3, version=1, entrants=first.entrants[:1])
    games = [TournamentGame(game, two, 0, 1), TournamentGame(other, two, 0, 0)]
    async with store.transaction() as tx:
        await tx.lock_subject(one)
        await tx.save_tournament(last)
        for each in games:
            await tx.add_tournament_game(each)
        await tx.end_tournament_game(game, ended=True)
        await tx.end_tournament_game(one, ended=True)
    assert await store.tournament(one) == last
    assert await store.open_tournaments(1) == [two]
    assert await store.waiting_in(2) == [two]
    assert await store.tournaments_of(12) == [two]
    async with store.transaction() as tx:
        await tx.save_tournament(msgspec.structs.replace(first, id=two, state="over"))
    assert await store.finished_tournaments(1, 9) == [two, one]
    assert await store.finished_tournaments(1, 1) == [two]
    assert await store.finished_tournaments(1, 9, 12) == [two]
    assert await store.finished_tournaments(2, 9) == await store.finished_tournaments(1, 9, 13) == []
    async with store.transaction() as tx:
        await tx.save_tournament(msgspec.structs.replace(first, id=two, state="running", due=5.0))
    assert await store.tournament_games(two) == [games[1], msgspec.structs.replace(games[0], ended=True)]
    assert await store.tournament_game(one) is None
    assert await store.tournaments_due(9) == [(two, 0.0)], "a game of it has ended"
    async with store.transaction() as tx:
        await tx.end_tournament_game(game, ended=False)
    assert await store.tournament_game(game) == games[0]
    whole = await store.whole_table(game)
    assert whole is not None
    assert whole.tournament == (games[0].tournament, games[0].round, None)
    assert await store.tournaments_due(1) == [(two, 5.0)]


async def test_who_is_forgotten_and_what_is_old(store: Store) -> None:
    row = msgspec.structs.replace(FIRST, state="running", host=77, entrants=(EntrantRow(0, 77, "Nowak", False),))
    async with store.transaction() as tx:
        number = await tx.save_tournament(row)
        await tx.put_outbox(number, [OutboxRecord(key="tournament", kind="tournament", payload="{}", due=1.0)])
    assert await store.old_tournaments(9.0, 5) == [], "it goes on"
    assert (await store.personal(77))["entrants"][0]["name"] == "Nowak"
    assert (await store.personal(77))["tournaments"][0]["id"] == number
    async with store.transaction() as tx:
        await tx.save_tournament(msgspec.structs.replace(row, id=number, state="over"))
        assert await tx.forget_person(77, -5, {"en": "Player 1", "pl": "Gracz 1"}) == [number]
    found = await store.tournament(number)
    assert found is not None
    assert (found.host, found.entrants) == (-5, (EntrantRow(0, -5, "Player 1", False),))
    assert await store.old_tournaments(9.0, 5) == [number]
    async with store.transaction() as tx:
        await tx.forget_subject(number)
    assert await store.tournament(number) is None
    assert await store.subject(number) is None
    await check_whole(store)


async def test_subjects_of_each_kind(store: Store) -> None:
    async with store.transaction() as tx:
        table = await tx.save_table(TABLE, SEATS, None)
        tournament = await tx.save_tournament(FIRST)
        await tx.end_season(1, 5, 7)
        season = await tx.end_season(1, 6, 8)
        assert season is not None
        for number in (table, tournament, season):
            await tx.lock_subject(number)
            await tx.put_outbox(number, [OutboxRecord(key="k", kind="k", payload="{}", due=1.0)])
            await tx.put_message(number, "k", 0, Posted(2, 5))
    assert await store.subject(table) == SubjectRow(table, "table", 1, 2, 1)
    assert await store.subject(season) == SubjectRow(season, "season", 1, 8, 1)
    assert await store.subject(99) is None
    assert await store.subjects_of_server(1, 9) == [season, tournament, table]
    rows = {row.subject_id: row.serial for row in await store.outbox_heads(9.0)}
    async with store.transaction() as tx:
        for serial in rows.values():
            await tx.postpone_outbox(serial, 99.0, beside=False)
    assert await store.outbox_refused_in(2) == [rows[table], rows[tournament]]
    assert await store.outbox_refused_in(8) == [rows[season]]
    assert await store.outbox_refused_on([1]) == [*rows.values()]
    assert await store.outbox_refused_on([2]) == []
    async with store.transaction() as tx:
        for number in (table, tournament, season):
            await tx.forget_subject(number)
        await tx.forget_server(1)
    assert await store.subjects_of_server(1, 9) == []
    assert await store.outbox_heads(9.0) == []
    await check_whole(store)
