"""How colours are seen: by colour-blind people, and how much a text contrasts with what is below it."""

from __future__ import annotations

from PIL import Image, ImageChops

from render.canvas import Placed
from render.theme import BG, PANEL, RGB, Colour, contrast, rgb

# Machado, Oliveira and Fernandes 2009, severity 1.0, on linear light
BLINDNESS = {
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}

MOST = 0.85
"""The share of the pixels below a text's letters that counts: the others are edges of neighbouring parts."""


def linear(colour: Colour) -> tuple[float, ...]:
    return tuple(v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in (c / 255 for c in rgb(colour)))


def oklab(light: tuple[float, ...]) -> tuple[float, ...]:
    r, g, b = (max(0.0, v) for v in light)
    long = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) ** (1 / 3)
    middle = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) ** (1 / 3)
    short = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


def apart(one: Colour, other: Colour, kind: str) -> float:
    """Returns the distance in OKLab of two colours for people with a kind of colour blindness."""
    a, b = (
        oklab(tuple(sum(k * v for k, v in zip(row, linear(each), strict=True)) for row in BLINDNESS[kind]))
        for each in (one, other)
    )
    return float(sum((x - y) ** 2 for x, y in zip(a, b, strict=True)) ** 0.5)


def stands_out(text: Placed) -> float:
    """Returns the contrast of a text with its background: with its own outline, or with the pixels below, of which MOST have at
    least that. For a sprite that shows what it is laid on: with the page and with panels.
    """
    assert text.below is not None
    assert text.shown is not None
    own = contrast(text.colour, text.edge) if text.edge is not None else 0.0
    found = sorted((contrast(text.colour, colour), count) for colour, count in _under(text.below, text.shown))
    if not found:
        return max(own, min(contrast(text.colour, ground) for ground in (BG, PANEL)))
    allowed = (1 - MOST) * sum(count for _, count in found)
    for ratio, count in found:
        allowed -= count
        if allowed < 0:
            return max(own, ratio)
    raise AssertionError(text)


def _under(below: Image.Image, shown: Image.Image) -> list[tuple[RGB, int]]:
    """Returns the colours below the letters, with the number of pixels of each."""
    before, after = below.convert("RGB"), shown.convert("RGB")
    letters = ImageChops.difference(before, after).convert("L").point(lambda v: 255 if v > 8 else 0)
    if below.mode == "RGBA":
        solid = below.getchannel("A").point(lambda v: 255 if v > 128 else 0)
        letters = ImageChops.multiply(letters, solid)
    seen = Image.new("RGBA", before.size, (0, 0, 0, 0))
    seen.paste(before.convert("RGBA"), (0, 0), letters)
    found = seen.getcolors(seen.width * seen.height) or []
    return [((c[0], c[1], c[2]), n) for n, c in found if isinstance(c, tuple) and c[3]]
