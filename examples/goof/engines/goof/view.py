"""What may be known of a table of Goofspiel. Only the open bid is private."""

from engines.contract import View


class GoofView(View, frozen=True, kw_only=True):
    """The table of Goofspiel. Lists are by seat unless stated otherwise. The seat's own bid is `chosen`."""

    prizes: tuple[int, ...]
    """All prizes turned up so far, the newest last."""
    lying: tuple[int, ...]
    """The prizes on the table, the newest last."""
    unseen: tuple[int, ...]
    """The prizes still to come, ascending."""
    hands: tuple[tuple[int, ...], ...]
    """The cards left, which everybody can count."""
    won: tuple[tuple[int, ...], ...]
    """The prizes taken."""
    points: tuple[int, ...]
    """The points."""
    bids: tuple[tuple[int, ...], ...]
    """By finished round, the bids by seat."""
    ready: tuple[bool, ...]
    """Whether the seat has bid in this round."""
