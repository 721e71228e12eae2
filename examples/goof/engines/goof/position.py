"""The position of Goofspiel. Every round is one joint secret stage: the seats bid, the last bid closes it."""

from __future__ import annotations

from engines.base import by_points
from engines.contract import Result
from engines.goof import play as playing
from engines.goof import view as viewing
from engines.goof.state import GoofState


class GoofPosition(GoofState):
    """Everything that is true on the table, with the contract's methods."""

    choices = playing.choices
    play = playing.play
    view = viewing.view_of

    def result(self) -> Result | None:
        """G6."""
        breakdown = tuple({"prizes": len(prizes), "points": sum(prizes)} for prizes in self.won())
        return by_points(self.points(), breakdown) if self.over else None
