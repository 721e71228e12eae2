"""What no client sends: presses on messages that do not offer them, options of odd types. Nothing changes, nothing private is
shown to others, and whoever sent it is always answered.
"""

from __future__ import annotations

import itertools
import logging
import random
from typing import Any

import pytest

import cogs
from chat.press.answer import On
from chat.press.presses import make, verbs
from data.moving import TABLES
from sandbox.client import JSON, Person, images
from tests.support.cases import shorter_on_postgres
from tests.support.log_lines import OURS, lines_of, messages_of
from tests.support.random_game_count import WHOLE
from tests.support.world import World, eventually, piece, pieces, says, text_of

VERBS = sorted(verb.name for cog in cogs.classes() for verb in verbs(cog).values())

COMMAND, AUTOCOMPLETE = 2, 4
TEXT, WHOLE_NUMBER, TRUTH = 3, 4, 5

WORDS: dict[str, tuple[str, ...]] = {
    "play.pick": ("play", "knight", "catapult"),
    "play.sure": ("play", "knight", "catapult"),
    "play.do": ("play", "knight", "catapult"),
    "play.place": ("_0", "row", "_", "_"),
    "play.page": ("_1",),
    "lobby.option": ("match",),
    "leaderboard.page": ("all", "_on"),
    "takeback.agree": ("1",),
    "guests.accept": ("101",),
    "guests.decline": ("101",),
    "guests.only": ("on",),
    "guests.duel": ("1",),
}
"""Words with which a verb would do something, were it offered."""


PASSING = {"meta", "outbox", "requests", "messages", "people", "posts_begun", "retired"}
"""Stored as well: what is to be sent, and who was heard in which language."""


async def stored(world: World) -> list[Any]:
    """All that lasts and people may change."""
    lasting = sorted(set(TABLES) - PASSING)
    return [(name, sorted(await world.ask(f"SELECT * FROM {name}"), key=repr)) for name in lasting]


async def public(person: Person, here: str) -> list[Any]:
    """What everybody sees of a channel, by its id."""
    known = sorted(person.known.values(), key=lambda message: int(message["id"]))
    found = [message for message in known if message["channel_id"] == here and not message["sandbox"]["ephemeral"]]
    return [
        (message["id"], text_of(message), pieces(message), [each["description"] for each in images(message)])
        for message in found
    ]


class Kinds:
    """A message of every kind: those of a channel, and those that one person alone sees."""

    def __init__(self) -> None:
        self.public: dict[str, JSON] = {}
        self.private: dict[str, tuple[Person, JSON]] = {}


async def every_kind(world: World) -> tuple[Kinds, int]:
    """Every kind of message, and the table that is being played."""
    found = Kinds()
    lobby, people = await world.lobby("Ada", "Borys")
    ada, borys = people
    found.public["lobby"] = await world.message(ada, lobby, "lobby")
    menu = await ada.settled(await ada.press(found.public["lobby"], piece(found.public["lobby"], "lobby.open")))
    found.private["menu"] = ada, menu
    found.private["guests"] = (
        ada,
        await ada.settled(await ada.press(found.public["lobby"], piece(found.public["lobby"], "guests.open"))),
    )
    found.private["challenge"] = (
        ada,
        await ada.settled(await ada.menu("gry", says("cogs.menu-of-person.challenge", "en"), borys)),
    )
    found.private["notify"] = ada, await ada.settled(await ada.command("gry", "zamki my notifications"))
    data = await ada.settled(await ada.command("gry", "zamki my data"))
    found.private["data"] = ada, data
    found.private["erase"] = ada, await ada.settled(await ada.press(data, piece(data, "personal.erase")))
    found.private["block"] = ada, await ada.settled(await ada.command("gry", "zamki my blocks"))
    await world.tables.guests.invite(lobby, int(ada.id), [int((await world.person("Chloe")).id)])
    found.private["invitation"] = (
        await world.person("Chloe"),
        await world.message(await world.person("Chloe"), lobby, "invite", await world.person("Chloe")),
    )
    await by_mention(world, found)
    await among_friends(world, found)
    over, _ = await world.started("Ada", "Borys")
    await world.tables.endings.resign(over, int(borys.id))
    await world.tables.endings.claim(over, int(ada.id))
    await eventually(lambda: world.has_state(over, "over"))
    found.public["final"] = await world.message(ada, over, "final")
    table, _ = await world.started("Ada", "Borys")
    await world.choose(borys, await world.hand(borys, table), random.Random(1))
    hand = await world.hand(ada, table)
    board = await world.message(ada, table, "board")
    await world.choose(ada, hand, random.Random(1))
    await eventually(lambda: world.moved_on(table, 1))
    await world.quiet()
    found.public["scene"] = ada.known[board["id"]]
    board = await world.message(ada, table, "board")
    assert board["id"] != found.public["scene"]["id"]
    found.public["board"] = board
    chloe = await world.person("Chloe")
    elsewhere, _ = await world.started("Chloe", "Dmitri", channel="games")
    found.public["elsewhere"] = await world.message(chloe, elsewhere, "board")
    found.private["hand"] = ada, await world.hand(ada, table)
    tables = await ada.settled(await ada.command("gry", "zamki tables"))
    await world.pressed(ada, tables, piece(tables, "company.page"))
    found.private["directory"] = ada, ada.known[tables["id"]]
    found.private["more"] = ada, await ada.settled(await ada.press(board, piece(board, "board.more")))
    found.private["text"] = ada, await ada.settled(await ada.press(board, piece(board, "board.text")))
    found.private["glance"] = ada, await ada.settled(await ada.command("gry", "zamki board", table=str(table)))
    found.private["resign"] = ada, await ada.settled(await ada.command("gry", "zamki resign", table=str(table)))
    found.private["leaderboard"] = ada, await ada.settled(await ada.command("gry", "zamki leaderboard"))
    found.private["server"] = ada, await ada.settled(await ada.command("gry", "zamki-server settings"))
    found.private["direct"] = ada, await world.message(ada, table, "hand", ada)
    return found, table


async def by_mention(world: World, found: Kinds) -> None:
    """An invitation that stands in the channel, since the person takes no direct messages."""
    lobby, (chloe, _) = await world.lobby("Chloe", "Ada")
    dmitri = await world.person("Dmitri")
    await dmitri.change(dms_open=False)
    await world.tables.guests.invite(lobby, int(chloe.id), [int(dmitri.id)])
    found.public["invitation"] = await world.message(chloe, lobby, "invite", dmitri)


async def among_friends(world: World, found: Kinds) -> None:
    """A lobby in a group that the bot is not in, and a private answer there."""
    ada, borys = await world.person("Ada"), await world.person("Borys")
    await ada.change(installed=True)
    people = world.sandbox.world.users
    group = world.sandbox.world.group("Ada i Borys", *(people[int(each.id)] for each in (ada, borys)))
    await ada.settled(await ada.command({"id": str(group.id)}, "zamki start", game="rycerze"))
    table = max(each.id for each in await world.tables.looks.tables_of(int(ada.id)))
    found.public["group"] = await world.message(ada, table, "lobby")
    menu = await ada.settled(await ada.press(found.public["group"], piece(found.public["group"], "lobby.open")))
    found.private["group menu"] = ada, menu


def sees(world: World, who: Person, message: JSON) -> bool:
    """Whether the message stands where this person can look."""
    here = world.sandbox.world
    return here.channels[int(message["channel_id"])] in here.visible(here.users[int(who.id)])


def forged(message: JSON, table: int) -> list[str]:
    """An id of every verb, none of which stands on the message."""
    made = (make(verb, table, 2, WORDS.get(verb, ())) for verb in VERBS)
    return [custom_id for custom_id in made if custom_id not in pieces(message)]


@pytest.mark.long
@pytest.mark.timeout(900)
async def test_a_verb_does_nothing_on_a_message_that_does_not_offer_it(world: World) -> None:
    """Every verb on a third of the messages, each of these by one of those who see it; ZAMKI_WHOLE=1: on every message, by
    everybody.
    """
    kinds, table = await every_kind(world)
    ada = await world.person("Ada")  # the host, and the owner of the server: she may look after its channels
    roles = {"host": ada, "seated": await world.person("Borys"), "stranger": await world.person("Chloe")}
    roles["of another server"] = await world.person("Dmitri")
    await world.quiet()
    world.sandbox.retention.messages = 10**6  # thousands of refusals push no message out that is still to be pressed
    channels = await ada.channel("gry"), await ada.channel("games"), kinds.public["group"]["channel_id"]
    before, seen = await stored(world), [await public(ada, channel) for channel in channels]
    standing = [
        *(([who for who in roles.values() if sees(world, who, each)], each) for each in kinds.public.values()),
        *(([who], each) for who, each in kinds.private.values()),
    ]
    presses = []
    for at, (people, message) in enumerate(standing):
        for number, custom_id in enumerate(forged(message, table)):
            if WHOLE:
                presses += [(who, message, custom_id) for who in people]
            elif (at + number) % 3 == 0:
                presses.append((people[(at + number) // 3 % len(people)], message, custom_id))
    random.Random(1).shuffle(presses)
    for who, message, custom_id in presses:
        values = random.Random(custom_id).choice([None, ["0.knight", "1.catapult"], ["on"], ["1"]])
        answer = await who.press(message, custom_id, values, forge=True)
        shown = await who.settled(answer)
        assert shown["sandbox"]["ephemeral"], custom_id
        assert shown["id"] != message["id"], custom_id
        assert says("cogs.refusal.not-offered") in text_of(shown) or says("cogs.refusal.not-offered", "en") in text_of(shown), (
            custom_id,
            text_of(shown),
        )
    await world.done()
    await world.quiet()
    assert await stored(world) == before
    assert [await public(ada, channel) for channel in channels] == seen


@pytest.mark.long
async def test_a_strangers_presses_on_a_board_change_nothing(world: World) -> None:
    kinds, _ = await every_kind(world)
    ada, chloe = await world.person("Ada"), await world.person("Chloe")
    await world.quiet()
    gry = await ada.channel("gry")
    before, seen = await stored(world), await public(ada, gry)
    for custom_id in pieces(kinds.public["board"]):
        shown = await chloe.settled(await chloe.press(kinds.public["board"], custom_id))
        assert shown["sandbox"]["ephemeral"], custom_id
        assert not [
            each
            for each in pieces(shown)
            if each.startswith(("play.pick:", "ending.resign:", "takeback.undo:", "play.form:", "ending.ask:"))
        ]
    await world.quiet()
    assert await stored(world) == before
    assert await public(ada, gry) == seen


@pytest.mark.long
async def test_a_form_counts_only_where_its_button_stands(world: World, caplog: pytest.LogCaptureFixture) -> None:
    table, (ada, _) = await world.started("Ada", "Borys")
    board = await world.message(ada, table, "board")
    more = await ada.settled(await ada.press(board, piece(board, "board.more")))
    form = await ada.press(more, piece(more, "play.form"))
    assert form.modal is not None
    opened = world.sandbox.interactions.by_id[int(form.modal["interaction"])]
    before = await stored(world)
    inside = {"custom_id": make("play.write", table, 1, ("_1",)), "components": [{"type": 18, "component": written()}]}
    user = world.sandbox.world.users[int(ada.id)]
    message = world.sandbox.world.messages[int(board["id"])]
    with caplog.at_level(logging.WARNING):
        started = world.sandbox.interactions.start(
            5, user, world.sandbox.world.channels[message.channel_id], inside, message=message, parent=opened
        )
        await eventually(lambda: started.status != "waiting")
        await world.done()
    assert started.status != "failed"
    assert await stored(world) == before
    assert messages_of(caplog, "chat.press.dispatcher") == ["refused a press that its message does not offer"]


def written() -> JSON:
    return {"type": 4, "custom_id": "move", "value": "play knight catapult"}


def test_a_press_changes_only_a_message_that_one_person_sees() -> None:
    every = [verb for cog in cogs.classes() for verb in verbs(cog).values()]
    assert len({verb.name for verb in every}) == len(every)
    for verb in every:
        assert verb.ack.value != "update" or On.CHANNEL not in verb.on, verb.name


ODD: tuple[tuple[int, Any], ...] = (
    (WHOLE_NUMBER, 7),
    (TEXT, 7),
    (TEXT, None),
    (TEXT, ""),
    (TEXT, "   "),
    (TEXT, "nonsense"),
    (TEXT, {"a": 1}),
    (TEXT, ["x"]),
    (TRUTH, True),
    (TRUTH, "true"),
    (10, 1.5),
    (6, "1"),
    (11, "1"),
    (99, "x"),
)


def used(path: list[str], given: list[JSON]) -> JSON:
    """What a client sends for a command with these options."""
    name, *groups, command = path
    data: JSON = {"name": command, "type": 1, "options": given}
    for group in reversed(groups):
        data = {"name": group, "type": 2, "options": [data]}
    return {"id": "1", "name": name, "type": 1, "options": [data]}


@pytest.mark.usefixtures("real_pictures")
@pytest.mark.parametrize("share", shorter_on_postgres(1, 5, seconds=300))
async def test_options_of_odd_types_are_answered_kindly(world: World, caplog: pytest.LogCaptureFixture, share: int) -> None:
    ada = await world.person("Ada")
    await world.started("Ada", "Borys")
    await world.quiet()
    user = world.sandbox.world.users[int(ada.id)]
    channel = world.sandbox.world.channels[int(await ada.channel("gry"))]
    offered = await ada.commands("gry")
    assert len(offered) > 10
    await world.quiet()  # who is called is noted when the board is sent
    before = await stored(world)
    for command, (kind, value) in [*itertools.product(offered, ODD)][::share]:
        for option in command["options"]:
            if value == "nonsense" and not option["choices"]:
                continue
            others = [
                {"name": each["name"], "type": TEXT, "value": "x"}
                for each in command["options"]
                if each["required"] and each is not option
            ]
            given = [*others, {"name": option["name"], "type": kind, "value": value}]
            if kind == option["type"] and (kind, value) in ((TRUTH, True), (WHOLE_NUMBER, 7)):
                continue  # as declared
            data = used(command["path"], given)
            caplog.clear()
            started = world.sandbox.interactions.start(COMMAND, user, channel, data, used="/zamki")
            await eventually(lambda: started.status != "waiting")  # noqa: B023
            await world.done()
            assert started.status != "failed", (command["path"], given)
            assert [record.levelname for record in lines_of(caplog, *OURS)] == ["WARNING"], given
            focused = {**given[-1], "focused": True}
            data = used(command["path"], [focused])
            started = world.sandbox.interactions.start(AUTOCOMPLETE, user, channel, data)
            await eventually(lambda: started.status != "waiting")  # noqa: B023
            assert not lines_of(caplog, *OURS, level=logging.ERROR), given
    assert await stored(world) == before
