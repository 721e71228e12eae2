"""The position of Rycerze i zamki. Every round is one joint secret stage: the seats choose, the last choice closes it."""

from __future__ import annotations

from engines.base import JointStage
from engines.contract import Result
from engines.rycerze import choices as asking
from engines.rycerze import play as playing
from engines.rycerze import scoring
from engines.rycerze.state import RycerzeState
from engines.rycerze.view import view_of


class RycerzePosition(RycerzeState, JointStage):
    """Everything that is true on the table, with the contract's methods."""

    choices = asking.choices
    play = playing.play
    view = view_of

    def result(self) -> Result | None:
        return scoring.result_of(self) if self.over else None
