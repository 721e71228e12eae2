"""On a phone help, the list of games, every screen of the rules, what each part does, the card of a game night, the message of
the day and the week of a server fit one screen in every language, so that they open at their beginning.
"""

import io
import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from PIL import Image

from asking.rulebook import screens
from chat.cards import games, rules
from chat.wire.layout import Card
from cogs import digest, week
from cogs import help as help_pages
from cogs.nights import cards as cards_of_nights
from data.guides import guide
from data.records.tournaments import EntrantRow
from data.words import Words, languages, words
from render.contract import Picture
from tables.leagues.league import League
from tables.matchmaking.wishes import Wish, WishList
from tables.model.people import Preferences
from tables.model.standings import ServerRecord, ServerStanding, Standings
from tables.model.subjects import WeekSubject
from tables.model.table_info import Place, TableInfo, Vote
from tables.nights.night import REPLIES, Comer, Night
from tables.service.digest_actions import Digest
from tables.service.week_actions import Week
from tables.tournaments.tournament import Rules, Tournament
from tests.support.browser_page import be, browser_page
from tests.support.play_to_end import play_to_the_end
from tests.support.world import World

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("real_pictures")]

VISIBLE = 675
"""Css pixels that a phone leaves for messages."""

MEASURE = """async (cards) => {
    const { component } = await import("/components.js");
    const inside = document.querySelector(".message .content");
    return cards.map(([components, attachments]) => {
        const env = { t: (key) => key, locale: "en", attachments, user: () => null, channel: () => null, command: () => null };
        const shown = components.map((one) => component(one, env));
        inside.append(...shown);
        const heights = shown.map((each) => each.getBoundingClientRect().height);
        shown.forEach((each) => each.remove());
        return heights.reduce((one, other) => one + other, 0);
    });
}"""
"""The heights of cards where the page shows the content of messages."""


def without_pictures(world: World, speak: Words) -> Iterator[tuple[str, Card]]:
    """Yields each card that is only text, with what it is."""
    app = world.bot.app
    for page in ("text", "commands"):
        yield f"help, {page}", help_pages.page(speak, page, alone=False)
    yield "the list of games", games.card(app, speak)
    for game in app.games:
        for at in range(len(guide(game).things) * 8):
            card = rules.what(game, None, speak, at=at)
            yield f"{game}, parts {at}", card
            if not any("_on" in str(each.to_component_dict()) for each in card.rows):
                break


async def screens_of_rules(world: World, speak: Words, drawn: dict[tuple[str, str], Picture | None]) -> list[tuple[str, Card]]:
    """Returns each screen of the rules. Pictures are drawn once: they have the same size in every language."""
    found = []
    for game in world.bot.app.games:
        for page in (rules.CONTENTS, *(screen.key for screen in screens(game, speak))):
            at = game, page
            mine = Preferences(display="text" if at in drawn else "picture")
            card = await rules.card(world.bot.app, game, speak, page, mine=mine)
            picture = drawn.setdefault(at, card.picture)
            found.append((f"{game}, {page}", msgspec.structs.replace(card, picture=picture)))
    return found


async def nights(world: World, speak: Words) -> list[tuple[str, Card]]:
    """Returns the card of a night of whatever people want, before it and when it has begun."""
    people = tuple(Comer(each, each, f"Przemysława {each}", REPLIES[each // 14], 1.0) for each in range(32))
    night = Night(
        id=1, place=Place(1, 2), language=speak.language, host=1, starts=1e9, every=7, people=people, note="few", step="sure"
    )
    now = msgspec.structs.replace(night, step="begun", draw=1e9 + 300, note="")
    return [(f"night, {each.step}", await cards_of_nights.public_card(world.bot.app, each, speak)) for each in (night, now)]


async def digests(world: World, table: TableInfo, speak: Words) -> list[tuple[str, Card]]:
    """Returns the message of the day of somebody with many games, as they read it and as others see it."""
    (user,) = table.people
    vote = Vote(id=1, kind="late", asked=tuple(at for at, seat in enumerate(table.seats) if seat.user == user))
    asked = msgspec.structs.replace(table, votes=(vote,))
    found = Digest([table] * 12, [table] * 12, [table] * 12, [asked] * 12)
    return [
        ("the message of the day", await digest.card(world.bot.app, found, user, speak)),
        ("its mention", digest.mention(found, 1, user, speak)),
    ]


async def weeks(world: World, table: TableInfo, speak: Words) -> list[tuple[str, Card]]:
    """Returns the post of a week in which everything has happened that it can say, among people with long names."""
    here, people = Place(table.place.guild, table.home or table.place.channel), [f"Przemysława {each}" for each in range(8)]
    entrants = tuple(EntrantRow(at, 100 + at, name) for at, name in enumerate(people))
    tournament = Tournament(
        id=1, place=here, game="rzymianie", options={}, language="pl", host=1, created=0.0, entrants=entrants, rules=Rules()
    )
    ranked = [
        ServerStanding(place=at, user=99 + at, name=name, games=9, wins=9, places=(9, 0, 0, 0))
        for at, name in enumerate(people, 1)
    ]
    asked: dict[str, Any] = {
        "language": "pl",
        "games": ("torres",),
        "speeds": ("days",),
        "since": 0.0,
        "until": 1e9,
        "live_until": 0.0,
    }
    found = Week(
        ended=tuple((game, 10) for game in world.bot.app.games),
        games=(table,),
        records=tuple(ServerRecord(game, people[0], 120) for game in ("rzymianie", "rycerze")),
        lists=((WishList(id=2, place=here, language="pl"), tuple(Wish(user=9, name=each, **asked) for each in people)),),
        night=Night(place=here, language="pl", host=1, starts=1e9),
        tournaments=(tournament,) * 3,
        leagues=((League(id=3, place=here, language="pl", host=1, game="rzymianie", starts=0.0), tournament),),
        standings=Standings(guild=here.guild, game=None, rows=tuple(ranked)),
        season=(24310, 24312),
    )
    return [
        (
            "the week of a server",
            await week.card(world.bot.app, WeekSubject(id=4, version=1, place=here, language="pl"), found, speak),
        )
    ]


def view_of(card: Card) -> Any:
    """Returns a card as Discord is sent it."""
    components: Any = card.view()
    return components.to_components()


def attachments(card: Card) -> list[dict[str, object]]:
    """Returns a card's pictures as the page is given them, without their content."""
    sizes = {name: Image.open(io.BytesIO(picture.data)).size for name, picture in card.pictures().items()}
    return [{"filename": name, "url": "", "width": width, "height": height} for name, (width, height) in sizes.items()]


async def test_help_rules_and_nights_fit_one_screen(world: World) -> None:
    drawn: dict[tuple[str, str], Picture | None] = {}
    cards = []
    table = (await world.view((await world.started("Ada", game="rzymianie"))[0])).info
    number, _ = await world.started("Ada", "Borys")
    await play_to_the_end(world, number, random.Random(1))
    over = (await world.view(number)).info
    for language in languages():
        speak = words(language)
        found = [*without_pictures(world, speak), *await screens_of_rules(world, speak, drawn), *await nights(world, speak)]
        found += [*await digests(world, table, speak), *await weeks(world, over, speak)]
        cards += [(f"{language}: {what}", card) for what, card in found]
    assert sum(picture is not None for picture in drawn.values()) == sum(
        page.picture != "" for game in world.bot.app.games for page in guide(game).page
    )
    async with browser_page(world.sandbox.url) as page:
        ada = await world.person("Ada")
        await be(page, "Ada")
        await ada.settled(await ada.command("gry", "zamki help"))
        await page.locator(".message .content").last.wait_for()
        heights = await page.evaluate(MEASURE, [[view_of(card), attachments(card)] for _, card in cards])
    high = [f"{what}: {height:.0f} px" for (what, _), height in zip(cards, heights, strict=True) if not 40 < height <= VISIBLE]
    assert not high, "\n".join(high)
