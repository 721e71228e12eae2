"""What all games' pictures share: the score strip on top, the landscape with its tablet, the bands of words."""
# ruff: noqa: PLR0917 - drawing is told places and sizes

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from PIL import Image, ImageDraw

from engines.contract import Seat
from render import canvas
from render.art import icons
from render.canvas import fit_name, number, paste, plate, rounded, text
from render.contract import Audience
from render.pen import Points, smooth
from render.sprite_cache import drawn_once
from render.theme import ACCENT, INK, NAME, PANEL, PAPER, SEPIA, TEXT, WIDTH, Colour, Look, mix, plain, player

MARGIN, GAP = 14, 10
STRIP = 146
"""Height of the score strip's panels."""


def names(audience: Audience) -> tuple[str, ...]:
    """The people's names as they are drawn, by seat; a name of which nothing can be drawn becomes the seat's letter."""
    words = audience.words
    return tuple(
        canvas.name(person.name, words("render.player", letter="ABCD"[seat])) for seat, person in enumerate(audience.people)
    )


def columns(n: int, gap: int = GAP, left: int = MARGIN, right: int = WIDTH - MARGIN) -> list[tuple[int, int]]:
    """Equal columns between left and right as (x, width)."""
    wide = (right - left - (n - 1) * gap) / n
    return [(round(left + i * (wide + gap)), round(wide)) for i in range(n)]


class Score(msgspec.Struct, frozen=True):
    """One player's panel of the score strip. `gain`: points just won; `active`: it is about this player now; `mark`: `robot` or
    `flag` (a computer player, one who has left the game to one).
    """

    look: Look
    name: str
    points: str
    gain: str = ""
    active: bool = False
    mark: str = ""


def mark(audience: Audience, seat: Seat) -> str:
    """The mark of a seat's panel: who plays there."""
    person = audience.people[seat]
    return "flag" if person.resigned else "robot" if person.computer else ""


def nameplate(im: Image.Image, box: tuple[int, int, int, int], look: Look, name: str, *, active: bool, mark: str) -> None:
    """An empty score panel (x, y, width, height): badge, mark and name."""
    x, y, w, h = box
    fill = mix(PANEL, look.tint, 0.32) if active else PANEL
    plate(im, (x, y), w, h, 16, fill, ACCENT if active else look.rim, 7 if active else 4)
    paste(im, icons.badge(look, 46), (x + 12, y + 14))
    left = x + 66
    if mark:
        paste(im, icons.robot(40) if mark == "robot" else icons.white_flag(40), (left - 2, y + 17))
        left += 42
    text(im, (left, y + 51), name, "bold", 42, TEXT, room=x + w - 14 - left, least=NAME, secondary=True)


def score(im: Image.Image, x: int, y: int, w: int, what: Score, signs: tuple[Image.Image, ...] = (), h: int = STRIP) -> None:
    """A score panel: badge and name above, signs (squares of at most 66 px) and points below; many get smaller and overlap."""
    nameplate(im, (x, y, w, h), what.look, what.name, active=what.active, mark=what.mark)
    middle = y + h - 46
    end = x + w - 18
    end -= round(number(im, (end, middle), what.points, 70, TEXT, "r"))
    if what.gain and 70 * len(signs) + 120 < end - x:
        end -= round(number(im, (end - 12, middle + 4), what.gain, 44, mix(ACCENT, TEXT, 0.25), "r")) + 12
    left = x + 12
    if signs:
        if end - 14 - left - signs[-1].width < 42 * (len(signs) - 1):
            signs = tuple(sign.resize((48, 48), Image.Resampling.LANCZOS) for sign in signs)
        step = min(70.0, (end - 14 - left - signs[-1].width) / max(1, len(signs) - 1))
        for i, sign in enumerate(signs):
            paste(im, sign, (left + i * step, middle + 1 - sign.height / 2))


def strip(
    im: Image.Image,
    points: Sequence[int],
    audience: Audience,
    *,
    active: Sequence[Seat] = (),
    gains: Mapping[Seat, int] | None = None,
) -> None:
    """The score strip of a game that counts points; `gains`: by seat, what it has just won."""
    drawn = names(audience)
    for seat, (x, w) in enumerate(columns(len(points))):
        won = (gains or {}).get(seat, 0)
        gain = f"+{won}" if won else ""
        look = player(seat, len(points))
        score(im, x, MARGIN, w, Score(look, drawn[seat], str(points[seat]), gain, seat in active, mark(audience, seat)))


@drawn_once
def landscape(w: int, h: int, sun: tuple[float, float, float], far: Points, near: Points, night: bool = False) -> Image.Image:
    """Sky, sun (x, y, radius) and two lines of hills (tuples of points), with rounded corners; `night` for the last lights."""
    sky, disc, hills, grass = (
        ("#49506B", "#D9DDE8", "#3B4157", "#38463F") if night else ("#F3C58A", "#FBE3B0", "#CF9A72", "#7E9B58")
    )
    # Twice the size is smooth enough for hills, and a quarter of the work of a pen.
    big = Image.new("RGB", (2 * w, 2 * h), sky)
    draw = ImageDraw.Draw(big)
    x, y, r = (2 * k for k in sun)
    draw.ellipse((x - r, y - r, x + r, y + r), fill=disc)
    for line, colour in ((far, hills), (near, grass)):
        outline = [*smooth(line, closed=False), (w + 20, h + 9), (-20, h + 9)]
        draw.polygon([(2 * a, 2 * b) for a, b in outline], fill=colour)
    sprite = big.reduce(2)
    sprite.putalpha(rounded(w, h, 20))
    return sprite


def hills(w: int, h: int, *, night: bool = False) -> Image.Image:
    """The landscape of the scenes: ground at about 0.86 of the height on the left."""
    k = w / 1052
    far = tuple((x * k, h * y) for x, y in ((-20, 0.65), (120, 0.51), (300, 0.67), (470, 0.55), (700, 0.67), (1072, 0.51)))
    near = tuple(
        (x * k, h * y) for x, y in ((-20, 0.9), (90, 0.815), (200, 0.79), (340, 0.84), (520, 0.92), (760, 0.9), (1072, 0.86))
    )
    return landscape(w, h, (round((96 if night else 356) * k), round(h * 0.27), 40 if night else 50), far, near, night)


def tablet(im: Image.Image, x: int, y: int, w: int, h: int) -> None:
    """A parchment for words."""
    plate(im, (x, y), w, h, 16, PAPER, INK, 4)


def band(
    im: Image.Image,
    x: int,
    y: int,
    w: int,
    said: str,
    look: Look | None = None,
    sign: Image.Image | None = None,
    h: int = 70,
    fill: Colour | None = None,
    ink: Colour = INK,
    name: str = "",
) -> None:
    """A band with a line of words: the player's badge (or nothing) before it, a sign at its end; where the words are too long
    the `name` in them is cut first.
    """
    colour = fill or (mix(look.colour, PAPER, 0.7 if plain() else 0.55) if look else mix(PAPER, SEPIA, 0.18))
    plate(im, (x, y), w, h, 12, colour, INK, 3)
    left, right = x + 18, x + w - 16
    if look:
        paste(im, icons.badge(look, 50), (x + 10, y + (h - 50) // 2))
        left = x + 70
    if sign:
        right -= sign.width + 4
        paste(im, sign, (right + 4, y + (h - sign.height) / 2))
    said = fit_name(said, name, "bold", 44, right - left)
    text(im, (left, y + h / 2 + 14), said, "bold", 44, ink, room=right - left)


def title(im: Image.Image, xy: tuple[float, float], said: str, room: float, colour: Colour, size: int = 60) -> float:
    """A heading of ours."""
    return text(im, xy, said, "title", size, colour, room=room, least=44)


def header(im: Image.Image, y: int, h: int, look: Look) -> None:
    """The head panel of a private picture."""
    plate(im, (MARGIN, y), WIDTH - 2 * MARGIN, h, 18, mix(PANEL, look.tint, 0.2), look.rim, 4)
