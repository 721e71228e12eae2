"""Which pictures a film shows, in order."""

import msgspec

from tables.history.replay import Replay


class Cell(msgspec.Struct, frozen=True):
    """A picture of a film: the table after a step, or one of the scenes that led to it."""

    step: int
    scene: int | None = None


def cells(replay: Replay) -> list[Cell]:
    """Returns the pictures of a game in order."""
    found = []
    for step in replay.steps():
        scenes = sum(event.scene for event in step.events_for(None))
        found += [*(Cell(step.number, scene) for scene in range(scenes)), Cell(step.number)]
    return found
