"""The events of Zamek, told from the table just after they happened (their data stands in view.py)."""

from __future__ import annotations

from typing import Any

import msgspec

from engines.contract import Event
from engines.zamek.board import Board
from engines.zamek.components import KINDS, NAMES, ROAD, ROLES, STOCK, TILES, TOWER_AT, TOWERS, TRACK
from engines.zamek.naming import keeps_of, laid_of, place_of, subject_of
from engines.zamek.table import Table
from engines.zamek.view import Finale
from engines.zamek.wall import TOKEN_KINDS


def _place(board: Board, label: int) -> Any:
    return _plain(place_of(board, label))


def _plain(value: Any) -> Any:
    """As JSON gives it back: lists, no tuples."""
    return msgspec.json.decode(msgspec.json.encode(value))


def put_out(table: Table, tile: int) -> Event:
    """Z5: a tile that fits nowhere."""
    return Event("out", {"tile": TILES[tile].id, "left": len(table.pile)}, reveals=True)


def drawn(table: Table) -> Event:
    """Z3: a turn begins with this tile."""
    data = {"turn": table.turn, "seat": table.active, "tile": TILES[table.drawn].id, "left": len(table.pile)}
    return Event("draw", data, reveals=True)


def laid(table: Table) -> Event:
    """The tile and the subject."""
    board = table.board
    tile = laid_of(board.laid[-1])
    subject, role = said_of_subject(table), ""
    if table.choice:
        role = ROLES[board.kind[table.subjects[-1] >> 1]]
    data = {"turn": table.turn, "seat": table.layer, **_plain(tile), "subject": subject, "role": role}
    return Event("lay", data)


def said_of_subject(table: Table) -> str:
    """The last word of the last lay."""
    return table.board.word(table.board.laid[-1] >> 8, table.choice - 1) if table.choice else "none"


def tied(table: Table, label: int) -> Event:
    """Z9: a finished area that pays nobody."""
    sums = table.board.sums[label]
    return Event("tie", {"place": _place(table.board, label), "subjects": [sums >> 8 & 15, sums >> 12 & 15]})


def used(table: Table, token: int) -> Event:
    """Z13: a token used in play."""
    return Event("spent", {"seat": table.active, "token": TOKEN_KINDS[token]})


def scored(table: Table) -> Event:
    """Z9: the last of the areas scored."""
    score, board = table.scored[-1], table.board
    kind = board.kind[score.label]
    data = {
        "seat": score.seat,
        "place": _place(board, score.label),
        "tiles": board.tiles(score.label),
        "stocks": kind == ROAD and board.sums[score.label] >= STOCK,
        "token": KINDS[kind] if score.doubled else "",
        "points": score.points,
        "before": table.scores[score.seat] - score.points,
        "after": table.scores[score.seat],
    }
    return Event("score", data)


def won(table: Table) -> Event:
    """Z12: the token of the last of the areas scored."""
    score = table.scored[-1]
    tower = TOWERS[TOWER_AT[table.scores[score.seat] % TRACK]]
    data = {
        "seat": score.seat,
        "token": TOKEN_KINDS[score.token],
        "fields": list(tower.fields),
        "left": table.towers.bit_count(),
    }
    return Event("token", data, reveals=True)


def keep_moved(table: Table, seat: int, before: int) -> Event:
    """Z11: the keep of the seat; `before`: the tiles it stood on."""
    square, tiles = table.keeps[2 * seat : 2 * seat + 2]
    return Event("keep", {"seat": seat, "square": NAMES[square], "tiles": tiles, "before": before})


def gone_home(table: Table, subjects: list[int]) -> Event:
    """Z9: subjects on their way to the reserves."""
    return Event("home", {"subjects": [_plain(subject_of(table.board, subject)) for subject in subjects]})


def passed(table: Table) -> Event:
    """Z13: `again` is kept."""
    return Event("pass", {"seat": table.active})


def ended(table: Table) -> Event:
    """Z14: the last tile is laid."""
    return Event("end", {"seat": table.layer, "left": len(table.pile), "towers": table.towers.bit_count()})


def aimed(table: Table, seat: int, token: int, label: int, *, asked: bool) -> Event:
    """Z17: an end token has its area."""
    data = {"seat": seat, "token": TOKEN_KINDS[token], "place": _place(table.board, label), "asked": asked}
    return Event("aim", data)


def final_scenes(table: Table, finale: Finale, before: list[int]) -> list[Event]:
    """The final scoring step by step, and who has won. `before`: the scores it began with."""
    board = table.board
    shown = {
        "laid": [_plain(laid_of(each)) for each in board.laid],
        "subjects": [_plain(subject_of(board, subject)) for subject in table.subjects],
        "keeps": _plain(keeps_of(table)),
    }
    scores = before[:]
    events: list[Event] = []

    def scene(kind: str, gains: list[tuple[int | None, int]], part: dict[str, Any]) -> None:
        start = scores[:]
        for seat, points in gains:
            if seat is not None:
                scores[seat] += points
        events.append(Event(kind, {"table": shown, "before": start, "after": scores[:], **_plain(part)}, scene=True))

    if finale.meadows:
        scene("final-meadows", [(each.seat, each.points) for each in finale.meadows], {"meadows": finale.meadows})
    if any(finale.keeps.tiles):
        scene("final-keeps", [(finale.keeps.seat, finale.keeps.points)], {"keeps": finale.keeps})
    if finale.areas or any(finale.points):
        areas = [(each.seat, each.points) for each in finale.areas]
        scene("final-areas", [*areas, *enumerate(finale.points)], {"areas": finale.areas, "points": finale.points})
    assert scores == table.scores
    winners = [seat for seat in range(2) if table.scores[seat] == max(table.scores)]
    events.append(Event("over", {"scores": table.scores[:], "winners": winners}))
    return events
