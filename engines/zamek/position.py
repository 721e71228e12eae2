"""The position of Zamek: the contract's face of the state."""

from __future__ import annotations

from engines.base import NoJointStage
from engines.zamek import choices as asking
from engines.zamek import moves, observe, scoring
from engines.zamek import play as playing
from engines.zamek.state import ZamekState


class ZamekPosition(NoJointStage, ZamekState):
    """Everything that is true at the table. Nobody knows less than anybody else, so views differ in `seat` alone."""

    pending = moves.pending
    choices = asking.choices
    play = playing.play
    view = observe.view_of
    result = scoring.result_of
