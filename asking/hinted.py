"""What a hint shows: the table as if its moves had been made."""

from collections.abc import Sequence

import msgspec

from engines.contract import Move
from tables.rules.reading import Reading


def as_chosen(reading: Reading, move: Move) -> Reading:
    """Returns the view as if the move had been chosen, for hands that show only what is chosen."""
    if reading.view is None or not reading.view.private or reading.view.chosen:
        return reading
    return reading.showing(msgspec.structs.replace(reading.view, chosen=move[1:]))


def after_each(reading: Reading, line: Sequence[Move]) -> list[Reading]:
    """Returns the table before each of these moves and after the last. A move that would show something new is left out."""
    looks = [reading]
    for move in line:
        looks.append(looks[-1].with_move(move) or looks[-1])
    return looks
