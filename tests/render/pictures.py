"""All kinds of pictures of Rycerze by name, as functions of a setting."""

from __future__ import annotations

from collections.abc import Callable

from render.contract import Picture, Setting
from render.rycerze import ROOM
from tests.render import samples


def drawings(seats: int) -> dict[str, Callable[[Setting], Picture | None]]:
    view, result = samples.ended(seats)
    long_view, long_result = samples.ended(seats, "on")
    found: dict[str, Callable[[Setting], Picture | None]] = {
        "board": lambda setting: ROOM.board(samples.battle_view(seats), setting),
        "drum": lambda setting: ROOM.board(samples.drum_view(seats), setting),
        "match": lambda setting: ROOM.board(samples.views(seats, match="on")[-3], setting),
        "hand": lambda setting: ROOM.hand(samples.battle_view(seats, 0), setting),
        "camp": lambda setting: ROOM.hand(samples.drum_view(seats, 1), setting),
        "castle": lambda setting: ROOM.scene(samples.events("castle", seats, by="strength")[1], setting),
        "sword": lambda setting: ROOM.scene(samples.events("castle", seats, by="sword")[0], setting),
        "recruitment": lambda setting: ROOM.scene(samples.events("recruitment", seats)[0], setting),
        "game": lambda setting: ROOM.scene(samples.events("game", seats, "on")[0], setting),
        "final": lambda setting: ROOM.final(view, result, setting),
        "final-match": lambda setting: ROOM.final(long_view, long_result, setting),
        "over": lambda setting: ROOM.board(view, setting),
    }
    return found
