"""The contract of `data.rating_store`, for every store there is."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from data.records.outbox import SubjectRow
from data.records.people import CrestRow, PersonRow
from data.records.ratings import MonthRow, PointRow, RatingRow, TallyRow
from data.records.results import ResultRow
from data.records.tables import JournalRow
from data.store import Store
from tests.support.stored_rows import TABLE, new

RATING = RatingRow(
    guild=1, game="coins", variant="", user=11, mu=25.123456789012345, sigma=1 / 3, games=2, met="[12]", at=5.0, streak=1,
    longest=2,
)  # fmt: skip
POINT = PointRow(
    guild=1, game="coins", variant="", user=11, number=1, table_id=1, at=5.0, mu=25.1, field=24.9, place=1
)  # fmt: skip


LINE = JournalRow(number=1, kind="move", seat=0, move="coin-1", events="[]", stage=1, turn=1, request=None, at=1.0)


def result(table: int, user: int = 11, **changes: Any) -> ResultRow:
    row = ResultRow(
        table_id=table, seat=user - 11, guild=1, game="coins", user=user, name=f"P{user}", place=2, rating_place=1, score=3,
        rated=True, at=1.0,
    )  # fmt: skip
    return msgspec.structs.replace(row, **changes)


async def test_games_are_numbered_and_counted_in_order(store: Store) -> None:
    tables = [await new(store) for _ in range(4)]
    async with store.transaction() as tx:
        assert (await tx.lock_games(1), await tx.next_game(1), await tx.next_game(1), await tx.next_game(2)) == (0, 1, 2, 1)
        await tx.add_results([result(tables[2], at=3.0), result(tables[1], at=2.0), result(tables[1], 12, at=2.0)])
        await tx.add_results([result(tables[0], number=2, at=9.0), result(tables[3], guild=2, rated=False)])
    assert await store.servers_uncounted() == await store.servers_played() == [1, 2]
    async with store.transaction() as tx:
        await tx.number_games(1)
        await tx.number_games(1)
        assert [(row.table_id, row.user, row.number) for row in await tx.counted_results(1)] == [
            (tables[0], 11, 2),
            (tables[1], 11, 3),
            (tables[1], 12, 3),
            (tables[2], 11, 4),
        ]
        assert await tx.counted_results(2) == []
        assert await tx.next_game(1) == 5
        assert await tx.void_results(tables[1]) == 1
        assert await tx.void_results(tables[1]) is None
        assert [row.number for row in await tx.counted_results(1)] == [2, 4]
    assert await store.servers_uncounted() == [2]


async def test_one_transaction_at_a_time_numbers_games(store: Store) -> None:
    async def number() -> int:
        async with store.transaction() as tx:
            await tx.lock_games(1)
            await asyncio.sleep(0)
            return await tx.next_game(1)

    assert sorted(await asyncio.gather(*(number() for _ in range(9)))) == list(range(1, 10))


async def test_classes_of_variants(store: Store) -> None:
    usual, other = await new(store), await new(store, options='{"length":"long"}')
    async with store.transaction() as tx:
        await tx.add_results([result(usual, number=1), result(other, number=2)])
        assert await tx.kinds_played(1) == [("coins", '{"length":"long"}'), ("coins", TABLE.options)]
        await tx.classify(1, "coins", '{"length":"long"}', "length-long")
        assert [row.variant for row in await tx.counted_results(1)] == ["", "length-long"]


async def test_ratings_and_points_come_out_to_the_last_digit(store: Store) -> None:
    other = msgspec.structs.replace(RATING, user=12, variant="x", mu=1e-17)
    table = await new(store)
    later = msgspec.structs.replace(POINT, number=3, table_id=table, mu=26.5)
    async with store.transaction() as tx:
        await tx.put_ratings([msgspec.structs.replace(RATING, mu=1.0), other])
        await tx.put_ratings([RATING])
        await tx.add_points([later, POINT])
        await tx.add_results([result(table, number=3)])
    assert await store.ratings_of(1, "coins", "", [11, 12]) == [RATING]
    assert await store.ratings_of(1, "coins", "", []) == await store.ratings_of(2, "coins", "", [11]) == []
    least: dict[str, Any] = {"since": 5.0, "games": 2, "opponents": 1}
    assert await store.strongest(1, "coins", "", **least) == [(RATING.mu, 2, 11)]
    for change in ({"since": 5.5}, {"games": 3}, {"opponents": 2}):
        assert await store.strongest(1, "coins", "", **least | change) == []
    assert await store.every_rating(1) == [RATING, other]
    assert await store.points(1, "coins", "", 11) == [POINT, later]
    assert await store.points_of_table(table, "coins", "") == [(later, POINT.mu)]
    async with store.transaction() as tx:
        await tx.set_person(11, PersonRow(hidden=True))
        assert await tx.strongest(1, "coins", "", since=0.0, games=1, opponents=1) == []
        assert await tx.ratings_of(1, "coins", "", [11]) == [RATING]
        await tx.forget_ratings(1)
    assert (await store.every_rating(1), await store.points(1, "coins", "", 11)) == ([], [])
    person = await store.person(11)
    assert person is not None
    assert person.hidden


async def test_tallies_by_month_and_since(store: Store) -> None:
    tables = [await new(store) for _ in range(3)]
    one = MonthRow(guild=1, game="coins", variant="", month=0, tally=TallyRow(11, 1, 1, 0, 0, 0))
    may, june = msgspec.structs.replace(one, month=24300), msgspec.structs.replace(one, month=24301)
    async with store.transaction() as tx:
        await tx.add_tallies([one, may])
        await tx.add_tallies([msgspec.structs.replace(one, tally=TallyRow(11, 1, 0, 0, 0, 1)), june])
        await tx.add_results(
            [
                result(tables[0], number=1, at=10.0),
                result(tables[1], number=2, at=20.0, rating_place=5, name="Ania"),
                result(tables[2], number=3, at=30.0, rated=False),
                result(tables[1], 12, number=2, at=20.0, game="steps"),
            ]
        )
    assert await store.tallies(1, "coins", "", None) == [TallyRow(11, 2, 1, 0, 0, 1)]
    assert await store.tallies_of(1, "coins", "", [11, 12]) == [TallyRow(11, 2, 1, 0, 0, 1)]
    assert await store.tallies(1, "coins", "", (24300, 24302)) == [TallyRow(11, 2, 2, 0, 0, 0)]
    assert await store.tallies(1, "coins", "", (24301, 24301)) == [TallyRow(11, 1, 1, 0, 0, 0)]
    assert await store.tallied_months(1, "coins", "") == [24301, 24300]
    assert [(game, at) for game, _, _, at in await store.best_scores(1)] == [("coins", 10.0), ("steps", 20.0)]
    assert await store.ended_between(1, 0.0, 40.0) == [], "each of one person"
    assert await store.longest_streak(1, "coins") is None
    assert await store.tallies_since(1, "coins", "", 10.0) == [TallyRow(11, 2, 1, 0, 0, 1)]
    assert sorted(await store.tallies_since(1, "", "", 20.0), key=lambda row: row.user) == [
        TallyRow(11, 1, 0, 0, 0, 1),
        TallyRow(12, 1, 1, 0, 0, 0),
    ]
    assert await store.names_of(1, [11, 12, 13]) == {11: "P11", 12: "P12"}
    async with store.transaction() as tx:
        await tx.set_person(11, PersonRow(hidden=True))
    assert await store.tallies(1, "coins", "", None) == await store.tallies_since(1, "coins", "", 0.0) == []
    async with store.transaction() as tx:
        await tx.add_results([result(tables[1], 13, number=2, at=20.0)])
    pace = TABLE.pace
    assert [each.table_id for each in await store.paced_results(1, 11, [f"not-{pace}"], 5)] == [tables[1]]
    assert await store.paced_results(1, 11, [pace], 5) == []


async def test_games_in_which_the_same_two_have_met(store: Store) -> None:
    kinds: tuple[dict[str, object], ...] = ({}, {"state": "over"}, {"state": "cancelled"}, {"state": "over", "closed": "void"})
    tables = [await new(store, **{"state": "playing", **kind}) for kind in kinds]
    async with store.transaction() as tx:
        for table in tables:
            await tx.add_meetings(1, table, 7.5, ["ab", "bc"], 0.0)
        await tx.add_meetings(1, tables[1], 7.25, ["ac"], 0.0)
    assert await store.meetings(1, ["ab"], 0.0) == [("ab", 7.5)] * 2, "void games free their place"
    assert await store.meetings(1, ["ac", "bc"], 0.0) == [("ac", 7.25), ("bc", 7.5), ("bc", 7.5)], "oldest first"
    assert await store.meetings(1, ["ac", "bc"], 7.25) == [("bc", 7.5)] * 2, "after this time"
    assert await store.meetings(2, ["ab"], 0.0) == await store.meetings(1, [], 0.0) == []
    later = await new(store)
    async with store.transaction() as tx:
        await tx.add_meetings(1, later, 8.0, ["xy"], 7.25)
    assert await store.meetings(1, ["ab", "ac", "xy"], 0.0) == [("ab", 7.5), ("ab", 7.5), ("xy", 8.0)], "older ones are deleted"


async def test_how_people_have_fared_against_each_other(store: Store) -> None:
    first, second, third = [await new(store) for _ in range(3)]
    async with store.transaction() as tx:
        await tx.add_results(
            [result(first, number=1, at=10.0), result(first, 12, number=1, at=10.0, rating_place=2, departed=True)]
        )
        await tx.add_results([result(second, number=2, at=20.0), result(second, 12, number=2, at=20.0, rating_place=2)])
        await tx.add_results(
            [result(third, number=3, at=30.0, rated=False, unearned=True), result(third, 13, number=3, at=30.0, rating_place=2)]
        )
        await tx.set_repeated([result(second, repeated=True, repeated_overall=True), result(first, 12, repeated_overall=True)])
    assert [msgspec.structs.astuple(row) for row in await store.games_between(1, [11, 12], 0.0)] == [
        (11, 12, first, "coins", "", 10.0, 1, 2, False, False, False),
        (12, 11, first, "coins", "", 10.0, 2, 1, True, False, True),
        (11, 12, second, "coins", "", 20.0, 1, 2, False, True, True),
        (12, 11, second, "coins", "", 20.0, 2, 1, False, False, False),
    ]
    assert [row.user for row in await store.games_between(1, [11, 12, 13], 20.0)] == [13], "not the unearned row itself"
    assert await store.games_between(2, [11, 12], 0.0) == []
    assert [await store.is_unearned(table) for table in (first, third)] == [False, True]
    assert await store.tallies_since(1, "coins", "", 5.0) == [
        TallyRow(11, 1, 1, 0, 0, 0), TallyRow(12, 2, 0, 2, 0, 0), TallyRow(13, 1, 0, 1, 0, 0),
    ]  # fmt: skip
    assert await store.tallies_since(1, "", "", 5.0) == [
        TallyRow(11, 1, 1, 0, 0, 0), TallyRow(12, 1, 0, 1, 0, 0), TallyRow(13, 1, 0, 1, 0, 0),
    ]  # fmt: skip


async def test_who_has_moved_by_themselves(store: Store) -> None:
    table = await new(store)
    kinds = (("move", 0), ("move", 1), ("computer", 2), ("stand-in", 3))
    async with store.transaction() as tx:
        for number, (kind, seat) in enumerate(kinds, start=1):
            await tx.add_line(table, msgspec.structs.replace(LINE, number=number, kind=kind, seat=seat))
        await tx.strike_lines(table, [2])
    assert await store.movers(table) == {0}


async def test_profiles_crests_and_seasons(store: Store) -> None:
    one, two, three = [await new(store) for _ in range(3)]
    crests = [CrestRow(1, 11, "coins", "rich", two, 9.0), CrestRow(1, 11, "coins", "rich", one, 5.0)]
    mine = [result(one, number=1), result(two, number=2, game="steps", rating_place=2), result(three, number=3, rated=False)]
    async with store.transaction() as tx:
        await tx.add_crests(crests)
        await tx.add_results([*mine, result(two, 12, number=2, game="steps"), result(three, 12, number=3)])
        first, *_ = found = [await tx.end_season(1, month, 77) for month in (5, 5, 4, 7, 7)]
        assert first is None
        number = found[3]
        assert found == [None, None, None, number, None]
        assert number is not None
        assert await tx.last_season(number) == 7
        await tx.set_server(1, '{"monthly":7}')
    assert await store.crests(1, 11) == crests[::-1]
    assert await store.crests(1, 12) == await store.crests(2, 11) == []
    assert await store.rated_games(1, 11) == mine[:2]
    assert await store.against(1, 11, 12) == [(two, 2, 1)]
    assert await store.against(1, 12, 11) == [(two, 1, 2)]
    assert await store.subject(number) == SubjectRow(number, "season", 1, 77, 1)
    assert (await store.spoken_language(1), await store.spoken_language(9)) == ("en", None)
    assert await store.servers_chosen() == [(1, '{"monthly":7}')]
    async with store.transaction() as tx:
        await tx.forget_ratings(1)
    assert await store.crests(1, 11) == []
