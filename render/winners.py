"""The end of a tournament or a season: its first places on steps, each with coat of arms, medal, name and points."""

from collections.abc import Sequence

from PIL import Image

from data.words import Words
from render import canvas, standings
from render.art import icons, shields
from render.canvas import paste, plate, text
from render.canvas import picture as empty
from render.contract import Picture
from render.encode import encode
from render.frame import MARGIN
from render.standings import StandingsPicture, StandingsRow
from render.theme import BG, CAPTION, PANEL, TEXT, WIDTH, mix

MOST = 4
"""The most people on the steps: one more than places, as the last of them may be shared."""

STEPS = {1: 340, 2: 300, 3: 268}
"""Heights of the steps by place (px)."""

ARMS, MEDAL, GAP = 172, 88, 14


def picture(board: StandingsPicture, words: Words) -> Picture:
    """The rows of `board`, best first, on steps, and their description."""
    return encode(draw(board, words), standings.describe(board, words), "house")


def draw(board: StandingsPicture, words: Words) -> Image.Image:
    """The first places: the best in the middle, the second left of it, the third on the right."""
    rows = board.rows[:MOST]
    top = MARGIN + standings.HEAD + 64
    ground = top + round(ARMS * 1.12) + 20 + max((STEPS.get(row.place, STEPS[3]) for row in rows), default=0)
    im = empty(ground + MARGIN)
    standings.head(im, board.game, board.server, words)
    text(im, (MARGIN + 12, MARGIN + standings.HEAD + 46), board.about, "bold", 42, CAPTION, room=WIDTH - 2 * MARGIN - 24)
    wide = min(430, (WIDTH - 2 * MARGIN + GAP) // max(1, len(rows)) - GAP)
    left = (WIDTH - len(rows) * (wide + GAP) + GAP) // 2
    for at, row in enumerate(_as_they_stand(rows)):
        _step(im, (left + at * (wide + GAP), ground, wide), row, words)
    return im


def _as_they_stand(rows: Sequence[StandingsRow]) -> list[StandingsRow]:
    """Returns the rows from left to right."""
    return [*rows[1:2], *rows[:1], *rows[2:]]


def _step(im: Image.Image, at: tuple[int, int, int], row: StandingsRow, words: Words) -> None:
    x, ground, wide = at
    high, metal, middle = STEPS.get(row.place, STEPS[3]), icons.metal(row.place), x + wide / 2
    fill = mix(PANEL, metal, 0.16) if metal else mix(PANEL, PANEL, 0)
    plate(im, (x, ground - high), wide, high, 18, fill, mix(metal, BG, 0.2) if metal else mix(PANEL, TEXT, 0.16), 5)
    paste(im, shields.arms_of(row.user, row.name, ARMS), (middle, ground - high - ARMS * 0.56 - 12), "c")
    paste(im, icons.medal(row.place, MEDAL), (middle, ground - high + 66), "c")
    name = canvas.name(row.name, words("render.standings.someone"))
    text(im, (middle, ground - high + 166), name, "bold", 46, TEXT, "m", wide - 24)
    text(im, (middle, ground - high + 224), row.value, "bold", 52, TEXT, "m", wide - 24)
