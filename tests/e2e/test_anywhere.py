"""Tables away from servers: alone in direct messages with the bot, and among friends where the bot is not."""

from __future__ import annotations

import random
from functools import partial

import pytest

from sandbox import Person
from sandbox.client import JSON, images, texts
from sandbox.world import GROUP
from tables.model.people import Person as Name
from tables.model.table_info import DIRECT, PRIVATE
from tests.support.cases import cases
from tests.support.log_lines import lines_of
from tests.support.manual_clock import ManualClock
from tests.support.world import World, eventually, piece, pieces, says, seat_of, text_of


@pytest.mark.long
@pytest.mark.parametrize("name", ["Ada", "Dmitri"])
async def test_alone_against_the_computer_in_direct_messages(world: World, name: str) -> None:
    person = await world.person(name)
    direct = await person.dm()
    answer = await person.settled(await person.command(direct, "zamki start", game="rycerze"))
    assert says("cogs.anywhere.direct", "pl" if name == "Ada" else "en") in text_of(answer)
    (found,) = await world.tables.looks.tables_of(int(person.id))
    assert found.place.guild == DIRECT
    assert found.friendly
    await world.begin(found.id, person, computers=1)
    assert images(await world.message(person, found.id, "board"))
    rng = random.Random(5)
    for _ in range(3):
        hand = await world.hand(person, found.id)
        assert hand["sandbox"]["ephemeral"]
        stage = (await world.view(found.id)).info.stage
        await world.choose(person, hand, rng)
        await eventually(partial(world.moved_on, found.id, stage))
        await world.quiet()
    listed = text_of(await person.settled(await person.command(direct, "zamki tables")))
    assert f"{found.id} · " in listed
    await world.restart()
    board = await world.message(person, found.id, "board")
    assert piece(board, "play.hand")
    assert not [each for each in world.sandbox.world.channels.values() if each.type == GROUP]


async def friends(world: World) -> tuple[Person, Person, JSON]:
    """Two friends in direct messages of their own; the first has installed the app."""
    ada, borys = await world.person("Ada"), await world.person("Borys")
    await ada.change(installed=True)
    return ada, borys, await ada.group(borys)


def newest(world: World, person: Person, channel: JSON, verb: str) -> JSON | None:
    """The newest message for all of the channel that offers this."""
    found = [each for each in person.known.values() if each["channel_id"] == channel["id"] and not each["sandbox"]["ephemeral"]]
    found = [each for each in found if any(piece.startswith(f"{verb}:") for piece in pieces(each))]
    return max(found, key=lambda each: int(each["id"]), default=None)


async def offers(world: World, person: Person, channel: JSON, verb: str) -> JSON:
    await eventually(lambda: newest(world, person, channel, verb) is not None)
    await world.done()
    # The one that was seen may have become a scene meanwhile: then the next is on its way.
    await eventually(lambda: newest(world, person, channel, verb) is not None)
    message = newest(world, person, channel, verb)
    assert message is not None
    return message


@pytest.mark.long
async def test_two_friends_play_where_the_bot_is_not(world: World, caplog: pytest.LogCaptureFixture) -> None:
    ada, borys, group = await friends(world)
    assert await borys.commands(group) == [], "who has not installed it has no commands there"
    assert await ada.members(group) == ["Ada", "Borys"]
    assert await ada.menus(group) == []
    assert await ada.menus("gry") == [says("cogs.menu-of-person.challenge"), says("cogs.menu-of-person.profile")]
    answer = await ada.settled(await ada.command(group, "zamki start", game="rycerze"))
    assert says("cogs.anywhere.private") in text_of(answer)
    card = await offers(world, ada, group, "lobby.join")
    (found,) = await world.tables.looks.tables_of(int(ada.id))
    assert found.place.guild == PRIVATE
    await borys.press(card, piece(card, "lobby.join"))
    await eventually(lambda: world.sits(found.id, borys))
    await eventually(lambda: "Borys" in "".join(texts(ada.known[card["id"]])))
    await ada.press(ada.known[card["id"]], piece(card, "lobby.begin"))
    await eventually(lambda: world.has_state(found.id, "playing"))
    rng = random.Random(6)
    for _ in range(2):
        board = await offers(world, ada, group, "play.hand")
        stage = (await world.view(found.id)).info.stage
        for person in (ada, borys):
            now = (await world.view(found.id)).info
            if now.stage != stage or seat_of(now, person) not in now.pending:
                continue
            await world.quiet()
            board = await offers(world, person, group, "play.hand")
            hand = await person.settled(await person.press(board, piece(board, "play.hand")))
            assert hand["sandbox"]["ephemeral"]
            await world.choose(person, hand, rng)
        await eventually(partial(world.moved_on, found.id, stage))
    await world.quiet()
    assert not lines_of(caplog, "chat")
    said = [each for each in ada.known.values() if each["channel_id"] == group["id"] and not each["sandbox"]["ephemeral"]]
    assert len(said) >= 3, "lobby, and a board a turn"
    assert all(each["interaction_metadata"]["authorizing_integration_owners"] == {"1": ada.id} for each in said[:1])


@pytest.mark.long
async def test_what_waits_there_is_told_with_the_next_press(world: World) -> None:
    ada, borys, group = await friends(world)
    await ada.settled(await ada.command(group, "zamki start", game="rycerze"))
    card = await offers(world, ada, group, "lobby.join")
    (found,) = await world.tables.looks.tables_of(int(ada.id))
    await world.restart()  # all tokens are forgotten
    await world.tables.lobbies.join(found.id, Name(int(borys.id), borys.name))
    await eventually(lambda: world.ask("SELECT 1 FROM outbox WHERE attempts > 0"))
    assert "Borys" not in "".join(texts(ada.known[card["id"]]))
    await ada.press(card, piece(card, "lobby.robot"))
    await eventually(lambda: "Borys" in "".join(texts(newest(world, ada, group, "lobby.join") or card)))
    await world.quiet()


async def test_in_a_server_that_the_bot_is_not_in_it_says_so(world: World) -> None:
    ada = await world.person("Ada")
    guild = world.sandbox.world.guilds[world.sandbox.world.channels[int(await ada.channel("gry"))].guild_id or 0]
    guild.members.discard(world.sandbox.world.bot.id)
    assert await ada.commands("gry") == []
    await ada.change(installed=True)
    answer = await ada.settled(await ada.command("gry", "zamki start", game="rycerze"))
    assert says("cogs.refusal.not-in-this-server") in text_of(answer)
    assert await world.tables.looks.tables_of(int(ada.id)) == []
    assert says("cogs.help.text") in text_of(await ada.settled(await ada.command("gry", "zamki help")))


@pytest.mark.parametrize("waiting", cases([False, True], [False]))
async def test_a_groups_clock_reminds_directly(world: World, waiting: bool) -> None:
    """Also while something waits there that no press carries."""
    await world.at_time(1_800_025_200.0)
    ada, borys, group = await friends(world)
    await ada.settled(await ada.command(group, "zamki start", game="torres", pace="day"))
    card = await offers(world, ada, group, "lobby.join")
    (found,) = await world.tables.looks.tables_of(int(ada.id))
    assert says("cogs.anywhere.reminders") in text_of(card), "before the pace is chosen"
    await borys.press(card, piece(card, "lobby.join"))
    await eventually(lambda: "Borys" in "".join(texts(ada.known[card["id"]])))
    await ada.press(ada.known[card["id"]], piece(card, "lobby.begin"))
    await eventually(lambda: world.has_state(found.id, "playing"))
    await world.quiet()
    mover = await world.mover(found.id, [ada, borys])
    before = len(await mover.messages(await mover.dm()))
    if waiting:
        await world.restart()
        await world.tables.endings.set_look(found.id, int(ada.id), "display", "text")
        await eventually(lambda: world.ask("SELECT 1 FROM outbox WHERE attempts > 0"))
    assert isinstance(world.time, ManualClock)
    await world.time.advance(0.75 * 86400)

    async def reminded() -> bool:
        return len(await mover.messages(await mover.dm())) > before

    await eventually(reminded)
