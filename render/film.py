"""A whole game as one animated WebP: made frame by frame, so that however long the game was, one frame is in memory at a time.

Pillow writes animations from an image that it seeks through; here that image gets each frame when it is asked for it.
"""

import io
import threading
from collections.abc import Callable, Iterator, Sequence

import msgspec
from PIL import Image

from render.contract import Picture

WIDTHS = (720, 540, 400)
"""Widths in px that are tried one after the other until the file is small enough."""

QUALITY, METHOD = 70, 2
STEP, LAST = (350, 1200), 4000
"""Milliseconds for which a step is shown, at least and at most, and the last one."""
LENGTH = 90_000
"""Milliseconds that the film should take."""


class Stopped(Exception):
    """Nobody wants the film any more."""


class TooLarge(Exception):
    """Even the smallest film is above the limit."""


class Reporter(msgspec.Struct):
    """What is told of a film while it is made, and told to it; both from other threads."""

    done: int = 0
    """Frames finished, of `total`."""
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


def make(draw: Callable[[int], Picture], count: int, alt: str, limit: int, report: Reporter) -> Picture:
    """The film of `count` pictures, of which `draw` gives any; at most `limit` bytes. It may take minutes, and is stopped by
    `report.stop`. Raises Stopped, TooLarge and whatever drawing raises.
    """
    report.total = count
    pace = max(STEP[0], min(STEP[1], LENGTH // max(1, count)))
    last = _read(draw(count - 1))
    for width in WIDTHS:
        size = (min(width, last.width), round(last.height * min(width, last.width) / last.width))
        found = _written(draw, count, size, [*[pace] * (count - 1), LAST], report)
        if len(found) <= limit:
            return Picture(found, "webp", alt)
    raise TooLarge


def _written(
    draw: Callable[[int], Picture], count: int, size: tuple[int, int], durations: Sequence[int], report: Reporter
) -> bytes:
    def frames() -> Iterator[Image.Image]:
        for number in range(count):
            if report.stop.is_set():
                raise Stopped
            frame = fitted(_read(draw(number)), size)
            report.done = number + 1
            yield frame

    report.done = 0
    every = frames()
    reel = _Reel(next(every), every, count)
    file = io.BytesIO()
    options = {"quality": QUALITY, "method": METHOD, "minimize_size": True, "loop": 0}
    reel.save(file, "WEBP", save_all=count > 1, duration=list(durations), **options)
    return file.getvalue()


def _read(picture: Picture) -> Image.Image:
    with Image.open(io.BytesIO(picture.data)) as found:
        return found.convert("RGB")


def fitted(im: Image.Image, size: tuple[int, int]) -> Image.Image:
    """The picture in this size; what has another shape stands in the middle, on the colour of its own corner."""
    if im.size == size:
        return im
    scale = min(size[0] / im.width, size[1] / im.height)
    small = im.resize((max(1, round(im.width * scale)), max(1, round(im.height * scale))), Image.Resampling.LANCZOS)
    if small.size == size:
        return small
    whole = Image.new("RGB", size, im.getpixel((0, 0)))
    whole.paste(small, ((size[0] - small.width) // 2, (size[1] - small.height) // 2))
    return whole
