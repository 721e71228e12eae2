"""Buttons that 1.0.0 has posted under names that verbs no longer have go on to work."""

from functools import wraps
from typing import Any

import msgspec
import pytest

import cogs
from chat.press import doors
from chat.press.answer import Answer
from chat.press.old_names import OLD_NAMES
from chat.press.presses import Press, Verb, make, verbs
from tests.support.doors import Presser
from tests.support.world import World, piece

VERBS = {verb.name for cog in cogs.classes() for verb in verbs(cog).values()}


def test_each_old_name_means_a_verb_and_no_verb_is_called_so() -> None:
    assert set(OLD_NAMES.values()) <= VERBS
    assert not VERBS & OLD_NAMES.keys()


@pytest.mark.long
async def test_each_old_id_is_answered_by_its_verb(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    table, (ada, _) = await world.started("Ada", "Borys")
    private = await ada.settled(await ada.command("gry", "zamki help"))
    presser = Presser(world, ada, private, await world.message(ada, table, "board"))
    reached: list[str] = []

    def reaching(method: Any) -> Any:
        @wraps(method)
        async def reach(_cog: object, answer: Answer, press: Press) -> None:
            reached.append(press.verb)
            await answer.say("cogs.board.joined")

        return reach

    async def let_in(*_: Any) -> None: ...

    known: dict[str, Verb] = {}
    for cog in cogs.classes():
        for method, verb in verbs(cog).items():
            known[verb.name] = verb
            monkeypatch.setattr(cog, method, reaching(vars(cog)[method]))
    await world.restart()
    monkeypatch.setattr(doors, "of_press", let_in)
    monkeypatch.setattr(world.bot.app.asker.acts, "wait", lambda _: 0.0)
    old = {today: name for name, today in OLD_NAMES.items()}
    for name, today in OLD_NAMES.items():
        verb = known[today]
        opener = old.get(verb.opened_by, verb.opened_by)
        posted = msgspec.structs.replace(verb, name=name, opened_by=opener)
        reached.clear()
        await presser.answer(posted, make(name, table, 1, ("1", "_1") if opener else ("1",)))
        assert reached == ([verb.opened_by, today] if opener else [today]), name


@pytest.mark.long
async def test_a_vote_posted_before_is_agreed_to(world: World) -> None:
    table, (ada, borys) = await world.started("Ada", "Borys")
    await world.tables.endings.cancel(table, int(ada.id))
    await world.quiet()
    question = await world.message(borys, table, "vote-end")
    now, before = piece(question, "votes.agree"), piece(question, "votes.agree").replace("votes.agree", "takeback.agree")
    message = world.sandbox.world.messages[int(question["id"])]

    def renamed(part: Any) -> Any:
        if isinstance(part, dict):
            return {key: renamed(value) for key, value in part.items()}
        return [renamed(each) for each in part] if isinstance(part, list) else before if part == now else part

    message.components = renamed(message.components)
    shown = world.sandbox.interactions.serializer.message(message)
    await borys.press(shown, before)
    await world.done()
    await world.quiet()
    assert (await world.tables.looks.read(table)).info.state == "cancelled"
