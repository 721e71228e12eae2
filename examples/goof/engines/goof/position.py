"""The position of Goofspiel. Every round is one joint secret stage: the seats bid, the last bid closes it."""

from __future__ import annotations

from engines.goof import choices as asking
from engines.goof import observe, scoring
from engines.goof import play as playing
from engines.goof.state import GoofState


class GoofPosition(GoofState):
    """Everything that is true on the table, with the contract's methods."""

    choices = asking.choices
    play = playing.play
    view = observe.view_of
    result = scoring.result_of
