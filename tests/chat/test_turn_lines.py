"""A turn on a board is told in a few rows of a phone: if everything does not fit, what decides it does."""

import random
from types import SimpleNamespace
from typing import Any

from chat.cards import audiences
from chat.cards.board_lines import LINE, summary
from chat.wire.text import visible_length
from data.words import words
from engines import games
from engines.notation import random_game
from render import renderers
from tables.model.table_info import Place, SeatInfo, TableInfo

TABLE = TableInfo(
    id=1, place=Place(1, 2), game="rzymianie", options={}, pace="none", language="en", state="playing", host=1, display="text",
    seats=tuple(SeatInfo(name, at) for at, name in enumerate(("Ada", "Borys", "Celina", "Dorota"), 1)), random_order=False,
    created=0.0, changed=0.0, version=1,
)  # fmt: skip
APP: Any = SimpleNamespace(renderers=renderers())


def test_a_long_turn_keeps_its_results() -> None:
    english, renderer = words("en"), renderers()["rzymianie"]
    audience = audiences.audience(TABLE, english, safe=True)
    position = games()["rzymianie"].start(4, {}, bytes(16))
    happened = [event for _, _, events in random_game(position, random.Random(7)) for event in events if event.to is None]
    shortened = 0
    for start in range(0, len(happened), 25):
        turn = happened[start : start + 25]
        told = summary(APP, TABLE, turn, english, LINE)
        whole = renderer.summary(turn, audience)
        results = renderer.summary([event for event in turn if renderer.weight(event) == "result"], audience)
        assert visible_length(told) <= LINE
        if visible_length(whole) <= LINE:
            assert told == whole
        elif visible_length(results) <= LINE:
            shortened += 1
            assert all(part.strip() in told for part in results.split("🏰"))
    assert shortened
