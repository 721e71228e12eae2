"""What castles of Torres are worth to each player if they were scored now (T14, T15), from what everybody may know."""

import msgspec

from engines.contract import Seat
from engines.torres.components import ROYAL
from engines.torres.view import TorresView


class Worth(msgspec.Struct, frozen=True):
    """What a castle is worth to a seat now."""

    seat: Seat
    square: str
    """The square of its highest knight there."""
    level: int
    base: int

    @property
    def points(self) -> int:
        """The points."""
        return self.level * self.base

    @property
    def said(self) -> str:
        """The multiplication, as it is written on the board."""
        return f"{self.level}×{self.base}={self.points}"


class Bonus(msgspec.Struct, frozen=True):
    """The royal bonus of the phase."""

    level: int
    points: int
    squares: tuple[str, ...]
    """The squares of the knights that would earn it now."""


def worths(view: TorresView) -> list[tuple[Worth, ...]]:
    """What each castle is worth, by castle and then by seat."""
    found = []
    for castle in view.castles:
        inside = set(castle.squares)
        highest = (
            (seat, max((square for square in knights if square in inside), key=view.level, default=""))
            for seat, knights in enumerate(view.knights)
        )
        found.append(tuple(Worth(seat, square, view.level(square), castle.base) for seat, square in highest if square))
    return found


def bonus(view: TorresView) -> Bonus | None:
    """The royal bonus during a turn; None if it is not to be had."""
    royal = next((castle.squares for castle in view.castles if castle.royal), ())
    if not royal or view.asks not in {"act", "keep"}:
        return None
    knights = (square for squares in view.knights for square in squares)
    squares = tuple(square for square in knights if square in royal and view.level(square) == view.phase)
    return Bonus(view.phase, ROYAL[view.phase - 1], squares)
