"""The message of the day as people see it: a mention that only counts, their games behind its button, and the offer of it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from discord import MessageFlags

from data.words import words
from sandbox.client import JSON
from tables.model.outbox_rows import DigestRow
from tables.store.outbox import outbox_record
from tables.time.plan import Plan
from tables.time.timing import HOUR, MINUTE
from tests.support.manual_clock import ManualClock
from tests.support.world import World, eventually, mentions, piece, says, text_of

START = datetime(2026, 11, 27, 12, tzinfo=UTC).timestamp()


@pytest.fixture
async def time(world: World) -> ManualClock:
    return await world.at_time(START)


@pytest.mark.usefixtures("time")
async def test_a_day_in_one_message(world: World) -> None:
    ada, borys = await world.person("Ada"), await world.person("Borys")
    card = await ada.settled(await ada.command("gry", "zamki my settings"))
    card = await world.pressed(ada, card, "preferences.page:0:0:calls")
    await ada.press(card, piece(card, "preferences.plan"), ["daily"])
    await world.done()
    plan = (await world.tables.people.person(int(ada.id))).plan
    assert (plan.calls, plan.zone) == ("daily", "Europe/Warsaw")

    number, _ = await world.started("Ada", "Borys", pace="day")
    await world.quiet()
    board = text_of(await world.message(ada, number, "board"))
    assert ada.id not in mentions(board)
    await world.later(24 * HOUR)
    await eventually(lambda: world.ask("SELECT 1 FROM messages WHERE kind = 'digest'"))
    await world.quiet()
    ((subject,),) = await world.ask("SELECT id FROM digests")
    told = await world.message(borys, subject, "digest", ada)
    assert words("pl").count("cogs.digest.waiting", 1) in text_of(told)
    assert mentions(text_of(told)) == [ada.id]
    assert str(number) not in text_of(told).replace(ada.id, ""), "others see only how many"
    mine = text_of(await ada.settled(await ada.press(told, piece(told, "digest.open"))))
    assert says("cogs.digest.title") in mine
    assert f"{number} · " in mine
    assert "Borys" not in mine, "no text of people"
    await world.tables.times.take_vacation(int(ada.id), 5)
    async with world.store.transaction() as tx:
        await tx.put_outbox(subject, [outbox_record(DigestRow(since=0.0), START)])
    world.tables.outbox.wake()
    await world.quiet()
    assert await world.standing(subject, "digest", ada) == int(told["id"]), "what was held up reaches nobody on vacation"


async def test_direct_hands_and_votes_notify_nobody_beside_it(world: World) -> None:
    ada, borys = await world.person("Ada"), await world.person("Borys")
    await world.tables.people.set_preferences(int(ada.id), plan=Plan(calls="daily"), dm=True)
    number, _ = await world.started("Ada", "Borys", pace="day")
    await world.tables.times.pause(number, int(borys.id))
    await world.quiet()
    for kind, who, whole in (("hand", ada, True), ("vote-pause", None, True), ("hand", borys, False)):
        shown = await world.message(who or ada, number, kind, who)
        assert _is_silent(world, shown) == whole, kind
    await world.tables.people.set_preferences(int(ada.id), plan=Plan(calls="none"))
    number, _ = await world.started("Ada", "Borys", pace="live")
    await world.quiet()
    assert _is_silent(world, await world.message(ada, number, "hand", ada))


def _is_silent(world: World, message: JSON) -> bool:
    flags = world.sandbox.world.messages[int(message["id"])].flags
    return bool(flags & MessageFlags.suppress_notifications.flag)


@pytest.mark.usefixtures("time")
async def test_who_is_called_often_is_called_later_and_offered_it_once(world: World) -> None:
    number, (ada, borys) = await world.started("Ada", "Borys")
    await world.quiet()
    people, now = world.tables.people, world.tables.clock.now()
    async with world.store.transaction() as tx:
        for hours in range(6, 0, -1):
            await tx.note_call(int(ada.id), number, now - hours * HOUR, now, now)
    await people.calls_at_leisure(int(ada.id), number)
    world.tables.outbox.wake()
    await world.later(11 * MINUTE)
    later, _ = await world.started("Ada", "Borys", game="rzymianie", pace="day")
    for person, silent in ((ada, True), (borys, False)):
        assert _is_silent(world, await world.message(person, later, "hand", person)) is silent, "both are awaited"
    await world.later(2 * HOUR)
    waited = await world.message(ada, later, "mention", ada)
    assert says("cogs.remind.plan") in text_of(waited)
    assert not _is_silent(world, waited)
    card = await world.message(ada, number, "digest-offer", ada)
    assert says("cogs.digest.offer") in text_of(card)
    await ada.press(card, piece(card, "digest.daily"))
    await world.done()
    assert (await people.person(int(ada.id))).plan.calls == "daily"
    await world.quiet()
    assert not await world.ask("SELECT 1 FROM messages WHERE kind = 'digest-offer'"), "it is not left behind"
