"""In how many slow games somebody plays: games that they, or all others, have left do not count."""

from __future__ import annotations

import pytest

from tables.errors import TooMany
from tables.service.slow_games import AT_ONCE_NEW
from tests.tables.conftest import ANNA, BORYS, CELINA, HERE, Room


async def test_a_game_that_somebody_has_left_is_no_slow_game_of_theirs(room: Room) -> None:
    async def begun() -> int:
        table = (await room.tables.lobbies.open_table(BORYS, HERE, "coins", language="en", pace="daily")).info.id
        for person in (CELINA, ANNA):
            await room.tables.lobbies.join(table, person)
        await room.tables.lobbies.start(table, BORYS.user)
        return table

    *_, last = [await begun() for _ in range(AT_ONCE_NEW)]
    waiting = (await room.tables.lobbies.open_table(BORYS, HERE, "coins", language="en", pace="daily")).info.id
    with pytest.raises(TooMany):
        await room.tables.lobbies.join(waiting, ANNA)
    await room.tables.endings.resign(last, ANNA.user)
    await room.tables.lobbies.join(waiting, ANNA)
    with pytest.raises(TooMany):
        await room.tables.lobbies.join(waiting, CELINA)
    await room.tables.endings.resign(last, BORYS.user)
    await room.tables.lobbies.join(waiting, CELINA)
