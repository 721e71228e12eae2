"""What is remembered of people: told from finished games alone, made again from them, hidden from others where one wishes."""

from __future__ import annotations

import random
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

import engines
from data.records.ratings import AloneRow
from data.words import languages, words
from engines.contract import Position
from engines.levels import usual
from engines.notation import random_move
from tables.ranking import counting, profile
from tables.ranking.profile import Alone, Beaten
from tests.support.cases import cases
from tests.support.rated_games import simulated
from tests.support.raw_sql import run
from tests.support.table_store import loaded_table
from tests.tables.conftest import ANNA, BORYS, CELINA, Room


async def test_a_profile_tells_what_finished_games_say(room: Room) -> None:
    people = [(person.user, person.name) for person in (ANNA, BORYS, CELINA)] + [(90, "Ewa"), (91, "Franek")]
    await simulated(room.store, 60, 4, people, start=room.clock.now())
    await room.clock.advance(60 * 5000.0)
    found = await room.tables.ratings.profile(1, ANNA.user, BORYS.user)
    rows = await room.store.rated_games(1, ANNA.user)
    assert (found.name, found.games, sum(found.places)) == ("Anna", len(rows), len(rows))
    assert len(found.history) == len(rows)
    assert found.history[-1] == found.rating
    assert not found.provisional
    assert 1 <= found.place <= found.people == 5
    assert found.played == (("torres", len(rows)),)
    assert found.longest >= found.streak
    assert found.best is not None
    won = {row.table_id for row in rows if row.rating_place == 1}
    assert found.best.table in won
    met = await room.store.against(1, ANNA.user, BORYS.user)
    assert found.against is not None
    assert found.against.wins + found.against.losses + found.against.ties == len(met)
    back = (await room.tables.ratings.profile(1, BORYS.user, ANNA.user)).against
    assert back is not None
    assert (back.wins, back.losses, back.ties) == (found.against.losses, found.against.wins, found.against.ties)
    assert (await room.tables.ratings.profile(1, ANNA.user, ANNA.user)).against is None
    usual = await room.tables.ratings.profile(1, ANNA.user, BORYS.user, "torres")
    assert usual.games == sum(row.variant == "" for row in rows)
    assert usual.played == found.played, "the favourite is that of all games, and they are as many as all games"
    assert sum(times for _, times in found.played) == found.games
    common = {row.table_id for row in rows if row.variant == ""}
    others = 0
    for user, _ in people[1:]:
        tables = [table for table, _, _ in await room.store.against(1, ANNA.user, user)]
        against = (await room.tables.ratings.profile(1, ANNA.user, user, "torres")).against
        assert against is not None
        games = against.wins + against.losses + against.ties
        assert games == sum(table in common for table in tables), "of the same class as all else"
        others += len(tables) - games
    assert others
    assert (await room.tables.ratings.profile(2, ANNA.user, BORYS.user)).rating is None
    assert (await counting.recount_ratings(room.store, room.games)) == {1: 0}
    assert await room.tables.ratings.profile(1, ANNA.user, BORYS.user) == found


async def test_a_game_played_only_in_variants_has_no_own_profile(room: Room) -> None:
    people = [(person.user, person.name) for person in (ANNA, BORYS, CELINA)]
    await simulated(room.store, 20, 4, people, start=room.clock.now())
    assert (await room.tables.ratings.profile(1, ANNA.user, ANNA.user)).usual == ("torres",)
    async with room.store.transaction() as tx:
        await run(tx, "UPDATE results SET variant = 'masters'")
    found = await room.tables.ratings.profile(1, ANNA.user, ANNA.user)
    assert found.played == (("torres", found.games),)
    assert found.usual == (), "it would say that there is nothing"


@pytest.mark.long
async def test_nothing_of_running_games_is_in_a_profile_or_on_a_board(room: Room) -> None:
    people = [(person.user, person.name) for person in (ANNA, BORYS, CELINA)]
    await simulated(room.store, 40, 4, people, start=room.clock.now())
    table = (await room.table("coins", ANNA, BORYS)).info.id
    seen: set[bytes] = set()
    for moves in ((), ("coin-1",), ("coin-3",)):
        for coin in moves:
            for person in (ANNA, BORYS):
                await room.tables.moves.play(table, person.user, (coin,))
        told = [
            await room.tables.ratings.profile(1, user.user, asker.user) for user in (ANNA, BORYS) for asker in (ANNA, CELINA)
        ]
        boards = [
            await room.tables.ratings.standings(1, game, kind="wins", user=ANNA.user) for game in (None, "coins", "torres")
        ]
        seen.add(msgspec.json.encode((told, boards)))
    assert len(seen) == 1, "whatever is played, nothing is told before it is over"


async def test_who_is_hidden_is_seen_by_themselves_alone(room: Room) -> None:
    people = [(person.user, person.name) for person in (ANNA, BORYS, CELINA)] + [(90, "Ewa")]
    await simulated(room.store, 60, 4, people, start=room.clock.now())
    shown = await room.tables.ratings.profile(1, ANNA.user, BORYS.user)
    await room.tables.people.set_preferences(ANNA.user, hidden=True)
    gone = await room.tables.ratings.profile(1, ANNA.user, BORYS.user)
    assert (gone.hidden, gone.rating, gone.history, gone.name) == (True, None, (), "")
    own = await room.tables.ratings.profile(1, ANNA.user, ANNA.user)
    assert (own.hidden, own.rating) == (True, shown.rating)
    for kind in ("rating", "wins"):
        for span in ("all", "season", "recent"):
            board = await room.tables.ratings.standings(1, kind=kind, span=span, user=ANNA.user)
            assert board.own is None
            assert ANNA.user not in {row.user for row in board.rows}
            assert board.people <= 3
    await room.tables.people.set_preferences(ANNA.user, hidden=False)
    assert await room.tables.ratings.profile(1, ANNA.user, BORYS.user) == shown


def at_the_end(key: str, **changes: Any) -> Position:
    """A finished position of a game, with these fields of its state."""
    game, chance = engines.games()[key], random.Random(7)
    position: Position = game.start(2, {}, bytes(16))
    while position.pending():
        seat = position.pending()[0]
        position.play(seat, game.choose_move(position.view(seat), chance, game.levels[0]))
    for name, value in changes.items():
        setattr(position, name, value)
    return position


EARNED: dict[str, Callable[[Any], None]] = {
    "torres.high": lambda state: setattr(state, "heights", bytes(5 if state.knights[1] >> at & 1 else 1 for at in range(64))),
    "zamek.monks": lambda state: state.earned.__setitem__(7 + 3, 30),
    "budowa.court": lambda state: setattr(state, "castles", [[1], [2, *engines_budowa()]]),
    "budowa.giant": lambda state: setattr(state, "castles", [[1], [2, 3, 4, 5, 6]]),
    "rycerze.lord": lambda state: setattr(state, "owners", [1] * len(state.owners)),
    "rzymianie.hecas": lambda state: setattr(state, "hecas", 1),
}
"""By crest, what has the second seat earn it."""


def engines_budowa() -> tuple[int, ...]:
    from engines.budowa.components import KING, QUEEN, WIZARD

    return KING, QUEEN, WIZARD


@pytest.mark.parametrize("name", cases(EARNED, ["budowa.court", "budowa.giant", "rycerze.lord", "rzymianie.hecas"]))
def test_a_crest_is_earned_by_what_was_done_at_the_table(name: str) -> None:
    key, crest = name.split(".")
    game, position = engines.games()[key], at_the_end(key)
    EARNED[name](position)
    result = position.result()
    assert result is not None
    assert tuple(game.crests[crest](position, result)) == (1,)


@pytest.mark.parametrize("key", cases(sorted(engines.games()), ["budowa", "rycerze", "rzymianie"]))
def test_every_crest_has_words_and_judges_a_finished_game(key: str) -> None:
    game, position = engines.games()[key], at_the_end(key)
    result = position.result()
    assert result is not None
    for crest, judge in game.crests.items():
        assert set(judge(position, result)) <= {0, 1}
        for language in languages():
            assert words(language)(f"{key}.crest.{crest}")
            assert words(language)(f"{key}.crest.{crest}.how")


def test_who_left_or_was_not_rated_earns_nothing() -> None:
    game, position = engines.games()["rzymianie"], at_the_end("rzymianie", hecas=1)
    row = SimpleNamespace(guild=1, user=5, game="rzymianie", table_id=3, at=1.0, seat=1, departed=False)
    left = SimpleNamespace(**vars(row) | {"departed": True})
    assert [each.crest for each in counting.crest_rows(game, position, [row])].count("hecas") == 1  # type: ignore[list-item]
    assert counting.crest_rows(game, position, [left]) == []  # type: ignore[list-item]


def test_games_alone_are_told_by_level_with_what_was_beaten() -> None:
    games = engines.games()
    low, *_, high = games["torres"].levels
    rows = [
        AloneRow(1, "torres", 2, 100, (low, high)),
        AloneRow(2, "torres", 1, 130, (high,)),
        AloneRow(3, "torres", 1, 90, (low,)),
        AloneRow(4, "torres", 1, 120, (high, low)),
        AloneRow(5, "gone", 1, 5, (high,)),
        AloneRow(6, "torres", 2, 120, (high,)),
    ]
    assert profile.alone(rows, games) == (Alone("torres", high, 4, 2, 130), Alone("torres", low, 1, 1, 90))
    assert profile.streaks(rows) == (0, 4)
    assert profile.beaten_records(rows, 1, games) is None, "the first game of all has beaten nothing"
    assert profile.beaten_records(rows, 2, games) == Beaten(high, 130, 100, True, 0)
    assert profile.beaten_records(rows, 4, games) == Beaten(high, 120, None, False, 3)
    assert profile.beaten_records(rows, 6, games) is None
    assert profile.beaten_records(rows, 7, games) is None
    apart = [AloneRow(1, "budowa", 1, 21, ("easy",), "figures-on"), AloneRow(2, "budowa", 1, 9, ("easy",))]
    assert profile.alone(apart, games) == (Alone("budowa", "easy", 1, 1, 9), Alone("budowa", "easy", 1, 1, 21, "figures-on"))
    assert profile.beaten_records(apart, 2, games) == Beaten("easy", 9, None, True, 0), (
        "a score of another kind is no record to beat"
    )


def test_two_results_of_one_kind_change_the_even_level() -> None:
    games = engines.games()
    levels = games["torres"].levels

    def even(*played: tuple[int, int]) -> str:
        rows = [AloneRow(number, "torres", place, 9, (levels[level],)) for number, (level, place) in enumerate(played)]
        return profile.even_level([AloneRow(99, "zamek", 1, 9, ("hard",)), *rows], "torres", games)

    top = len(levels) - 1
    assert even() == usual(games["torres"])
    assert even((1, 1)) == even((1, 2), (1, 1)) == even((0, 1), (1, 1)) == levels[1]
    assert even((1, 1), (1, 1)) == levels[2]
    assert even((1, 2), (1, 3)) == levels[0]
    assert even((0, 2), (0, 2)) == levels[0]
    assert even((top, 1), (top, 1)) == levels[top]


async def test_a_game_alone_counts_for_oneself(room: Room) -> None:
    table = (await room.table("coins", ANNA, computers=1)).info.id
    rng = random.Random(1)
    while (now := await room.tables.looks.read(table, ANNA.user)).info.state == "playing":
        if now.seat in now.info.pending:
            position = (await loaded_table(room.tables, table)).position
            assert position is not None
            await room.tables.moves.play(table, ANNA.user, random_move(position, now.seat, rng))
        else:
            await room.until(table, lambda info: info.version != now.info.version)
    (row,) = await room.store.games_alone(1, ANNA.user)
    result = now.info.result
    assert result is not None
    assert (row.table_id, row.game, row.place, row.score) == (table, "coins", result.places[0], result.scores[0])
    found = await room.tables.ratings.profile(1, ANNA.user, ANNA.user)
    assert [(each.game, each.level, each.games) for each in found.alone] == [("coins", row.levels[0], 1)]
    assert found.even == (("coins", row.levels[0]),)
    assert (await room.tables.ratings.profile(1, ANNA.user, 99)).even == (), "nobody else sees it"
    assert (found.rating, found.crests) == (None, ())
    crests = found.alone_crests
    assert (await counting.recount_ratings(room.store, room.games)) == {1: 0}
    assert (await room.tables.ratings.profile(1, ANNA.user, ANNA.user)).alone_crests == crests
    assert (await room.tables.ratings.beaten_records(now.info) is None) == (row.place != 1)
    await room.tables.ratings.void_result(table)
    assert (await room.tables.ratings.profile(1, ANNA.user, ANNA.user)).alone == ()
