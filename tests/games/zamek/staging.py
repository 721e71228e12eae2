"""Helpers to tell a game of Zamek: tiles are handed out by name instead of drawn."""

from __future__ import annotations

from typing import TypeVar

from engines.contract import Event, EventData, IllegalMove
from engines.zamek.components import NAMES, PILE, SQUARE, TILE
from engines.zamek.events import AreaScored
from engines.zamek.position import ZamekPosition
from engines.zamek.rules import GAME
from engines.zamek.state import DRAW, LAY
from engines.zamek.wall import TOKEN_KINDS

E = TypeVar("E", bound=EventData)


def begin(seed: int = 7) -> ZamekPosition:
    """A game in which each tile waits for a look, as at a table."""
    position = GAME.start(2, {}, seed.to_bytes(16, "big"))
    GAME.wait_for_looks(position)
    return position


def hold(position: ZamekPosition, tile: str) -> None:
    """Exchange the drawn tile, drawn now if it was not yet, for this one of the pile."""
    look(position)
    assert position.phase == LAY
    if TILE[tile] == position.drawn:
        return
    position.pile.remove(TILE[tile])
    position.pile.append(position.drawn)
    position.pile.sort()
    position.drawn = TILE[tile]


def look(position: ZamekPosition) -> list[Event]:
    """Z3a: who is to draw does."""
    return position.play(position.active, ("draw",)) if position.phase == DRAW else []


def say(position: ZamekPosition, line: str) -> list[Event]:
    """The seat that is asked plays a line."""
    (seat,) = position.pending()
    return position.play(seat, tuple(line.split()))


def lay(position: ZamekPosition, tile: str, line: str) -> list[Event]:
    """The seat whose turn it is lays this tile: `f9 0 road1`."""
    hold(position, tile)
    return say(position, f"lay {line}")


def tell(position: ZamekPosition, *lines: str) -> list[Event]:
    """Several turns, the seats alternating: `C2 f9 0 road1`. The events of the last one."""
    events: list[Event] = []
    for line in lines:
        tile, words = line.split(maxsplit=1)
        events = lay(position, tile, words)
    return events


def refusal(position: ZamekPosition, line: str, tile: str = "") -> str:
    """The reason for which a line is refused; nothing has changed."""
    if tile:
        hold(position, tile)
    before = position.snapshot()
    try:
        say(position, line)
    except IllegalMove as refused:
        assert position.snapshot() == before
        return refused.key.removeprefix("zamek.illegal.")
    raise AssertionError("it was played")


def one(events: list[Event], kind: type[E]) -> E:
    """The data of the only event of a kind."""
    (found,) = (event.data for event in events if isinstance(event.data, kind))
    return found


def give(position: ZamekPosition, seat: int, *tokens: str, fresh: bool = False) -> None:
    """The seat holds these tokens, won from towers earlier (or in this turn)."""
    for token in tokens:
        kind = TOKEN_KINDS.index(token)
        position.hidden.remove(kind)
        position.towers ^= 1 << position.towers.bit_length() - 1
        position.held[seat * len(TOKEN_KINDS) + kind] += 1
        position.fresh[kind] += fresh


def set_keeps(position: ZamekPosition, *keeps: tuple[str, int]) -> None:
    """By seat the smallest square and the tiles of the house that the keep stands on (0 tiles: none), wherever houses are."""
    position.keeps = [part for square, tiles in keeps for part in ((SQUARE[square] << 4, tiles) if tiles else (-1, 0))]


def empty_pile(position: ZamekPosition) -> None:
    """The tile in hand is the last one: all others are put out of the game."""
    position.out += position.pile
    position.pile = []
    assert len(position.out) + len(position.board.laid) + 1 == len(PILE)


def words(position: ZamekPosition, *said: str) -> list[str]:
    (seat,) = position.pending()
    return list(position.choices(seat, said).words)


def scored(events: list[Event]) -> list[tuple[int, str, int]]:
    """(seat, kind of area, points) of the areas scored, in order."""
    found = (event.data for event in events if isinstance(event.data, AreaScored))
    return [(each.seat, each.place.kind, each.points) for each in found]


def fill(position: ZamekPosition, *empty: str) -> None:
    """All squares but these count as laid (for the largest empty group)."""
    for square, name in enumerate(NAMES):
        position.board.first[square] = -1 if name in empty else 0


def two_areas_at_once(own: str = "road1", other: str = "house1") -> ZamekPosition:
    """Seat 1 has a road of two tiles from f9; a tile on f8 finishes it, and a house that comes from e8."""
    castle = begin()
    tell(castle, f"C1 f9 0 {own}", "A6 e9 90 none", f"A4 e8 90 {other}", "A1 d8 0 none")
    return castle


def last(castle: ZamekPosition, tile: str, line: str) -> list[Event]:
    """Lay the last tile of the game."""
    hold(castle, tile)
    empty_pile(castle)
    return say(castle, f"lay {line}")
