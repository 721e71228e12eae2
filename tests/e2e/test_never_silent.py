"""No press and no command is met with silence: the presser gets an answer, or something that they see changes.

The suite is made of the registered verbs and commands (`test_doors` lists them). At a table and a tournament in each state,
everybody presses what stands there, with its own words, and one of them whatever stands nowhere, with words of the test's own.
Everybody uses each command that may name the table or tournament, and one of them each other command.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Awaitable, Callable, Iterator

import pytest

import cogs
from chat.press.doors import Names
from chat.press.presses import Verb, parse, verbs
from sandbox.client import JSON, Person, selects
from tables.errors import Refusal
from tables.rules import ledger
from tests.support.doors import Presser, ids
from tests.support.nights import ahead
from tests.support.random_game_count import WHOLE
from tests.support.scenes import SCENES
from tests.support.world import World, pieces, text_of

VERBS = {verb.name: verb for cog in cogs.classes() for verb in verbs(cog).values()}

OPTIONS = {
    "table": "{}",
    "number": "{}",
    "player": "{}.A",
    "move": "play knight catapult",
    "game": "rycerze",
    "when": "{tomorrow} 20:00",
}
"""What is said for the options of commands; `{}` is the number of the table or tournament."""

NAMED = {"table", "number", "player"}
"""The options with which a command is about a table or tournament."""

Press = tuple[str, tuple[str, ...]]
"""A custom id, and what is chosen in its menu."""


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
        return seats, now, entrants, await self.world.ask("SELECT state FROM tournaments WHERE id = ?", self.number)

    async def _clear(self) -> None:
        """End whatever is open."""
        people = [int(person.id) for person in self.world.people.values()]
        for (number,) in await self.world.ask("SELECT id FROM tournaments WHERE state IN ('lobby', 'running')"):
            for user in people:
                with contextlib.suppress(Refusal):
                    await self.world.tables.tournaments.close_tournament(number, user)
        for (number,) in await self.world.ask(
            "SELECT id FROM tables WHERE state IN ('lobby', 'playing') AND id <> ?", self.other
        ):
            await self.world.tables.endings.cancel(number, 1, moderator=True, reason="the next scene")

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
        tomorrow = ahead(self.world, 1)
        values: JSON = {name: value.format(self.number, tomorrow=tomorrow) for name, value in said.items()}
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


def pressers(people: list[Person], verb: Verb, scene: str, *, stands: bool) -> list[Person]:
    """Returns who presses a verb in a scene: all if it stands there, else one of them, each in another scene (ZAMKI_WHOLE=1:
    all). If it is about another kind of subject, nobody has one of that number, so one of them is enough (`test_doors` presses
    each verb with numbers that its presser may not know).
    """
    about = {Names.TOURNAMENT} if scene.startswith("tournament") else {Names.TABLE, Names.WORD, Names.CHOSEN, Names.SHARED}
    if stands or (WHOLE and verb.names in about | {Names.NOTHING}):
        return people
    return [people[(list(VERBS).index(verb.name) + list(SCENES).index(scene)) % len(people)]]


@pytest.mark.usefixtures("in_one_thread")
@pytest.mark.long
@pytest.mark.usefixtures("no_bounds")
@pytest.mark.parametrize("scene", SCENES)
async def test_every_press_is_answered(world: World, scene: str) -> None:
    everything = Everything(world, SCENES[scene])
    world.sandbox.retention.messages = 10**6
    people = [await world.person(name) for name in PEOPLE]
    for verb in VERBS.values():
        await everything.set_up()
        for person in pressers(people, verb, scene, stands=verb.name in everything.found):
            await everything.set_up()
            for press in list(everything.presses(verb))[:2]:
                await everything.press(person, verb, press)
    for turn, person in enumerate(people):
        for number, command in enumerate(await person.commands("gry"), start=list(SCENES).index(scene)):
            if WHOLE or number % len(people) == turn or NAMED & {each["name"] for each in command["options"]}:
                await everything.command(person, command)
    assert not everything.silent, "\n".join(everything.silent)
