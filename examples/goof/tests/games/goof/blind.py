"""Reads Goofspiel from its texts: the bids of each round imply nearly everything."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engines.base import UNCHOSEN
from engines.goof import GAME
from engines.goof.position import GoofPosition
from render.goof import RENDERER
from tests.support.blind import Blind, Book, Facts


def read(book: Book, pages: Sequence[str]) -> Facts:
    """Returns the facts that the pages of the text board state."""
    lines = "\n".join(pages).split("\n")
    lying = numbers(book.tells("goof.prizes", lines[0].partition(" · ")[2])["prizes"])
    rounds = book.all("goof.round", lines, n=r"\d", prize=r"\d")
    bids = [[int(bid.split()[1]) for bid in told["bids"].split(", ")] for told in rounds]
    prizes = [int(told["prize"]) for told in rounds]
    seats = [told.split(", ") for told in book.seats(lines)]
    over = len(seats[0]) < 3
    prizes += [] if over else lying[-1:]
    own = book.first("goof.you-bid", lines)
    cards = int(book.options(GAME, lines)["cards"])
    position = GoofPosition(b"", len(seats), cards, prizes, bids, [UNCHOSEN] * len(seats), over)
    known = position.view(None)
    for seat, (points, *_, left) in enumerate(seats):
        assert book.count("render.points", points) == known.points[seat]
        assert numbers(book.tells("goof.left", left)["cards"]) == list(known.hands[seat])
    assert lying == list(known.lying)
    facts: Facts = msgspec.to_builtins(known)
    del facts["stage"], facts["seat"], facts["private"]
    ready = [told[1] == book.words("goof.chosen") for told in seats]
    pending = [seat for seat, bid in enumerate(ready) if not bid and not over]
    return {**facts, "ready": ready, "pending": pending, "chosen": [] if own is None else [own["card"]]}


def numbers(told: str) -> list[int]:
    """Cards or prizes in a row, as numbers."""
    return [] if told == "–" else [int(each) for each in told.split()]


BLIND = Blind(GAME, RENDERER, read, private=lambda _, seat: seat is not None)
