"""What a hint shows: the table as if its moves had been made."""

from collections.abc import Sequence

import msgspec

from engines.contract import Move
from tables.model.models import TableView


def as_chosen(look: TableView, move: Move) -> TableView:
    """Returns the view as if the move had been chosen, for hands that show only what is chosen."""
    if look.view is None or not look.view.private or look.view.chosen:
        return look
    return msgspec.structs.replace(look, view=msgspec.structs.replace(look.view, chosen=move[1:]))


def after_each(look: TableView, line: Sequence[Move]) -> list[TableView]:
    """Returns the table before each of these moves and after the last. A move that would show something new is left out."""
    looks = [look]
    for move in line:
        assert looks[-1].version is not None
        further = looks[-1].version.after(move)
        looks.append(looks[-1] if further is None else further.view())
    return looks
