"""Everything that stays of a game, asked for while it runs: two games that one cannot tell apart give each the same bytes.

Replay, log, film, story, review and record are refused; the board, recap, profile, leaderboard and one's own data are given, in
both languages, as text, emoji, alt text, picture and file. What is hidden varies, and nothing that is given does. Blank
pictures differ wherever the view or event they are made of does, so they tell more of a leak than drawn ones.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest

import engines
from chat.cards import story
from chat.cards.replay import Reel
from chat.wire.layout import Card
from cogs import gamelog
from cogs.film.cog import LIMIT_BYTES
from cogs.film.films import FilmOrder, Films
from cogs.replay import recap, replay
from cogs.review import mark
from data.words import languages, words
from render import emoji
from sandbox.client import Person, buttons, images, selects
from sandbox.world import Emoji
from tables.errors import Refusal
from tables.model.people import Preferences
from tests.support.conformance import is_open
from tests.support.indistinguishable_games import Twins, twins
from tests.support.luck import Dealt
from tests.support.table_store import loaded_table
from tests.support.world import NewHome, World, text_of

REFUSED = (
    *("replay", "its text", "replay for all", "log", "story", "story for all", "film", "film of a moment", "its moment"),
    *("review", "its mark", "a review kept"),
)

EMOJI = 10**18
"""The id under which all pieces have an emoji."""

Way = Callable[[], Awaitable[object]]


def ways(world: World, films: Films, table: int, user: int, language: str) -> dict[str, Way]:
    """What can be asked of a game by one who has its number, as the buttons and commands ask it."""
    app, tables, speak = world.bot.app, world.tables, words(language)
    own = Preferences(display="both")

    async def filmed(moment: int | None = None) -> object:
        films.begin(user)
        return await films.make(user, FilmOrder(table=table, words=speak, alt="", limit=LIMIT_BYTES, moment=moment))

    async def missed() -> list[Card]:
        steps = (await tables.looks.recap(table, user)).steps
        return [await recap.card(app, table, user, speak, own, seen.step.number) for seen in steps]

    async def looked_through() -> object:
        return await (await tables.reviews.begin_review(table, user)).task

    return {
        "replay": lambda: replay.card(app, Reel(table=table), speak, own),
        "its text": lambda: replay.card(app, Reel(table=table, text=True), speak, own),
        "replay for all": lambda: replay.public(app, Reel(table=table), speak),
        "log": lambda: gamelog.card(app, table, speak),
        "story": lambda: story.card(app, table, speak, own),
        "story for all": lambda: story.public(app, table, speak),
        "film": filmed,
        "film of a moment": lambda: filmed(1),
        "its moment": lambda: story.turning_point(app, table, speak, safe=True),
        "review": looked_through,
        "its mark": lambda: mark.card(app, table, 1, own, speak),
        "a review kept": lambda: tables.reviews.stored_review(table),
        "recap": missed,
        "record": lambda: tables.looks.record(table),
    }


def whole(given: object) -> bytes:
    """All that somebody receives, to the byte; numbers that Discord has made, and the seal of a seed, stand for themselves."""
    if isinstance(given, list) and all(isinstance(each, Card) for each in given):
        return b"\n".join(whole(each) for each in given)
    if not isinstance(given, Card):
        return plain(msgspec.json.encode(given))
    layout = msgspec.json.encode([each.to_component_dict() for each in given.rows])
    parts = [given.title.encode(), given.text.encode(), layout]
    parts += [picture.alt.encode() for picture in given.pictures().values()]
    parts += [*(given.document or ())[1:]]
    return b"\n".join([*map(plain, parts), *(picture.data for picture in given.pictures().values())])


def plain(text: bytes) -> bytes:
    return re.sub("\\b[0-9a-f]{64}\\b|\\b[0-9a-f]{12}(?=…)".encode(), b"@", re.sub(rb"\d{17,20}", b"#", text))


async def begun(world: World, key: str, found: Twins, which: int) -> tuple[int, list[Person]]:
    """One of the two games as far as they are alike: its number, and who watches, the other, a spectator."""
    world.luck = Dealt(found.seeds[which])
    world.sandbox.world.emojis[EMOJI] = Emoji(EMOJI, "any", b"")
    world.bot.app.emoji.known = {f"{game} {name}": f"<:{game}_{name}:{EMOJI}>" for game, name in emoji.every()}
    table, people = await world.lobby("Ada", "Borys", game=key)
    for person in people:
        await world.tables.times.set_plan(int(person.id), obvious=False)  # all moves are among those played below
    await world.begin(table, people[0])
    seats = [info.user for info in (await world.view(table)).info.seats]
    for seat, move in found.moves[which]:
        user = seats[seat]
        assert user is not None
        await world.tables.moves.play(table, user, move)
        await world.quiet()  # whether somebody is told of a turn that is soon over would be left to chance
    people.sort(key=lambda person: int(person.id) != seats[found.watching])
    return table, [*people, await world.person("Chloe")]


async def received(world: World, films: Films, table: int, person: Person) -> dict[str, bytes]:
    found = {}
    for language in languages():
        for name, way in ways(world, films, table, int(person.id), language).items():
            try:
                found[f"{name} {language}"] = whole(await way())
            except Refusal as refusal:
                found[f"{name} {language}"] = f"refused: {refusal.key}".encode()
    for command in ("zamki game replay", "zamki game review", "zamki profile", "zamki leaderboard", "zamki game verify"):
        asked: dict[str, Any] = {} if command in {"zamki profile", "zamki leaderboard"} else {"table": str(table)}
        answer = await person.settled(await person.command("gry", command, **asked))
        await world.done()
        answer = person.known[answer["id"]]
        shown = images(answer)
        texts = [text_of(answer), *(str(image["description"]) for image in shown)]
        found[command] = b"\n".join([*(plain(text.encode()) for text in texts), *[await person.fetch(i["url"]) for i in shown]])
    board = await world.message(person, table, "board")
    found["board"] = plain(msgspec.json.encode([text_of(board), buttons(board), selects(board)]))
    await world.bot.app.languages.store()  # or it comes a little later
    data: dict[str, Any] = await world.tables.personal.personal_data(int(person.id))
    # A post that is tried again notes its call again: how often is left to chance.
    data["ledger"] = sorted({(row["kind"], row["place"], row["at"]) for row in data.get("ledger", ())})
    found["data"] = plain(msgspec.json.encode(data))
    return found


@pytest.mark.long
@pytest.mark.parametrize("key", [key for key in engines.games() if not is_open(key)])
async def test_what_stays_of_a_running_game_reveals_nothing_hidden(world: World, key: str, new_home: NewHome) -> None:
    found, seen, hidden = twins(engines.games()[key]), list[list[dict[str, bytes]]](), set[bytes]()
    for which in range(2):
        world.where = new_home()
        await world.at_time(1_700_000_000.0)
        films = Films(world.bot.app)
        table, (watching, other, spectator) = await begun(world, key, found, which)
        held = await loaded_table(world.tables, table)
        assert held.position is not None
        hidden.add(held.position.snapshot())
        seen.append([await received(world, films, table, person) for person in (watching, spectator, other)])
        await films.close()
    assert len(hidden) == 2, "the two games are not the same"
    for one, two in zip(seen[0][:2], seen[1][:2], strict=True):
        assert [name for name in one if one[name] != two[name]] == []
        refused = {name.rpartition(" ")[0] for name in one if one[name].startswith(b"refused")}
        assert refused - {"recap"} == set(REFUSED)
    watched, spectated, _ = seen[0]
    assert not watched["recap pl"].startswith(b"refused")
    assert spectated["recap pl"].startswith(b"refused")
    assert watched["recap pl"] != watched["recap en"]
    assert b"PNG" in watched["recap pl"]
    if found.secret:
        assert seen[0][2]["recap pl"] != seen[1][2]["recap pl"], "who has chosen is told what they chose"
