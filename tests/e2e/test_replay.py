"""A finished game again, as a person watches it: step by step, by itself, through others' eyes, as text, with everybody."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from discord import ComponentType

import data.words
import engines
from chat.cards import story
from chat.cards.replay import Reel
from cogs import gamelog
from cogs.film.cog import LIMIT_BYTES, MOMENT_BYTES
from cogs.film.films import FilmOrder, Films, ProgressReporter
from cogs.replay import replay
from data.words import words
from render.contract import Picture
from sandbox.client import JSON, Person, images
from tables.errors import Refusal
from tables.history.replay import NoReplay
from tables.model.people import Preferences
from tests.support.play_to_end import play_on, play_to_the_end
from tests.support.world import World, begins, eventually, piece, pieces, says, text_of


async def finished(world: World, *names: str, game: str = "rycerze", channel: str = "gry") -> tuple[int, list[Person]]:
    table, people = await world.started(*names, game=game, channel=channel)
    await play_to_the_end(world, table, random.Random(3))
    return table, people


async def pressed(world: World, person: Person, message: JSON, which: str, values: list[str] | None = None) -> JSON:
    """Press the button or menu of this name, below ⋯ if it is there, and see the message as it is then."""
    if not any(each.endswith(f".{which}") for each in pieces(message)):
        message = await pressed(world, person, message, "_more" if which != "_more" else "_less")
    custom_id = next(each for each in pieces(message) if each.endswith(f".{which}"))
    await person.press(message, custom_id, values)
    await world.done()
    return person.known[message["id"]]


def documents(message: JSON) -> list[str]:
    """The names of the files that can be saved from a message."""
    (container,) = message["components"]
    return [each["name"] for each in container["components"] if each["type"] == ComponentType.file.value]


@pytest.mark.parametrize("names", [("Ada", "Borys"), pytest.param(("Chloe", "Dmitri"), marks=pytest.mark.long)])
async def test_from_the_end_through_the_whole_game(world: World, names: tuple[str, str]) -> None:
    language = "pl" if names[0] == "Ada" else "en"
    turn = says("rycerze.when-1", language, first=3)
    table, (ada, _) = await finished(world, *names)
    final = await world.message(ada, table, "final")
    message = await ada.settled(await ada.press(final, piece(final, "replay.open")))
    assert message["sandbox"]["ephemeral"]
    last = (await world.tables.looks.replay(table)).last

    def stands_at(step: int) -> str:
        return begins("replay.step", language, step=step, last=last)

    assert stands_at(0) in text_of(message)
    assert len(images(message)) == 1, "the board alone: a single picture is shown largest"
    message = await pressed(world, ada, message, "_hands")
    assert len(images(message)) == 3, "the table and both hands: all cards are open"
    message = await pressed(world, ada, message, "_hands")
    assert len(images(message)) == 1
    message = await pressed(world, ada, message, "_roundon")
    assert stands_at(2) in text_of(message), "both have chosen"
    assert says("rycerze.when-1", language, first=2) in text_of(message)
    message = await pressed(world, ada, await pressed(world, ada, message, "_roundback"), "_on")
    assert stands_at(1) in text_of(message)
    message = await pressed(world, ada, message, "_eyes", ["s1"])
    assert len(images(message)) == 2
    assert stands_at(1) in text_of(message)
    message = await pressed(world, ada, message, "_form")
    assert not images(message)
    assert names[1] in text_of(message)
    message = await pressed(world, ada, message, "_more")
    leap = piece(message, "replay.jump")
    await ada.submit(await ada.press(message, leap), {"turn": "3"})
    await world.done()
    assert turn in text_of(ada.known[message["id"]])
    message = await pressed(world, ada, ada.known[message["id"]], "_last")
    assert stands_at(last) in text_of(message)
    assert "🥇" in text_of(message)


def rolls(message: JSON) -> bool:
    """Whether a message plays by itself."""
    return f"rolling of message {message['id']}" in {task.get_name() for task in asyncio.all_tasks()}


@pytest.mark.long
async def test_it_plays_by_itself_until_somebody_presses(world: World) -> None:
    cog: Any = world.bot.get_cog("Replays")
    cog.pace = 0.01
    table, (ada, _) = await finished(world, "Ada", "Borys")
    message = await ada.settled(await ada.command("gry", "zamki game replay", table=str(table)))
    message = await pressed(world, ada, message, "_play")
    assert [each.rsplit(".")[-1] for each in pieces(message)] == ["_stop"]
    assert rolls(message)
    await eventually(lambda: begins("replay.step", step=3) in text_of(ada.known[message["id"]]))
    message = await pressed(world, ada, ada.known[message["id"]], "_stop")
    assert any(each.endswith("_play") for each in pieces(message))
    assert not rolls(message)


@pytest.mark.long
async def test_everybody_may_lead_through_what_is_shown_to_all(world: World) -> None:
    table, (ada, borys) = await finished(world, "Ada", "Borys")
    message = await ada.settled(await ada.command("gry", "zamki game replay", table=str(table)))
    message = await pressed(world, ada, message, "_on")
    await pressed(world, ada, message, "_all")
    everybodys = await borys.until(lambda each: any(name.startswith("replay.stepall:") for name in pieces(each)))
    assert not everybodys["sandbox"]["ephemeral"]
    everybodys = await pressed(world, borys, everybodys, "_on")
    assert begins("replay.step", step=2) in text_of(everybodys)
    everybodys = await pressed(world, borys, everybodys, "_more")
    own = await borys.settled(await borys.press(everybodys, piece(everybodys, "replay.open")))
    assert own["sandbox"]["ephemeral"]
    assert begins("replay.step", step=2) in text_of(own)
    await borys.submit(await borys.press(everybodys, piece(everybodys, "replay.jumpall")), {"turn": "3"})
    await world.done()
    assert says("rycerze.when-1", first=3) in text_of(borys.known[everybodys["id"]])
    everybodys = await pressed(world, ada, borys.known[everybodys["id"]], "_form")
    assert not images(everybodys)
    assert "Borys" in text_of(everybodys)
    everybodys = await pressed(world, borys, everybodys, "_form")
    assert images(borys.known[everybodys["id"]])


@pytest.mark.long
@pytest.mark.parametrize("names", [("Ada", "Borys"), ("Chloe", "Dmitri")])
async def test_a_public_replay_plays_by_itself_until_anybody_stops_it(world: World, names: tuple[str, str]) -> None:
    cog: Any = world.bot.get_cog("Replays")
    cog.pace = 0.01
    polish = names[0] == "Ada"
    table, (ada, borys) = await finished(world, *names, channel="gry" if polish else "games")
    message = await ada.settled(await ada.command("gry" if polish else "games", "zamki game replay", table=str(table)))
    await pressed(world, ada, message, "_all")
    everybodys = await borys.until(lambda each: any(name.startswith("replay.playall:") for name in pieces(each)))
    everybodys = await pressed(world, ada, everybodys, "_play")
    assert [each.rsplit(".")[-1] for each in pieces(everybodys)] == ["_stop"]
    step = begins("replay.step", "pl" if polish else "en", step=3)
    await eventually(lambda: step in text_of(borys.known[everybodys["id"]]))
    everybodys = await pressed(world, borys, borys.known[everybodys["id"]], "_stop")
    assert any(each.endswith("_play") for each in pieces(everybodys))
    assert not rolls(everybodys)


RUNNING = [("Chloe", "Ada", "pl"), pytest.param("Ada", "Chloe", "en", marks=pytest.mark.long)]


@pytest.mark.parametrize(("name", "watching", "language"), RUNNING)
async def test_a_running_game_is_shown_to_nobody(world: World, name: str, watching: str, language: str) -> None:
    table, _ = await world.started(name, "Borys")
    watcher = await world.person(watching)
    answer = await watcher.settled(await watcher.command("gry", "zamki game replay", table=str(table)))
    assert says("tables.replay.not-over", language) in text_of(answer)
    assert not images(answer)
    app, words, own = world.bot.app, data.words.words("pl"), Preferences()
    making: tuple[Callable[[], Awaitable[object]], ...] = (
        lambda: replay.card(app, Reel(table=table), words, own),
        lambda: replay.public(app, Reel(table=table), words),
        lambda: gamelog.card(app, table, words),
        lambda: story.card(app, table, words, own),
        lambda: story.public(app, table, words),
    )
    for make in making:
        with pytest.raises(NoReplay):
            await make()
    record = await world.tables.looks.record(table)
    assert (record.seed, record.moves, record.result) == ("", (), None)


@pytest.mark.long
async def test_who_was_away_sees_what_happened_as_they_would_have(world: World) -> None:
    table, (ada, borys) = await world.started("Ada", "Borys")
    await world.choose(borys, await world.hand(borys, table), random.Random(1))
    await world.choose(ada, await world.hand(ada, table), random.Random(1))
    await eventually(lambda: world.moved_on(table, 1))
    hand = await world.more(ada, await world.hand(ada, table))
    missed = await ada.settled(await ada.press(hand, piece(hand, "replay.recap")))
    assert says("replay.recap-title") in text_of(missed)
    assert len(images(missed)) >= 2
    onward = next(each for each in pieces(missed) if each.endswith(":_last"))
    seen = await ada.settled(await ada.command("gry", "zamki game replay", table=str(table)))
    assert text_of(seen) == text_of(missed)
    assert onward.startswith(f"replay.since:{table}:")


@pytest.mark.long
async def test_the_film_of_a_game_is_told_of_and_stopped(world: World) -> None:
    table, (ada, _) = await finished(world, "Ada", "Borys")
    message = await world.more(ada, await ada.settled(await ada.command("gry", "zamki game replay", table=str(table))))
    button = next(each for each in pieces(message) if each.endswith("._film"))
    begun = await ada.press(message, button)
    await eventually(lambda: "film.stop:0:0" in pieces(ada.known.get(begun.message["id"], {})) if begun.message else False)
    assert begun.message is not None
    await ada.press(ada.known[begun.message["id"]], "film.stop:0:0")
    await world.done()
    assert says("replay.film-stopped") in text_of(ada.known[begun.message["id"]])
    begun = await ada.press(message, button)
    await eventually(lambda: not world.busy)
    assert begun.message is not None
    (image,) = images(ada.known[begun.message["id"]])
    assert says("replay.film-alt") in image["description"]


@pytest.mark.parametrize("language", ["pl", pytest.param("en", marks=pytest.mark.long)])
async def test_the_moment_in_which_a_game_turned_is_shared_as_a_film(world: World, language: str) -> None:
    names = ("Ada", "Borys") if language == "pl" else ("Chloe", "Dmitri")
    table, (shower, watcher) = await finished(world, *names, channel="gry" if language == "pl" else "games")
    final = await world.message(shower, table, "final")
    private = await shower.settled(await shower.press(final, piece(final, "film.moment")))
    shared = await watcher.until(
        lambda each: says("replay.moment-title", language) in text_of(each) and not each["sandbox"]["ephemeral"]
    )
    turned = await story.turning_point(world.bot.app, table, words(language), safe=False)
    (image,) = images(shared)
    assert image["description"] == turned.said
    file = await watcher.fetch(image["url"])
    assert file[8:12] == b"WEBP"
    assert len(file) <= MOMENT_BYTES
    await eventually(lambda: says("replay.moment-done", language) in text_of(shower.known[private["id"]]))
    opened = await watcher.settled(await watcher.press(shared, piece(shared, "replay.open")))
    assert f" {turned.step} " in text_of(opened)
    again = await shower.settled(await shower.press(final, piece(final, "film.moment")))
    assert says("tables.refusal.soon-share", language) in text_of(again)


async def test_films_are_made_first_for_people_who_had_none(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    table, _ = await finished(world, "Ada", "Borys")
    films, speak, made, go_on = Films(world.bot.app), data.words.words("en"), list[str](), threading.Semaphore(0)

    def slowly(_draw: object, _shown: object, alt: str, _limit: int, _report: ProgressReporter) -> Picture:
        go_on.acquire()
        made.append(threading.current_thread().name)
        return Picture(b"", "webp", alt)

    monkeypatch.setattr("render.film.make", slowly)

    def begun(user: int) -> asyncio.Task[Picture | None]:
        films.begin(user)
        return asyncio.create_task(films.make(user, FilmOrder(table=table, words=speak, alt="", limit=LIMIT_BYTES)))

    first = begun(1)
    go_on.release()
    assert await first
    going = begun(1)
    await eventually(lambda: not films.waits(1))
    greedy = [begun(user) for user in (2, 3, 4)]
    await eventually(lambda: all(map(films.waits, (2, 3, 4))))
    with pytest.raises(Refusal, match="film-under-way"):
        films.begin(2)
    films.stop(3)
    assert await greedy[1] is None, "stopped before its turn, at once"
    go_on.release()
    assert await going
    again, newcomer = begun(1), begun(5)
    go_on.release(3)
    assert all(await asyncio.gather(greedy[0], greedy[2], newcomer))
    assert not again.done(), "who has had two is last"
    go_on.release()
    assert await again
    await films.close()


async def test_the_log_page_by_page_and_the_record_as_a_file(world: World) -> None:
    table, (ada, _) = await finished(world, "Ada", "Borys")
    message = await world.more(ada, await ada.settled(await ada.command("gry", "zamki game replay", table=str(table))))
    log = await ada.settled(await ada.press(message, piece(message, "gamelog.open")))
    assert "1. Ada:" in text_of(log) or "1. Borys:" in text_of(log)
    assert documents(log) == [f"zamki-{table}.txt"]
    record = await ada.settled(await ada.press(log, piece(log, "gamelog.record")))
    assert documents(record) == [f"zamki-{table}.json"]


@pytest.mark.long
async def test_a_story_that_fails_keeps_no_end_from_being_told(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*_: object, **__: object) -> list[str]:
        raise IndexError

    monkeypatch.setattr(story, "_headline", failing)
    table, (ada, _) = await finished(world, "Ada", "Borys")
    assert "🥇" in text_of(await world.message(ada, table, "final"))


@pytest.mark.parametrize("language", ["pl", pytest.param("en", marks=pytest.mark.long)])
async def test_the_story_of_a_game_is_told_and_shared(world: World, language: str) -> None:
    names = ("Ada", "Borys") if language == "pl" else ("Chloe", "Dmitri")
    table, people = await finished(world, *names, channel="gry" if language == "pl" else "games")
    told_by, heard = people
    final = await world.message(told_by, table, "final")
    told = await story.epilogue(world.bot.app, (await world.view(table)).info, words(language), safe=False)
    assert told.story in images(final)[0]["description"]
    assert str(table) in told.origin
    message = await told_by.settled(await told_by.press(final, piece(final, "story.open")))
    assert says("replay.story-title", language) in text_of(message)
    (image,) = images(message)
    assert says("replay.story-of", language) in image["description"]
    await told_by.press(message, piece(message, "story.tell"))
    await world.done()
    shared = await heard.until(lambda each: any(name.endswith(f":{table}.turn") for name in pieces(each))
                               and not each["sandbox"]["ephemeral"])  # fmt: skip
    assert images(shared)[0]["description"]
    moment = await heard.settled(await heard.press(shared, next(each for each in pieces(shared) if each.endswith(".turn"))))
    assert says("replay.title", language) in text_of(moment)


@pytest.mark.long
async def test_who_wants_texts_is_shown_texts(world: World) -> None:
    table, (ada, _) = await finished(world, "Ada", "Borys")
    await world.tables.people.set_preferences(int(ada.id), display="text")
    message = await ada.settled(await ada.command("gry", "zamki game replay", table=str(table)))
    assert not images(message)
    assert "Borys" in text_of(message)
    final = await world.message(ada, table, "final")
    message = await ada.settled(await ada.press(final, piece(final, "story.open")))
    assert not images(message)
    assert "Ada" in text_of(message)


@pytest.mark.long
@pytest.mark.parametrize("game", engines.games())
async def test_pictures_are_to_the_byte_what_stood_in_the_channel(world: World, game: str) -> None:
    """The board's picture and description of some steps, and the end's, beside those that the replay shows of them."""
    table, people = await world.started("Ada", "Borys", game=game)
    for person in people:
        await world.tables.times.set_plan(int(person.id), obvious=False)  # each move is one of those made below
    ada = people[0]
    stood: dict[int, tuple[bytes, str]] = {}
    rng, step = random.Random(3), 0
    while (await world.view(table)).info.state == "playing":
        if step in {0, 1, 2, 5, 9, 14, 20, 27}:
            stood[step] = await _picture(world, ada, table, "board")
        await play_on(world, table, rng)
        step = len(await world.store.counted_moves(table))  # a look that nobody is waited for is made at once
    stood[step] = await _picture(world, ada, table, "final")
    app, words = world.bot.app, data.words.words("pl")
    assert (await world.tables.looks.replay(table)).last == step
    for number, (picture, alt) in stood.items():
        eyes = 0 if number < step else None  # with all cards open the board shows more than stood there
        card = await replay.public(app, Reel(table=table, step=number, eyes=eyes), words)
        shown = {each.data: each.alt for each in card.pictures().values()}
        assert shown.get(picture) == alt, number
    assert len(stood) > min(5, step // 2)


async def _picture(world: World, person: Person, table: int, kind: str) -> tuple[bytes, str]:
    """What stands in the channel: the picture's bytes and its description."""
    (image,) = images(await world.message(person, table, kind))
    return await person.fetch(image["url"]), image["description"]
