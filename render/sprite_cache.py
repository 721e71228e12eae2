"""Caches sprites in one store that is bounded in bytes; the least recently used ones are evicted first.

A bound on entries says nothing about memory: a hundred labels weigh less than one landscape.
"""

import inspect
import threading
from collections.abc import Callable, Hashable
from contextvars import ContextVar
from functools import wraps
from typing import Any, ParamSpec, TypeAlias, TypeVar

from cachetools import LRUCache, cached
from cachetools.keys import hashkey
from PIL import Image

from render.theme import now

LIMIT = 48 * 2**20
"""The most bytes of all sprites together."""

OVERHEAD = 512
"""Bytes of an entry besides its pixels: the image object, its key, its place in the store."""

LARGE = 20_000
"""The number of pixels from which it pays to know where a sprite is opaque."""

Box: TypeAlias = tuple[int, int, int, int]

P = ParamSpec("P")
T = TypeVar("T")

_LOCK = threading.RLock()

pieces: ContextVar[list[tuple[str, Image.Image]] | None] = ContextVar("pieces", default=None)
"""If a list is set here, every piece of a game that is drawn is appended to it: tools check how small they are."""


def weight(drawn: object) -> int:
    """The bytes of a sprite, or of a tuple with sprites in it."""
    if isinstance(drawn, Image.Image):
        # Pillow stores RGB in four bytes a pixel as well.
        return OVERHEAD + drawn.width * drawn.height * (1 if drawn.mode in {"L", "P", "1"} else 4)
    if isinstance(drawn, tuple):
        return OVERHEAD + sum(weight(part) for part in drawn if isinstance(part, Image.Image | tuple))
    return OVERHEAD


STORE: LRUCache[Any, Any] = LRUCache(LIMIT, getsizeof=weight)


def drawn_once(draw: Callable[P, T]) -> Callable[P, T]:
    """Cache what `draw` makes of its arguments (all hashable). Callers must not change what it returns; two threads that want
    the same sprite at the same time may both draw it.
    """

    @wraps(draw)
    def seen_through(*args: P.args, **kwargs: P.kwargs) -> T:
        drawn = draw(*args, **kwargs)
        if isinstance(drawn, Image.Image) and drawn.mode == "RGBA" and drawn.width * drawn.height >= LARGE:
            drawn.opaque_part = _opaque_part(drawn)  # type: ignore[attr-defined]
        return drawn

    kept: Callable[P, T] = cached(STORE, key=_key_of(draw), lock=_LOCK)(seen_through)
    return kept


def piece(draw: Callable[P, Image.Image]) -> Callable[P, Image.Image]:
    """Like `drawn_once`, for what lies on the table: pieces, cards and tiles, and the signs that represent them."""
    kept = drawn_once(draw)

    @wraps(draw)
    def wrapper(*args: P.args, **kwargs: P.kwargs) -> Image.Image:
        sprite = kept(*args, **kwargs)
        if (seen := pieces.get()) is not None:
            seen.append((draw.__name__, sprite))
        return sprite

    return wrapper


def _key_of(draw: Callable[..., object]) -> Callable[..., Hashable]:
    """The key of a sprite: the function that draws it, the theme, and all arguments in the same form, defaults included,
    however they were passed.
    """
    defaults = {name: parameter.default for name, parameter in inspect.signature(draw).parameters.items()}
    names = tuple(defaults)

    def key(*args: Hashable, **kwargs: Hashable) -> Hashable:
        if len(args) < len(names):
            args += tuple(kwargs.get(name, defaults[name]) for name in names[len(args) :])
        return hashkey(draw, now(), *args)

    return key


def core(sprite: Image.Image) -> Box | None:
    """A large opaque part (left, top, right, bottom) of a cached sprite; None if none is known. A copy of a sprite, or what is
    made from one, has none.
    """
    return getattr(sprite, "opaque_part", None)


def edges(sprite: Image.Image, opaque: Box) -> tuple[tuple[Image.Image, int, int], ...]:
    """The border around the opaque part of a cached sprite, in pieces with their places; cut once, because it is small."""
    found: tuple[tuple[Image.Image, int, int], ...] | None = getattr(sprite, "edges", None)
    if found is None:
        (x0, y0, x1, y1), (w, h) = opaque, sprite.size
        boxes = ((0, 0, w, y0), (0, y0, x0, y1), (x1, y0, w, y1), (0, y1, w, h))
        found = tuple((sprite.crop(box), box[0], box[1]) for box in boxes if box[0] < box[2] and box[1] < box[3])
        sprite.edges = found  # type: ignore[attr-defined]
    return found


def _opaque_part(sprite: Image.Image) -> Box | None:
    """The sprite without the narrowest border of equal width on all sides that leaves only opaque pixels."""
    alpha = sprite.getchannel("A")
    least, most = 0, min(sprite.size) // 3
    if not _opaque(alpha, most):
        return None
    while least < most:
        middle = (least + most) // 2
        least, most = (least, middle) if _opaque(alpha, middle) else (middle + 1, most)
    return most, most, sprite.width - most, sprite.height - most


def _opaque(alpha: Image.Image, border: int) -> bool:
    return alpha.crop((border, border, alpha.width - border, alpha.height - border)).getextrema() == (255, 255)


def bytes_held() -> int:
    """The bytes of all cached sprites."""
    return int(STORE.currsize)


def clear() -> None:
    """Evict all sprites."""
    with _LOCK:
        STORE.clear()
