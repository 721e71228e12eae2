"""How tables end for their people: asked first, told to all, and nothing takes back that somebody has lost."""

from __future__ import annotations

import random

import pytest

from data.words import words
from sandbox import Person
from sandbox.client import JSON, selects
from tables.rules.lobby import AT_ONCE
from tests.support.cases import cases
from tests.support.permissions import may
from tests.support.world import World, eventually, mentions, piece, pieces, play_out, says, text_of

DAY = 86400.0

LEFT = {channel: says("tables.closed.claimed", language) for channel, language in (("gry", "pl"), ("games", "en"))}

BOTH = ("gry", pytest.param("games", marks=pytest.mark.long))

WIDE = 38
"""Letters that a closed menu shows on a phone 390 px wide."""


async def resigned(world: World, table: int, person: Person, channel: str = "gry") -> None:
    question = await person.settled(await person.command(channel, "zamki resign", table=str(table)))
    await person.press(question, piece(question, "ending.resigned"))
    await world.done()


async def pressed(world: World, person: Person, message: JSON, verb: str) -> None:
    await person.press(message, piece(message, verb))
    await world.done()


@pytest.mark.parametrize("channel", ["gry", pytest.param("games", marks=pytest.mark.long)])
async def test_who_stays_takes_the_win_and_everybody_is_told(world: World, channel: str) -> None:
    table, (ada, borys) = await world.started("Ada", "Borys", channel=channel)
    await world.message(borys, table, "hand", borys)
    await resigned(world, table, ada, channel)
    question = await world.message(borys, table, "vote-win")
    assert says("cogs.vote.win.asks", "pl" if channel == "gry" else "en") in text_of(question)
    assert mentions(text_of(question)) == [borys.id]
    await pressed(world, ada, question, "votes.agree")
    assert (await world.view(table)).info.state == "playing", "who left has no say"
    before = len(world.sandbox.world.pings)
    hand = await world.message(borys, table, "hand", borys)
    await pressed(world, borys, question, "votes.agree")
    final = await world.message(borys, table, "final")
    assert LEFT[channel] in text_of(final)
    assert "🥇" in text_of(final)
    left = next(line for line in text_of(final).split("\n") if "Ada" in line and "🥈" in line)
    assert says("cogs.end.left", "pl" if channel == "gry" else "en") in left, "who left stands as such in the result"
    assert [user for user, _ in world.sandbox.world.pings[before:]] == [int(borys.id)], "one mention, of who stayed"
    closed = borys.known[hand["id"]]
    assert "🥇" in text_of(closed), "the direct message tells the result"
    bell = piece(closed, "company.bell")
    assert pieces(closed) == [bell], "nothing of the game can be pressed any more"
    assert says("cogs.notify.on", "pl", game="Rycerze i zamki") in text_of(await borys.settled(await borys.press(closed, bell)))
    assert not pieces(await world.message(borys, table, "vote-win"))
    shown = (await world.view(table)).info
    assert words(shown.language)("cogs.rating.unearned") in text_of(final), "nobody had moved: it says why no rating rises"
    board = text_of(await borys.settled(await borys.command(channel, "zamki leaderboard")))
    assert "Ada" in board
    assert "Borys" not in board


@pytest.mark.long
async def test_who_stays_cannot_erase_that_the_other_has_lost(world: World) -> None:
    table, (ada, borys) = await world.started("Ada", "Borys")
    asked = await borys.settled(await borys.command("gry", "zamki cancel"))
    await resigned(world, table, ada)
    await pressed(world, borys, await world.message(borys, table, "vote-win"), "votes.refuse")
    await pressed(world, borys, asked, "ending.end")  # asked before the other left
    assert (await world.view(table)).info.state == "playing"
    answer = await borys.settled(await borys.command("gry", "zamki cancel"))
    assert says("tables.refusal.result-stands") in text_of(answer)
    # Leaving is no way either: it offers the win instead.
    board = await world.message(borys, table, "board")
    more = await borys.settled(await borys.press(board, piece(board, "board.more")))
    assert not [each for each in pieces(more) if each.startswith("ending.ask:")]
    offered = await borys.settled(await borys.press(more, piece(more, "ending.resign")))
    assert not [each for each in pieces(offered) if each.startswith("ending.resigned:")]
    await pressed(world, borys, offered, "ending.claim")
    assert (await world.view(table)).info.closed == "claimed"


@pytest.mark.long
@pytest.mark.parametrize("channel", ["gry", "games"])
async def test_all_must_agree_to_end_a_game_without_a_result(world: World, channel: str) -> None:
    table, (ada, borys) = await world.started("Ada", "Borys", channel=channel)
    question = await ada.settled(await ada.command(channel, "zamki cancel"))
    await pressed(world, ada, question, "ending.end")
    vote = await world.message(borys, table, "vote-end")
    assert mentions(text_of(vote)) == [borys.id]
    await pressed(world, borys, vote, "votes.refuse")
    closed = await world.message(borys, table, "vote-end")
    assert "✋" in text_of(closed)
    assert not pieces(closed)
    # Asked again, and the game goes on: it lapses as a request to take back does.
    question = await ada.settled(await ada.command(channel, "zamki cancel"))
    await pressed(world, ada, question, "ending.end")
    await play_out(world, table, [ada, borys], random.Random(2), stages=1)
    assert not (await world.view(table)).info.votes
    question = await ada.settled(await ada.command(channel, "zamki cancel"))
    await pressed(world, ada, question, "ending.end")
    await pressed(world, borys, await world.message(borys, table, "vote-end"), "votes.agree")
    final = await world.message(ada, table, "final")
    assert says("tables.closed.agreed", "pl" if channel == "gry" else "en") in text_of(final)
    empty = text_of(await ada.settled(await ada.command(channel, "zamki leaderboard")))
    assert "1 partia skończyła się bez wyniku" in empty


@pytest.mark.long
async def test_a_moderator_gives_a_reason_that_the_players_read(world: World) -> None:
    table, (borys, chloe) = await world.started("Borys", "Chloe")
    ada = await world.person("Ada")  # owns the server
    question = await ada.settled(await ada.command("gry", "zamki cancel", table=str(table)))
    assert not [each for each in pieces(question) if each.startswith("ending.end:")]
    form = await ada.press(question, piece(question, "ending.why"))
    await ada.submit(form, {"reason": "kanał *znika* @everyone"})
    await world.done()
    final = await world.message(chloe, table, "final")
    assert "znika" in text_of(final)
    assert "@everyone" not in text_of(final)
    assert set(mentions(text_of(final))) == {borys.id, chloe.id}
    assert (await world.view(table)).info.closed == "moderator"


@pytest.mark.long
async def test_who_wants_no_mention_at_the_end_gets_none(world: World) -> None:
    table, (ada, borys) = await world.started("Ada", "Borys")
    answer = await borys.settled(await borys.command("gry", "zamki my settings", end=False))
    assert "Wzmianka na koniec partii: **nie**" in text_of(answer)
    await resigned(world, table, ada)
    await pressed(world, borys, await world.message(borys, table, "vote-win"), "votes.agree")
    assert mentions(text_of(await world.message(borys, table, "final"))) == []


@pytest.mark.long
@pytest.mark.parametrize("channel", BOTH)
@pytest.mark.parametrize("why", cases(["host", "empty"], ["host"]))
async def test_the_card_of_a_closed_lobby_tells_why(world: World, channel: str, why: str) -> None:
    text = says(f"tables.closed.{why}", "pl" if channel == "gry" else "en")
    clock = await world.at_time(1_800_000_000.0)
    table, (ada,) = await world.lobby("Ada", channel=channel)
    await clock.advance(AT_ONCE + 1)
    if why == "host":
        await ada.settled(await ada.command(channel, "zamki cancel", table=str(table)))
    else:
        card = await world.message(ada, table, "lobby")
        await ada.press(card, piece(card, "lobby.leave"))
        await world.done()
    assert text in text_of(await world.message(ada, table, "lobby"))


@pytest.mark.long
async def test_a_lobby_that_is_about_to_close_is_kept_open_by_a_press(world: World) -> None:
    time = await world.at_time(1_800_000_000.0)
    table, (ada, borys) = await world.lobby("Ada", "Borys")
    card = await world.message(ada, table, "lobby")
    assert f"<t:{1_800_000_000 + 7 * 86400}:R>" in text_of(card)
    await time.advance(6 * DAY + 5)
    await eventually(lambda: world.standing(table, "expiry"))
    warning = await world.message(borys, table, "expiry")
    assert mentions(text_of(warning)) == [ada.id]
    await pressed(world, borys, warning, "lobby.extend")
    assert not pieces(await world.message(borys, table, "expiry"))
    await time.advance(2 * DAY)
    assert (await world.view(table)).info.state == "lobby"


@pytest.mark.long
@pytest.mark.parametrize("channel", BOTH)
async def test_friendly_games_and_series_are_set_up_and_shown(world: World, channel: str) -> None:
    said = {
        "gry": ("liczy się do rankingu", "towarzysko", "seria (best of 3)", "1 partia była towarzyska", "partia 2"),
        "games": ("rated", "friendly", "best of 3", "1 game was friendly", "game 2"),
    }[channel]
    host = {"gry": "Ada", "games": "Chloe"}[channel]
    table, (ada, borys) = await world.lobby(host, "Borys", channel=channel)
    card = await world.message(ada, table, "lobby")
    assert said[0] in text_of(card)
    menu = await ada.settled(await ada.press(card, piece(card, "lobby.open")))
    await pressed(world, ada, menu, "lobby.casual")
    await pressed(world, ada, ada.known[menu["id"]], "lobby.bestof")
    text = text_of(await world.message(ada, table, "lobby"))
    assert said[1] in text
    assert said[2] in text
    await world.begin(table, ada)
    first = [seat.user for seat in (await world.view(table)).info.seats]
    await resigned(world, table, borys, channel)
    await pressed(world, ada, await world.message(ada, table, "vote-win"), "votes.agree")
    final = await world.message(ada, table, "final")
    assert f"{host} 1 · Borys 0" in text_of(final)
    assert said[3] in text_of(await ada.settled(await ada.command(channel, "zamki leaderboard")))
    for person in (borys, ada):
        await person.settled(await person.press(final, piece(final, "start.again")))
    again = max(found.id for found in await world.tables.looks.tables_of(int(ada.id)))
    now = (await world.view(again)).info
    assert ([seat.user for seat in now.seats], now.random_order) == (first[::-1], False), "everybody sits one seat further on"
    assert (now.friendly, now.best_of, now.series, now.series_number) == (True, 3, table, 2)
    assert f"{said[4]}: {host} 1 · Borys 0" in text_of(await world.message(ada, again, "lobby"))


@pytest.mark.long
async def test_a_table_with_a_computer_says_that_it_does_not_count(world: World) -> None:
    table, (chloe,) = await world.lobby("Chloe", channel="games")
    card = await world.message(chloe, table, "lobby")
    assert "rated" in text_of(card)
    assert "unrated" not in text_of(card)
    await pressed(world, chloe, card, "lobby.robot")
    assert says("cogs.lobby.unrated", "en") in text_of(await world.message(chloe, table, "lobby"))


@pytest.mark.parametrize("name", ["Ada", pytest.param("Chloe", marks=pytest.mark.long)])
async def test_tables_lists_what_waits_for_me_first(world: World, name: str) -> None:
    closes, number = {"Ada": ("zamknie się", "stół"), "Chloe": ("closes", "table")}[name]
    lobby, _ = await world.lobby(name)
    slow, (ada, _) = await world.started(name, "Borys", pace="day", game="torres", channel="turniej")
    live, _ = await world.started(name, "Borys", pace="live")
    idle, _ = await world.started(name, "Borys", game="torres")
    listed = await ada.settled(await ada.command("gry", "zamki tables"))
    lines = [line for line in text_of(listed).splitlines() if " · " in line]
    numbers = [int(line.split(" ")[1]) for line in lines]
    assert numbers[0] == live, "due soonest"
    assert numbers[-1] == lobby
    assert "⏰" in lines[0]
    assert closes in lines[-1]
    assert {f"play.hand:{number}" for number in (slow, live, idle)} == {
        each.rsplit(":", 1)[0] for each in pieces(listed) if each.startswith("play.hand:")
    }
    hand = await ada.settled(await ada.press(listed, f"play.hand:{live}:1"))
    assert f"{number} {live}" in text_of(hand)


@pytest.mark.parametrize(
    ("command", "sure"), cases([RESIGN := ("zamki resign", "ending.resigned"), ("zamki cancel", "ending.end")], [RESIGN])
)
async def test_a_question_about_leaving_can_be_answered_with_no(world: World, command: str, sure: str) -> None:
    table, (ada, _) = await world.started("Ada", "Chloe", channel="games")
    version = await world.version(table)
    question = await ada.settled(await ada.command("games", command, table=str(table)))
    assert piece(question, sure)
    hand = await world.pressed(ada, question, piece(question, "play.fresh"))
    assert piece(hand, "play.pick"), "they play on"
    assert await world.version(table) == version


async def test_settings_point_to_what_is_there_and_each_menu_says_what(world: World) -> None:
    ada = await world.person("Ada")
    may(world, ada, "MANAGE_GUILD")
    for language in ("pl", "en", "de"):
        await world.tables.people.set_preferences(int(ada.id), language=language)
        card = await ada.settled(await ada.command("games", "zamki my settings"))
        assert "/zamki" not in text_of(card)
        for group in ("pictures", "reminders", "turn"):
            if group != "pictures":
                card = await world.pressed(ada, card, f"preferences.page:0:0:{group}")
            named(card)
        card = await ada.settled(await ada.command("gry", "zamki-server settings"))
        for page in ("channels", "tables", "looks"):
            if page != "channels":
                card = await world.pressed(ada, card, f"server.page:0:0:{page}")
            named(card)


def named(card: JSON) -> None:
    """Check that each menu stands below a caption of its own, and that a phone does not cut off what is chosen."""
    parts = card["components"][0]["components"]
    menus = [at for at, part in enumerate(parts) if part["type"] == 1 and part["components"][0]["type"] != 2]
    captions = [parts[at - 1].get("content", "") for at in menus]
    assert all(caption.startswith("-# ") for caption in captions), captions
    assert len(set(captions)) == len(captions) >= 2
    for menu in selects(card):
        assert all(len(option["label"]) <= WIDE for option in menu.get("options", ())), menu
