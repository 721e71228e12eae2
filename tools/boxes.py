"""How large pictures are shown: `python -m tools.boxes [game…]` (`house`: the shared pictures).

Discord shrinks a lone picture to fit a box. For every kind of picture this prints the smallest text that one needs, the
smallest piece (its shorter side) and the smallest text of all, as the boxes of a desktop and of a phone show them, in CSS px.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import chain

import msgspec
from PIL import Image

from engines import games
from render import canvas, sprite_cache
from render.contract import Picture
from tests.support import golden_pictures, samples
from tools import contact

DESKTOP, PHONE = (550, 350), (360, 640)
"""Width and height of the boxes (CSS px). The phone's width is what counts there: no picture of ours is that tall."""

LEAST_SHOWN_PX = 11.0
"""No text that one needs is shown smaller in either box."""


LEAST_PIECE_PX = 11.0
"""No piece, card or tile is shown smaller in either box."""


class Measured(msgspec.Struct, frozen=True):
    """A kind of picture and its texts."""

    kind: str
    size: tuple[int, int]
    smallest: int
    """Of the texts that one needs (px of the picture)."""
    said: str
    secondary: int
    """Of all texts."""
    piece: int
    """The shorter side of the smallest piece; 0: there is none."""
    named: str

    def shown(self, size: int, box: tuple[int, int]) -> float:
        """A size of the picture as the box shows it."""
        return size * min(1.0, box[0] / self.size[0], box[1] / self.size[1])

    @property
    def least(self) -> float:
        """The smallest needed text in the box that shows it smaller."""
        return min(self.shown(self.smallest, DESKTOP), self.shown(self.smallest, PHONE))

    @property
    def least_piece(self) -> float:
        """The smallest piece in the box that shows it smaller."""
        return min(self.shown(self.piece, DESKTOP), self.shown(self.piece, PHONE))


def measured(name: str, *, golden: bool = False) -> Iterator[Measured]:
    """Every kind of picture of a game or of the house; `golden`: only those that are kept as golden pictures."""
    own = () if golden else contact.house(contact.LANGUAGE) if name == "house" else contact.of_game(name, contact.LANGUAGE)
    drawings = chain(golden_pictures.sets()[name](), () if golden else _by_seats(name), own)
    known: set[str] = set()
    while True:
        sprite_cache.clear()
        seen: list[canvas.Placed] = []
        pieces: list[tuple[str, Image.Image]] = []
        token, other = canvas.watch.set(seen), sprite_cache.pieces.set(pieces)
        try:
            drawn = next(drawings, None)
        finally:
            canvas.watch.reset(token)
            sprite_cache.pieces.reset(other)
        if drawn is None:
            return
        if drawn[0] not in known:
            known.add(drawn[0])
            yield from _measure(*drawn, seen, pieces)


def _by_seats(name: str) -> Iterator[tuple[str, Picture | None]]:
    for seats in games()[name].seats if name != "house" else ():
        for kind, draw in golden_pictures.drawings(name, seats).items():
            yield f"{kind}-{seats}", draw(samples.audience(seats))


def _measure(
    kind: str, picture: object, seen: list[canvas.Placed], pieces: list[tuple[str, Image.Image]]
) -> Iterator[Measured]:
    needed = [text for text in seen if not text.secondary and text.text]
    if isinstance(picture, Picture) and needed:
        least = min(needed, key=lambda text: text.size)
        size = golden_pictures.opened(picture).size
        piece, named = min(((_side(sprite), name) for name, sprite in pieces), default=(0, ""))
        yield Measured(kind, size, least.size, least.text, min(text.size for text in seen), piece, named)


def _side(sprite: Image.Image) -> int:
    """The shorter side of what shows of a sprite."""
    left, top, right, bottom = sprite.getbbox() or (0, 0, 0, 0)
    return min(right - left, bottom - top)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="game", help="a game, or house; all where none is named")
    asked = parser.parse_args()
    print(
        "| picture | size | smallest needed | desktop px | phone px | smallest piece | desktop px | phone px | all, desktop |"
    )
    print("|---|---|---|---|---|---|---|---|---|")
    for name in asked.games or ["house", *games()]:
        for each in sorted(measured(name), key=lambda each: each.least):
            desktop, phone = (f"{each.shown(each.smallest, box):.1f}" for box in (DESKTOP, PHONE))
            said, all_of_it = each.said.replace("|", "/"), f"{each.shown(each.secondary, DESKTOP):.1f}"
            wide, high = each.size
            piece = "| | "
            if each.piece:
                sides = " | ".join(f"{each.shown(each.piece, box):.1f}" for box in (DESKTOP, PHONE))
                piece = f"{each.piece} ({each.named}) | {sides}"
            size = f"{wide} × {high}"
            print(f"| {name} {each.kind} | {size} | {each.smallest} ({said}) | {desktop} | {phone} | {piece} | {all_of_it} |")


if __name__ == "__main__":
    main()
