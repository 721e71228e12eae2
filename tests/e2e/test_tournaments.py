"""Tournaments as people see them: opened by command, joined by button, tables that open by themselves, standings told."""

from __future__ import annotations

import functools
import random
import re
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from chat.cards.clocks import lasting
from chat.wire.text import escape
from data.words import words as words_of
from sandbox import Person
from sandbox.client import buttons, images
from tables.model.outbox_rows import PodiumRow, RoundEndRow, RoundRow, TournamentCardRow
from tables.store.outbox import outbox_record
from tables.store.table_store import LINKED_SECONDS
from tables.time.timing import DAY, HOUR
from tables.tournaments import schedule
from tables.tournaments.pairing import MOST
from tables.tournaments.schedule import round_seconds
from tables.tournaments.standings import standings, winners
from tables.tournaments.tournament import same_rules
from tests.support.permissions import hide, may
from tests.support.world import World, begins, eventually, mentions, piece, pieces, play_out, says, text_of

LANGUAGES = {"gry": "pl", "games": "en"}

NOON = 1_800_014_400.0
"""Unix seconds of a noon in UTC."""


async def opened(world: World, host: Person, channel: str, game: str, *others: Person, **options: Any) -> int:
    outcome = await host.command(channel, "tournament start", game=game, **options)
    await host.settled(outcome)
    (found,) = await world.tables.tournaments.tournaments_in(await guild_of(world, channel))
    for person in others:
        card = await world.message(person, found.id, "tournament")
        answer = await person.press(card, piece(card, "tournament.enter"))
        assert answer.status in {"deferred", "updated"}, answer
        await world.done()
    return found.id


async def guild_of(world: World, channel: str) -> int:
    row = await world.ask("SELECT guild FROM tournaments ORDER BY id DESC")
    return int(row[0][0])


async def whole(world: World, channel: str, game: str, **options: object) -> None:
    language = LANGUAGES[channel]
    round_1, won = begins("cogs.tournament.state.running", language, round=1), says("cogs.tournament.won", language)
    names = ("Ada", "Borys") if channel == "gry" else ("Chloe", "Dmitri")
    ada, borys = [await world.person(name) for name in names]
    number = await opened(world, ada, channel, game, borys, rounds="3", **options)
    card = await world.message(ada, number, "tournament")
    said = text_of(card)
    assert begins("cogs.tournament.title", language) in said
    assert says("cogs.tournament.entrants", language, n=2, most=MOST) in said
    assert says("cogs.tournament.host", language) in said
    assert not mentions(said)
    promise = (await world.tables.tournaments.tournament(number)).promise
    assert f"`{promise[:12]}…`" in said
    assert promise not in said, "the whole hash is behind its button"
    assert promise in text_of(await _verified(borys, card))
    stranger = await borys.press(card, piece(card, "tournament.begin"))
    assert stranger.status in {"deferred", "updated"}
    await world.done()
    assert (await world.tables.tournaments.tournament(number)).state == "lobby", "the host alone begins it"
    await ada.press(card, piece(card, "tournament.begin"))
    await world.done()
    rng, rounds = random.Random(3), 0
    while (await world.tables.tournaments.tournament(number)).state == "running":
        await eventually(functools.partial(_opened, world, number, rounds))
        if not rounds:
            await eventually(lambda: _told(world, ada, number, round_1))
            shown = await ada.settled(
                await ada.press(card := await world.message(ada, number, "tournament"), piece(card, "tournament.standings"))
            )
            assert ("Sonneborn-Berger" if options.get("format") == "robin" else "Buchholz") in text_of(shown)
            assert images(shown)[0]["description"]
            await _round_told(world, ada, number, round_1, (ada, borys))
        table = (await world.tables.tournaments.tournament_tables(number))[rounds, 0]
        await play_out(world, table, [ada, borys], rng)
        if not rounds:
            await _named(world, ada, table, number, says("cogs.tournament.table", language, number=number, round=1))
        rounds += 1
        await eventually(functools.partial(_ended, world, number, rounds))
    await world.quiet()
    card = await world.message(ada, number, "tournament")
    assert won in text_of(card)
    verified = await _verified(borys, card)
    assert promise in text_of(verified)
    assert await world.tables.tournaments.opened_part(number) in text_of(verified), "all can be checked now"
    assert f"zamki-tournament-{number}.json" in str(verified["components"])
    assert images(card)[0]["description"]
    assert [each.split(":")[0] for each in pieces(card)] == ["tournament.standings", "tournament.verify"]
    await _end_told(world, channel, number, (ada, borys), won)


async def _verified(person: Person, card: Any) -> Any:
    return await person.settled(await person.press(card, piece(card, "tournament.verify")))


async def _end_told(world: World, channel: str, number: int, people: tuple[Person, Person], won: str) -> None:
    ada, borys = people
    podium = await world.message(ada, number, "podium")
    assert won in text_of(podium)
    assert says("cogs.tournament.state.over", LANGUAGES[channel]) in text_of(podium)
    assert "🥇" in text_of(podium)
    assert begins("cogs.tournament.best-game", LANGUAGES[channel]) in text_of(podium)
    assert images(podium)[0]["description"]
    winners = [each.entrant.user for each in standings(await world.tables.tournaments.tournament(number)) if each.place == 1]
    assert sorted(mentions(text_of(podium))) == sorted(each.id for each in people), "the first three are called"
    listed = await borys.settled(await borys.command(channel, "tournament standings", number=str(number)))
    assert won in text_of(listed), "it can be looked at afterwards"
    listed = await borys.settled(await borys.command(channel, "tournament standings"))
    assert won in text_of(listed)
    assert piece(listed, "tournament.standings")
    before = await world.tables.tournaments.tournament(number)
    shown = await borys.settled(await borys.command(channel, "tournament standings", number=str(number)))
    await world.pressed(borys, shown, piece(shown, "tournament.again"))
    (again,) = await world.tables.tournaments.tournaments_in(await guild_of(world, channel))
    assert (again.game, again.host, again.rules) == (before.game, int(borys.id), same_rules(before))
    await world.tables.tournaments.close_tournament(again.id, int(borys.id))
    await world.quiet()
    best = ada if int(ada.id) in winners else borys
    assert "🏆" not in text_of(await best.settled(await best.command(channel, "zamki profile"))), "two are too few for a trophy"
    everything = [text_of(each) for each in await ada.messages(channel)]
    rounds = len((await world.tables.tournaments.tournament(number)).rounds)
    assert len(everything) <= rounds + 4, "no cards and ends of its games"
    assert sum(won in said for said in everything) == 2, "the card, and one message"


async def _named(world: World, ada: Person, table: int, number: int, named: str) -> None:
    final = await world.message(ada, table, "final")
    assert named in text_of(final)
    assert await world.standing(table, "lobby") is None, "it has no card in the channel"
    assert not [each for each in pieces(final) if each.startswith("start.again")], "its games are not played again"
    stands = str(await world.standing(number, "tournament"))
    assert any(each.get("url", "").endswith(stands) for each in buttons(final))


async def _round_told(world: World, person: Person, number: int, round_1: str, called: tuple[Person, ...]) -> None:
    await eventually(lambda: _stands(world, number))
    said = text_of(message := await world.message(person, number, "round"))
    assert round_1 in said
    assert sorted(mentions(said)) == sorted(each.id for each in called)
    assert "http" in said, "where it is played"
    assert re.search(r"<t:\d+:f> \(<t:\d+:R>\)", said), "until when"
    assert not await world.ask("SELECT 1 FROM messages WHERE kind = 'mention'"), "one call for the begin of a round"
    assert [each.split(":")[0] for each in pieces(message)] == ["tournament.standings"]


async def _stands(world: World, number: int, kind: str = "round") -> bool:
    return await world.standing(number, kind) is not None


async def _gone(world: World, number: int, kind: str) -> bool:
    return not await _stands(world, number, kind)


async def _opened(world: World, number: int, round_: int, game: int = 0) -> bool:
    return (round_, game) in await world.tables.tournaments.tournament_tables(number)


async def _ended(world: World, number: int, rounds: int) -> bool:
    now = await world.tables.tournaments.tournament(number)
    return now.state == "over" or len(now.rounds) > rounds


async def _told(world: World, person: Person, number: int, what: str) -> bool:
    return what in text_of(await world.message(person, number, "tournament"))


@pytest.mark.long
async def test_a_tournament_of_two(world: World) -> None:
    await whole(world, "gry", "rycerze")


@pytest.mark.long
@pytest.mark.parametrize("channel", ["gry", "games"])
async def test_a_tournament_in_both_languages_as_a_round_robin(world: World, channel: str) -> None:
    await whole(world, channel, "rycerze", format="robin", friendly=True)


@pytest.mark.long
async def test_the_winner_among_four_has_a_trophy(world: World) -> None:
    ada, *others = [await world.person(name) for name in ("Ada", "Borys", "Chloe", "Dmitri")]
    number = await opened(world, ada, "gry", "rycerze", *others)
    card = await world.message(ada, number, "tournament")
    assert says("cogs.tournament.time", "pl") in text_of(card), "what the end of a round does is told beforehand"
    await ada.press(card, piece(card, "tournament.begin"))
    await world.done()
    rng = random.Random(3)
    for rounds in (0, 1):
        await eventually(functools.partial(_opened, world, number, rounds))
        for table in await _tables(world, number, rounds):
            await play_out(world, table, [ada, *others], rng)
        await eventually(functools.partial(_ended, world, number, rounds + 1))
    found = await world.tables.tournaments.tournament(number)
    (first, *_) = winners(found)
    best = next(each for each in (ada, *others) if int(each.id) == first.user)
    assert "🏆" in text_of(await best.settled(await best.command("gry", "zamki profile")))


async def _tables(world: World, number: int, rounds: int) -> list[int]:
    await eventually(lambda: _opened(world, number, rounds, 1))
    return [at for (round_, _), at in (await world.tables.tournaments.tournament_tables(number)).items() if round_ == rounds]


@pytest.mark.long
async def test_hostile_presses_and_who_leaves(world: World) -> None:
    ada, borys, dmitri = [await world.person(name) for name in ("Ada", "Borys", "Dmitri")]
    number = await opened(world, ada, "gry", "rycerze", borys, dmitri)
    card = await world.message(ada, number, "tournament")
    left = await dmitri.settled(await dmitri.press(card, piece(card, "tournament.leave")))
    assert says("cogs.tournament.left", "en") in text_of(left)
    again = await dmitri.settled(await dmitri.press(card, piece(card, "tournament.leave")))
    assert says("tables.refusal.tournament-not-in", "en") in text_of(again), "twice is once"
    closed = await dmitri.settled(await dmitri.command("gry", "tournament close", number=str(number)))
    assert "Only the host (Ada)" in text_of(closed), "who is not the host closes nothing"
    chloe = await world.person("Chloe")
    elsewhere = await chloe.settled(await chloe.command("games", "tournament close", number=str(number)))
    assert says("tables.refusal.tournament-none", "en") in text_of(elsewhere), "of another server"
    for command in ("board", "text", "game replay", "game verify", "cancel", "repair", "move"):
        options: dict[str, Any] = {"table": str(number)} | ({"move": "x"} if command == "move" else {})
        answer = await ada.settled(await ada.command("gry", f"zamki {command}", **options))
        assert words_of("pl")("cogs.error.fault") not in text_of(answer), command
    tables = await ada.settled(await ada.command("gry", "zamki tables"))
    page = await world.pressed(ada, tables, piece(tables, "company.page"))
    assert begins("cogs.tournament.title", number=number).removeprefix("### ") in text_of(page)
    card = await world.message(ada, number, "tournament")  # `repair` has posted it again
    await ada.press(card, piece(card, "tournament.begin"))
    await world.done()
    await eventually(lambda: _opened(world, number, 0))
    await eventually(lambda: _told(world, ada, number, begins("cogs.tournament.state.running", round=1)))
    card = await world.message(borys, number, "tournament")
    assert not [each for each in pieces(card) if each.startswith("tournament.leave")], "others see this card too"
    mine = await borys.settled(await borys.press(card, piece(card, "tournament.standings")))
    sure = await borys.settled(await borys.press(mine, piece(mine, "tournament.leave")))
    assert not (await world.tables.tournaments.tournament(number)).entrants[0].withdrawn
    await borys.press(sure, piece(sure, "tournament.left"))
    await world.done()
    await eventually(lambda: _withdrawn(world, number, borys))
    listed = await ada.settled(await ada.command("gry", "tournament standings"))
    assert says("cogs.tournament.withdrawn") in text_of(listed)
    sure = await ada.settled(await ada.command("gry", "tournament close"))
    assert "rundzie 1" in text_of(sure), "it asks first"
    assert (await world.tables.tournaments.tournament(number)).state == "running"
    assert says("cogs.tournament.kept") in text_of(await world.pressed(ada, sure, piece(sure, "tournament.keep")))
    assert (await world.tables.tournaments.tournament(number)).state == "running"
    sure = await ada.settled(await ada.command("gry", "tournament close"))
    await world.pressed(ada, sure, piece(sure, "tournament.close"))
    assert (await world.tables.tournaments.tournament(number)).state == "cancelled"
    podium = await world.message(ada, number, "podium")
    assert says("cogs.tournament.state.cancelled") in text_of(podium)
    assert mentions(text_of(podium)) == [ada.id], "nobody who left is called"
    listed = await ada.settled(await ada.command("gry", "tournament standings"))
    assert says("cogs.tournament.state.cancelled") in text_of(listed), "its standings are found without its number"


@pytest.mark.long
async def test_what_was_told_is_not_told_again_whoever_dies(world: World) -> None:
    ada, borys = [await world.person(name) for name in ("Ada", "Borys")]
    number = await opened(world, ada, "gry", "rycerze", borys)
    card = await world.message(ada, number, "tournament")
    await ada.press(card, piece(card, "tournament.begin"))
    await world.done()
    await eventually(lambda: _stands(world, number))
    await world.tables.tournaments.close_tournament(number, int(ada.id))
    before = [(await world.message(ada, number, kind))["id"] for kind in ("round", "podium")]
    assert len({*before}) == 2
    await world.restart()
    async with world.store.transaction() as tx:
        rows = [outbox_record(each, world.time.now()) for each in (RoundRow(round=1), PodiumRow(), TournamentCardRow())]
        await tx.put_outbox(number, rows)
    world.tables.outbox.wake()
    assert [(await world.message(ada, number, kind))["id"] for kind in ("round", "podium")] == before
    said = [text_of(each) for each in await ada.messages("gry")]
    assert sum(says("cogs.tournament.state.cancelled") in each for each in said) == 2, "the card and the one message"


async def test_a_ready_tournament_calls_its_host_once_before_it_ends(world: World) -> None:
    await world.at_time(1_796_000_000.0)
    ada, *others = [await world.person(name) for name in ("Ada", "Borys", "Chloe", "Dmitri")]
    number = await opened(world, ada, "gry", "rycerze", *others)
    await world.quiet()
    ready = text_of(await world.message(ada, number, "ready"))
    assert mentions(ready) == [ada.id]
    assert "4" in ready
    for _ in range(8):
        await world.later(DAY)
        await world.quiet()
    assert (await world.tables.tournaments.tournament(number)).state == "cancelled"
    pings = [text_of(each) for each in await ada.messages("gry") if ada.id in mentions(text_of(each))]
    assert len(pings) == 1, "the end; the call is gone"
    end = text_of(await world.message(ada, number, "podium"))
    assert says("cogs.tournament.closed-time") in end
    assert sorted(mentions(end)) == sorted(each.id for each in (ada, *others))
    card = text_of(await world.message(ada, number, "tournament"))
    assert says("cogs.tournament.closed-time") in card
    assert not re.search(r"`[0-9a-f]{16,}", card), "no part of it will ever be shown"


@pytest.mark.long
async def test_a_tournament_without_its_channel_pauses(world: World) -> None:
    ada, borys = [await world.person(name) for name in ("Ada", "Borys")]
    number = await opened(world, ada, "gry", "rycerze", borys)
    card = await world.message(ada, number, "tournament")
    await ada.press(card, piece(card, "tournament.begin"))
    await world.done()
    await eventually(lambda: _stands(world, number))
    await world.quiet()
    table = (await world.tables.tournaments.tournament_tables(number))[0, 0]
    places = world.sandbox.world
    old = next(each for each in places.channels.values() if each.name == "gry")
    places.delete_channel(old)
    for person in (ada, borys):
        words: tuple[str, ...] = ()
        while not (choices := (await world.tables.looks.read(table, int(person.id))).choices(words)).complete:
            words = (*words, *choices.words[: choices.together])
        await world.tables.moves.play(table, int(person.id), words)
    await eventually(lambda: _paused(world, number))
    await world.quiet()
    for person in (ada, borys):
        told = [text_of(each) for each in await person.messages(await person.dm())]
        assert sum(says("cogs.tournament.gone", number=number) in each for each in told) == 1
        assert not [each for each in told if begins("cogs.board.gone") in each], "of the tournament, not of each table"
    listed = text_of(await borys.settled(await borys.command("turniej", "tournament standings")))
    assert says("cogs.tournament.paused").format(number=number) in listed
    await borys.settled(await borys.command("turniej", "zamki repair", table=str(number)))
    assert (await world.tables.tournaments.tournament(number)).paused is not None, "that is for its host or a moderator"
    await ada.settled(await ada.command("turniej", "zamki repair", table=str(number)))
    await world.done()
    new = next(each for each in places.channels.values() if each.name == "turniej")
    for message in (await world.message(ada, number, "tournament"), await world.message(ada, table, "board")):
        assert int(message["channel_id"]) == new.id
    assert (await world.tables.tournaments.tournament(number)).paused is None
    may(world, borys, "MANAGE_MESSAGES")
    page = await borys.settled(await borys.command("turniej", "zamki-moderation people"))
    log = text_of(await world.pressed(borys, page, "server.page:0:0:log"))
    paused, resumed = (
        words_of("pl")(f"cogs.server.log.tournament-{what}", **{name: number, "channel": new.id})
        for what, name in (("paused", "tournament"), ("resumed", "table"))
    )
    assert log.index(f"<@{ada.id}>: {resumed}") < log.index(f"Zamki: {paused}"), "newest first"


async def _paused(world: World, number: int) -> bool:
    return (await world.tables.tournaments.tournament(number)).paused is not None


@pytest.mark.long
async def test_a_tournament_calls_those_who_want_to_hear_of_new_tables(world: World) -> None:
    await world.at_time(NOON)
    ada, borys, chloe = [await world.person(name) for name in ("Ada", "Borys", "Chloe")]
    for person in (borys, chloe):
        shown = await person.settled(await person.command("gry", "zamki my notifications"))
        await person.press(shown, piece(shown, "company.notify"), ["rycerze"])
        await world.done()
    await world.tables.times.set_plan(int(chloe.id), quiet=(0, 23 * 60 + 59))
    number = await opened(world, ada, "gry", "rycerze")
    assert await _called(world, number) == [borys.id], "nobody in their quiet hours"
    said = text_of(await world.message(ada, number, "call"))
    assert says("cogs.tournament.called").split("}")[-1].strip() in said
    table, _ = await world.lobby("Dmitri")
    assert await _called(world, table) == [], "once an hour, whatever is opened"
    await world.later(HOUR + 1)
    table, _ = await world.lobby("Dmitri")
    assert await _called(world, table) == [borys.id]


async def _called(world: World, number: int) -> list[str]:
    """Returns who is called to a table or tournament in its channel."""
    await world.quiet()
    called = await world.standing(number, "call") is not None
    return mentions(text_of(await world.message(world.people["Ada"], number, "call"))) if called else []


@pytest.mark.usefixtures("told_at_once")
async def test_a_moderator_closes_with_a_reason(world: World) -> None:
    chloe, dmitri = [await world.person(name) for name in ("Chloe", "Dmitri")]
    number = await opened(world, dmitri, "games", "rycerze", chloe)
    card = await world.message(dmitri, number, "tournament")
    await dmitri.press(card, piece(card, "tournament.begin"))
    await world.done()
    await eventually(lambda: _opened(world, number, 0))
    asked = await chloe.settled(await chloe.command("games", "tournament close", number=str(number)))
    form = await chloe.press(asked, piece(asked, "tournament.why"))
    await chloe.settled(await chloe.submit(form, {"reason": "the other event comes first"}))
    await world.done()
    assert (await world.tables.tournaments.tournament(number)).reason == "the other event comes first"
    for kind in ("podium", "tournament"):
        assert "the other event comes first" in text_of(await world.message(dmitri, number, kind))


async def _withdrawn(world: World, number: int, person: Person) -> bool:
    entrant = (await world.tables.tournaments.tournament(number)).of(int(person.id))
    return entrant is not None and entrant.withdrawn


async def test_how_long_it_takes_is_told_before_anybody_joins(world: World) -> None:
    ada, said = await world.person("Ada"), words_of("pl")
    game = max(world.bot.app.games, key=lambda each: round_seconds(each, 2, "slow"))
    told = await ada.settled(await ada.command("gry", "tournament start", game=game, pace="slow"))
    (found,) = await world.tables.tournaments.tournaments_in(await guild_of(world, "gry"))
    seconds = [round_seconds(game, 2, manner) for manner in ("slow", "several")]
    assert found.rules.seconds == seconds[0]
    for text in (text_of(told), text_of(await world.message(ada, found.id, "tournament"))):
        assert lasting(seconds[0], said) in text
    assert lasting(seconds[1], said) in text_of(told), "more than a month is too long: several looks a day are offered"
    shorter = schedule.shorter_games(game, 2, "slow", world.bot.app.games)
    assert said(f"{shorter[0][0]}.name") in text_of(told)
    quicker = await world.pressed(ada, told, piece(told, "tournament.manner"))
    assert lasting(seconds[1], said) in text_of(quicker)
    assert (await world.tables.tournaments.tournament(found.id)).rules.manner == "several"


@pytest.mark.long
async def test_the_host_decides_an_unfinished_game(world: World) -> None:
    clock = await world.at_time(1_796_000_000.0)
    ada, borys, chloe, dmitri = [await world.person(name) for name in ("Ada", "Borys", "Chloe", "Dmitri")]
    number = await opened(world, ada, "gry", "rycerze", borys, chloe, dmitri, pace="live")
    card = await world.message(ada, number, "tournament")
    await ada.press(card, piece(card, "tournament.begin"))
    await world.done()
    for table in await _tables(world, number, 0):
        one, other = (seat.user or 0 for seat in (await world.view(table)).info.seats)
        vote = (await world.tables.times.pause(table, one)).info.votes[0]
        await world.tables.votes.agree_vote(table, other, vote.id)
    for after in (1, 50, 15, 15):  # minutes: 45, and twice a quarter
        await clock.advance(after * 60)
        await eventually(lambda: _rests(world, number))
    await world.later(LINKED_SECONDS)
    told = [text_of(each) for each in await ada.messages(await ada.dm())]
    assert sum(begins("cogs.tournament.asked", round=1) in each for each in told) == 1
    assert begins("cogs.tournament.judging") in text_of(await world.message(ada, number, "tournament"))
    borys_sees = await borys.settled(await borys.command("gry", "tournament standings"))
    assert not [each for each in pieces(borys_sees) if each.startswith("tournament.organise")], "that is for the host"
    shown = await ada.settled(await ada.command("gry", "tournament standings"))
    shown = await world.pressed(ada, shown, piece(shown, "tournament.organise"))
    shown = await world.pressed_menu(ada, shown, piece(shown, "tournament.act"), "judge")
    games = (await world.tables.tournaments.tournament(number)).rounds[0].pairings
    mine = (await world.tables.tournaments.tournament(number)).of(int(ada.id))
    assert mine is not None
    (at,) = [at for at, game in enumerate(games) if mine.number not in game.entrants]
    shown = await world.pressed_menu(ada, shown, piece(shown, "tournament.chosen"), str(at))
    shown = await world.pressed_menu(ada, shown, piece(shown, "tournament.chosen"), str(games[at].entrants[0]))
    form = await ada.press(shown, piece(shown, "tournament.reason"))
    shown = await ada.settled(await ada.submit(form, {"reason": "nobody came"}))
    await eventually(lambda: _decided(world, number))
    await world.quiet()
    called = await world.message(ada, number, "act")
    assert "nobody came" in text_of(called)
    players = {str((await world.tables.tournaments.tournament(number)).entrants[each].user) for each in games[at].entrants}
    assert players <= {*mentions(text_of(called))}, "those who played it are told"
    shown = await borys.settled(await borys.command("gry", "tournament standings"))
    log = await world.pressed(borys, shown, piece(shown, "tournament.log"))
    assert "nobody came" in text_of(log), "everybody sees what has been decided, by whom and why"
    assert f"<@{ada.id}>" in text_of(log)


async def _decided(world: World, number: int) -> bool:
    games = (await world.tables.tournaments.tournament(number)).rounds[0].pairings
    return [game.places for game in games if game.judged is not None] == [(1, 2)]


async def _rests(world: World, number: int) -> bool:
    return bool(await world.ask("SELECT 1 FROM tournaments WHERE id = ? AND due > ?", number, world.time.now()))


@pytest.mark.long
async def test_from_a_round_to_ones_hand_and_past_the_next_round(world: World) -> None:
    """Two presses lead from the call to a round to one's hand; whoever says so beforehand skips the next round."""
    ada, borys, dmitri = [await world.person(name) for name in ("Ada", "Borys", "Dmitri")]
    number = await opened(world, ada, "gry", "rycerze", borys, dmitri, rounds="5")
    card = await world.message(ada, number, "tournament")
    await ada.press(card, piece(card, "tournament.begin"))
    await world.done()
    await eventually(lambda: _opened(world, number, 0))
    await eventually(lambda: _stands(world, number))
    told = await world.message(ada, number, "round")
    ((_, table),) = (await world.tables.tournaments.tournament_tables(number)).items()
    info = (await world.tables.looks.read(table)).info
    assert re.findall(r"\(https?://\S+/channels/\d+/(\d+)\)", text_of(told)) == [str(info.place.channel)], "to the thread"
    playing = next(each for each in (ada, borys, dmitri) if int(each.id) == info.seats[0].user)
    board = await world.message(playing, table, "board")
    assert board["channel_id"] == str(info.place.channel)
    hand = await playing.settled(await playing.press(board, piece(board, "play.hand")))
    assert pieces(hand)
    mine = await playing.settled(await playing.press(told, piece(told, "tournament.standings")))
    mine = await world.pressed(playing, mine, piece(mine, "tournament.skip"))
    skips = [begins("cogs.tournament.skips", language, round=2) for language in ("pl", "en")]
    assert any(each in text_of(mine) for each in skips)
    assert (await world.tables.tournaments.tournament(number)).skipping
    mine = await world.pressed(playing, mine, piece(mine, "tournament.skip"))
    assert not any(each in text_of(mine) for each in skips)
    await world.pressed(playing, mine, piece(mine, "tournament.skip"))
    await _reminded(world, number, ada, table)
    await play_out(world, table, [ada, borys, dmitri], random.Random(3))
    await eventually(functools.partial(_opened, world, number, 1))
    await eventually(lambda: _told(world, ada, number, begins("cogs.tournament.halves", "pl")))
    await eventually(lambda: _gone(world, number, "round-end"))


async def _reminded(world: World, number: int, person: Person, table: int) -> None:
    """Whoever is awaited is mentioned, in a message that is there until the round is over."""
    async with world.store.transaction() as tx:
        await tx.put_outbox(number, [outbox_record(RoundEndRow(round=1), world.tables.clock.now())])
    world.tables.outbox.wake()
    await eventually(lambda: _stands(world, number, "round-end"))
    info = (await world.tables.looks.read(table)).info
    said = text_of(await world.message(person, number, "round-end"))
    assert sorted(map(int, mentions(said))) == sorted(info.seats[seat].user or 0 for seat in info.pending)
    assert f"/{info.place.channel}" in said


PANEL = ("chosen", "reason", "done", "act", "log")
"""The verbs of the organiser's panel."""


async def _shows(world: World, person: Person, number: int, said: str) -> bool:
    return said in text_of(await world.message(person, number, "tournament"))


async def _is_dated(world: World, number: int) -> bool:
    return (await world.tables.tournaments.tournament(number)).starts is not None


@pytest.mark.long
async def test_a_tournament_starts_at_its_date_by_itself(world: World) -> None:
    clock = await world.at_time(NOON)
    ada, borys, chloe = [await world.person(name) for name in ("Ada", "Borys", "Chloe")]
    number = await opened(world, ada, "gry", "rycerze", borys, chloe)
    refused = text_of(await borys.settled(await borys.command("gry", "tournament organise", number=str(number))))
    assert says("tables.refusal.tournament-not-host", host="Ada") in refused
    shown = await ada.settled(await ada.command("gry", "tournament organise"))
    assert not [each for each in pieces(shown) if each.startswith("tournament.done")]
    before = await world.tables.tournaments.tournament(number)
    for who, message in ((borys, await world.message(borys, number, "tournament")), (ada, shown)):
        for forged in (f"tournament.{each}:{number}:0" for each in PANEL):
            answer = await who.settled(await who.press(message, forged, ["close"], forge=True))
            assert answer["sandbox"]["ephemeral"]
    assert await world.tables.tournaments.tournament(number) == before
    shown = await ada.settled(await ada.command("gry", "tournament organise"))
    asked = await world.pressed_menu(ada, shown, piece(shown, "tournament.act"), "variant")
    sure = await world.pressed_menu(ada, asked, piece(asked, "tournament.chosen"), "match=on")
    form = await ada.press(sure, piece(sure, "tournament.reason"))
    await ada.settled(await ada.submit(form, {"reason": "as agreed"}))
    variant = says("rycerze.option.match.on")
    await eventually(lambda: _shows(world, ada, number, variant))
    assert escape(variant) in text_of(await world.message(borys, number, "act"))
    shown = await ada.settled(await ada.command("gry", "tournament organise"))
    shown = await world.pressed_menu(ada, shown, piece(shown, "tournament.act"), "date")
    form = await ada.press(shown, piece(shown, "tournament.reason"))
    when = datetime.fromtimestamp(NOON + 2 * DAY, ZoneInfo("Europe/Warsaw"))
    await ada.settled(await ada.submit(form, {"typed": f"{when:%d.%m. %H:%M}", "reason": "Saturday suits everybody"}))
    await eventually(lambda: _is_dated(world, number))
    await world.quiet()
    assert (await world.tables.tournaments.tournament(number)).starts == NOON + 2 * DAY
    told = text_of(await world.message(borys, number, "act"))
    assert "Saturday suits everybody" in told
    assert sorted(mentions(told)) == sorted({ada.id, borys.id, chloe.id})
    card = await world.message(ada, number, "tournament")
    assert f"<t:{int(NOON + 2 * DAY)}:f>" in text_of(card)
    assert not [each for each in pieces(card) if each.startswith("tournament.here")]
    await world.later(DAY)
    await world.quiet()
    call = await world.message(ada, number, "check-in")
    assert sorted(mentions(text_of(call))) == sorted(each.id for each in (ada, borys, chloe))
    for person in (ada, borys):
        await person.press(call, piece(call, "tournament.here"))
        await world.done()
    await world.later(23 * HOUR)
    await world.quiet()
    assert mentions(text_of(await world.message(ada, number, "check-in"))) == [chloe.id], "only who has not said so"
    await clock.advance(HOUR)
    await eventually(lambda: _opened(world, number, 0))
    await world.later(LINKED_SECONDS)
    assert await world.standing(number, "check-in") is None
    found = await world.tables.tournaments.tournament(number)
    assert found.people == {int(ada.id), int(borys.id)}


@pytest.mark.usefixtures("told_at_once")
async def test_past_tournaments_are_leafed_through(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.tournament.cog.FINISHED", 1)
    monkeypatch.setattr("cogs.history.ENTRIES", 1)
    ada, borys, dmitri = [await world.person(name) for name in ("Ada", "Borys", "Dmitri")]
    await hide(world, "turniej", borys)
    numbers = []
    for channel, other in (("gry", borys), ("turniej", dmitri), ("gry", borys)):
        numbers.append(await opened(world, ada, channel, "rycerze", other))
        await world.tables.rounds.begin_tournament(numbers[-1], int(ada.id))
        await world.tables.tournaments.close_tournament(numbers[-1], int(ada.id))
    listed = await borys.settled(await borys.command("gry", "tournament standings"))
    newest = await world.pressed(borys, listed, piece(listed, "history.page"))
    assert piece(newest, "tournament.standings") == f"tournament.standings:{numbers[2]}:0"
    older = await world.pressed(borys, newest, piece(newest, "history.page"))
    assert piece(older, "tournament.standings") == f"tournament.standings:{numbers[0]}:0"
    back = await world.pressed(borys, older, piece(older, "history.page"))
    assert text_of(back) == text_of(newest)
