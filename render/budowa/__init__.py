"""Budowa zamku: pictures and texts."""

from __future__ import annotations

from functools import partial

from engines.budowa.view import BudowaView
from render.budowa import ends, table, told, warming
from render.contract import Room
from render.room import GameRoom, Parts

SCENES = ("build", "insert", "back", "out")

ROOM: Room = GameRoom(
    "budowa",
    Parts(
        view=BudowaView,
        board=(table.board, told.board),
        final=(ends.final, told.final),
        scenes={kind: (partial(table.scene, kind), partial(told.scene, kind)) for kind in SCENES},
        text=told.text,
        label=lambda word, _, view, setting: told.label(word, view, setting),
        line=told.line,
        cover=ends.cover,
        sprites=warming.sprites,
    ),
)
