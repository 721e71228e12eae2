"""Whatever is to stand in a channel stands there soon after the bot may write there again, and holds nothing up meanwhile."""

from __future__ import annotations

from typing import Any, get_args

from sandbox.world import Channel
from tables.leagues.league import League
from tables.matchmaking.wishes import Wish
from tables.model.outbox_rows import STANDING, DayCardRow, SeasonRow
from tables.model.people import Person
from tables.model.table_info import Place
from tables.nights.night import Night
from tables.ranking.counting import month
from tables.rules.days import day_of
from tables.store.outbox import outbox_record
from tables.time.timing import DAY
from tables.tournaments.tournament import Rules
from tests.support.world import World, eventually

ADA = Person(901, "Ada")

EVENTS = {"final", "vote", "offer", "round", "act", "podium", "night-end", "league-season", "league-end", "week"}
"""Kinds of rows that need a game, a round, an evening or a week: they wait by the same rule."""


async def opened(world: World, channel: Channel) -> dict[str, int]:
    """Everything of which a card stands in a channel. Returns its subjects by kinds of rows."""
    tables, now, guild = world.tables, world.tables.clock.now(), channel.guild_id or 0
    place, ahead = Place(guild, channel.id), now + 3 * DAY
    wish: dict[str, Any] = {"language": "pl", "games": ("torres",), "speeds": ("days",), "since": now, "until": now + DAY}
    numbers = {
        "lobby": (await tables.lobbies.open_table(ADA, place, "rycerze", language="pl")).info.id,
        "tournament": (await tables.tournaments.open_tournament(ADA, place, "rycerze", Rules(), language="pl")).id,
        "night": (
            await tables.nights.open_night(ADA, Night(place=place, language="pl", host=ADA.user, game="torres", starts=ahead))
        ).id,
        "league": (
            await tables.leagues.open_league(
                ADA, League(place=place, language="pl", host=ADA.user, game="rycerze", starts=ahead)
            )
        ).id,
    }
    await tables.matchmaking.look_for_game(
        ADA, place, Wish(user=ADA.user, name=ADA.name, live_until=now, **wish), language="pl"
    )
    [(numbers["wishes"],)] = await world.ask("SELECT id FROM wish_lists")
    await tables.days.look(guild, ADA.user)
    async with world.store.transaction() as tx:
        for end in (month(now) - 2, month(now) - 1):
            season = await tx.end_season(guild, end, place.channel)
        assert season is not None
        day = await tx.day_card(guild, place.channel)
        for number, row in (
            (season, SeasonRow(channel=place.channel, first=month(now) - 1, last=month(now) - 1)),
            (day, DayCardRow(day=day_of(now), language="pl")),
        ):
            await tx.put_outbox(number, [outbox_record(row, now)])
            numbers[row.kind] = number
    tables.outbox.wake()
    return numbers


async def waits(world: World, numbers: dict[str, int]) -> bool:
    found = await world.ask("SELECT kind FROM outbox WHERE beside AND attempts > 0")
    return {kind for (kind,) in found} >= set(numbers)


async def stand(world: World, numbers: dict[str, int], channel: Channel) -> bool:
    there = {message.id for message in world.sandbox.world.messages.values() if message.channel_id == channel.id}
    return all([await world.standing(number, kind) in there for kind, number in numbers.items()])


async def test_every_card_stands_when_access_is_given_back(world: World) -> None:
    places = world.sandbox.world
    channel = next(each for each in places.channels.values() if each.name == "gry")
    places.forbid(channel, "SEND_MESSAGES")
    numbers = await opened(world, channel)
    kinds = {each.__struct_config__.tag for each in get_args(STANDING)}
    assert set(numbers) == kinds - EVENTS, "a new kind belongs here"
    await eventually(lambda: waits(world, numbers), 20.0)
    assert not [each for each in places.messages.values() if each.channel_id == channel.id]
    places.allow(channel, "SEND_MESSAGES")
    await eventually(lambda: stand(world, numbers, channel), 20.0)
    await world.quiet()
