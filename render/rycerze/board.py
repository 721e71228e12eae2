"""The public table of Rycerze i zamki while choices are made: the new tile large, who has chosen as cards face down, and small
below it the cards of the castle before.
"""

from __future__ import annotations

from PIL import Image

from engines.contract import Seat
from engines.rycerze.view import Round, RycerzeView
from render import frame
from render.art import icons
from render.canvas import panel, paste, picture, text
from render.contract import Audience
from render.frame import MARGIN
from render.rycerze import cards, table
from render.theme import BG, CAPTION, MUTED, SEPIA, TEXT, mix, player

SCENE = 400
BACK_W, BACK_H = 108, 148
LAST, FIGURE = 156, 100
"""Height of the last round, and the width of its figures."""


def draw(view: RycerzeView, audience: Audience) -> Image.Image:
    """The board, from any view: only what is public in it is drawn."""
    known = table.of(view)
    last = view.past[-1] if view.past and view.past[-1].cards and not view.over else None
    high = 16 + BACK_H + 62 + (LAST if last else 0) + table.foot_height(known)
    top = table.TOP + SCENE + 12
    im = picture(top + high + MARGIN)
    table.strip(im, known, audience)
    _scene(im, view, known, audience)
    for seat, (x, w) in enumerate(frame.columns(known.seats)):
        table.mat(im, (x, top, w, high), seat, known, audience)
        _choice(im, (x, top, w), seat, view, audience)
        if last is not None:
            _last(im, (x, top + 16 + BACK_H + 62, w), seat, last, audience)
    return im


def _scene(im: Image.Image, view: RycerzeView, known: table.Table, audience: Audience) -> None:
    words, tile, y = audience.words, known.tile, table.TOP
    table.view_of_tile(im, y, SCENE, tile)
    x, w = MARGIN + 400, table.INNER - 416
    frame.tablet(im, x, y + 16, w, SCENE - 32)
    frame.title(im, (x + 24, y + 80), table.heading(audience, tile), w - 48, table.ink_of(tile))
    ask = "rycerze.everyone.play" if table.parts(tile) else "rycerze.everyone.recruit"
    if table.parts(tile):
        table.counts(im, x + 22, y + 106, tile, audience, w - 44)
    else:
        paste(im, icons.tent(84), (x + 18, y + 102))
        text(im, (x + 110, y + 160), words("rycerze.recruit.how"), "bold", 42, SEPIA, room=w - 126)
    if view.over:
        frame.band(im, x + 16, y + 202, w - 32, words("rycerze.over"), sign=icons.crown(54))
    else:
        ready = sum(view.ready[seat] for seat in range(known.seats))
        frame.band(im, x + 16, y + 202, w - 32, words(ask), sign=icons.hourglass(56) if ready < known.seats else None)
    table.track(im, x + 20, y + SCENE - 16 - 94, w - 36, known, audience)


def _choice(im: Image.Image, at: tuple[int, int, int], seat: Seat, view: RycerzeView, audience: Audience) -> None:
    """Two cards face down and a tick once a seat has chosen, empty places before; `at`: x, y and width of the mat."""
    x, y, w = at
    look, words = player(seat, view.seats), audience.words
    castle = table.parts(view.tiles[-1]) is not None
    passed = not castle and view.camps[seat] == 0
    n = 2 if castle else 1
    chosen = view.ready[seat]
    left = x + w // 2 - (n * BACK_W + (n - 1) * 12) // 2
    for i in range(0 if passed or view.over else n):
        card = cards.back(look, BACK_W, BACK_H) if chosen else cards.place(BACK_W, BACK_H, look)
        paste(im, card, (left + i * (BACK_W + 12), y + 16))
    middle = x + w // 2
    if view.over:
        return
    if passed:
        paste(im, icons.tent(110), (middle, y + 16 + BACK_H // 2), "c")
        said, colour = words("rycerze.empty-camp"), mix(TEXT, MUTED, 0.5)
    elif chosen:
        paste(im, icons.tick(64), (left + n * BACK_W + (n - 1) * 12 - 6, y + BACK_H - 6), "c")
        said, colour = words("rycerze.chosen"), mix(TEXT, TEXT, 0)
    else:
        paste(im, icons.hourglass(64), (middle, y + 16 + BACK_H // 2), "c")
        said, colour = words("rycerze.choosing"), mix(CAPTION, MUTED, 0.3)
    text(im, (middle, y + 16 + BACK_H + 44), said, "bold", 42, colour, "m", w - 20)


def _last(im: Image.Image, at: tuple[int, int, int], seat: Seat, played: Round, audience: Audience) -> None:
    """The two cards that a seat played in the last round, a crown where they won the castle; `at`: x, y and width."""
    x, y, w = at
    middle = x + w // 2
    paste(im, panel(w - 48, 4, 2, mix(BG, TEXT, 0.4)), (x + 24, y + 6))
    text(im, (middle, y + 34), audience.words("rycerze.last-round"), "bold", 40, mix(TEXT, MUTED, 0.4), "m", w - 20)
    for i, card in enumerate(played.cards[seat]):
        paste(im, cards.figure(card, FIGURE), (middle - FIGURE - 6 + i * (FIGURE + 12), y + 60))
    if played.took == seat:
        paste(im, icons.crown(64), (middle, y + 68), "c")
