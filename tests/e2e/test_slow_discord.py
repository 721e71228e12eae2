"""A Discord that carries everything out at once and answers late or never: no press that came in time is lost, none is done
twice, and nobody is left at "is thinking".
"""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from chat.replies import thinking
from chat.wire import interactions
from sandbox import Person
from sandbox.client import JSON
from sandbox.world import LOADING
from tests.support.world import World, eventually, piece, says, seat_of, text_of

SECONDS = 3.0
"""Seconds within which Discord must have an acknowledgement."""

TOKENS = "/callback|/webhooks/"
"""The requests that use the token of a press."""

NEVER: dict[str, Any] = {"kind": "silence"}


def late(seconds: float) -> dict[str, Any]:
    return {"kind": "slow", "seconds": seconds}


LONG, LONGER = pytest.mark.long, (pytest.mark.long, pytest.mark.timeout(240))


@pytest.mark.parametrize("path", ["/callback", pytest.param(TOKENS, marks=LONGER)], ids=["acknowledgements", "all"])
@pytest.mark.parametrize(
    "fault",
    [
        late(1.0),
        *(pytest.param(late(seconds), marks=LONG) for seconds in (0.0, 0.5, 2.0, 2.75, 3.0, 5.0, 10.0)),
        pytest.param(NEVER, marks=LONG),
    ],
    ids=lambda fault: str(fault.get("seconds", "never")),
)
async def test_each_press_counts_once(world: World, fault: dict[str, Any], path: str) -> None:
    """A hand is opened and chosen from, a move is typed, a form is opened and sent, suggestions are asked for."""
    table, people = await world.started("Ada", "Borys")
    ada, borys = people
    other, _ = await world.started("Chloe", "Ada", game="torres", channel="games")
    chloe = await world.mover(other, [await world.person("Chloe"), ada])
    boards = [await world.message(ada, table, "board"), await world.message(chloe, other, "board")]
    more = await chloe.settled(await chloe.press(boards[1], piece(boards[1], "board.more")))
    await world.done()
    began = set(world.sandbox.interactions.by_id)
    world.sandbox.interactions.seconds = SECONDS
    world.sandbox.fault(times=-1, after=True, path=path, **fault)
    await asyncio.gather(chosen(world, ada, table, boards[0]), typed(world, borys, table), formed(chloe, more))
    await eventually(lambda: not world.busy, 60)
    await world.quiet(60)
    assert await world.ask("SELECT count(*) FROM journal WHERE table_id = ? AND kind = 'move'", table) == [(2,)]
    used = [each for number, each in world.sandbox.interactions.by_id.items() if number not in began]
    assert used
    assert not [each for each in used if each.status in {"waiting", "failed"}]
    assert not [each for each in world.sandbox.world.messages.values() if each.flags & LOADING]


async def chosen(world: World, person: Person, table: int, board: JSON) -> None:
    """Open the hand and choose both cards, a press each, as soon as each question is shown."""
    hand = await person.settled(await person.press(board, piece(board, "play.hand")), 30)
    for pick in (f"play.pick:{table}:1:play.knight", f"play.pick:{table}:1:play.knight.catapult"):
        assert (await person.press(await _offering(person, hand, pick), pick)).error is None
    await eventually(lambda: _has_chosen(world, person, table), 30)


async def _offering(person: Person, hand: JSON, pick: str) -> JSON:
    """Returns the hand as soon as it has this button."""
    return await person.until(lambda message: message["id"] == hand["id"] and pick in str(message), 30)


async def typed(world: World, person: Person, table: int) -> None:
    assert await person.autocomplete("gry", "zamki move", "move", move="")
    await person.settled(await person.command("gry", "zamki move", move="knight catapult", table=str(table)), 30)
    await eventually(lambda: _has_chosen(world, person, table), 30)


async def formed(person: Person, more: JSON) -> None:
    form = await person.press(more, piece(more, "play.form"))
    assert form.status == "modal"
    assert form.modal is not None
    sent = await person.submit(form, {"move": "nonsense"})
    assert sent.error is None


async def _has_chosen(world: World, person: Person, table: int) -> bool:
    now = (await world.view(table)).info
    return now.stage > 1 or seat_of(now, person) not in now.pending


@pytest.mark.long
async def test_an_answer_waits_for_a_late_acknowledgement(world: World) -> None:
    """Discord does not know the press yet when its answer comes first; a moment later it does."""
    table, people = await world.started("Ada", "Borys")
    board = await world.message(people[0], table, "board")
    world.sandbox.fault("slow", times=-1, seconds=interactions.ACKNOWLEDGED_SECONDS + 0.4, path="/callback")
    hand = await people[0].settled(await people[0].press(board, piece(board, "play.hand")), 30)
    assert f"play.pick:{table}" in str(hand)
    await eventually(lambda: not world.busy)
    refused = [each.status for each in world.sandbox.record if each.method == "PATCH" and each.status >= 400]
    assert 404 in refused


async def test_a_lost_acknowledgement_changes_nothing(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rate limit says that nothing was carried out, so the person is told the truth by Discord."""
    table, people = await world.started("Ada", "Borys")
    hand = await world.pressed(people[0], await world.hand(people[0], table), f"play.pick:{table}:1:play.knight")
    monkeypatch.setattr(interactions, "ACKNOWLEDGED_SECONDS", 0.3)
    world.sandbox.interactions.seconds = 0.5
    world.sandbox.fault("rate_limit", times=-1, retry_after=0.05, path="/callback")
    assert (await people[0].press(hand, f"play.pick:{table}:1:play.knight.catapult")).status == "failed"
    await eventually(lambda: not world.busy)
    assert (await world.view(table)).info.pending == (0, 1)


def answer_is_late() -> bool:
    return "end a late answer" in {task.get_name() for task in asyncio.all_tasks()}


@pytest.mark.long
async def test_no_answer_stays_at_thinking_where_discord_takes_none(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is out of order for longer than an answer is tried; when it is back, the answer is ended with a line."""
    monkeypatch.setattr(interactions, "ANSWERED_SECONDS", 1.0)
    monkeypatch.setattr(thinking, "LATE_PAUSES", (0.2,))
    table, people = await world.started("Ada", "Borys")
    board = await world.message(people[0], table, "board")
    world.sandbox.fault("status", times=-1, status=503, path="/webhooks/")
    outcome = await people[0].press(board, piece(board, "play.hand"))
    await eventually(answer_is_late)
    assert outcome.message is not None
    await asyncio.sleep(0.5)
    assert people[0].known[outcome.message["id"]]["sandbox"]["deferred"]
    world.sandbox.faults.clear()
    assert says("cogs.error.unseen") in text_of(await people[0].settled(outcome))
    await eventually(lambda: not answer_is_late())
