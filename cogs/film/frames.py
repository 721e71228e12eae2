"""Which pictures a film shows, in order, and for how long."""

import msgspec

from render import film
from tables.history.replay import Replay

BEFORE = 3
"""Steps that the film of a moment shows before it."""

LONGEST = 8
"""Maximum pictures on the way to a moment."""

HELD, LENGTH = 1500, 6000
"""Milliseconds for which a moment is shown first and again last, and that its film lasts at most."""

COVER = 1200
"""Milliseconds for which the end of a game is shown first in its film."""

PACE = 750
"""Maximum milliseconds for a picture on the way to a moment."""


class Cell(msgspec.Struct, frozen=True):
    """A picture of a film: the table after a step, or one of the scenes that led to it."""

    step: int
    scene: int | None = None


class Strip(msgspec.Struct, frozen=True):
    """The pictures of a film in order, each with the milliseconds for which it is shown."""

    cells: tuple[Cell, ...]
    durations: tuple[int, ...]


def strip_of(replay: Replay, moment: int | None) -> Strip:
    """Returns the pictures of a whole game, or of how it came to the step `moment`. What the film leads to stands first as
    well, because Discord shows a film's first picture where it does not play.
    """
    if moment is not None:
        return _moment(replay, moment)
    found = _cells(replay, range(replay.last + 1))
    return Strip((found[-1], *found), (COVER, *film.durations(len(found))))


def _moment(replay: Replay, step: int) -> Strip:
    """A scene shows the moment better than the board after it."""
    way = _cells(replay, range(max(0, step - BEFORE), step + 1))
    scenes = [cell for cell in way if cell.step == step and cell.scene is not None]
    moment = scenes[-1] if scenes else way[-1]
    way = way[: way.index(moment)][-LONGEST:]
    pace = min(PACE, (LENGTH - 2 * HELD) // max(1, len(way)))
    return Strip((moment, *way, moment), (HELD, *[pace] * len(way), HELD))


def _cells(replay: Replay, steps: range) -> list[Cell]:
    found = []
    for number in steps:
        scenes = sum(event.scene for event in replay.step(number).events_for(None))
        found += [*(Cell(number, scene) for scene in range(scenes)), Cell(number)]
    return found
