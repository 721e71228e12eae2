"""The events of Goofspiel, all of them public."""

from engines.contract import EventData, Seat


class PrizeTurned(EventData, frozen=True, tag="prize"):
    """A prize is turned up (G2)."""

    round: int
    """The number of the round that begins, from 1."""
    prize: int
    """The prize."""
    lying: tuple[int, ...]
    """All prizes on the table, the newest last."""


class RoundEnded(EventData, frozen=True, kw_only=True, tag="round"):
    """All bids are revealed (G3); a scene. Lists are by seat."""

    round: int
    """The number of the round that ends, from 1."""
    bids: tuple[int, ...]
    """The cards bid."""
    lying: tuple[int, ...]
    """The prizes that were bid for."""
    winner: Seat | None
    """The seat that takes them; None if they stay (G5)."""
    points: tuple[int, ...]
    """The points afterwards."""
