"""People at closed doors: tables and tournaments of every kind in places that they do not see, and presses on messages with any
content a test chooses.
"""

from __future__ import annotations

import dataclasses
import random
import re
from typing import Any

from chat.press.answer import Ack, On
from chat.press.doors import Names
from chat.press.presses import Verb, make
from sandbox import Person
from sandbox.client import JSON
from tables.leagues.league import League
from tables.model.people import Person as Somebody
from tables.time.timing import DAY
from tests.support.nights import ahead
from tests.support.permissions import hide, may, may_in
from tests.support.play_to_end import play_on
from tests.support.world import World, eventually, pieces, text_of

HIDDEN = "turniej"
"""The channel that only the players and the spectator see."""

NONE = 987654
"""A number that no table has."""

WORDS: dict[str, tuple[str, ...]] = {
    "play.pick": ("play", "knight", "catapult"),
    "play.sure": ("play", "knight", "catapult"),
    "play.do": ("play", "knight", "catapult"),
    "play.move": ("play", "knight", "catapult"),
    "play.place": ("_0", "row", "_", "_"),
    "play.page": ("_1",),
    "board.sheet": ("_1",),
    "replacing.computer": ("0",),
    "replacing.offer": ("0", "any"),
    "replacing.chosen": ("0", "any"),
    "votes.agree": ("1",),
    "replacing.sit": ("1",),
    "guests.accept": ("101",),
    "guests.decline": ("101",),
    "reminders.snooze": ("3600",),
    "ending.because": ("void",),
}
"""Words with which a verb would have an effect if it were allowed."""

FIELDS = {"reason": "why", "turn": "1", "move": "play knight catapult", "each": "1 d", "bank": "1 d", "span": "7d"}


@dataclasses.dataclass
class Closed:
    """The people outside, and the numbers they try."""

    people: dict[str, tuple[Person, str]]
    """By role, each with the channel they are in."""
    numbers: dict[str, int]
    """By kind."""
    inside: dict[str, tuple[Person, str]]
    """The same for the people who may enter the running game."""


async def closed(world: World) -> Closed:
    """Open tables of every state in a hidden channel, in a group and in direct messages, a tournament, a game night and a
    league; and somebody looks for a game there."""
    here = world.sandbox.world
    ada, borys, chloe = [await world.person(name) for name in ("Ada", "Borys", "Chloe")]
    people = {}
    for name in ("stranger", "member", "moderator", "helper", "organiser", "excluded", "former"):
        here.add_person(name, name.capitalize(), "en-US")
        people[name] = await world.person(name.capitalize())
    away, home = (
        next(each for each in here.guilds.values() if each.name == name) for name in ("Castle Club", "Zamek nad Wisłą")
    )
    for name, person in people.items():
        (home if name == "stranger" else away).members.discard(int(person.id))
    numbers = {}
    numbers["lobby"], _ = await world.lobby("Ada", "Borys", channel=HIDDEN)
    over, _ = await world.started("Ada", "Borys", channel=HIDDEN)
    while (await world.view(over)).info.turn < 5:  # a win in the first half of a game counts for nothing
        await play_on(world, over, random.Random(1))
    await world.tables.endings.resign(over, int(borys.id))
    await world.tables.endings.claim(over, int(ada.id))
    await eventually(lambda: world.has_state(over, "over"))
    numbers["over"] = over
    numbers["playing"], _ = await world.started("Ada", "Borys", "Former", channel=HIDDEN)
    left = (await world.view(numbers["playing"], people["former"])).seat
    assert left is not None
    offered = (
        await world.tables.endings.offer_seat(numbers["playing"], int(people["former"].id), left, int(chloe.id))
    ).info.offer
    assert offered is not None
    await world.tables.endings.take_seat(numbers["playing"], Somebody(int(chloe.id), chloe.name), offered.id)
    await ada.settled(await ada.command(HIDDEN, "tournament start", game="rycerze"))
    numbers["tournament"] = int((await world.ask("SELECT max(id) FROM tournaments"))[0][0])
    await ada.settled(await ada.command(HIDDEN, "zamki find"))
    numbers["wishes"] = int((await world.ask("SELECT max(id) FROM wish_lists"))[0][0])
    await ada.settled(await ada.command(HIDDEN, "tournament night", when=f"{ahead(world, 1)} 20:00"))
    numbers["night"] = int((await world.ask("SELECT max(id) FROM nights"))[0][0])
    there, soon = (await world.tables.nights.night(numbers["night"])).place, world.tables.clock.now() + 3 * DAY
    league = League(place=there, language="en", host=int(borys.id), game="rycerze", starts=soon)
    numbers["league"] = (await world.tables.leagues.open_league(Somebody(int(borys.id), borys.name), league)).id
    await ada.change(installed=True)
    group = await ada.group(borys)
    for name, place in (("group", group), ("direct", await ada.dm())):
        await ada.settled(await ada.command(place, "zamki start", game="rycerze"))
        numbers[name] = max(each.id for each in await world.tables.looks.tables_of(int(ada.id)))
    await hide(world, HIDDEN, *(person for name, person in people.items() if name != "stranger"))
    await may_in(world, people["moderator"], "gry", "MANAGE_MESSAGES")
    may(world, people["helper"], "MANAGE_MESSAGES", "MANAGE_GUILD")
    await people["organiser"].settled(await people["organiser"].command("gry", "tournament start", game="rycerze"))
    await world.tables.servers.exclude(home.id, int(people["excluded"].id), int(ada.id), seconds=10**6, reason="")
    await world.quiet()
    former = people.pop("former")
    inside = {"player": (ada, "gry"), "former player": (former, "gry"), "spectator": (await world.person("Dmitri"), "gry")}
    places = {name: "games" if name == "stranger" else "gry" for name in people}
    return Closed({name: (person, places[name]) for name, person in people.items()}, numbers, inside)


class Presser:
    """Presses anything as one person, on messages that offer exactly that."""

    def __init__(self, world: World, who: Person, private: JSON, public: JSON) -> None:
        self.world = world
        self.who = who
        self._user = world.sandbox.world.users[int(who.id)]
        self._messages = [world.sandbox.world.messages[int(message["id"])] for message in (private, public)]

    async def answer(self, verb: Verb, custom_id: str, values: tuple[str, ...] = ()) -> list[str]:
        """Returns the answer's texts."""
        here = self.world.sandbox
        message = self._messages[0 if On.PRIVATE in verb.on else 1]
        channel = here.world.channels[message.channel_id]
        shown = re.sub(f"^{verb.name}:(.*?)[.:]_1$", rf"{verb.opened_by}:\1", custom_id) if verb.opened_by else custom_id
        message.components = [{"type": 1, "id": 1, "components": [_piece(shown, values)]}]
        start: Any = here.interactions.start
        parent = None
        data: JSON = {"custom_id": custom_id, "id": 2}
        if verb.opened_by:
            pressed = {"custom_id": shown, "id": 2, "component_type": 2}
            parent = start(3, self._user, channel, pressed, message=message)
            await eventually(lambda: parent.status != "waiting")
            data["components"] = [
                {"type": 18, "id": at, "component": {"type": 4, "id": 50 + at, "custom_id": field, "value": value}}
                for at, (field, value) in enumerate(FIELDS.items(), 3)
            ]
        else:
            data |= {"component_type": 3 if values else 2, **({"values": list(values)} if values else {})}
        started = start(5 if verb.opened_by else 3, self._user, channel, data, message=message, parent=parent)
        await eventually(lambda: started.status != "waiting")
        await self.world.done()
        ids = [*([started.response_id] if started.response_id else []), *started.followups]
        found = [here.interactions.serializer.message(here.world.messages[each]) for each in ids if each in here.world.messages]
        told_ = [f"{text_of(each)} {pieces(each)}" for each in found] + ([str(started.modal)] if started.modal else [])
        return [started.status, *told_]


def harmless(told: list[str], number: int) -> list[str]:
    """Remove what differs between any two presses; this number and `NONE` count as the same."""
    return [re.sub(rf"\b({number}|{NONE})\b", "N", re.sub(r"_\d{5,}|'interaction': '\d+'", "", text)) for text in told]


def _piece(custom_id: str, values: tuple[str, ...]) -> JSON:
    if values:
        options = [{"label": value, "value": value} for value in values]
        return {"type": 3, "id": 2, "custom_id": custom_id, "options": options, "min_values": 1, "max_values": len(values)}
    return {"type": 2, "id": 2, "custom_id": custom_id, "style": 2, "label": "?"}


def ids(verb: Verb, number: int) -> list[tuple[str, tuple[str, ...]]]:
    """Returns every way in which an id of this verb can name the number, with the values chosen."""
    said = WORDS.get(verb.name, ())
    if verb.opened_by:
        said = (*said, "_1")
    found: list[tuple[str, tuple[str, ...]]] = [(make(verb.name, number, 7777, said), ())]
    if verb.names is Names.WORD:
        found.append((make(verb.name, 0, 0, (str(number), *(("_1",) if verb.opened_by else ("o", "t", "_x")))), ()))
    if verb.names is Names.CHOSEN:
        found = [(make(verb.name, 0), (str(number),))]
    if verb.ack is Ack.NONE and verb.names is Names.WORD:
        found = found[1:]
    return found
