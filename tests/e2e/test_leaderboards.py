"""Leaderboards as people look at them: by what, of which game and time, their own line in sight, and who is hidden."""

from __future__ import annotations

import time

import msgspec
import pytest

from tables.model.outbox_rows import SeasonRow
from tables.ranking import counting, ratings
from tables.service.changing import MEETINGS
from tables.store.outbox import outbox_record
from tests.support.rated_games import simulated
from tests.support.stored_rows import TABLE
from tests.support.world import World, piece, pieces, says, text_of

KEYS = [f"cogs.standings.{key}" for key in ("title", "kind.rating", "span.recent", "kind.wins", "kind.games", "hidden")]


@pytest.mark.parametrize("channel", ["gry", pytest.param("games", marks=pytest.mark.long)])
async def test_leaderboards_by_menus(world: World, channel: str) -> None:
    title, rating, recent, wins, games, hidden = (says(key, "pl" if channel == "gry" else "en") for key in KEYS)
    host = "Ada" if channel == "gry" else "Chloe"
    table, (ada,) = await world.lobby(host, channel=channel)
    guild = (await world.view(table)).info.place.guild
    empty = text_of(await ada.settled(await ada.command(channel, "zamki leaderboard")))
    assert wins in empty, "where nobody has a rating that says something"
    people = [(int(ada.id), host), *((900 + number, f"Osoba {number}") for number in range(14))]
    await simulated(world.store, 150, 3, people, guild, time.time() - 150 * 3600, 3600.0)
    shown = await ada.settled(await ada.command(channel, "zamki leaderboard", game="torres"))
    said = text_of(shown)
    assert all(each in said for each in (title, says("torres.name"), rating, recent, f"**{host}**"))
    shown = await world.pressed_menu(ada, shown, next(each for each in pieces(shown) if each.endswith("._kind")), "games")
    said = text_of(shown)
    assert games in said
    assert said.count("Osoba") >= 9
    shown = await world.pressed(ada, shown, next(each for each in pieces(shown) if each.endswith("._on")))
    assert f"**{host}**" in text_of(shown), "one's own line is in sight on each page"
    assert "2" in text_of(shown).splitlines()[-1]
    menu = next(each for each in pieces(shown) if each.endswith("._game"))
    shown = await world.pressed_menu(ada, shown, menu, "torres=master-on")
    assert says("torres.name") in text_of(shown)
    shown = await world.pressed_menu(ada, shown, next(each for each in pieces(shown) if each.endswith("._span")), "season")
    assert "/20" in text_of(shown)
    await ada.settled(await ada.command(channel, "zamki my settings", hidden=True))
    said = text_of(await ada.settled(await ada.command(channel, "zamki leaderboard")))
    assert hidden in said
    assert f"**{host}**" not in said.replace("…", "")
    assert piece(shown, "leaderboard.choose")


async def test_the_board_of_a_season_is_posted_in_the_channel(world: World) -> None:
    table, (ada,) = await world.lobby("Ada")
    place = (await world.view(table)).info.place
    await simulated(world.store, 30, 3, [(900 + number, f"Osoba {number}") for number in range(5)], place.guild)
    await world.tables.servers.set_server(place.guild, int(ada.id), language="pl")
    month = counting.month(1e9)
    async with world.store.transaction() as tx:
        await tx.end_season(place.guild, month - 1, place.channel)
        number = await tx.end_season(place.guild, month, place.channel)
        assert number is not None
        row = outbox_record(SeasonRow(channel=place.channel, first=month, last=month), time.time())
        await tx.put_outbox(number, [row])
    world.tables.outbox.wake()
    await world.quiet()
    (posted,) = [message for message in await ada.messages("gry") if "Koniec: sezon 9/2001" in text_of(message)]
    assert "Osoba" in text_of(posted)
    said = await ada.settled(await ada.press(posted, piece(posted, "leaderboard.season")))
    assert piece(said, "leaderboard.choose")
    said = await world.pressed_menu(ada, said, next(each for each in pieces(said) if each.endswith("._span")), "season")
    past = await world.pressed(ada, said, piece(said, "history.page"))
    assert "▸ sezon 9/2001: 🥇 Osoba" in text_of(past)
    board = await ada.settled(await ada.press(past, piece(past, "leaderboard.past")))
    assert "sezon 9/2001" in text_of(board)
    assert "Osoba" in text_of(board)
    records = text_of(await world.pressed(ada, past, next(each for each in pieces(past) if each.endswith(":records"))))
    assert f"▸ {says('torres.name')}: **" in records
    assert f"▸ {says('cogs.history.streak')}: **" in records


async def test_the_lobby_says_beforehand_that_a_game_will_not_count(world: World) -> None:
    table, people = await world.lobby("Ada", "Borys")
    now, place = world.tables.clock.now(), (await world.view(table)).info.place
    pairs = ratings.pairs([int(person.id) for person in people], await world.store.value(MEETINGS) or "")
    async with world.store.transaction() as tx:
        for _ in range(ratings.A_DAY):
            row = msgspec.structs.replace(TABLE, guild=place.guild, channel=1, state="over")
            await tx.add_meetings(place.guild, await tx.save_table(row, (), None), now, pairs, now - ratings.DAY)
    await world.tables.show_again(table)
    await world.quiet()
    assert says("cogs.rating.limit") in text_of(await world.message(people[0], table, "lobby"))
    await world.begin(table, people[0])
    await world.quiet()
    assert says("cogs.rating.limited") in text_of(await world.message(people[0], table, "lobby"))
    assert (await world.view(table)).info.rated is False
    hand = await world.hand(people[0], table)
    assert any(each.startswith("hints.ask:") for each in pieces(hand)), "a game that does not count has hints"
