"""The turns of a game: the wall and the warriors drawn for it (H1, H2, H8), and the end of it all."""

from __future__ import annotations

from typing import Any

import msgspec

from engines.contract import Event
from engines.rzymianie.components import DECK, DRAWN, PLACES, TURNS, VALUES
from engines.rzymianie.scoring import result_of
from engines.rzymianie.state import OVER, PLAN, Table, forts_of


def next_turn(table: Table, events: list[Event]) -> bool:
    """H8: the next turn, if there is one; else the game is over."""
    if table.game_turn == TURNS:
        end_game(table, events)
        return False
    if table.game_turn:
        table.previous = [table.turned(clan) for clan in range(table.clans)]
    table.game_turn += 1
    table.round = 0
    table.step = PLAN
    table.attack = None
    table.up = [[] for _ in range(table.clans)]
    table.gone = [[] for _ in range(table.clans)]
    table.down = [[] for _ in range(table.seats)]
    row = table.shuffle(table.unseen)[:PLACES]
    for fort in row:
        table.unseen.remove(fort)
    table.wall = arranged(row)
    table.hands = [sorted(table.shuffle(list(DECK))[:DRAWN]) for _ in range(table.seats)]
    data = {"game_turn": table.game_turn, "row": forts_of(row), "wall": forts_of(table.wall), "stack": len(table.unseen)}
    events.append(event("wall", data, reveals=True))
    return True


def arranged(row: list[int]) -> list[int]:
    """H1: the wall made of six forts as they were turned up. There are always two positive ones at least."""
    positive = [place for place, fort in enumerate(row) if VALUES[fort] > 0]
    lowest = min(positive, key=lambda place: (VALUES[row[place]], place))
    highest = max(positive, key=lambda place: (VALUES[row[place]], place))
    between = [fort for place, fort in enumerate(row) if place not in (lowest, highest)]
    return [row[lowest], *between, row[highest]]


def end_game(table: Table, events: list[Event]) -> None:
    """The third turn is over, or a player has three FortHecas."""
    table.step = OVER
    result = result_of(table)
    data = {"scores": list(result.scores), "places": list(result.places), "reason": result.reason}
    events.append(event("over", data, reveals=True))


def event(kind: str, data: Any, *, reveals: bool = False, scene: bool = False) -> Event:
    """An event whose data, structs and tuples too, is made plain."""
    return Event(kind, msgspec.json.decode(msgspec.json.encode(data)), reveals=reveals, scene=scene)
