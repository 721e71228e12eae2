"""What moderators do to tables and people of their server, and what they never see; whether all is well here."""

from __future__ import annotations

import random

import pytest

from data.words import words
from sandbox.client import JSON, Person
from tests.support.permissions import may, may_no_more, offer_to_everybody
from tests.support.play_to_end import play_to_the_end
from tests.support.world import World, eventually, piece, pieces, says, text_of


async def changed(person: Person, message: JSON, custom_id: str, *values: str) -> JSON:
    """The message as it is after the press."""
    before = str(message["components"])
    await person.press(message, custom_id, list(values) or None)
    await eventually(lambda: str(person.known[message["id"]]["components"]) != before)
    return person.known[message["id"]]


@pytest.mark.parametrize("language", ["pl", pytest.param("en-US", marks=pytest.mark.long)])
async def test_a_moderator_acts_and_sees_no_secret(world: World, language: str) -> None:
    chloe = await world.person("Chloe")
    may(world, chloe, "MANAGE_MESSAGES")
    world.sandbox.world.users[int(chloe.id)].locale = language
    table, people = await world.started("Ada", "Borys")
    lobby, _ = await world.lobby("Borys")
    ada, borys = people
    await world.quiet()
    hands = [text_of(await world.hand(person, table)).split("\n")[1:] for person in people]
    page = await chloe.settled(await chloe.command("gry", "zamki-moderation people"))
    assert {each for each in pieces(page) if each.startswith("server.page:")} == {
        f"server.page:0:0:{page}" for page in ("people", "log", "check")
    }
    one = await changed(chloe, page, piece(page, "server.person"), borys.id)
    form = await chloe.press(one, piece(one, "server.exclude"))
    assert form.modal is not None
    await chloe.submit(form.modal, {"span": "7d", "reason": "Spoils *games*"})
    await world.done()
    one = chloe.known[one["id"]]
    assert "Spoils \\*games\\*" in text_of(one)
    assert (await world.view(lobby)).info.state == "cancelled", "he has got up from the lobby, and was its last"
    refused = await borys.settled(await borys.command("gry", "zamki start", game="rycerze"))
    assert "<t:" in text_of(refused)
    assert "Spoils" in text_of(refused)
    assert (await world.view(table)).info.state == "playing"
    one = await changed(chloe, one, piece(one, "server.lift"))
    assert (await world.lobby("Borys"))[0]
    page = await changed(chloe, one, "server.page:0:0:people")
    one = await changed(chloe, page, piece(page, "server.table"), str(table))
    assert (await world.view(table)).info.host == int(ada.id)
    one = await changed(chloe, one, piece(one, "server.handover"), borys.id)
    assert (await world.view(table)).info.host == int(borys.id)
    question = await chloe.settled(await chloe.press(one, piece(one, "ending.ask")))
    form = await chloe.press(question, piece(question, "ending.why"))
    assert form.modal is not None
    await chloe.submit(form.modal, {"reason": "Too loud"})
    await eventually(lambda: world.has_state(table, "cancelled"))
    await world.quiet()
    assert "Too loud" in text_of(await world.message(ada, table, "final"))
    page = await chloe.settled(await chloe.command("gry", "zamki-moderation people"))
    page = await changed(chloe, page, "server.page:0:0:log")
    assert "Too loud" in text_of(page)
    assert "Spoils" in text_of(page)
    assert text_of(page).count(f"<@{chloe.id}>") == 4
    seen = "\n".join(text_of(message) for message in chloe.known.values() if message["sandbox"]["ephemeral"])
    for hand in hands:
        assert not [line for line in hand if len(line) > 20 and line in seen]
    assert not [each for message in chloe.known.values() for each in pieces(message) if each.startswith("play.pick:")]


@pytest.mark.long
@pytest.mark.parametrize("language", ["pl", "en-US"])
async def test_a_moderator_makes_a_finished_game_void_once(world: World, language: str) -> None:
    chloe = await world.person("Chloe")
    world.sandbox.world.users[int(chloe.id)].locale = language
    table, (ada, borys) = await world.started("Ada", "Borys")
    await play_to_the_end(world, table, random.Random(3))
    await world.quiet()
    refused = await chloe.settled(await chloe.command("gry", "zamki cancel", table=str(table)))
    assert not pieces(refused), "she does not look after the server"
    may(world, chloe, "MANAGE_MESSAGES")
    may(world, ada, "MANAGE_MESSAGES")
    own = await ada.settled(await ada.command("gry", "zamki cancel", table=str(table)))
    assert not pieces(own), "nobody decides about a game of their own"
    assert await world.ask("SELECT count(*) FROM ratings") == [(4,)]
    page = await chloe.settled(await chloe.command("gry", "zamki-moderation people"))
    one = await changed(chloe, page, "server.table:0:0:over", str(table))
    question = await chloe.settled(await chloe.press(one, piece(one, "ending.ask")))
    again = await chloe.settled(await chloe.command("gry", "zamki cancel", table=str(table)))
    for asked in (question, again):
        form = await chloe.press(asked, piece(asked, "ending.why"))
        assert form.modal is not None
        await chloe.submit(form.modal, {"reason": "They played for each other"})
        await world.done()
        await world.quiet()
    assert await world.ask("SELECT count(*) FROM ratings") == [(0,)]
    assert await world.ask("SELECT DISTINCT void, rated FROM results") == [(1, 0)]
    now = (await world.view(table)).info
    assert (now.state, now.closed, now.reason) == ("over", "void", "They played for each other")
    final = text_of(await world.message(ada, table, "final"))
    assert "They played for each other" in final
    assert "📈" not in final
    said = [text_of(each) for each in borys.known.values() if "They played for each other" in text_of(each)]
    assert len([each for each in said if f"<@{borys.id}>" in each and f"<@{ada.id}>" in each and "⚖️" in each]) == 1
    page = await changed(
        chloe, await chloe.settled(await chloe.command("gry", "zamki-moderation people")), "server.page:0:0:log"
    )
    assert text_of(page).count("They played for each other") == 1, "twice is once"
    replayed = await borys.settled(await borys.command("gry", "zamki game replay", table=str(table)))
    assert pieces(replayed), "its replay stays"


async def test_only_managers_may_moderate(world: World) -> None:
    ada, borys, dmitri = [await world.person(name) for name in ("Ada", "Borys", "Dmitri")]
    may(world, borys, "MANAGE_MESSAGES")
    table, _ = await world.lobby("Ada")
    page = await borys.settled(await borys.command("gry", "zamki-moderation people"))
    one = await changed(borys, page, piece(page, "server.person"), dmitri.id)
    may_no_more(world, borys)  # he is a moderator no more, but his message still stands there
    form = await borys.press(one, piece(one, "server.exclude"))
    assert form.modal is None
    await eventually(lambda: any("moderator" in text_of(each).casefold() for each in borys.known.values()))
    for custom_id, values in (
        ("server.table:0:0", [str(table)]),
        (f"server.handover:{table}:0", [dmitri.id]),
        ("server.lift:0:0:1", None),
    ):
        shown = await ada.settled(await ada.press(await world.message(ada, table, "lobby"), custom_id, values, forge=True))
        assert shown["sandbox"]["ephemeral"]
    assert await world.ask("SELECT * FROM exclusions") == []
    assert (await world.view(table)).info.host == int(ada.id)


@pytest.mark.parametrize("language", ["pl", pytest.param("en-US", marks=pytest.mark.long)])
async def test_check_tells_what_is_wrong_here_and_what_helps(world: World, language: str) -> None:
    ada, borys = await world.person("Ada"), await world.person("Borys")
    world.sandbox.world.users[int(ada.id)].locale = language
    shown = await ada.settled(await ada.command("gry", "zamki-moderation check"))
    assert shown["sandbox"]["ephemeral"]
    assert text_of(shown).count("✅") == 9
    place = world.sandbox.world.channels[int(await ada.channel("gry"))]
    world.sandbox.world.forbid(place, "ATTACH_FILES")
    world.sandbox.world.users[int(ada.id)].dms_open = False
    shown = await changed(ada, shown, "server.page:0:0:check")
    assert text_of(shown).count("❌") == 2
    assert says("cogs.permission.attach_files", language) in text_of(shown)
    await may_not(world, borys)


@pytest.mark.long
async def test_commands_of_moderators_are_offered_to_them_alone(world: World) -> None:
    borys, chloe, dmitri = [await world.person(name) for name in ("Borys", "Chloe", "Dmitri")]
    may(world, chloe, "MANAGE_MESSAGES")
    may(world, dmitri, "MANAGE_GUILD")

    async def offered(person: Person, channel: str | JSON) -> set[str]:
        return {each["path"][0] for each in await person.commands(channel)}

    everybody = {"zamki", "tournament"}
    assert await offered(borys, "gry") == everybody
    assert await offered(chloe, "gry") == everybody | {"zamki-moderation"}
    assert await offered(dmitri, "gry") == everybody | {"zamki-server"}
    assert await offered(await world.person("Ada"), "gry") == everybody | {"zamki-server", "zamki-moderation"}
    assert await offered(chloe, await chloe.dm()) == {"zamki"}


async def may_not(world: World, person: Person) -> None:
    offer_to_everybody(world)
    for command in ("zamki-server settings", "zamki-moderation people", "zamki-moderation check"):
        refused = await person.settled(await person.command("gry", command))
        assert not pieces(refused)
        assert "✅" not in text_of(refused)


@pytest.mark.long
async def test_an_exclusion_is_told_by_the_next_answer_once(world: World) -> None:
    table, (ada, borys) = await world.started("Ada", "Borys")
    guild = (await world.view(table)).info.place.guild
    await world.tables.servers.exclude(guild, int(borys.id), int(ada.id), seconds=3600, reason="Spoils *games*")
    before = set(borys.known)
    await world.hand(borys, table)
    await world.done()
    notices = [text_of(each) for each in borys.known.values() if each["id"] not in before and "Spoils" in text_of(each)]
    assert len(notices) == 1
    assert "<t:" in notices[0]
    before = set(borys.known)
    await world.hand(borys, table)
    await world.done()
    assert not [each for each in borys.known.values() if each["id"] not in before and "Spoils" in text_of(each)]
    # Who reads it in a refusal is not told twice; who plays again by then is told nothing.
    await world.tables.servers.exclude(guild, int(ada.id), int(borys.id), seconds=3600, reason="Too loud")
    before = set(ada.known)
    await ada.settled(await ada.command("gry", "zamki start", game="rycerze"))
    await world.done()
    assert len([each for each in ada.known.values() if each["id"] not in before and "Too loud" in text_of(each)]) == 1
    assert (await world.tables.people.person(int(ada.id))).untold is None


async def test_a_role_that_nobody_has_chosen_is_warned_of(world: World) -> None:
    borys, chloe = await world.person("Borys"), await world.person("Chloe")
    may(world, chloe, "MANAGE_GUILD")
    table, _ = await world.lobby("Ada")
    guild = (await world.view(table)).info.place.guild
    await world.tables.servers.set_server(guild, int(chloe.id), openers="role")
    page = await chloe.settled(await chloe.command("gry", "zamki-server settings"))
    page = await changed(chloe, page, "server.page:0:0:tables")
    assert "⚠️" in text_of(page)
    refused = await borys.settled(await borys.command("gry", "zamki start", game="rycerze"))
    assert words("pl")("cogs.server.refusal.no-role") in text_of(refused)


async def test_nobody_lifts_their_own_exclusion_or_excludes_the_owner(world: World) -> None:
    here = world.sandbox.world
    chloe = await world.person("Chloe")
    may(world, chloe, "MANAGE_MESSAGES")
    guild = here.channels[int(await chloe.channel("gry"))].guild_id
    assert guild is not None
    owner = here.guilds[guild].owner_id
    page = await chloe.settled(await chloe.command("gry", "zamki-moderation people"))
    one = await changed(chloe, page, piece(page, "server.person"), str(owner))
    form = await chloe.press(one, piece(one, "server.exclude"))
    assert form.modal is not None
    await chloe.submit(form.modal, {"span": "7d", "reason": ""})
    await world.done()
    assert await world.tables.servers.exclusion(guild, owner) is None
    await world.tables.servers.exclude(guild, int(chloe.id), owner, seconds=3600)
    page = await chloe.settled(await chloe.command("gry", "zamki-moderation people"))
    mine = await changed(chloe, page, piece(page, "server.person"), chloe.id)
    await chloe.press(mine, piece(mine, "server.lift"))
    await world.done()
    assert await world.tables.servers.exclusion(guild, int(chloe.id)) is not None
