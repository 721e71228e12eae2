"""Reads Chomp from its texts: the stones taken imply everything."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engines.chomp import GAME
from engines.chomp.position import COLUMNS, ChompPosition
from render.chomp import RENDERER
from tests.support.blind import Blind, Book, Facts


def read(book: Book, pages: Sequence[str]) -> Facts:
    """Returns the facts that the pages of the text board state."""
    lines = "\n".join(pages).split("\n")
    told = book.first("chomp.taken", lines)
    taken = [] if told is None else told["stones"].split()
    position = ChompPosition(book.options(GAME, lines)["wall"], taken)
    known = position.view(None)
    columns = book.tells("chomp.wall", lines[0].partition(" · ")[2])["columns"].split(", ")
    assert columns == [book.words("chomp.column", column=COLUMNS[n], n=height) for n, height in enumerate(known.heights)]
    last = book.first("chomp.last", lines)
    assert (last is None and not taken) or (last is not None and last["stone"] == taken[-1])
    said = [book.word("chomp", seat, ("moves", "waits", "won", "lost")) for seat in book.seats(lines)]
    facts: Facts = msgspec.to_builtins(known)
    del facts["stage"], facts["seat"], facts["private"]
    pending = [seat for seat, state in enumerate(said) if state == "moves"]
    return {**facts, "pending": pending, "points": [int(state == "won") for state in said]}


BLIND = Blind(GAME, RENDERER, read, public=True)
