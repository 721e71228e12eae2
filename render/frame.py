"""The parts that all games' pictures share: the score strip on top, the landscape with its tablet, the bands of words, the
foot.

The foot is a frieze of battlements that keeps everything important out of the lower left corner. Discord puts a badge there on
every picture with a description: 60 × 40 px including margins if the picture is shown 360 px wide, less if it is shown larger.
"""

# ruff: noqa: PLR0917 - drawing functions take places and sizes
from collections.abc import Mapping, Sequence

import msgspec
from PIL import Image, ImageDraw

from data.shapes import WIDE
from data.words import Words
from engines.contract import Seat
from render import canvas
from render.art import icons
from render.canvas import number, paste, picture, plate, rounded_mask, text
from render.contract import Audience
from render.pen import Pen, Point, Points, smooth
from render.seat_marks import MARKS, distinct
from render.sprite_cache import drawn_once
from render.theme import (
    ACCENT,
    BG,
    INK,
    NAME,
    PANEL,
    PANEL_HI,
    PAPER,
    SEPIA,
    SMALL,
    TEXT,
    WIDTH,
    Colour,
    Look,
    mix,
    plain,
    player,
    shape,
)

Box = tuple[int, int, int, int]
"""Left, top, width and height."""

MARGIN, GAP = 14, 10
STRIP = 146
"""Height of the score strip's panels."""

Spot = tuple[int, int, int]
"""Left, top and width of a score panel."""

CORNER = (180, 120)
"""Width and height of the lower left corner that stays free (px at WIDTH)."""

FOOT = 114
"""Height of the foot; the margin above it is the rest of the corner."""

BESIDE = 206
"""The x where words beside the badge may begin in a picture with its own foot (px): a desktop shows that smaller."""

TOWERS = (237, 669, 957)

ASIDE = 206
"""Width of the foot when it is beside a picture."""

ASIDE_HIGH = 186
"""Height of the corner that stays free below the column beside a picture."""

DISC = "•"
"""The circle that the face of names has; with the other one, all of a line would be set in another face."""

DESKTOP, PHONE = (550, 350), (360, 640)
"""Width and height of the boxes that a single picture is shown in (CSS px)."""


def names(audience: Audience) -> tuple[str, ...]:
    """The people's names as they are drawn, by seat. Instead of a name that cannot be drawn at all, their shape says who it is,
    as it does where names are drawn alike.
    """
    return drawn_names(audience.names, audience.words)


def drawn_names(people: Sequence[str], words: Words) -> tuple[str, ...]:
    """The names of people as they are drawn, by seat."""
    drawn = distinct([canvas.name(name, words("render.player", mark=MARKS[seat])) for seat, name in enumerate(people)])
    return tuple(name.replace(MARKS[0], DISC) for name in drawn)


def columns(n: int, gap: int = GAP, left: int = MARGIN, right: int = WIDTH - MARGIN) -> list[tuple[int, int]]:
    """Equal columns between left and right, as (x, width)."""
    wide = (right - left - (n - 1) * gap) / n
    return [(round(left + i * (wide + gap)), round(wide)) for i in range(n)]


class Score(msgspec.Struct, frozen=True):
    """One player's panel in the score strip. `gain`: points just won; `active`: highlighted; `mark`: `robot` or `flag` (a
    computer player, or a player who has left the game to one).
    """

    look: Look
    name: str
    points: str
    gain: str = ""
    active: bool = False
    mark: str = ""


def mark(audience: Audience, seat: Seat) -> str:
    """The mark of a seat's panel: whether a computer player plays there."""
    person = audience.people[seat]
    return "flag" if person.resigned else "robot" if person.computer else ""


def nameplate(im: Image.Image, box: tuple[int, int, int, int], look: Look, name: str, *, active: bool, mark: str) -> None:
    """A score panel without points at (x, y, width, height): badge, mark and name."""
    x, y, w, h = box
    fill = mix(PANEL, look.tint, 0.32) if active else PANEL
    plate(im, (x, y), w, h, 16, fill, ACCENT if active else look.rim, 7 if active else 4)
    paste(im, icons.badge(look, 46), (x + 12, y + 14))
    left = x + 66
    if mark:
        paste(im, icons.robot(40) if mark == "robot" else icons.white_flag(40), (left - 2, y + 17))
        left += 42
    text(im, (left, y + 51), name, "bold", 42, TEXT, room=x + w - 14 - left, least=NAME, secondary=True)


def row(
    im: Image.Image,
    sprites: Sequence[Image.Image],
    at: tuple[float, float],
    step: float,
    room: float,
    *,
    least: float = 0.0,
) -> float:
    """Paste sprites side by side, one every `step` px; they overlap if `room` is too small. `at` is the left end of the line
    through their middles. Returns its right end.
    """
    x, middle = at
    if not sprites:
        return x
    step = min(step, max(least, (room - sprites[-1].width) / max(1, len(sprites) - 1)))
    for i, sprite in enumerate(sprites):
        paste(im, sprite, (x + i * step, middle - sprite.height / 2))
    return x + (len(sprites) - 1) * step + sprites[-1].width


def score(im: Image.Image, x: int, y: int, w: int, what: Score, signs: tuple[Image.Image, ...] = (), h: int = STRIP) -> None:
    """A score panel: badge and name above, signs (squares up to 66 px) and points below; many signs shrink and overlap."""
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
        row(im, signs, (left, middle + 1), 70, end - 14 - left)


def strip(
    im: Image.Image,
    points: Sequence[int],
    audience: Audience,
    *,
    active: Sequence[Seat] = (),
    gains: Mapping[Seat, int] | None = None,
) -> None:
    """The score strip of a game that counts points; `gains` are the points just won, by seat."""
    for seat, (x, w) in enumerate(columns(len(points))):
        won = (gains or {}).get(seat, 0)
        seat_score(im, (x, MARGIN, w), audience, seat, points[seat], won, active=seat in active)


def seat_score(
    im: Image.Image,
    spot: Spot,
    audience: Audience,
    seat: Seat,
    points: int,
    gain: int = 0,
    signs: tuple[Image.Image, ...] = (),
    *,
    active: bool = False,
) -> None:
    """The score panel of a seat, with the points it has just won."""
    x, y, w = spot
    look, won = player(seat, len(audience.people)), f"+{gain}" if gain else ""
    score(im, x, y, w, Score(look, names(audience)[seat], str(points), won, active, mark(audience, seat)), signs)


def spots(seats: int, wide: int, below: int = 0) -> list[Spot]:
    """Places of the score panels: side by side above a picture; beside a wide one, in `wide` px with `below` px after each."""
    if shape() == WIDE:
        return [(MARGIN, MARGIN + seat * (STRIP + below + GAP), wide - 2 * MARGIN) for seat in range(seats)]
    return [(x, MARGIN, w) for x, w in columns(seats)]


@drawn_once
def landscape(w: int, h: int, sun: tuple[float, float, float], far: Points, near: Points, night: bool = False) -> Image.Image:
    """Sky, sun (x, y, radius) and two lines of hills (tuples of points), with rounded corners; `night` has evening colours."""
    sky, disc, hills, grass = (
        ("#49506B", "#D9DDE8", "#3B4157", "#38463F") if night else ("#F3C58A", "#FBE3B0", "#CF9A72", "#7E9B58")
    )
    # Drawing at twice the size is smooth enough for hills, and a quarter of a pen's work.
    big = Image.new("RGB", (2 * w, 2 * h), sky)
    draw = ImageDraw.Draw(big)
    x, y, r = (2 * k for k in sun)
    draw.ellipse((x - r, y - r, x + r, y + r), fill=disc)
    for line, colour in ((far, hills), (near, grass)):
        outline = [*smooth(line, closed=False), (w + 20, h + 9), (-20, h + 9)]
        draw.polygon([(2 * a, 2 * b) for a, b in outline], fill=colour)
    sprite = big.reduce(2)
    sprite.putalpha(rounded_mask(w, h, 20))
    return sprite


def hills(w: int, h: int, *, night: bool = False) -> Image.Image:
    """The landscape of the scenes; on the left the ground is at about 0.86 of the height."""
    k = w / 1052
    far = tuple((x * k, h * y) for x, y in ((-20, 0.65), (120, 0.51), (300, 0.67), (470, 0.55), (700, 0.67), (1072, 0.51)))
    near = tuple(
        (x * k, h * y) for x, y in ((-20, 0.9), (90, 0.815), (200, 0.79), (340, 0.84), (520, 0.92), (760, 0.9), (1072, 0.86))
    )
    return landscape(w, h, (round((96 if night else 356) * k), round(h * 0.27), 40 if night else 50), far, near, night)


def tablet(im: Image.Image, x: int, y: int, w: int, h: int) -> None:
    """A parchment panel for words."""
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
    """A band with a line of words, the player's badge (or nothing) before it and a sign at its end. If the words are too long,
    the `name` in them stands alone.
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
    if name and canvas.width(said, "bold", SMALL) > right - left:
        said = name
    text(im, (left, y + h / 2 + 14), said, "bold", 44, ink, room=right - left)


def title(im: Image.Image, xy: tuple[float, float], said: str, room: float, colour: Colour, size: int = 60) -> float:
    """A heading set in the title face."""
    return text(im, xy, said, "title", size, colour, room=room, least=44)


def header(im: Image.Image, y: int, h: int, look: Look) -> None:
    """The head panel of a private picture."""
    plate(im, (MARGIN, y), im.width - 2 * MARGIN, h, 18, mix(PANEL, look.tint, 0.2), look.rim, 4)


def with_foot(im: Image.Image) -> Image.Image:
    """The picture with the foot below it."""
    whole = picture(im.height + FOOT, im.width)
    whole.paste(im, (0, 0))
    whole.paste(frieze(im.width), (0, im.height))
    return whole


def reduction(size: tuple[int, int], box: tuple[int, int]) -> float:
    """The scale at which a box shows a picture."""
    return min(1.0, box[0] / size[0], box[1] / size[1])


def stand(im: Image.Image) -> None:
    """Paste the foot along the lower edge of a picture that is wider than others and so gets none from `encode`."""
    im.paste(frieze(im.width), (0, im.height - FOOT))


def pairs(n: int, wide: int, high: int) -> list[Box]:
    """Places for panels, two in a row, in a column `wide` px wide on the left of a picture."""
    across = columns(2, right=wide - MARGIN)
    return [(across[i % 2][0], MARGIN + i // 2 * (high + GAP), across[i % 2][1], high) for i in range(n)]


def join(column: Image.Image, im: Image.Image) -> Image.Image:
    """A picture with a column on its left, and the foot below the column."""
    whole = picture(max(column.height + ASIDE_HIGH, im.height), column.width + im.width)
    stand_aside(whole, column.width)
    whole.paste(column, (0, 0))
    whole.paste(im, (column.width, 0))
    return whole


def stand_aside(im: Image.Image, wide: int) -> None:
    """Paste the foot below the column on the left of a picture, `wide` px wide."""
    im.paste(frieze(wide), (0, im.height - FOOT))


def beside(im: Image.Image) -> Image.Image:
    """A picture with a tower on its left instead of the foot below, which a desktop, where the height is the limit, shows
    larger. If it would not, the picture itself.
    """
    whole = picture(im.height, ASIDE + im.width)
    if reduction(whole.size, DESKTOP) <= reduction((im.width, im.height + FOOT), DESKTOP):
        return im
    whole.paste(im, (ASIDE, 0))
    if not plain():
        draw, colour = ImageDraw.Draw(whole), mix(BG, PANEL_HI, 0.4)
        draw.rectangle((26, 76, ASIDE - 27, im.height), fill=colour)
        for x in range(26, ASIDE - 26, 44):
            draw.rectangle((x, 48, x + 21, 76), fill=colour)
    return whole


@drawn_once
def frieze(wide: int = WIDTH) -> Image.Image:
    """A long wall far away, hardly darker than the page; plain background in the plain theme."""
    im = picture(FOOT, wide)
    if plain():
        return im
    pen, colour = Pen(wide, FOOT), mix(BG, PANEL_HI, 0.4)
    for x, width, top in ((0, -(-wide // 36), 70), *((tower, 5, 34) for tower in TOWERS)):
        pen.poly(_battlement(x, width, top), colour, w=0)
    sprite = pen.finish()
    im.paste(sprite, (0, 0), sprite)
    return im


def _battlement(x: float, teeth: int, top: float) -> list[Point]:
    """A wall or tower with this number of merlons and gaps, standing on the lower edge."""
    step = (36, 15)[teeth == 5]
    low = top + step * 0.5
    crest = [(x + (k + end) * step, low if k % 2 else top) for k in range(teeth) for end in (0, 1)]
    return [(x, FOOT), *crest, (x + teeth * step, FOOT)]
