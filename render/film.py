"""Makes pictures of a game into one animated WebP. Frames are made one by one, so only one is in memory, however many there
are.

Pillow writes animations from an image that it seeks through; here that image gets each frame when Pillow asks for it.
"""

import io
import threading
from collections.abc import Callable, Iterator, Sequence

import msgspec
from PIL import Image

from render.contract import Picture

WIDTHS = (720, 540, 400)
"""Widths in px, tried in order until the file is small enough."""

QUALITY, METHOD = 70, 2
STEP, LAST = (350, 1200), 4000
"""Milliseconds that a step is shown (least, most), and that the last one is shown."""
LENGTH = 90_000
"""The length that a film should have, in milliseconds."""


class Stopped(Exception):
    """The film is no longer wanted."""


class TooLarge(Exception):
    """Even the smallest film exceeds the limit."""


class Reporter(msgspec.Struct):
    """The progress of a film, and the way to stop it; both are used from other threads."""

    done: int = 0
    """Frames finished, out of `total`."""
    total: int = 0
    stop: threading.Event = msgspec.field(default_factory=threading.Event)


class _Reel(Image.Image):
    """The image that Pillow seeks through. Each frame is fetched once, in order."""

    def __init__(self, first: Image.Image, frames: Iterator[Image.Image], count: int) -> None:
        super().__init__()
        self._frames = frames
        self._at = 0
        self.n_frames = count
        self._take(first)

    def _take(self, frame: Image.Image) -> None:
        self._mode, self._size = frame.mode, frame.size
        self.im = frame.im

    def tell(self) -> int:
        return 0

    def seek(self, frame: int) -> None:
        if frame == self._at + 1:
            self._take(next(self._frames))
            self._at = frame


def durations(count: int) -> list[int]:
    """Returns how long each of `count` pictures of a whole game is shown, in milliseconds."""
    return [*[max(STEP[0], min(STEP[1], LENGTH // max(1, count)))] * (count - 1), LAST]


def make(draw: Callable[[int], Picture], shown: Sequence[int], alt: str, limit: int, report: Reporter) -> Picture:
    """Make a film in at most `limit` bytes of the pictures that `draw` returns, each shown for as many milliseconds. May take
    minutes; `report.stop` stops it. Raises `Stopped`, `TooLarge` and anything that drawing raises.
    """
    report.total = len(shown)
    last = _read(draw(len(shown) - 1))
    for width in WIDTHS:
        size = (min(width, last.width), round(last.height * min(width, last.width) / last.width))
        found = _write(draw, size, shown, report)
        if len(found) <= limit:
            return Picture(found, "webp", alt)
    raise TooLarge


def _write(draw: Callable[[int], Picture], size: tuple[int, int], shown: Sequence[int], report: Reporter) -> bytes:
    count = len(shown)

    def frames() -> Iterator[Image.Image]:
        for number in range(count):
            if report.stop.is_set():
                raise Stopped
            frame = fit(_read(draw(number)), size)
            report.done = number + 1
            yield frame

    report.done = 0
    every = frames()
    reel = _Reel(next(every), every, count)
    file = io.BytesIO()
    options = {"quality": QUALITY, "method": METHOD, "minimize_size": True, "loop": 0}
    reel.save(file, "WEBP", save_all=count > 1, duration=list(shown), **options)
    return file.getvalue()


def _read(picture: Picture) -> Image.Image:
    with Image.open(io.BytesIO(picture.data)) as found:
        return found.convert("RGB")


def fit(im: Image.Image, size: tuple[int, int]) -> Image.Image:
    """The picture at this size; one of other proportions is at its top, where all pictures of a game begin alike, on the
    colour of its own corner.
    """
    if im.size == size:
        return im
    scale = min(size[0] / im.width, size[1] / im.height)
    small = im.resize((max(1, round(im.width * scale)), max(1, round(im.height * scale))), Image.Resampling.LANCZOS)
    if small.size == size:
        return small
    whole = Image.new("RGB", size, im.getpixel((0, 0)))
    whole.paste(small, ((size[0] - small.width) // 2, 0))
    return whole
