"""What a hint shows: the table as if its moves had been made."""

from collections.abc import Sequence

import msgspec

from engines.contract import Move
from tables.rules.reading import Reading


def as_chosen(look: Reading, move: Move) -> Reading:
    """Returns the view as if the move had been chosen, for hands that show only what is chosen."""
    if look.view is None or not look.view.private or look.view.chosen:
        return look
    return look.showing(msgspec.structs.replace(look.view, chosen=move[1:]))


def after_each(look: Reading, line: Sequence[Move]) -> list[Reading]:
    """Returns the table before each of these moves and after the last. A move that would show something new is left out."""
    looks = [look]
    for move in line:
        looks.append(looks[-1].with_move(move) or looks[-1])
    return looks
