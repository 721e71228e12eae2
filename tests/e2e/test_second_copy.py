"""A forgotten second copy of the bot, with the same token and other tables: the host is told loudly."""

from __future__ import annotations

import logging

import pytest

from chat.wire import interactions
from sandbox import Person
from sandbox.client import JSON, PATIENCE_SECONDS
from tests.support.log_lines import messages_of
from tests.support.world import World, says, text_of


async def looked(person: Person) -> JSON:
    """The answer of the self-check, once it is there."""
    return await person.settled(await person.command("gry", "zamki-moderation check"))


async def test_a_second_copy_is_told_once(
    world: World, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = await world.person("Ada")
    caplog.clear()
    for number in range(6):
        if number == 2:
            await ada.settled(await ada.command("gry", "zamki tables"))  # one of ours in between: not yet
            assert not world.bot.app.adapter.trouble
        world.sandbox.fault("refusal", code=40060, path="/callback")
        world.sandbox.interactions.seconds = 0.2  # nobody answers: the other copy is not here
        await ada.command("gry", "zamki tables")
        world.sandbox.interactions.seconds = PATIENCE_SECONDS
        await world.done()
    errors = messages_of(caplog, "chat", level=logging.ERROR)
    assert [each.split(":")[0] for each in errors] == ["another copy of this bot answers presses with the same token"]
    assert world.bot.app.adapter.trouble
    assert says("cogs.check.copies.ill") in text_of(await looked(ada))
    monkeypatch.setattr(interactions, "FORGOTTEN_SECONDS", -1.0)
    assert not world.bot.app.adapter.trouble
    assert says("cogs.check.copies.well") in text_of(await looked(ada))
