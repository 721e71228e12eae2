"""The background of all card scenes: sky, hills, clouds. A scene is 240 × 220 units; its figure is below y = 50."""

from render.pen import Pen, smooth
from render.theme import INK, WHITE, Colour, mix


def scene(
    sky: Colour,
    far: Colour,
    near: Colour,
    sun: tuple[float, float, float, str] | None = None,
    shadow: tuple[tuple[float, float, float], ...] = (),
) -> Pen:
    """Sky, two hills, an optional sun (x, y, radius, colour), and flat shadows (x0, x1, y) on the ground."""
    p = Pen(240, 220, fill=sky, line=4)
    if sun:
        x, y, r, colour = sun
        p.circle(x, y, r, colour, w=0)
    below = [(262, 240), (-20, 240)]
    p.poly([*smooth([(-20, 150), (30, 128), (84, 146), (140, 122), (196, 142), (262, 120)], closed=False), *below], far, w=0)
    p.poly([*smooth([(-20, 188), (60, 180), (130, 186), (200, 178), (262, 186)], closed=False), *below], near, w=0)
    for x0, x1, y in shadow:
        p.ellipse((x0, y - 8, x1, y + 8), mix(near, INK, 0.3), w=0)
    return p


def cloud(p: Pen, x: float, y: float, k: float = 1.0) -> None:
    """A small cloud."""
    for dx, dy, r in ((-18, 4, 10), (0, -3, 15), (18, 4, 11)):
        p.circle(x + dx * k, y + dy * k, r * k, WHITE, w=0)
    p.box((x - 28 * k, y + 3 * k, x + 29 * k, y + 14 * k), 6 * k, WHITE, w=0)
