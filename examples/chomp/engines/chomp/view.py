"""What may be known of a table of Chomp: everything, by everybody."""

from engines.contract import View


class ChompView(View, frozen=True, kw_only=True):
    """The table of Chomp."""

    taken: tuple[str, ...]
    """The stones taken so far, in order."""
    heights: tuple[int, ...]
    """By column from the left, the number of stones that stand in it."""
    points: tuple[int, ...]
    """By seat, 1 for the winner once the game is over, else 0."""
