"""A picture put together from parts: those that look the same in many pictures are encoded once and kept.

A hand in which only the marks change keeps most of its cards. In the colours of a palette a part takes a quarter of the memory
that its pixels take as drawn, and putting parts together only copies bytes.
"""

from collections.abc import Callable, Hashable
from typing import TypeAlias

from PIL import Image

from render import canvas
from render.sprite_cache import drawn_once
from render.theme import BG

Indexed: TypeAlias = tuple[Image.Image, tuple[float, ...]]
"""A picture in the colours of a palette, and the mean distance of its pixels from those drawn, by colour channel."""

Nearest: TypeAlias = Callable[[Image.Image, str], Indexed | None]
"""Returns a picture (RGB) in the colours of a palette (by name); None if there is no such palette."""


class Sheet:
    """A picture of this size on a plain ground. Later parts cover earlier ones."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self._parts: list[tuple[tuple[int, int], Image.Image | Callable[..., Image.Image], tuple[Hashable, ...]]] = []
        """Where each part is, and the part, or what draws it with its arguments."""

    def add(self, place: tuple[int, int], draw: Callable[..., Image.Image], *args: Hashable) -> None:
        """Add what `draw` makes of these arguments (RGB), which other pictures are likely to show as well."""
        self._parts.append((place, draw, args))

    def paste(self, place: tuple[int, int], im: Image.Image) -> None:
        """Add a part (RGB) that only this picture shows."""
        self._parts.append((place, im, ()))

    def whole(self) -> Image.Image:
        """Returns the picture as drawn (RGB)."""
        whole = canvas.picture(self.height, self.width)
        for place, part, args in self._parts:
            whole.paste(part if isinstance(part, Image.Image) else part(*args), place)
        return whole

    def in_palette(self, palette: str, nearest: Nearest) -> Indexed | None:
        """Returns the picture in the colours of a palette; None if there is no such palette."""
        ground = nearest(canvas.picture(1, 1, BG), palette)
        if ground is None:
            return None
        whole, area, off = ground[0].resize((self.width, self.height)), 0, [0.0, 0.0, 0.0]
        for place, part, args in self._parts:
            found = nearest(part, palette) if isinstance(part, Image.Image) else _find(part, args, palette, nearest)
            assert found is not None, "the palette is there"
            whole.paste(found[0], place)
            pixels = found[0].width * found[0].height
            area += pixels
            off = [sum_ + pixels * each for sum_, each in zip(off, found[1], strict=True)]
        return whole, tuple(each / max(area, 1) for each in off)


def _find(draw: Callable[..., Image.Image], args: tuple[Hashable, ...], palette: str, nearest: Nearest) -> Indexed | None:
    if canvas.watch.get() is not None:
        return nearest(draw(*args), palette)  # whoever watches sees every text
    return _keep(draw, args, palette, nearest)


@drawn_once
def _keep(draw: Callable[..., Image.Image], args: tuple[Hashable, ...], palette: str, nearest: Nearest) -> Indexed | None:
    return nearest(draw(*args), palette)
