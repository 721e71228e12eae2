"""Very many tables whose people come, vanish, leave, hand on and vote as they please: each of them ends, and the leaderboard
agrees with a second count that is made from the journal alone.
"""

from __future__ import annotations

import itertools
import json
import math
import random
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tables.time.timing import DAY
from tests.support.crowd_simulation import AT_ONCE, Crowd, crowded
from tests.support.random_game_count import WHOLE
from tests.support.sqlite_same_thread import in_the_same_thread
from tests.tables.conftest import HERE, Room

PARTS, TABLES = (4, 2500) if WHOLE else (1, AT_ONCE)
"""So many tests of so many tables."""

LEFT = {"resigned", "gave-up", "silent", "left-server"}
"""Lines of the journal by which somebody has left."""


class Played(NamedTuple):
    """One person's part in a game, as the second count has it."""

    user: int
    place: int
    rated: bool
    there: bool
    """Whether the others' results in this game are also against this person."""


async def counted_again(room: Room, sat: dict[int, list[list[int]]]) -> tuple[dict[int, list[Played]], Counter[str]]:
    """By table how everybody came out, and why games do not count: from the journal's lines and what people agreed on."""
    lines = defaultdict(list)
    for table, *line in await room.store.read(
        "SELECT table_id, kind, seat, move, stage, events FROM journal ORDER BY table_id, number"
    ):
        lines[table].append(line)
    games = dict(await room.store.read("SELECT id, game FROM tables"))
    friendly = {row[0] for row in await room.store.read("SELECT id FROM tables WHERE document ->> 'friendly' = 1")}
    beyond = await too_many_a_day(room, {number: owners for number, owners in sat.items() if number not in friendly})
    played, uncounted = {}, Counter[str]()
    for table, owners in sat.items():
        kinds = [kind for kind, *_ in lines[table]]
        if kinds[-1] == "cancel":
            uncounted["void"] += 1
            continue
        left = {seat for kind, seat, *_ in lines[table] if kind in LEFT}
        for at, (kind, seat, *_) in enumerate(lines[table]):
            if kind == "replaced" and not any(again[0] in LEFT and again[1] == seat for again in lines[table][at:]):
                left.discard(seat)
        if kinds[-1] == "claimed":
            stays = [seat for seat, users in enumerate(owners) if users and seat not in left]
            assert len(stays) == 1
            points = [int(seat == stays[0]) for seat in range(len(owners))]
            order = dict.fromkeys(range(len(owners)), 2) | {stays[0]: 1}
        else:
            points = scored(games[table], len(owners), lines[table])
            stayed = [points[seat] for seat in range(len(owners)) if seat not in left]
            order = {seat: 1 + sum(other > points[seat] for other in stayed) for seat in range(len(owners))}
        last = 1 + len(owners) - len(left)
        moved = {seat for kind, seat, *_ in lines[table] if kind == "move"}
        given = set() if not (left or any(len(users) > 1 for users in owners)) else set(range(len(owners))) - moved - left
        counts = len(owners) > 1 and all(owners) and table not in friendly
        if not counts:
            uncounted["friendly" if table in friendly else "computers"] += 1
        played[table] = [
            Played(user, last if gone else order[seat], there and (gone or seat not in given), there)
            for seat, users in enumerate(owners)
            for at, user in enumerate(users)
            for gone in (at < len(users) - 1 or seat in left,)
            for there in (counts and at == 0 and table not in beyond,)
        ]
    return played, uncounted


async def once_a_day(room: Room, played: dict[int, list[Played]]) -> list[Played]:
    """The results that the boards by wins, places and games count: of those that are rated, the first within a day that is so
    against the same people.
    """
    counted: list[Played] = []
    last: dict[tuple[int, int, int], float] = {}
    for table, at in await room.store.read("SELECT table_id, min(at) FROM results GROUP BY table_id ORDER BY min(number)"):
        for one in (part for part in played.get(table, ()) if part.rated):
            others = [part for part in played[table] if part.there and part.user != one.user]
            fares = [(one.user, other.user, (one.place > other.place) - (one.place < other.place)) for other in others]
            if any(at - last.get(fare, float("-inf")) >= DAY for fare in fares):
                counted.append(one)
                last.update(dict.fromkeys(fares, at))
    return counted


async def too_many_a_day(room: Room, sat: dict[int, list[list[int]]]) -> set[int]:
    """The tables at which two sit down who have started five games that count on that day already. Where a game was made void
    at the very moment at which another began, only the store knows which came first.
    """
    unrated = {row[0] for row in await room.store.read("SELECT id FROM tables WHERE document ->> 'company' = ''")}
    began = dict(await room.store.read("SELECT table_id, at FROM journal WHERE kind = 'start'"))
    void = dict(await room.store.read("SELECT table_id, at FROM journal WHERE kind = 'cancel'"))
    counting: dict[tuple[int, int, int], list[int]] = defaultdict(list)
    beyond = set()
    for table, owners in sorted(sat.items(), key=lambda each: (began[each[0]], each[0])):
        if len(owners) > 1 and all(owners):
            day, people = int(began[table] // DAY), sorted(users[0] for users in owners)
            met = [counting[day, *pair] for pair in itertools.combinations(people, 2)]
            surely = [sum(void.get(other, math.inf) > began[table] for other in games) for games in met]
            perhaps = [sum(void.get(other, math.inf) >= began[table] for other in games) for games in met]
            if max(perhaps) < 5 or (max(surely) < 5 and table not in unrated):
                for games in met:
                    games.append(table)
            else:
                beyond.add(table)
    return beyond


def scored(game: str, seats: int, lines: list[list[Any]]) -> list[int]:
    """The points of a game by its moves."""
    moves = [line for line in lines if line[2]]
    points = [0] * seats
    if game == "steps":
        for _, seat, move, _, events in moves:
            added = [event.get("data", event) for event in json.loads(events)]
            points[seat] += int(move.split()[1]) if move.startswith("add") else sum(each.get("number", 0) for each in added)
        return points
    for stage in sorted({line[3] for line in moves}):
        shown = {seat: int(move.removeprefix("coin-")) for _, seat, move, at, _ in moves if at == stage}
        single = [coin for coin in shown.values() if list(shown.values()).count(coin) == 1]
        if single:
            points[next(seat for seat, coin in shown.items() if coin == max(single))] += max(single)
    return points


async def all_end(path: Path, seed: int, tables: int) -> Counter[str]:
    """Why the tables ended, when all have and both counts agree."""
    async with crowded(path) as room:
        crowd = Crowd(room, random.Random(seed))
        for _ in range(0, tables, AT_ONCE):
            await crowd.live()
        played, uncounted = await counted_again(room, crowd.sat)
        games: Counter[int] = Counter()
        places: dict[int, Counter[int]] = defaultdict(Counter)
        for part in await once_a_day(room, played):
            games[part.user] += 1
            places[part.user][part.place] += 1
        board = await room.tables.ratings.standings(HERE.guild, size=10**6)
        assert {row.user: row.games for row in board.rows} == games
        assert {row.user: row.places for row in board.rows} == {
            user: (*(places[user][place] for place in (1, 2, 3)), places[user][4] + places[user][5]) for user in games
        }
        assert all(row.wins == places[row.user][1] for row in board.rows)
        unrated = await room.store.uncounted_games(HERE.guild, None)
        assert (unrated.void, unrated.friendly, unrated.computers) == tuple(
            uncounted[why] for why in ("void", "friendly", "computers")
        )
        ends = await room.store.read("SELECT coalesce(closed, state), count(*) FROM tables GROUP BY 1")
        return Counter(dict(ends))


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.usefixtures("many_openings")
@pytest.mark.parametrize("part", range(PARTS))
async def test_very_many_tables_all_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part: int) -> None:
    in_the_same_thread(monkeypatch)
    ends = await all_end(tmp_path / "zamki.db", part, TABLES)
    assert ends.total() == TABLES, ends
    assert {"over", "claimed", "agreed", "abandoned", "silence", "moderator", "time"} <= set(ends), ends
