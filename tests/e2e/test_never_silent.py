"""No press and no command is met with silence: the presser gets an answer, or something that they see changes.

The suite is made of the registered verbs and commands (`test_doors` lists them). At a table and a tournament in each state,
everybody presses everything: what stands there, with its own words, and whatever stands nowhere with words of the test's own.
"""

from __future__ import annotations

import contextlib
import json
import random
from collections.abc import Awaitable, Callable, Iterator

import pytest

import cogs
from chat.press.doors import Names
from chat.press.presses import Verb, parse, verbs
from sandbox.client import JSON, Person, selects
from tables.errors import Refusal
from tables.model.people import Person as Somebody
from tables.rules import ledger
from tests.support.doors import Presser, ids
from tests.support.play_to_end import play_on, play_to_the_end
from tests.support.world import World, pieces, text_of

VERBS = {verb.name: verb for cog in cogs.classes() for verb in verbs(cog).values()}

OPTIONS = {"table": "{}", "number": "{}", "player": "{}.A", "move": "play knight catapult", "game": "rycerze"}
"""What is said for the options of commands; `{}` is the number of the table or tournament."""

NAMED = {"table", "number", "player"}
"""The options with which a command is about a table or tournament."""

Press = tuple[str, tuple[str, ...]]
"""A custom id, and what is chosen in its menu."""


def somebody(person: Person) -> Somebody:
    return Somebody(int(person.id), person.name)


async def lobby(world: World) -> int:
    return (await world.lobby("Ada", "Borys"))[0]


async def full(world: World) -> int:
    """A lobby without a free seat, in which somebody waits for one."""
    number, (ada, *_) = await world.lobby("Ada", "Borys", game="budowa")
    while True:
        try:
            await world.tables.lobbies.add_computer(number, int(ada.id))
        except Refusal:
            break
    await world.tables.guests.wait(number, somebody(await world.person("Chloe")))
    return number


async def by_invitation(world: World) -> int:
    number, (ada,) = await world.lobby("Ada")
    await world.tables.guests.invite(number, int(ada.id), [int((await world.person("Borys")).id)])
    return number


async def kept(world: World) -> int:
    """A lobby that keeps a seat for Borys, who is asked to play again."""
    before, (ada, _) = await world.started("Ada", "Borys", game="budowa")
    await play_to_the_end(world, before, random.Random(1))
    return (await world.tables.lobbies.open_again(before, somebody(ada))).info.id


async def playing(world: World) -> int:
    """A game in which Ada has chosen, and Borys has not."""
    number, (ada, _) = await world.started("Ada", "Borys")
    await world.walk(ada, number, await world.hand(ada, number), random.Random(1))
    return number


async def turns(world: World) -> int:
    """A game of turns, in the middle of one."""
    number, people = await world.started("Ada", "Borys", game="torres", pace="day")
    for _ in range(3):
        await play_on(world, number, random.Random(1))
    mover = await world.mover(number, people)
    await world.walk(mover, number, await world.hand(mover, number), random.Random(1))
    return number


async def direct(world: World) -> int:
    """A game against the computer in direct messages."""
    ada = await world.person("Ada")
    await ada.settled(await ada.command(await ada.dm(), "zamki start", game="rycerze"))
    number = max(each.id for each in await world.tables.looks.tables_of(int(ada.id)))
    await world.tables.lobbies.add_computer(number, int(ada.id))
    await world.tables.lobbies.start(number, int(ada.id))
    return number


async def in_thread(world: World) -> int:
    """A game in a thread of its own."""
    ada = await world.person("Ada")
    guild = world.sandbox.world.channels[int(await ada.channel("gry"))].guild_id or 0
    await world.tables.servers.set_server(guild, int(ada.id), boards="thread")
    number, _ = await world.started("Ada", "Borys")
    return number


async def voting(world: World) -> int:
    """A game in which an open vote waits for Borys, and a seat is offered."""
    number, (ada, borys) = await world.started("Ada", "Borys", pace="live")
    await world.tables.times.pause(number, int(ada.id))
    seat = (await world.view(number, borys)).seat
    assert seat is not None
    await world.tables.endings.offer_seat(number, int(borys.id), seat, None)
    return number


async def paused(world: World) -> int:
    number, (ada, borys) = await world.started("Ada", "Borys", pace="live")
    (vote,) = (await world.tables.times.pause(number, int(ada.id))).info.votes
    await world.tables.votes.agree_vote(number, int(borys.id), vote.id)
    return number


async def over(world: World) -> int:
    number, _ = await world.started("Ada", "Borys")
    await play_to_the_end(world, number, random.Random(1))
    return number


async def closed(world: World) -> int:
    number, (ada, _) = await world.lobby("Ada", "Borys")
    await world.tables.endings.cancel(number, int(ada.id))
    return number


async def tournament(world: World) -> int:
    ada = await world.person("Ada")
    await ada.settled(await ada.command("gry", "tournament start", game="rycerze", rounds="3"))
    ((number,),) = await world.ask("SELECT max(id) FROM tournaments")
    await world.tables.tournaments.join_tournament(number, somebody(await world.person("Borys")))
    return int(number)


async def tournament_running(world: World) -> int:
    number = await tournament(world)
    await world.tables.tournaments.begin_tournament(number, int(world.people["Ada"].id))
    return number


async def tournament_closed(world: World) -> int:
    number = await tournament(world)
    await world.tables.tournaments.close_tournament(number, int(world.people["Ada"].id))
    return number


SCENES: dict[str, Callable[[World], Awaitable[int]]] = {
    each.__name__: each
    for each in (
        *(lobby, full, by_invitation, kept, playing, turns, direct, in_thread, voting, paused, over, closed),
        *(tournament, tournament_running, tournament_closed),
    )
}


class Everything:
    """Presses everything in one scene, which is set again when a press has changed it."""

    def __init__(self, world: World, scene: Callable[[World], Awaitable[int]]) -> None:
        self.world, self.scene = world, scene
        self.number = 0
        self.state: object = None
        self.found: dict[str, set[Press]] = {}
        """The presses that stand somewhere, by verb, with the scene's number written as 0."""
        self.other = 0
        """Another table, whose card is the message in the channel."""
        self.public: JSON = {}
        self.private: dict[str, JSON] = {}
        self.silent: list[str] = []

    async def set_up(self) -> None:
        """Set the scene, unless it is as it was."""
        if self.number and await self._now() == self.state:
            return
        await self._clear()
        self.number = await self.scene(self.world)
        await self.world.quiet()
        self.state = await self._now()
        for person in self.world.people.values():
            for message in list(person.known.values()):
                self.note(message)

    async def _now(self) -> object:
        seats = await self.world.ask("SELECT seat, user FROM seats WHERE table_id = ? ORDER BY seat", self.number)
        tables = await self.world.ask("SELECT state, stage, document FROM tables WHERE id = ?", self.number)
        now = [(state, stage, [json.loads(document)[key] for key in ("votes", "offer")]) for state, stage, document in tables]
        entrants = await self.world.ask("SELECT user, withdrawn FROM entrants WHERE tournament = ?", self.number)
        return seats, now, entrants

    async def _clear(self) -> None:
        """End whatever is open."""
        people = [int(person.id) for person in self.world.people.values()]
        for (number,) in await self.world.ask("SELECT id FROM tournaments WHERE state IN ('lobby', 'running')"):
            for user in people:
                with contextlib.suppress(Refusal):
                    await self.world.tables.tournaments.close_tournament(number, user)
        for number, state in await self.world.ask(
            "SELECT id, state FROM tables WHERE state IN ('lobby', 'playing') AND id <> ?", self.other
        ):
            for user in people:
                with contextlib.suppress(Refusal):
                    end = self.world.tables.endings.cancel if state == "lobby" else self.world.tables.endings.resign
                    await end(number, user)

    def note(self, message: JSON) -> None:
        """Note the presses that stand on a message."""
        menus = {each["custom_id"]: each for each in selects(message)}
        for custom_id in pieces(message):
            press = parse(custom_id)
            if press is None or press.verb not in VERBS or str(self.number) not in custom_id.split(":")[1:]:
                continue
            menu = menus.get(custom_id)
            values: tuple[str, ...] = ()
            if menu is not None:
                if not (options := menu.get("options")):
                    continue  # Discord itself offers people there
                values = tuple(option["value"] for option in options[-menu.get("min_values", 1) or -1 :])
            self.found.setdefault(press.verb, set()).add((custom_id.replace(f":{self.number}:", ":{}:", 1), values))

    def presses(self, verb: Verb) -> Iterator[Press]:
        """What is pressed for a verb: what stands there, else whatever could stand there."""
        for found, values in sorted(self.found.get(verb.opened_by or verb.name, ())):
            custom_id = found.replace("{}", str(self.number))
            if verb.opened_by:  # a form has its button's words, and a number of its own
                end = custom_id.removeprefix(verb.opened_by)
                yield f"{verb.name}{end}{'.' if end.count(':') > 2 else ':'}_1", values
            else:
                yield custom_id, values
        yield from ids(verb, self.number)

    async def presser(self, person: Person) -> Presser:
        """The person with a message of their own and one that stands in the channel; both may have gone meanwhile."""
        messages = self.world.sandbox.world.messages
        if int(self.public.get("id", 0)) not in messages:
            self.other, (host,) = await self.world.lobby("Dmitri")
            self.public = await self.world.message(host, self.other, "lobby")
        own = self.private.get(person.name, {})
        if int(own.get("id", 0)) not in messages:
            own = self.private[person.name] = await person.settled(await person.command("gry", "zamki help"))
        return Presser(self.world, person, own, self.public)

    async def press(self, person: Person, verb: Verb, press: Press) -> None:
        """Press, and note whether the presser saw anything come of it."""
        await self.set_up()
        presser = await self.presser(person)
        before = dict(person.known)
        told = await presser.answer(verb, *press)
        if verb.names is not Names.NOTHING:
            await self.world.quiet()
        await self.world.heard()
        after = person.known
        new = [message for each, message in after.items() if message != before.get(each)]
        answered = told[0] == "modal" or before.keys() - after.keys() or any(text_of(message) for message in new)
        waits = any(message["flags"] & (1 << 7) for message in new)
        if not answered or waits or told[0] in {"failed", "waiting"}:
            self.silent.append(f"{person.name}: {press} {told}")
        for message in new:
            self.note(message)

    async def command(self, person: Person, command: JSON) -> None:
        """Use a command about the scene's number, and note whether it was answered."""
        await self.set_up()
        path = " ".join(command["path"])
        said = {each["name"]: OPTIONS[each["name"]] for each in command["options"] if each["name"] in NAMED or each["required"]}
        values: JSON = {name: value.format(self.number) for name, value in said.items()}
        answer = await person.settled(await person.command("gry", path, **values))
        if not text_of(answer):
            self.silent.append(f"{person.name}: /{path}")
        self.note(answer)


PEOPLE = ("Ada", "Borys", "Chloe", "Dmitri")
"""A host, a player, somebody who waits, and a spectator."""


@pytest.fixture
def no_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """People may do as often as they like what makes the bot speak."""
    for kind, bound in ledger.BOUNDS.items():
        monkeypatch.setitem(ledger.BOUNDS, kind, ledger.Bound(10**6, 1.0, bound.by))


@pytest.mark.long
@pytest.mark.usefixtures("no_bounds")
@pytest.mark.parametrize("scene", SCENES)
async def test_every_press_is_answered(world: World, scene: str) -> None:
    everything = Everything(world, SCENES[scene])
    world.sandbox.retention.messages = 10**6
    people = [await world.person(name) for name in PEOPLE]
    for verb in VERBS.values():
        for person in people:
            await everything.set_up()
            for press in list(everything.presses(verb))[:2]:
                await everything.press(person, verb, press)
    for person in people:
        for command in await person.commands("gry"):
            await everything.command(person, command)
    assert not everything.silent, "\n".join(everything.silent)
