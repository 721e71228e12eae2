"""Each kind of outbox row has the one cog that carries it out."""

from types import SimpleNamespace
from typing import Any, get_args

import pytest

import cogs
from chat.outbox.deliveries import Deliveries, deliveries_of, delivers
from data.records.messages import Noted
from tables.model.outbox_rows import OutboxRow, Payload, TidyRow, VoteRow


class Votes:
    """Delivers one kind of row."""

    def __init__(self) -> None:
        self.told: list[tuple[OutboxRow, VoteRow, Noted]] = []

    @delivers(VoteRow)
    async def post(self, row: OutboxRow, told: VoteRow, noted: Noted) -> None:
        self.told.append((row, told, noted))


class Messages:
    """Nothing is noted of any table's messages."""

    async def of(self, _table: int) -> Noted:
        return Noted({}, [], [])


def deliveries() -> Deliveries:
    app: Any = SimpleNamespace(tables=SimpleNamespace(messages=Messages()))
    return Deliveries(app)


def test_each_kind_of_row_is_delivered_by_one_cog() -> None:
    found = [kind.__name__ for cog in cogs.classes() for kind in deliveries_of(cog).values()]
    assert sorted(found) == sorted(kind.__name__ for kind in get_args(Payload) if kind is not TidyRow)


def test_a_kind_that_nobody_delivers_is_named_at_the_start() -> None:
    found = deliveries()
    for cog in cogs.classes():
        if VoteRow not in deliveries_of(cog).values():
            found.add(cog(SimpleNamespace()))  # type: ignore[arg-type]
    with pytest.raises(LookupError, match="no cog delivers VoteRow: "):
        found.check()
    found.add(Votes())
    found.check()


async def test_rows_go_to_the_cog_that_was_added() -> None:
    found, cog = deliveries(), Votes()
    found.add(cog)
    with pytest.raises(ValueError, match="two cogs deliver VoteRow"):
        found.add(Votes())
    vote: Any = None
    row: Any = SimpleNamespace(subject=7, payload=VoteRow(vote=vote))
    await found.carry_out(row)
    assert cog.told == [(row, VoteRow(vote=vote), Noted({}, [], []))]
