"""A person's profile: rating and its history, places, favourite games, usual opponents, achievements."""

import msgspec
from PIL import Image

from data.words import Words
from render import canvas, frame
from render.art import icons, shields
from render.canvas import number, paste, plate, text
from render.canvas import picture as empty
from render.contract import Picture
from render.encode import encode, shorten
from render.frame import MARGIN
from render.pen import Pen
from render.prose import sentence
from render.theme import ACCENT, CAPTION, GOLD, INK, MUTED, PANEL, PAPER, SEPIA, TEXT, WIDTH, mix

HEAD, PLOT, LINE, GAP = 190, 364, 66, 12
TILE = 132
LEFT = 150
"""The x where the plot begins; the numbers are left of it."""


class CrestBadge(msgspec.Struct, frozen=True):
    """An achievement: the key its sign is drawn from, its name, and how often."""

    key: str
    name: str
    times: int


class ProfileCard(msgspec.Struct, frozen=True):
    """What is shown of a person: name, what the ratings are of, the rating as it is shown ("" for none), a line below it; how
    often first to fourth; the rating after each game; figures as (name, value); sentences; crests.
    """

    user: int
    name: str
    about: str
    rating: str
    standing: str
    places: tuple[int, int, int, int]
    history: tuple[int, ...]
    figures: tuple[tuple[str, str], ...]
    facts: tuple[str, ...]
    crests: tuple[CrestBadge, ...] = ()


def picture(card: ProfileCard, words: Words) -> Picture:
    """The profile and its description."""
    return encode(draw(card, words), describe(card, words), "house")


def draw(card: ProfileCard, words: Words) -> Image.Image:
    """The profile."""
    plot = PLOT + GAP if len(card.history) > 1 else 0
    height = MARGIN + HEAD + GAP + TILE + GAP + plot + (LINE + GAP) * (len(card.facts) + len(card.crests)) + MARGIN
    im = empty(height)
    _head(im, card, words)
    y = MARGIN + HEAD + GAP
    _figures(im, y, card)
    y += TILE + GAP
    if plot:
        _plot(im, y, card.history, words)
        y += plot
    for fact in card.facts:
        plate(im, (MARGIN, y), WIDTH - 2 * MARGIN, LINE, 14, PANEL)
        text(im, (MARGIN + 20, y + 46), fact, "body", 42, TEXT, room=WIDTH - 2 * MARGIN - 40)
        y += LINE + GAP
    for crest in card.crests:
        plate(im, (MARGIN, y), WIDTH - 2 * MARGIN, LINE, 14, mix(PANEL, GOLD, 0.14), ACCENT, 3)
        paste(im, shields.arms(crest.key, 50), (MARGIN + 18, y + 5))
        text(im, (MARGIN + 88, y + 46), crest.name, "bold", 42, TEXT, room=WIDTH - 2 * MARGIN - 220)
        if crest.times > 1:
            number(im, (WIDTH - MARGIN - 20, y + LINE / 2), f"×{crest.times}", 44, ACCENT, "r")
        y += LINE + GAP
    return im


def _head(im: Image.Image, card: ProfileCard, words: Words) -> None:
    paste(im, frame.hills(WIDTH - 2 * MARGIN, HEAD), (MARGIN, MARGIN))
    plate(im, (MARGIN + 20, MARGIN + 20), 640, HEAD - 40, 16, PAPER, INK, 4)
    paste(im, shields.arms_of(card.user, card.name, 106), (MARGIN + 36, MARGIN + 34))
    name = canvas.name(card.name, words("render.standings.someone"))
    text(im, (MARGIN + 164, MARGIN + 92), name, "bold", 60, INK, room=480)
    text(im, (MARGIN + 164, MARGIN + 144), card.about, "bold", 42, SEPIA, room=480)
    plate(im, (WIDTH - MARGIN - 340, MARGIN + 20), 320, HEAD - 40, 16, PAPER, INK, 4)
    middle = WIDTH - MARGIN - 180
    number(im, (middle, MARGIN + 78), card.rating or "–", 84, INK, room=290)
    text(im, (middle, MARGIN + 148), card.standing, "bold", 42, SEPIA, "m", 296)


def _figures(im: Image.Image, y: int, card: ProfileCard) -> None:
    boxes = frame.columns(len(card.figures) + 1)
    for (x, w), (name, value) in zip(boxes, card.figures, strict=False):
        plate(im, (x, y), w, TILE, 14, PANEL)
        number(im, (x + w / 2, y + 48), value, 62, TEXT, room=w - 24)
        text(im, (x + w / 2, y + 112), name, "bold", 42, MUTED, "m", w - 16)
    x, w = boxes[-1]
    plate(im, (x, y), w, TILE, 14, PANEL)
    for place, count in enumerate(card.places):
        left, top = x + 12 + place % 2 * (w / 2 - 6), y + 12 + place // 2 * 58
        paste(im, icons.disc(place + 1, 48), (left, top))
        number(im, (left + 56, top + 24), str(count), 42, TEXT if count else MUTED, "l", room=w / 2 - 72)


def _plot(im: Image.Image, y: int, history: tuple[int, ...], words: Words) -> None:
    """Draw the rating after each game as a line, with its lowest and highest value and the initial value of all players."""
    wide = WIDTH - 2 * MARGIN
    plate(im, (MARGIN, y), wide, PLOT, 16, PANEL)
    text(im, (MARGIN + 20, y + 48), words("render.profile.history"), "bold", 42, CAPTION, room=wide - 40)
    low, high = min(*history, 1000), max(*history, 1000)
    margin = max(10, (high - low) * 0.08)
    bottom, top = low - margin, high + margin
    w, h = wide - LEFT - 30, PLOT - 130
    left, above = MARGIN + LEFT, y + 92

    def at(value: float) -> float:
        return h - (value - bottom) / (top - bottom) * h

    pen = Pen(w, h)
    points = [(8 + (w - 16) * i / (len(history) - 1), at(value)) for i, value in enumerate(history)]
    pen.poly([(points[0][0], h), *points, (points[-1][0], h)], mix(PANEL, GOLD, 0.18), w=0)
    for value in {low, 1000, high}:
        pen.line([(0, at(value)), (w, at(value))], mix(PANEL, TEXT, 0.4 if value == 1000 else 0.2), 2)
    pen.line(points, ACCENT, 5)
    pen.circle(*points[-1], 9, ACCENT, INK, 3)
    paste(im, pen.finish(), (left, above))
    labels: list[float] = []
    for value in (history[-1], high, low, 1000):
        if all(abs(at(value) - other) >= 44 for other in labels):  # a label that would overlap another is left out
            number(im, (left - 14, above + at(value)), str(value), 42, ACCENT if value == history[-1] else MUTED, "r")
            labels.append(at(value))


def describe(card: ProfileCard, words: Words) -> str:
    """The profile in words."""
    name = card.name or words("render.standings.someone")
    history = ""
    if len(card.history) > 1:
        low, high = min(card.history), max(card.history)
        history = words("render.profile.curve", low=low, high=high, n=len(card.history))
    said = sentence(
        words("render.profile.alt", name=name, about=card.about),
        f"{card.rating} ({card.standing})" if card.rating else card.standing,
        "; ".join(f"{what}: {value}" for what, value in card.figures),
        f"{words('render.profile.places')}: {' / '.join(map(str, card.places))}" if any(card.places) else "",
        history,
        *card.facts,
        "; ".join(f"{crest.name} ×{crest.times}" for crest in card.crests),
    )
    return shorten(said)
