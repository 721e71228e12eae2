"""The events of Chomp, all of them public."""

from engines.contract import EventData, Seat


class StonesFell(EventData, frozen=True, tag="fell"):
    """A player has taken a stone (C2)."""

    seat: Seat
    """Who took it."""
    stone: str
    """The stone, by column and row: c2."""
    count: int
    """The number of stones that fell, this one included."""
    heights: tuple[int, ...]
    """By column, what stands afterwards."""
