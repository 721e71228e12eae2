# ruff: noqa: PLR0917 - drawing functions take coordinates
"""The pen: draws a sprite at four times its size and reduces it once, for smooth edges.

Coordinates are pixels of the finished sprite; `to` moves and scales what follows, but outline widths stay in pixels. Arguments
that all shapes share: `c` the fill (None: none), `line` the outline's colour, `w` its width (None: the pen's own, 0: none).
"""

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Self, TypeAlias

from PIL import Image, ImageDraw

from render.theme import INK, Colour, rgb

Point: TypeAlias = tuple[float, float]
Points: TypeAlias = Sequence[Point]
Box: TypeAlias = tuple[float, float, float, float]

SCALE = 4


class Pen:
    """A sprite being drawn; `done` returns it."""

    def __init__(self, w: float, h: float, fill: Colour | None = None, line: float = 3) -> None:
        self.w, self.h, self.width = w, h, line
        size = (round(w * SCALE), round(h * SCALE))
        self.im = Image.new("RGBA", size, (*rgb(fill), 255) if fill else (0, 0, 0, 0))
        self.d = ImageDraw.Draw(self.im)
        self._move = (0.0, 0.0, 1.0, 1.0)

    def to(self, x: float = 0.0, y: float = 0.0, k: float = 1.0, *, flip: bool = False) -> Self:
        """Draw from (x, y) from now on, k times as large, mirrored with `flip`; without arguments, as at the start."""
        self._move = (x, y, -k if flip else k, k)
        return self

    def _at(self, pts: Points) -> list[Point]:
        x, y, kx, ky = self._move
        return [((x + a * kx) * SCALE, (y + b * ky) * SCALE) for a, b in pts]

    def _width(self, w: float | None) -> float:
        return self.width if w is None else w

    def line(self, pts: Points, c: Colour = INK, w: float = 3, *, closed: bool = False) -> Self:
        """A line with round joints and ends."""
        at = self._at(pts)
        if closed:
            at = [*at, at[0]]
        thick = max(1, round(w * SCALE))
        fill = rgb(c)
        self.d.line(at, fill=fill, width=thick)
        r = (thick - 1) / 2
        for x, y in at:
            self.d.ellipse((x - r, y - r, x + r, y + r), fill=fill)
        return self

    def dashes(self, pts: Points, c: Colour, w: float = 3, on: float = 9, off: float = 7, *, closed: bool = True) -> Self:
        """A dashed line."""
        way = [*pts, pts[0]] if closed else list(pts)
        left, draw = on, True
        for (x0, y0), (x1, y1) in pairwise(way):
            length, done = math.hypot(x1 - x0, y1 - y0), 0.0
            while done < length:
                end = min(length, done + left)
                if draw:
                    a, b = done / length, end / length
                    self.line([(x0 + (x1 - x0) * a, y0 + (y1 - y0) * a), (x0 + (x1 - x0) * b, y0 + (y1 - y0) * b)], c, w)
                left -= end - done
                done = end
                if left <= 1e-6:
                    draw = not draw
                    left = on if draw else off
        return self

    def poly(self, pts: Points, c: Colour | None = None, line: Colour = INK, w: float | None = None) -> Self:
        """A closed polygon."""
        if c:
            self.d.polygon(self._at(pts), fill=rgb(c))
        if self._width(w):
            self.line(pts, line, self._width(w), closed=True)
        return self

    def blob(self, pts: Points, c: Colour, line: Colour = INK, w: float | None = None) -> Self:
        """A closed smooth shape through the points."""
        return self.poly(smooth(pts), c, line, w)

    def limb(self, pts: Points, thick: float, c: Colour, w: float | None = None, *, curved: bool = True) -> Self:
        """A thick stroke with round ends and an outline."""
        way = smooth(pts, closed=False) if curved and len(pts) > 2 else pts
        k = self._move[3]
        if self._width(w):
            self.line(way, INK, thick * k + 1.5 * self._width(w))
        return self.line(way, c, thick * k)

    def taper(self, pts: Points, r0: float, r1: float, c: Colour) -> Self:
        """A stroke whose radius changes from r0 to r1: tails and necks."""
        way = smooth(pts, closed=False, steps=24)
        for grow, colour in ((self._width(None) * 0.75, INK), (0.0, c)):
            for i, (x, y) in enumerate(way):
                self.circle(x, y, r0 + (r1 - r0) * i / (len(way) - 1) + grow, colour, w=0)
        return self

    def oval(
        self,
        x: float,
        y: float,
        rx: float,
        ry: float | None = None,
        c: Colour | None = None,
        line: Colour = INK,
        w: float | None = None,
    ) -> Self:
        """An ellipse around (x, y)."""
        ry = rx if ry is None else ry
        return self.ellipse((x - rx, y - ry, x + rx, y + ry), c, line, w)

    def circle(self, x: float, y: float, r: float, c: Colour | None, line: Colour = INK, w: float | None = None) -> Self:
        """A circle around (x, y)."""
        return self.ellipse((x - r, y - r, x + r, y + r), c, line, w)

    def ellipse(self, box: Box, c: Colour | None, line: Colour = INK, w: float | None = None) -> Self:
        """An ellipse in a box; the outline is centred on its edge."""
        x0, y0, x1, y1 = self._box(box)
        half = self._width(w) * SCALE / 2
        if half and c is None:
            self.d.ellipse((x0 - half, y0 - half, x1 + half, y1 + half), outline=rgb(line), width=round(2 * half))
            return self
        if half:
            self.d.ellipse((x0 - half, y0 - half, x1 + half, y1 + half), fill=rgb(line))
        inner = (x0 + half, y0 + half, max(x0 + half, x1 - half), max(y0 + half, y1 - half))
        self.d.ellipse(inner, fill=rgb(c) if c else None)
        return self

    def box(self, box: Box, r: float, c: Colour | None, line: Colour = INK, w: float | None = None) -> Self:
        """A rectangle with rounded corners; the outline is centred on its edge."""
        x0, y0, x1, y1 = self._box(box)
        half, r = self._width(w) * SCALE / 2, r * self._move[3] * SCALE
        if half and c is None:
            edge = round(2 * half)
            self.d.rounded_rectangle((x0 - half, y0 - half, x1 + half, y1 + half), r + half, outline=rgb(line), width=edge)
            return self
        if half:
            self.d.rounded_rectangle((x0 - half, y0 - half, x1 + half, y1 + half), r + half, fill=rgb(line))
        inner = (x0 + half, y0 + half, max(x0 + half, x1 - half), max(y0 + half, y1 - half))
        self.d.rounded_rectangle(inner, max(0.0, r - half), fill=rgb(c) if c else None)
        return self

    def rect(
        self,
        x0: float,
        y0: float,
        x1: float,
        y1: float,
        r: float = 0,
        c: Colour | None = None,
        line: Colour = INK,
        w: float | None = None,
    ) -> Self:
        """A rectangle with rounded corners; the outline is inside."""
        half = self._width(w) / 2 / self._move[3]
        return self.box((x0 + half, y0 + half, x1 - half, y1 - half), max(0.0, r - half), c, line, w)

    def _box(self, box: Box) -> Box:
        (x0, y0), (x1, y1) = self._at([(box[0], box[1]), (box[2], box[3])])
        return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)

    def glaze(self, pts: Points, c: Colour, alpha: float) -> Self:
        """A translucent polygon, clipped to what is already painted: shade and light."""
        layer = Image.new("L", self.im.size, 0)
        ImageDraw.Draw(layer).polygon(self._at(pts), fill=round(alpha * 255))
        kept = self.im.getchannel("A")
        self.im.paste((*rgb(c), 255), (0, 0, *self.im.size), layer)
        self.im.putalpha(kept)
        return self

    def clip(self, pts: Points) -> Self:
        """Cut away everything outside the polygon."""
        mask = Image.new("L", self.im.size, 0)
        ImageDraw.Draw(mask).polygon(self._at(pts), fill=255)
        self.im.putalpha(mask)
        return self

    def finish(self, w: float | None = None, h: float | None = None) -> Image.Image:
        """The finished sprite, at its own size or another."""
        size = (round(w or self.w), round(h or self.h))
        if self.im.size == (size[0] * SCALE, size[1] * SCALE):
            return self.im.reduce(SCALE)
        return self.im.resize(size, Image.Resampling.LANCZOS, reducing_gap=2.0)


def smooth(pts: Points, *, closed: bool = True, steps: int = 10) -> list[Point]:
    """A smooth curve (Catmull-Rom) through the points."""
    n = len(pts)
    out: list[Point] = []
    for i in range(n if closed else n - 1):
        p0, p1, p2, p3 = (pts[k % n] if closed else pts[max(0, min(n - 1, k))] for k in (i - 1, i, i + 1, i + 2))
        for k in range(steps):
            t = k / steps
            out.append((_between(p0[0], p1[0], p2[0], p3[0], t), _between(p0[1], p1[1], p2[1], p3[1], t)))
    if not closed:
        out.append(pts[-1])
    return out


def _between(a: float, b: float, c: float, d: float, t: float) -> float:
    return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t**3)


def bezier(p0: Point, p1: Point, p2: Point, p3: Point | None = None, n: int = 18) -> list[Point]:
    """Points of a quadratic or cubic Bezier curve."""
    out: list[Point] = []
    for i in range(n + 1):
        t = i / n
        u = 1 - t
        weights = (u * u, 2 * u * t, t * t) if p3 is None else (u**3, 3 * u * u * t, 3 * u * t * t, t**3)
        knots = (p0, p1, p2) if p3 is None else (p0, p1, p2, p3)
        out.append(
            (
                sum(k * p[0] for k, p in zip(weights, knots, strict=True)),
                sum(k * p[1] for k, p in zip(weights, knots, strict=True)),
            )
        )
    return out


def arc(x: float, y: float, rx: float, ry: float, a0: float, a1: float, n: int = 24) -> list[Point]:
    """Points of an elliptic arc, in degrees clockwise from the right."""
    turns = [math.radians(a0 + (a1 - a0) * i / n) for i in range(n + 1)]
    return [(x + rx * math.cos(t), y + ry * math.sin(t)) for t in turns]


def star(x: float, y: float, r: float, n: int = 5, inner: float = 0.45) -> list[Point]:
    """Corners of an n-pointed star."""
    turns = [(math.radians(i * 180 / n - 90), r if i % 2 == 0 else r * inner) for i in range(2 * n)]
    return [(x + q * math.cos(t), y + q * math.sin(t)) for t, q in turns]


def shape(kind: str, x: float, y: float, r: float) -> list[Point]:
    """Corners of a player's shape (or `star`, `cross`) around (x, y)."""
    if kind == "square":
        k = r * 0.86
        return [(x - k, y - k), (x + k, y - k), (x + k, y + k), (x - k, y + k)]
    if kind == "triangle":
        return [(x, y - r * 1.02), (x + r * 1.04, y + r * 0.82), (x - r * 1.04, y + r * 0.82)]
    if kind == "diamond":
        return [(x, y - r * 1.14), (x + r * 1.08, y), (x, y + r * 1.14), (x - r * 1.08, y)]
    if kind == "star":
        return star(x, y + r * 0.06, r * 1.16)
    if kind == "cross":
        a, b = r, r * 0.36
        arms = [(-b, -a), (b, -a), (b, -b), (a, -b), (a, b), (b, b), (b, a), (-b, a), (-b, b), (-a, b), (-a, -b), (-b, -b)]
        return [(x + p, y + q) for p, q in arms]
    return arc(x, y, r, r, 0, 360, 40)[:-1]
