"""The position of Budowa zamku: each turn is a `flip`, then a decision where there is one (B2)."""

from __future__ import annotations

from engines.base import NoJointStage
from engines.budowa import choices as asking
from engines.budowa import play as playing
from engines.budowa.scoring import result_of
from engines.budowa.state import BudowaState
from engines.budowa.view import view_of
from engines.contract import Result


class BudowaPosition(NoJointStage, BudowaState):
    """Everything that is true on the table, with the contract's methods."""

    choices = asking.choices
    play = playing.play
    view = view_of

    def result(self) -> Result | None:
        return result_of(self.castles, figures=self.figures) if self.ending else None
