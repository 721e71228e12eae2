"""Tournaments in a real store: opened, begun, at rest, played."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterable

from tables.model.people import Person
from tables.service.round_games import SOON
from tables.service.service import TableService
from tables.tournaments.acts import Occasion
from tables.tournaments.tournament import Rules, Tournament
from tests.tables.conftest import ANNA, BORYS, CELINA, DAWID, EWA, HERE, Room

FIVE = (ANNA, BORYS, CELINA, DAWID, EWA)


async def opened(room: Room, people: Iterable[Person] = FIVE, game: str = "coins", **rules: object) -> Tournament:
    first, *others = people
    found = await room.tables.tournaments.open_tournament(first, HERE, game, Rules(**rules), language="en")  # type: ignore[arg-type]
    for person in others:
        found = await room.tables.tournaments.join_tournament(found.id, person)
    return found


async def begun(room: Room, people: Iterable[Person] = FIVE, game: str = "coins", **rules: object) -> Tournament:
    found = await opened(room, people, game, **rules)
    await room.tables.rounds.begin_tournament(found.id, found.host)
    return await rested(room, found.id)


async def acted(
    room: Room, number: int, who: Person, act: str, *chosen: object, moderator: bool = False, channel: int = HERE.channel
) -> Tournament:
    """The tournament after an act of an organiser."""
    occasion = Occasion(who.user, channel, 0.0, reason="as agreed")
    words = tuple(map(str, chosen))
    return await room.tables.tournaments.organise(number, occasion, act, words, moderator=moderator)


async def rested(room: Room, number: int) -> Tournament:
    """Advance the tournament as far as possible, by calls and by its clock. Returns it."""
    for _ in range(500):
        await room.tables.rounds.advance_tournament(number)
        found, tables = (
            await room.tables.tournaments.tournament(number),
            await room.tables.tournaments.tournament_tables(number),
        )
        due = dict(await room.store.tournaments_due(9)).get(number)
        opened = sum(round_ == len(found.rounds) - 1 for round_, _ in tables)
        if (due is None or due > room.clock.now()) and opened == len(found.rounds[-1].pairings):
            return found
        await asyncio.sleep(0.01)
    raise AssertionError("it does not come to rest")


async def ended(room: Room, number: int) -> Tournament:
    """The tournament once the deadline has ended its games, however long computer players take to move for whoever is late."""
    for _ in range(20):
        found = await rested(room, number)
        if found.state != "running":
            break
        await room.advance(SOON)
    return found


async def stopped(tables: TableService, table: int) -> None:
    """Let the players of a game stop its clocks, so that nobody overruns, whatever they had agreed to before."""
    now = (await tables.looks.read(table)).info
    users = [seat.user or 0 for seat in now.seats if not seat.resigned]
    if now.timing.pause is None:
        asked = now.votes or (await tables.times.pause(table, users[0])).info.votes
        for vote in asked:
            for seat in vote.asked:
                await tables.votes.agree_vote(table, now.seats[seat].user or 0, vote.id)


async def running(room: Room, number: int) -> list[int]:
    tables = await room.tables.tournaments.tournament_tables(number)
    return [table for table in tables.values() if (await room.tables.looks.read(table)).info.state == "playing"]


async def played(room: Room, table: int, rng: random.Random) -> None:
    """Play a game to its end at random; everybody sees each board before the next move."""
    while (now := (await room.tables.looks.read(table)).info).state == "playing":
        user = now.seats[now.pending[0]].user
        assert user is not None
        words: tuple[str, ...] = ()
        while not (choices := (await room.tables.looks.read(table, user)).choices(words)).complete:
            words = (*words, rng.choice(choices.words))
        await room.tables.moves.play(table, user, words)
        await room.mail()
