"""The contract of `data.tournament_store`, for every store there is."""

from __future__ import annotations

import msgspec

from data.records import EntrantRow, TournamentGame, TournamentRow
from data.store import Store
from tests.support.stored_rows import SEATS, TABLE


async def test_tournaments_and_their_tables(store: Store) -> None:
    async with store.transaction() as tx:
        one, two, game, other = [await tx.save_table(TABLE, SEATS, None) for _ in range(4)]
        first = TournamentRow(
            table_id=one, guild=1, state="lobby", rules="{}", rounds="[]", due=7.0,
            entrants=(EntrantRow(0, 11, "Anna", False), EntrantRow(1, 12, "Borys", True)),
        )  # fmt: skip
        await tx.save_tournament(first)
        await tx.save_tournament(msgspec.structs.replace(first, table_id=two, state="running", due=5.0))
        assert await tx.tournament(one) == first, "a transaction reads what it has written"
    assert await store.tournament(one) == first
    assert await store.tournament(game) is None
    assert await store.open_tournaments(1) == [one, two]
    assert await store.open_tournaments(2) == []
    assert await store.tournaments_of(12) == [one, two]
    assert await store.tournaments_due(9) == [(two, 5.0), (one, 7.0)]
    last = msgspec.structs.replace(first, state="over", due=None, entrants=first.entrants[:1])
    games = [TournamentGame(game, two, 0, 1), TournamentGame(other, two, 0, 0)]
    async with store.transaction() as tx:
        await tx.save_tournament(last)
        for each in games:
            await tx.add_tournament_game(each)
        await tx.end_tournament_game(game, ended=True)
        await tx.end_tournament_game(one, ended=True)
    assert await store.tournament(one) == last
    assert await store.open_tournaments(1) == [two]
    assert await store.tournaments_of(12) == [two]
    async with store.transaction() as tx:
        await tx.save_tournament(msgspec.structs.replace(first, table_id=two, state="over"))
    assert await store.finished_tournaments(1, 9) == [two, one]
    assert await store.finished_tournaments(1, 1) == [two]
    assert await store.finished_tournaments(1, 9, 12) == [two]
    assert await store.finished_tournaments(2, 9) == await store.finished_tournaments(1, 9, 13) == []
    async with store.transaction() as tx:
        await tx.save_tournament(msgspec.structs.replace(first, table_id=two, state="running", due=5.0))
    assert await store.tournament_games(two) == [games[1], msgspec.structs.replace(games[0], ended=True)]
    assert await store.tournament_game(one) is None
    assert await store.tournaments_due(9) == [(two, 0.0)], "a game of it has ended"
    async with store.transaction() as tx:
        await tx.end_tournament_game(game, ended=False)
    assert await store.tournament_game(game) == games[0]
    assert await store.tournaments_due(1) == [(two, 5.0)]


async def test_who_is_forgotten_and_what_is_old(store: Store) -> None:
    old = msgspec.structs.replace(TABLE, state="cancelled", changed=5.0, number=0, language="en")
    row = TournamentRow(
        table_id=0, guild=1, state="running", rules="{}", rounds="[]", due=None, entrants=(EntrantRow(0, 77, "Nowak", False),)
    )
    async with store.transaction() as tx:
        number = await tx.save_table(old, (), None)
        await tx.save_tournament(row := msgspec.structs.replace(row, table_id=number))
    assert await store.old_lobbies(9.0, 5) == []
    assert number not in await store.old_games(9.0, 5), "it goes on"
    assert (await store.personal(77))["entrants"][0]["name"] == "Nowak"
    async with store.transaction() as tx:
        await tx.save_tournament(msgspec.structs.replace(row, state="over"))
        await tx.forget_person(77, -5, {"en": "Player 1", "pl": "Gracz 1"})
    found = await store.tournament(number)
    assert found is not None
    assert found.entrants == (EntrantRow(0, -5, "Player 1", False),)
    assert number in await store.old_games(9.0, 5)
    async with store.transaction() as tx:
        await tx.forget_history(number)
    assert await store.tournament(number) is None
    assert number in await store.old_lobbies(9.0, 5)
