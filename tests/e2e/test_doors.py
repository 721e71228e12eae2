"""Doors: who gets in at a table or tournament by its number, and who finds nothing there.

The suite is made of the registered lists of verbs and commands: each has to be stated below, so that no new one is forgotten.
What counts as a closed door: the answer is the same as for a number that nothing has.
"""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

import cogs
from chat.press.answer import Ack
from chat.press.doors import Names
from chat.press.presses import Verb, make, verbs
from sandbox.client import Person
from tests.support.command_tree import tree
from tests.support.doors import HIDDEN, NONE, Closed, Presser, closed, harmless, ids
from tests.support.permissions import hide, may
from tests.support.random_game_count import WHOLE
from tests.support.world import World, eventually, piece, pieces, says, text_of


def listed(text: str) -> tuple[str, ...]:
    """Names, written one after the other."""
    return tuple(text.split())


VERBS = {verb.name: verb for cog in cogs.classes() for verb in verbs(cog).values()}

OF_A_TABLE = set(
    listed("""
    ahead.drop ahead.less ahead.open ahead.say board.more board.open board.sheet board.text board.watch challenge.make
    colours.choose colours.open company.bell company.take ending.ask ending.because ending.cancel ending.claim ending.end
    ending.resign ending.resigned ending.shut ending.why film.moment film.see
    find.lobby guests.accept guests.away guests.decline guests.invite guests.only guests.open guests.wait hints.ask lobby.begin
    lobby.bestof lobby.casual lobby.direct lobby.extend lobby.first lobby.join lobby.late lobby.leave lobby.level lobby.open
    lobby.option lobby.pace lobby.paced lobby.pacing lobby.robot lobby.shuffle lobby.unrobot mute.turn play.back
    play.deal play.direct play.do play.form play.fresh play.hand play.line play.more play.move play.on play.open play.page
    play.pick play.place play.sure play.turn play.write preferences.display preferences.oftable preferences.shape
    preferences.theme reminders.snooze replacing.chosen replacing.computer replacing.offer replacing.repair replacing.sit
    replacing.withdraw replay.recap replay.since review.open rules.open rules.things rules.what server.handover start.again
    start.want takeback.ask takeback.choose takeback.undo timing.pause timing.resume verify.open votes.agree votes.refuse
    watching.open watching.play watching.remove watching.renew
    votes.withdraw waiting.alone waiting.close waiting.on waiting.start
    notes.open notes.write digest.daily digest.each
""")
)
"""Verbs whose number is a table's: nobody gets in who may not know of it."""

OF_A_GAME = set(
    listed("""
    film.make gamelog.open gamelog.page gamelog.record replay.jump replay.jumped replay.open replay.play
    replay.share replay.step review.back review.mark review.play review.stop story.open story.tell
""")
)
"""The same for verbs that may also name it among their words."""

CHOSEN = {"server.table"}
"""The same for menus of tables."""

OF_A_TOURNAMENT = set(
    listed("""
    tournament.act tournament.again tournament.because tournament.begin tournament.chosen tournament.close tournament.done
    tournament.enter tournament.here tournament.keep tournament.leave tournament.left tournament.log tournament.manner
    tournament.organise tournament.reason tournament.skip tournament.standings tournament.verify tournament.why
""")
)
"""Verbs whose number is a tournament's."""

OF_A_SEASON = {"leaderboard.season"}
"""Verbs whose number is that of a server's seasons."""

OF_WISHES = set(
    listed("""
    find.again find.change find.no find.set find.show find.stop find.switch find.too find.yes
""")
)
"""Verbs whose number is that of a list of people who look for a game."""

OF_A_NIGHT = set(
    listed("""
    nights.end nights.here nights.leave nights.maybe nights.more nights.no nights.off nights.on nights.stop nights.yes
""")
)
"""Verbs whose number is a game night's."""

OF_A_LEAGUE = {f"league.{name}" for name in ("end", "enter", "leave", "mine", "more", "on", "past", "stop")}
"""Verbs whose number is a league's."""

SHARED = set(
    listed("""
    replay.jumpall replay.jumpedall replay.playall replay.stepall
""")
)
"""Verbs of a replay that a player has shown to all: who sees the message may use it."""

WITHOUT = set(
    listed("""
    company.block company.notices company.notify company.page film.stop guests.duel learn.again learn.hint learn.open learn.say
    personal.erase personal.erased personal.export personal.exported watching.end preferences.plan profile.game rules.games
    preferences.colours preferences.page
    help.page rules.find rules.form rules.found
    rules.turn start.alone start.even start.open server.exclude server.excluding server.key server.lift server.page
    server.person server.posting server.set server.webhook server.zone server.zoned
""")
)
"""Verbs of messages about no table: their number is 0, and one that somebody puts there is not let in."""

NUMBERLESS = set(
    listed("""
    challenge.code challenge.compare challenge.enter challenge.open challenge.play challenge.show
    day.open day.play day.show digest.open find.open history.open history.page leaderboard.choose leaderboard.page
    leaderboard.past nights.past
""")
)
"""Verbs without a number, or whose number means something else, here the page of a leaderboard."""

COMMANDS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(listed("day find help leaderboard learn profile rules start tables"), ()),
    **dict.fromkeys(["my settings", "my data", "my notifications", "my blocks"], ()),
    **dict.fromkeys(["zamki-server settings", "zamki-moderation people", "zamki-moderation check"], ()),
    **dict.fromkeys(listed("board text resign cancel hand move repair takeback"), ("table",)),
    **dict.fromkeys(["game replay", "game review", "game verify"], ("table",)),
    "replace": ("table", "player"),
    "tournament start": (),
    "tournament night": (),
    "tournament league": (),
    "tournament standings": ("number",),
    "tournament close": ("number",),
    "tournament organise": ("number",),
}
"""Which options of every command name a table or a tournament."""


def test_every_verb_and_command_is_stated_here() -> None:
    subjects = (OF_A_TABLE, OF_A_GAME, CHOSEN, OF_A_TOURNAMENT, OF_A_SEASON, OF_WISHES, OF_A_NIGHT, OF_A_LEAGUE)
    stated = (*subjects, SHARED, WITHOUT, NUMBERLESS)
    assert sorted(name for group in stated for name in group) == sorted(VERBS)
    declared = {
        Names.TABLE: OF_A_TABLE | WITHOUT,
        Names.WORD: OF_A_GAME,
        Names.CHOSEN: CHOSEN,
        Names.TOURNAMENT: OF_A_TOURNAMENT,
        Names.SEASON: OF_A_SEASON,
        Names.WISHES: OF_WISHES,
        Names.NIGHT: OF_A_NIGHT,
        Names.LEAGUE: OF_A_LEAGUE,
        Names.SHARED: SHARED,
        Names.NOTHING: NUMBERLESS,
    }
    assert {each: {name for name, verb in VERBS.items() if verb.names is each} for each in Names} == declared
    registered = {each.qualified_name.removeprefix("zamki ") for each in tree().walk_commands() if hasattr(each, "parameters")}
    assert registered == set(COMMANDS)


def test_a_form_is_sent_in_by_the_door_of_its_button() -> None:
    for verb in VERBS.values():
        if verb.opened_by:
            assert verb.names is VERBS[verb.opened_by].names, verb.name


async def pressers(world: World, found: Closed) -> dict[str, Presser]:
    """Everybody at the doors with a message of their own, and one that stands in their channel."""
    public = {}
    for channel, host in (("gry", "Ada"), ("games", "Chloe")):
        table, (person,) = await world.lobby(host, channel=channel)
        public[channel] = await world.message(person, table, "lobby")
    made = {}
    for name, (who, channel) in found.people.items():
        private = await who.settled(await who.command(channel, "zamki help"))
        made[name] = Presser(world, who, private, public[channel])
    return made


async def knock(presser: Presser, verb: Verb, numbers: dict[str, int]) -> None:
    """The verb with each of these numbers, and with one that nothing has: the answers are the same."""
    for at, (_, values) in enumerate(ids(verb, NONE)):
        nothing = await presser.answer(verb, ids(verb, NONE)[at][0], values)
        for what, number in numbers.items():
            custom_id, chosen = ids(verb, number)[at]
            answer = await presser.answer(verb, custom_id, chosen)
            assert harmless(answer, number) == harmless(nothing, number), (presser.who.name, what, custom_id)
            if verb.ack is not Ack.NONE:
                assert re.search(r"no such (table|tournament)", answer[-1]), (custom_id, answer)


@pytest.mark.usefixtures("in_one_thread")
@pytest.mark.parametrize("share", [100, pytest.param(1, marks=[pytest.mark.long, pytest.mark.timeout(900)])])
async def test_no_verb_gets_in_by_a_number(world: World, share: int) -> None:
    """Every verb by every person, every verb with every number, and every person with every number; ZAMKI_WHOLE=1: all three
    together.
    """
    found = await closed(world)
    standing = await pressers(world, found)
    world.sandbox.retention.messages = 10**6
    for presser in standing.values():  # the first answer says that somebody is excluded
        await presser.answer(VERBS["board.open"], ids(VERBS["board.open"], NONE)[0][0])
    before = await stored(world)
    verbs_there = [verb for verb in VERBS.values() if verb.names in AT_A_DOOR]
    assert len(standing) <= len(found.numbers)
    every = [*found.numbers.items()]
    doors = [
        (presser, verb, found.numbers if WHOLE else dict([every[(person + number) % len(every)]]))
        for person, presser in enumerate(standing.values())
        for number, verb in enumerate(verbs_there)
    ]
    random.Random(share).shuffle(doors)
    witnesses = [
        (standing["member"], VERBS[name], found.numbers)
        for name in ("board.open", "replay.open", "server.table", "tournament.standings", "ending.because", "replay.share")
    ]
    for presser, verb, numbers in [*doors[::share], *witnesses]:
        await knock(presser, verb, numbers)
    assert await stored(world) == before


AT_A_DOOR = {Names.TABLE, Names.WORD, Names.CHOSEN, Names.TOURNAMENT, Names.SEASON, Names.WISHES, Names.NIGHT, Names.LEAGUE}


async def stored(world: World) -> list[object]:
    """What no press at a closed door may change."""
    tables = await world.ask("SELECT id, version, state FROM tables ORDER BY id")
    return [*tables, *await world.ask("SELECT table_id, seat, user FROM seats ORDER BY table_id, seat")]


OTHERS = {"move": "play knight", "game": "rycerze"}
"""What is said for options that a command wants besides."""


@pytest.mark.usefixtures("in_one_thread")
@pytest.mark.long
@pytest.mark.timeout(900)
async def test_no_command_and_no_suggestion_knows_a_number(world: World) -> None:
    found = await closed(world)
    doors = [
        (who, channel, path, option)
        for who, channel in found.people.values()
        for path, options in COMMANDS.items()
        for option in options
    ]
    for who, channel, path, option in doors:
        whole = path if path.startswith("tournament") else f"zamki {path}"
        (command,) = [each for each in await who.commands(channel) if " ".join(each["path"]) == whole]
        named = [each["name"] for each in command["options"] if each["required"] and each["name"] != option]
        needed = {name: OTHERS[name] for name in named}
        value = "{}.A" if option == "player" else "{}"
        nothing = await refused(who, channel, whole, **needed, **{option: value.format(NONE)})
        for what, number in found.numbers.items():
            answer = await refused(who, channel, whole, **needed, **{option: value.format(number)})
            assert answer == nothing, (who.name, whole, what)
    for who, channel in found.people.values():
        for command in await who.commands(channel):
            for each in command["options"]:
                if each["autocomplete"]:
                    await suggests_nothing(who, channel, command["path"], each["name"], found.numbers)


async def refused(who: Person, channel: str, path: str, **options: Any) -> str:
    answer = await who.settled(await who.command(channel, path, **options))
    assert not pieces(answer), path
    assert re.search(r"no such (table|tournament)", text_of(answer)), (path, text_of(answer))
    return text_of(answer)


async def suggests_nothing(who: Person, channel: str, path: list[str], option: str, numbers: dict[str, int]) -> None:
    for typed in ("", *map(str, numbers.values())):
        others = {"table": typed} if path[-1] == "move" and option == "move" else {}
        offered = await who.autocomplete(channel, " ".join(path), option, **{option: "" if others else typed}, **others)
        values = {re.split(r"[.\s]", str(each["value"]))[0] for each in offered}
        assert not values & {str(number) for number in numbers.values()}, (who.name, path, option)
        assert not others or not offered, "no moves of a table that is not one's own"


@pytest.mark.long
async def test_a_season_is_open_to_those_who_see_its_channel(world: World) -> None:
    ada, borys, dmitri = [await world.person(name) for name in ("Ada", "Borys", "Dmitri")]
    here = next(each for each in world.sandbox.world.channels.values() if each.name == HIDDEN)
    assert here.guild_id is not None
    async with world.store.transaction() as tx:
        await tx.end_season(here.guild_id, 1, here.id)
        number = await tx.end_season(here.guild_id, 2, here.id)
    await hide(world, HIDDEN, borys, dmitri)
    may(world, dmitri, "MANAGE_GUILD")
    verb = VERBS["leaderboard.season"]
    private = {each: await each.settled(await each.command("gry", "zamki help")) for each in (ada, borys, dmitri)}
    table, _ = await world.lobby("Ada")
    public = await world.message(ada, table, "lobby")
    for who, enters in ((ada, True), (borys, False), (dmitri, True)):
        answer = await Presser(world, who, private[who], public).answer(verb, make(verb.name, number or 0))
        assert ("leaderboard.choose" in str(answer)) is enters, who.name
    nobody = text_of(await borys.settled(await borys.command("gry", "zamki repair", table=str(NONE))))
    assert text_of(await borys.settled(await borys.command("gry", "zamki repair", table=str(number)))) == nobody
    done = text_of(await ada.settled(await ada.command(HIDDEN, "zamki repair", table=str(number))))
    assert says("cogs.repair.done") in done


async def test_who_sits_sat_or_sees_the_channel_gets_in(world: World) -> None:
    found = await closed(world)
    table, over = found.numbers["playing"], found.numbers["over"]
    for name, (who, channel) in found.inside.items():
        text = await who.settled(await who.command(channel, "zamki text", table=str(table)))
        assert "Ada" in text_of(text), name
        direct = await who.settled(await who.command(await who.dm(), "zamki text", table=str(table)))
        assert ("Ada" in text_of(direct)) is (name != "spectator"), name
    ada, dmitri = found.inside["player"][0], found.inside["spectator"][0]
    watched = await dmitri.settled(await dmitri.command("gry", "zamki game replay", table=str(over)))
    assert pieces(watched)
    cards = await ada.settled(await ada.command("games", "zamki game replay", table=str(found.numbers["over"])))
    assert pieces(cards), "who played may look from anywhere"


@pytest.mark.long
async def test_a_channel_that_is_hidden_meanwhile_closes_its_tables(world: World) -> None:
    table, (ada, _) = await world.started("Ada", "Borys", channel=HIDDEN)
    dmitri = await world.person("Dmitri")
    text = await dmitri.settled(await dmitri.command("gry", "zamki text", table=str(table)))
    assert "Borys" in text_of(text)
    await hide(world, HIDDEN, dmitri)
    gone = await dmitri.settled(await dmitri.command("gry", "zamki text", table=str(table)))
    nothing = await dmitri.settled(await dmitri.command("gry", "zamki text", table=str(NONE)))
    assert text_of(gone) == text_of(nothing)
    before = set(dmitri.known)
    await dmitri.press(text, piece(text, "board.sheet"))
    await world.done()
    (turned,) = [text_of(dmitri.known[each]) for each in set(dmitri.known) - before]
    assert turned == text_of(nothing), "also behind a button of an answer that he has still before him"
    await hide(world, HIDDEN, ada)
    seen = await ada.settled(await ada.command("gry", "zamki text", table=str(table)))
    assert "Borys" in text_of(seen), "who sits there plays on from anywhere, in Discord and on a page"
    pages = world.tables.pages
    token, _ = await pages.begin(await pages.make_key(table, int(ada.id)))
    assert (await pages.open(token)).reading.seat is not None


@pytest.mark.long
async def test_presses_in_the_channel_itself_ask_discord_nothing(world: World) -> None:
    table, (ada, _) = await world.started("Ada", "Borys")
    chloe = await world.person("Chloe")
    board = await world.message(chloe, table, "board")
    await world.quiet()
    before = len(world.sandbox.record)
    for _ in range(2):
        text = await chloe.settled(await chloe.press(board, piece(board, "board.text")))
    assert "Ada" in text_of(text)
    await ada.settled(await ada.command("games", "zamki text", table=str(table)))
    assert asked(world, before) == []


@pytest.mark.long
async def test_a_closed_door_and_no_door_take_the_same_questions(world: World) -> None:
    found = await closed(world)
    who, channel = found.people["member"]
    seen = {}
    for what, number in {**found.numbers, "nothing": NONE}.items():
        before = len(world.sandbox.record)
        await who.settled(
            await who.command(channel, "zamki text" if what != "tournament" else "zamki board", table=str(number))
        )
        seen[what] = len(asked(world, before))
    assert set(seen.values()) == {2}, seen


def asked(world: World, since: int) -> list[str]:
    """What Discord was asked of servers and channels."""
    paths = [each.path for each in world.sandbox.record[since:] if each.method == "GET"]
    return [path for path in paths if re.fullmatch(r".*/(guilds|channels)/\d+", path)]


@pytest.mark.long
async def test_its_players_show_a_game_to_all(world: World) -> None:
    found = await closed(world)
    over = found.numbers["over"]
    (ada, _), (dmitri, _), (member, _) = found.inside["player"], found.inside["spectator"], found.people["member"]
    watched = await dmitri.settled(await dmitri.command("gry", "zamki game replay", table=str(over)))
    watched, before = await world.more(dmitri, watched), set(dmitri.known)
    await dmitri.press(watched, piece(watched, "replay.share"))
    await world.done()
    new = [dmitri.known[each] for each in set(dmitri.known) - before]
    assert [each["sandbox"]["ephemeral"] for each in new] == [True], "a spectator takes it nowhere else"
    own = await ada.settled(await ada.command("gry", "zamki game replay", table=str(over)))
    own = await world.more(ada, own)
    await ada.press(own, piece(own, "replay.share"))
    shared = await member.until(lambda message: any(each.startswith("replay.stepall:") for each in pieces(message)))
    shared = await world.more(member, shared)
    step = next(each for each in pieces(shared) if each.endswith("._form"))
    first = text_of(shared)
    await member.press(shared, step)
    await eventually(lambda: text_of(member.known[shared["id"]]) != first)
    shared = await world.more(member, member.known[shared["id"]])
    alone = await member.settled(await member.press(shared, piece(shared, "replay.open")))
    assert says("tables.refusal.no-such-table", "en") in text_of(alone)


@pytest.mark.long
async def test_a_profile_names_no_game_that_its_reader_does_not_see(world: World) -> None:
    found = await closed(world)
    ada, (member, _), (dmitri, _) = found.inside["player"][0], found.people["member"], found.inside["spectator"]
    watched = await dmitri.settled(await dmitri.command("gry", "zamki profile", person=ada.id))
    assert piece(watched, "replay.open") == f"replay.open:{found.numbers['over']}:0"
    hidden = await member.settled(await member.command("gry", "zamki profile", person=ada.id))
    assert "replay.open:" not in str(pieces(hidden))
    assert f"#{found.numbers['over']}" not in text_of(hidden)


async def test_thread_visibility_follows_the_channel_or_the_members(world: World) -> None:
    places = world.sandbox.world
    parent = next(each for each in places.channels.values() if each.name == "gry")
    thread = places.add_thread(parent, "zamkowy", places.bot.id)
    table, _ = await world.started("Ada", "Borys", channel="zamkowy")
    dmitri = await world.person("Dmitri")

    async def reads(channel: str) -> bool:
        return "Borys" in text_of(await dmitri.settled(await dmitri.command(channel, "zamki text", table=str(table))))

    assert await reads(HIDDEN)
    parent.hidden.add(int(dmitri.id))
    assert not await reads(HIDDEN)
    parent.hidden.clear()
    thread.type = 12
    assert not await reads(HIDDEN)
    assert not await reads("gry")


@pytest.mark.long
async def test_a_game_in_a_thread_belongs_to_its_channel(world: World) -> None:
    dmitri, ada = await world.person("Dmitri"), await world.person("Ada")
    home = next(each for each in world.sandbox.world.guilds.values() if each.name == "Zamek nad Wisłą")
    await world.tables.servers.set_server(home.id, int(ada.id), boards="thread")
    table, _ = await world.started("Ada", "Borys", channel=HIDDEN)
    await eventually(lambda: settled_in_thread(world, table))
    before = len(world.sandbox.record)
    read = await dmitri.settled(await dmitri.command(HIDDEN, "zamki text", table=str(table)))
    assert "Borys" in text_of(read)
    assert asked(world, before) == []
    await hide(world, HIDDEN, dmitri)
    assert "Borys" not in text_of(await dmitri.settled(await dmitri.command("gry", "zamki text", table=str(table))))


async def settled_in_thread(world: World, table: int) -> bool:
    return (await world.view(table)).info.home is not None
