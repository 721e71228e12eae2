"""Helpers to tell a game of Zamek: tiles are handed out by name instead of drawn."""

from __future__ import annotations

from engines.contract import Event, IllegalMove
from engines.zamek.components import NAMES, PILE, TILE
from engines.zamek.position import ZamekPosition
from engines.zamek.rules import GAME
from engines.zamek.table import LAY
from engines.zamek.wall import TOKEN_KINDS


def begin(seed: int = 7) -> ZamekPosition:
    return GAME.start(2, {}, seed.to_bytes(16, "big"))


def hold(position: ZamekPosition, tile: str) -> None:
    """Exchange the drawn tile for this one of the pile."""
    assert position.phase == LAY
    if TILE[tile] == position.drawn:
        return
    position.pile.remove(TILE[tile])
    position.pile.append(position.drawn)
    position.pile.sort()
    position.drawn = TILE[tile]


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


def one(events: list[Event], kind: str) -> dict[str, object]:
    """The data of the only event of a kind."""
    (found,) = (event.data for event in events if event.kind == kind)
    return found


def give(position: ZamekPosition, seat: int, *tokens: str, fresh: bool = False) -> None:
    """The seat holds these tokens, won from towers earlier (or in this turn)."""
    for token in tokens:
        kind = TOKEN_KINDS.index(token)
        position.hidden.remove(kind)
        position.towers ^= 1 << position.towers.bit_length() - 1
        position.held[seat * len(TOKEN_KINDS) + kind] += 1
        position.fresh[kind] += fresh


def empty_pile(position: ZamekPosition) -> None:
    """The tile in hand is the last one: all others are put out of the game."""
    position.out += position.pile
    position.pile = []
    assert len(position.out) + len(position.board.laid) + 1 == len(PILE)


def words(position: ZamekPosition, *said: str) -> list[str]:
    (seat,) = position.pending()
    return list(position.choices(seat, said).words)


def scored(events: list[Event]) -> list[tuple[object, str, object]]:
    """(seat, kind of area, points) of the areas scored, in order."""
    return [
        (event.data["seat"], event.data["place"]["kind"], event.data["points"]) for event in events if event.kind == "score"
    ]


def fill(position: ZamekPosition, *empty: str) -> None:
    """All squares but these count as laid (for the largest empty group)."""
    for square, name in enumerate(NAMES):
        position.board.first[square] = -1 if name in empty else 0
