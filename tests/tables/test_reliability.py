"""How reliable people are in slow games, in three words."""

from __future__ import annotations

import pytest

from data.records.results import PacedResult
from tables.ranking.reliability import LAST, reliability
from tables.time.plan import Plan
from tables.time.timing import DAY
from tests.tables.conftest import ANNA, BORYS, CELINA, Room


def _games(said: str, pace: str = "daily") -> list[PacedResult]:
    """Games newest first: `l` was left, `.` was played to its end."""
    return [PacedResult(at, 100.0 * DAY - at, each == "l", pace) for at, each in enumerate(said)]


@pytest.mark.parametrize(
    ("said", "word"),
    [("", "new"), ("..", "new"), ("l.", "new"), ("ll", "absent"), ("...", "reliable"), ("l" + 9 * ".", "reliable"),
     ("l" + 8 * "." + "l", "absent"), (10 * "." + 10 * "l", "reliable"), ("l" + 9 * "." + 10 * "l", "reliable")],
)  # fmt: skip
def test_the_last_ten_games_say_how_reliable_somebody_is(said: str, word: str) -> None:
    found = reliability(_games(said), Plan())
    assert (found.word, found.games) == (word, min(LAST, len(said)))
    assert found.left == tuple(at for at, each in enumerate(said[:LAST]) if each == "l")


def test_live_games_and_vacations_do_not_count() -> None:
    assert reliability(_games("llll", "live"), Plan()).games == 0
    on_vacation = Plan(vacations=((90.0 * DAY, 14),))
    assert reliability(_games("lll..."), on_vacation).word == "reliable"


async def test_ones_own_games_of_this_server_say_it(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tables.service.strength.LOOKED_AT", 2)
    ratings = room.tables.ratings
    for _ in range(2):
        table = (await room.table("coins", ANNA, BORYS, pace="daily")).info.id
        await room.tables.endings.resign(table, ANNA.user)
        await room.tables.endings.claim(table, BORYS.user)
    for _ in range(2):  # games that take no days say nothing, however many there are
        table = (await room.table("coins", ANNA, BORYS, pace="live")).info.id
        await room.tables.endings.resign(table, BORYS.user)
        await room.tables.endings.claim(table, ANNA.user)
    found = await ratings.reliability(1, ANNA.user, ANNA.user)
    assert found is not None
    assert (found.word, len(found.left)) == ("absent", 2)
    assert (await ratings.reliability(1, BORYS.user, 0)) is not None
    other = await ratings.reliability(2, ANNA.user, 0)
    assert other is not None
    assert other.word == "new", "games of another server say nothing"
    await room.tables.endings.make_void(found.left[0], CELINA.user, reason="a fault")
    found = await ratings.reliability(1, ANNA.user, 0)
    assert found is not None
    assert found.word == "new"
    await room.tables.people.set_preferences(ANNA.user, hidden=True)
    assert await ratings.reliability(1, ANNA.user, BORYS.user) is None
