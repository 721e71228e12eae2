"""Many finished games in a store, as if people had played them."""

from __future__ import annotations

import random
from collections.abc import Sequence

import msgspec

from data.records.results import ResultRow
from data.store import Store
from engines import games
from tables.ranking import counting
from tests.support.stored_rows import SEATS, TABLE

FORTY = tuple((user, f"P{user}") for user in range(1, 41))


async def simulated(  # noqa: PLR0917 - a store, how many, and of what
    store: Store, number: int, seed: int, people: Sequence[tuple[int, str]] = FORTY, guild: int = 1, start: float = 1e9,
    apart: float = 5000.0,
) -> None:  # fmt: skip
    """Store `number` games of Torres among these people (id and name), `apart` seconds from each other. The first seven are of
    another class; each eleventh does not count.
    """
    chance = random.Random(seed)
    skill = {user: chance.gauss(0, 1) for user, _ in people}
    names = dict(people)
    for first in range(0, number, 100):
        async with store.transaction() as tx:
            for game in range(first, min(number, first + 100)):
                options = '{"master":"on"}' if game % 7 == 0 else "{}"
                row = msgspec.structs.replace(TABLE, guild=guild, game="torres", options=options, state="over")
                table = await tx.save_table(row, SEATS if game == 0 else (), None)
                seated = chance.sample(sorted(skill), chance.randint(2, min(4, len(skill))))
                form = sorted(seated, key=lambda user: -(skill[user] + chance.gauss(0, 1)))
                tied = chance.random() < 0.15
                rows = [
                    ResultRow(
                        table_id=table, seat=seat, guild=guild, game="torres", user=user, name=names[user], score=0,
                        place=1 + form.index(user), rating_place=1 if tied and form.index(user) < 2 else 1 + form.index(user),
                        rated=game % 11 != 0, at=start + game * apart,
                    )
                    for seat, user in enumerate(seated)
                ]  # fmt: skip
                await counting.count(tx, games(), msgspec.json.decode(options), rows)
