"""How large pictures are shown: `python -m tools.boxes [--shapes] [game…]` (`house`: the shared pictures).

Discord shrinks a single picture to fit a box. For every kind of picture this prints the smallest text that people need, the
smallest piece (its shorter side) and the smallest text of all, in CSS px as the boxes of a desktop and of a phone show them.
With `--shapes`: what a phone shows of the tall shape, and a desktop of the wide one, beside the shape for all screens.
"""

from __future__ import annotations

import argparse
import io
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import chain
from typing import Any

import msgspec
from cachetools import LRUCache
from PIL import Image

from data.shapes import AUTO, SHAPES, TALL, WIDE
from data.themes import DEFAULT
from engines import games
from render import canvas, sprite_cache
from render.contract import Picture
from render.frame import DESKTOP, PHONE, reduction
from tests.support import golden_pictures, samples
from tools import contact

LEAST_SHOWN_PX = 11.0
"""Minimum size in CSS px of the text that people need, in both boxes."""


LEAST_PIECE_PX = 11.0
"""Minimum size in CSS px of a piece, card or tile, in both boxes."""

BOXES = {TALL: PHONE, WIDE: DESKTOP}
"""By shape, its box."""


class Measured(msgspec.Struct, frozen=True):
    """A kind of picture, with its texts and pieces."""

    kind: str
    size: tuple[int, int]
    smallest: int
    """Size of the smallest text that people need, in px of the picture."""
    said: str
    secondary: int
    """Size of the smallest of all texts."""
    cut: frozenset[str]
    """The texts that people need and that were cut."""
    piece: int
    """The shorter side of the smallest piece; 0 if there is none."""
    named: str

    def shown(self, size: int, box: tuple[int, int]) -> float:
        """Returns a size in the picture as the box shows it."""
        return size * reduction(self.size, box)

    @property
    def least(self) -> float:
        """Size of the smallest needed text, in the box that shows it smaller."""
        return min(self.shown(self.smallest, DESKTOP), self.shown(self.smallest, PHONE))

    @property
    def least_piece(self) -> float:
        """Size of the smallest piece, in the box that shows it smaller."""
        return min(self.shown(self.piece, DESKTOP), self.shown(self.piece, PHONE))


def measured(name: str, *, golden: bool = False, shape: str = AUTO) -> Iterator[Measured]:
    """Yields every kind of picture of a game or of the shared pictures (`house`). `golden`: only golden pictures."""
    with samples.themed(DEFAULT, shape), _repeating():
        yield from _measured(name, golden=golden)


def _measured(name: str, *, golden: bool) -> Iterator[Measured]:
    own = () if golden else contact.house(contact.LANGUAGE) if name == "house" else contact.of_game(name, contact.LANGUAGE)
    drawings = chain(golden_pictures.sets()[name](), () if golden else _by_seats(name), own)
    known: set[str] = set()
    while True:
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


class _Repeating(LRUCache[Any, Any]):
    """The store of sprites. A sprite that is used again tells `watch` and `pieces` what it told when it was drawn."""

    told: dict[Any, tuple[list[Any], ...]]
    drawing: list[tuple[Any, tuple[int, ...]]]
    """The sprites being drawn: the key of each, and how much had been told before it."""

    def __getitem__(self, key: Any) -> Any:
        try:
            drawn = super().__getitem__(key)
        except KeyError:
            self.drawing.append((key, tuple(map(len, _heard()))))
            raise
        for heard, told in zip(_heard(), self.told[key], strict=True):
            heard.extend(told)
        return drawn

    def setdefault(self, key: Any, default: Any = None) -> Any:
        begun, before = self.drawing.pop()
        assert begun == key
        self.told[key] = tuple(heard[start:] for heard, start in zip(_heard(), before, strict=True))
        self[key] = default
        return default


def _heard() -> tuple[list[Any], list[Any]]:
    texts, pieces = canvas.watch.get(), sprite_cache.pieces.get()
    assert texts is not None
    assert pieces is not None
    return texts, pieces


@contextmanager
def _repeating() -> Iterator[None]:
    """Measures sprites that are kept as well as those that are drawn meanwhile."""
    sprite_cache.clear()
    store: Any = sprite_cache.STORE
    store.told, store.drawing, store.__class__ = {}, [], _Repeating
    try:
        yield
    finally:
        store.__class__ = LRUCache
        del store.told, store.drawing


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
        with Image.open(io.BytesIO(picture.data)) as im:
            size = im.size
        cut = frozenset(text.wanted for text in needed if text.text != text.wanted)
        piece, named = min(((_side(sprite), name) for name, sprite in pieces), default=(0, ""))
        yield Measured(kind, size, least.size, least.text, min(text.size for text in seen), cut, piece, named)


def _side(sprite: Image.Image) -> int:
    """Returns the shorter side of a sprite's visible part."""
    left, top, right, bottom = sprite.getbbox() or (0, 0, 0, 0)
    return min(right - left, bottom - top)


class Compared(msgspec.Struct, frozen=True):
    """A kind of picture in all shapes."""

    kind: str
    by_shape: dict[str, Measured]

    def least(self, shape: str, box: tuple[int, int]) -> tuple[float, float]:
        """Returns the sizes of the smallest needed text and the smallest piece, as the box shows them."""
        found = self.by_shape[shape]
        return found.shown(found.smallest, box), found.shown(found.piece, box)

    def loses(self, shape: str) -> bool:
        """Returns whether its box shows anything of the shape smaller than of the shape for all screens."""
        pairs = zip(self.least(shape, BOXES[shape]), self.least(AUTO, BOXES[shape]), strict=True)
        return any(own < usual - 0.05 for own, usual in pairs)


def compared(name: str, *, golden: bool = False) -> list[Compared]:
    """Returns every kind of picture of a game in all shapes."""
    found: dict[str, dict[str, Measured]] = {}
    for shape in SHAPES:
        for each in measured(name, golden=golden, shape=shape):
            found.setdefault(each.kind, {})[shape] = each
    return [Compared(kind, by_shape) for kind, by_shape in found.items()]


def by_shape(names: Iterable[str]) -> Iterator[str]:
    """Yields the table of the shapes. Pictures with equal figures are one line, named after the first of them."""
    yield "| pictures | all screens | phone px | tall | phone px | all screens | desktop px | wide | desktop px |"
    yield "|---|---|---|---|---|---|---|---|---|"
    for name in names:
        rows: dict[str, list[str]] = {}
        for each in compared(name):
            cells = []
            for shape, box in BOXES.items():
                for shown in (AUTO, shape):
                    wide, high = each.by_shape[shown].size
                    words, piece = each.least(shown, box)
                    same = shown != AUTO and each.by_shape[shown].size == each.by_shape[AUTO].size
                    cells.append("as for all" if same else f"{wide} × {high}")
                    cells.append(f"{words:.1f} / {piece:.1f}" if piece else f"{words:.1f}")
            rows.setdefault(" | ".join(cells), []).append(each.kind)
        for cells_of, kinds in rows.items():
            more = f" and {len(kinds) - 1} more" if kinds[1:] else ""
            yield f"| {name} {kinds[0]}{more} | {cells_of} |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="game", help="a game, or house; all where none is named")
    parser.add_argument("--shapes", action="store_true", help="the shapes beside each other")
    asked = parser.parse_args()
    if asked.shapes:
        for line in by_shape(asked.games or games()):
            print(line)
        return
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
