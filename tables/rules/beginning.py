"""The position in which a game begins."""

from collections.abc import Mapping

from engines.contract import Game, IllegalMove, Position, Revealing, UnreadableSnapshot


def first_position(game: Game, seats: int, options: Mapping[str, str], seed: bytes, begins: str = "") -> Position:
    """Returns the position at the game's start, or the stored one that `begins`. It waits for looks. Raises IllegalMove if the
    game has no such beginning.
    """
    position: Position = _load(game, seats, options, begins) if begins else game.start(seats, options, seed)
    if isinstance(game, Revealing):
        game.wait_for_looks(position)
    return position


def _load(game: Game, seats: int, options: Mapping[str, str], begins: str) -> Position:
    try:
        position: Position = game.load(begins.encode())
    except UnreadableSnapshot:
        raise IllegalMove("tables.refusal.unreadable") from None
    view = position.view(None)
    if (view.seats, view.options) != (seats, options):
        raise IllegalMove("tables.refusal.unreadable")
    return position
