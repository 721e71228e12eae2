"""What who runs the bot can see of it while people play: figures of everything that takes time, and one number from a press to
all that came of it.
"""

from __future__ import annotations

import logging
import random
from typing import Any

import pytest

from data import telemetry
from service.logs import add_press
from tests.support.world import World


def counts() -> dict[str, float]:
    """How often each thing was measured so far, by its name and labels."""
    return {
        " ".join((sample.name, *sample.labels.values())): sample.value
        for family in telemetry.REGISTRY.collect()
        for sample in family.samples
        if sample.name.endswith(("_count", "_total"))
    }


@pytest.mark.long
async def test_a_press_is_measured_and_its_number_found_up_to_the_post(
    world: World, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = counts()
    monkeypatch.setattr(caplog.handler, "filters", [add_press])
    caplog.set_level(logging.INFO)
    caplog.set_level(logging.DEBUG, "chat.outbox.sender")
    table, (ada, borys) = await world.started("Ada", "Borys")
    for person in (ada, borys):
        await world.walk(person, table, await world.hand(person, table), random.Random(1))
    await world.quiet()
    grown = {name for name, count in counts().items() if count > before.get(name, 0)}
    assert grown >= {
        "zamki_acknowledgement_seconds_count",
        "zamki_press_to_picture_seconds_count answer",
        "zamki_press_to_picture_seconds_count board",
        "zamki_store_seconds_count",
        "zamki_store_wait_seconds_count",
        "zamki_rate_limit_wait_seconds_count",
        "zamki_discord_answers_total 2xx",
    }
    records: list[Any] = caplog.records  # with what our lines carry besides
    lines = [record for record in records if hasattr(record, "press")]
    boards = [record.press for record in lines if record.getMessage() == "row sent" and record.kind == "board"]
    pressed = {record.press: record.verb for record in lines if record.getMessage() == "answered" and hasattr(record, "verb")}
    assert pressed[boards[0]] == "lobby.begin"
    assert pressed[boards[-1]] == "play.pick", "the last press of the round brought the next board"
    assert table in {record.table for record in lines if record.getMessage() == "row sent"}
    shown = [record for record in lines if record.levelno >= logging.INFO]
    assert len(shown) == len({record.press for record in shown}), "one line a press"
    assert {record.server for record in shown} <= world.sandbox.world.guilds.keys()
    assert shown[0].command == "zamki start"


@pytest.mark.long
@pytest.mark.usefixtures("real_pictures")
async def test_pictures_and_computer_players_are_measured_by_kind(world: World) -> None:
    before = counts()
    table, (ada,) = await world.lobby("Ada", game="zamek")
    await world.begin(table, ada, computers=1)
    assert await world.asked(table, ada)
    await world.walk(ada, table, await world.hand(ada, table), random.Random(1))
    assert await world.asked(table, ada)
    await world.quiet()
    grown = {name for name, count in counts().items() if count > before.get(name, 0)}
    assert grown >= {"zamki_picture_seconds_count board", "zamki_picture_seconds_count lobby"}
    assert [name for name in grown if name.startswith("zamki_computer_move_seconds_count zamek")]
