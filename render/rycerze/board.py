"""The public table of Rycerze i zamki while choices are made: the new tile large, choices already made face down, and small
below it the cards of the previous castle; and the parts of all public pictures: score strip, landscape with the tile, tablet,
mats.
"""

# ruff: noqa: PLR0917 - drawing functions take places and sizes
from collections.abc import Sequence

import msgspec
from PIL import Image

from data.shapes import WIDE
from engines.contract import Seat
from engines.rycerze.components import CASTLES, ROUNDS, TILE, VALUE
from engines.rycerze.events import Round
from engines.rycerze.view import Round as PastRound
from engines.rycerze.view import RycerzeView
from render import frame
from render.art import castles, icons, shields
from render.canvas import number, panel, paste, picture, plate, text
from render.contract import Audience
from render.frame import MARGIN, STRIP
from render.rycerze import cards
from render.sprite_cache import drawn_once
from render.theme import (
    ACCENT,
    BG,
    CAPTION,
    GOLD,
    INK,
    MUTED,
    NAME,
    PAPER_LOW,
    SEPIA,
    SMALL,
    TEXT,
    WHITE,
    WIDTH,
    Colour,
    mix,
    plain,
    player,
    shape,
)
from render.theme import MATERIALS as COLOURS

TOP = MARGIN + STRIP + 12
"""The y where the landscape begins, below the score strip."""

SIDE = 284
"""Width of the scores beside the landscape."""

INNER = WIDTH - 2 * MARGIN
FOOT = 68

SCENE = 400
BACK_W, BACK_H = 108, 148
LAST, FIGURE = 156, 100
"""Height of the part with the last round, and the width of its figures."""


class Table(msgspec.Struct, frozen=True):
    """What everybody may know about a table, from a view or an event; each tuple is by seat, except `tiles`."""

    game: int
    games: int
    round: int
    tiles: tuple[str, ...]
    points: tuple[int, ...]
    totals: tuple[int, ...]
    castles: tuple[tuple[str, ...], ...]
    hands: tuple[int, ...]
    camps: tuple[int, ...]
    sword: Seat

    @property
    def seats(self) -> int:
        return len(self.points)

    @property
    def tile(self) -> str:
        """The current tile."""
        return self.tiles[-1]


def of(source: RycerzeView | Round) -> Table:
    """The public part of a view, or the table after a round."""
    return msgspec.convert(source, Table, from_attributes=True)


def parts(tile: str) -> tuple[str, bool, int] | None:
    """Material, whether it is large, and points of a castle's tile; None for the drum."""
    if TILE[tile] >= CASTLES:
        return None
    size, material = tile.split("-")
    return material, size == "large", VALUE[TILE[tile]]


def heading(audience: Audience, tile: str) -> str:
    """The tile's name with a capital letter."""
    said = audience.words(f"rycerze.tile.{tile}")
    return said[:1].upper() + said[1:]


def top() -> int:
    """The y where the landscape begins: below the score strip, or at the top beside it."""
    return MARGIN if shape() == WIDE else TOP


def with_scores(
    im: Image.Image, table: Table, audience: Audience, active: Seat | None = None, gain: int = 0, just_won: str | None = None
) -> Image.Image:
    """The picture with its score strip: points, castles won in this game and the sword; `active` has just won `gain` points
    with the tile `just_won`.
    """
    beside = shape() == WIDE
    spots = frame.spots(table.seats, SIDE)
    side = picture(spots[-1][1] + STRIP, SIDE) if beside else im
    for seat, spot in enumerate(spots):
        won = seat == active
        signs = [tile_sign(tile, 64, ring=won and tile == just_won) for tile in table.castles[seat]]
        if table.sword == seat:
            signs.append(icons.sword_medal(66))
        frame.seat_score(side, spot, audience, seat, table.points[seat], gain * won, tuple(signs), active=won)
    return frame.join(side, im) if beside else im


def tile_sign(tile: str, size: int, *, ring: bool = False) -> Image.Image:
    """A small tile."""
    castle = parts(tile)
    return castles.castle_tile(castle[0], castle[1], size, ring) if castle else drum_tile(size)


@drawn_once
def drum_tile(size: int) -> Image.Image:
    """The small tile of a recruitment."""
    sprite = panel(size, size, round(size * 0.18), PAPER_LOW, SEPIA, 3).copy()
    paste(sprite, icons.drum(round(size * 0.84)), (size / 2, size / 2), "c")
    return sprite


def view_of_tile(im: Image.Image, y: int, h: int, tile: str, flag: Colour = GOLD, *, night: bool = False) -> None:
    """Draw the landscape with the castle at stake, or the recruiting camp, in its left 390 px."""
    paste(im, frame.hills(INNER, h, night=night), (MARGIN, y))
    base = y + round(h * 0.875)
    castle = parts(tile)
    if castle is None:
        size = min(230, round(h * 0.62))
        for x, wide in ((MARGIN + 26, 118), (MARGIN + 262, 132)):
            paste(im, icons.tent(wide), (x, base - round(wide * 0.98)))
        paste(im, icons.drum(size), (MARGIN + 196 - size / 2, base - round(size * 0.86)))
        return
    material, large, value = castle
    size = min(352, round((h - 30) * 1.14))
    paste(im, castles.castle_shadow(size), (MARGIN + 196 - size * 0.44, base - size * 0.075))
    paste(im, castles.castle(material, large, size, flag), (MARGIN + 206 - size / 2, base - castles.ground(size)))
    paste(im, icons.coin(104, str(value)), (MARGIN + 10, base - 82))


def track(im: Image.Image, x: int, y: int, w: int, table: Table, audience: Audience) -> None:
    """Draw the seven rounds: the tiles so far, the current one framed, a question mark for each to come; 82 px high."""
    words = audience.words
    above = words("rycerze.game", game=table.game, games=table.games) if table.games > 1 else words("rycerze.round.word")
    below = words("rycerze.round.of", round=table.round, rounds=ROUNDS)
    if table.games > 1:
        below = words("rycerze.round.short", round=table.round, rounds=ROUNDS)
    text(im, (x, y + 34), above, "bold", SMALL, SEPIA, room=156)
    text(im, (x, y + 74), below, "bold", 42, INK, room=156)
    left = x + 162
    slot = min(68, (x + w - left - 6 * 4) // 7)
    for i in range(ROUNDS):
        at = left + i * (slot + 4)
        now = i == table.round - 1
        fill, edge, thick = (WHITE, GOLD, 6) if now else (PAPER_LOW, mix(PAPER_LOW, SEPIA, 0.4), 3)
        plate(im, (at, y), slot, 82, 10, fill, edge, thick)
        if i < len(table.tiles):
            castle = parts(table.tiles[i])
            icon = castles.castle_icon(castle[0], castle[1], 56, castle[2]) if castle else icons.drum(54)
            paste(im, icon, (at + slot / 2, y + 40), "c")
        else:
            number(im, (at + slot / 2, y + 41), "?", 44, mix(PAPER_LOW, SEPIA, 0.9 if plain() else 0.64), secondary=True)


def ink_of(tile: str) -> Colour:
    """The colour of a tile's heading."""
    castle = parts(tile)
    return mix(COLOURS[castle[0]][1] if castle else "#8E1822", INK, 0.5 if plain() else 0.25)


def counts(im: Image.Image, x: int, y: int, tile: str, audience: Audience, room: int) -> None:
    """Draw which strength counts: the material's shield and its name; 84 px high."""
    castle = parts(tile)
    if castle is None:
        return
    material = castle[0]
    paste(im, shields.plain(material, 66, 80), (x, y + 2))
    said = audience.words("rycerze.counts", material=audience.words(f"rycerze.material.{material}"))
    text(im, (x + 82, y + 56), said, "bold", 42, INK, room=room - 82)


def mat(
    im: Image.Image, box: tuple[int, int, int, int], seat: Seat, table: Table, audience: Audience, *, bright: bool = False
) -> None:
    """Draw the coloured mat of a seat in a box (x, y, w, h). Its foot has the sizes of hand and camp, and the sum of all games
    in the longer variant; `bright`: this seat has won.
    """
    x, y, w, h = box
    look = player(seat, table.seats)
    edge, thick = (ACCENT, 6) if bright else (look.rim, 4)
    plate(im, (x, y), w, h, 18, mix(BG, look.tint, 0.45 if bright else 0.3), edge, thick)
    if name_height():
        left = x + (52 if table.seats == 2 else 12)  # two cards side by side: a crown covers the left corner
        paste(im, icons.badge(look, 42), (left, y + 10))
        room = x + w - 14 - left - 52
        text(im, (left + 52, y + 46), frame.names(audience)[seat], "bold", 42, TEXT, room=room, least=NAME, secondary=True)
    middle, foot = x + w // 2, y + h - FOOT // 2 - 4
    paste(im, icons.hand(64), (middle - 112, foot - 33))
    number(im, (middle - 42, foot), str(table.hands[seat]), 50, TEXT, "l")
    paste(im, icons.tent(62), (middle + 8, foot - 35))
    number(im, (middle + 76, foot), str(table.camps[seat]), 50, TEXT, "l")
    if table.games > 1:
        said = audience.words("rycerze.total", n=table.totals[seat])
        text(im, (middle, foot - 44), said, "bold", 42, mix(TEXT, MUTED, 0.3), "m", w - 20)


def name_height() -> int:
    """Height of the name line at the head of a mat, needed when no score is above it."""
    return 50 if shape() == WIDE else 0


def foot_height(table: Table) -> int:
    """Height of the foot of a mat."""
    return FOOT + (46 if table.games > 1 else 0)


def draw(view: RycerzeView, audience: Audience) -> Image.Image:
    """Draw the board, from any view: only its public part is drawn."""
    return draw_open(view, (), audience)


def draw_open(view: RycerzeView, hands: Sequence[RycerzeView], audience: Audience) -> Image.Image:
    """Draw the board with the choices of these private views face up."""
    chosen = {hand.viewer: hand.chosen for hand in hands}
    known = of(view)
    last = view.past[-1] if view.past and view.past[-1].cards and not view.over else None
    high = name_height() + 16 + BACK_H + 62 + (LAST if last else 0) + foot_height(known)
    below = top() + SCENE + 12
    im = picture(below + high + MARGIN)
    _scene(im, view, known, audience)
    for seat, (x, w) in enumerate(frame.columns(known.seats)):
        mat(im, (x, below, w, high), seat, known, audience)
        _choice(im, (x, below + name_height(), w), seat, view, audience, chosen.get(seat, ()))
        if last is not None:
            _last(im, (x, below + name_height() + 16 + BACK_H + 62, w), seat, last, audience)
    return with_scores(im, known, audience)


def _scene(im: Image.Image, view: RycerzeView, known: Table, audience: Audience) -> None:
    words, tile, y = audience.words, known.tile, top()
    view_of_tile(im, y, SCENE, tile)
    x, w = MARGIN + 400, INNER - 416
    frame.tablet(im, x, y + 16, w, SCENE - 32)
    frame.title(im, (x + 24, y + 80), heading(audience, tile), w - 48, ink_of(tile))
    ask = "rycerze.everyone.play" if parts(tile) else "rycerze.everyone.recruit"
    if parts(tile):
        counts(im, x + 22, y + 106, tile, audience, w - 44)
    else:
        paste(im, icons.tent(84), (x + 18, y + 102))
        text(im, (x + 110, y + 160), words("rycerze.recruit.how"), "bold", 42, SEPIA, room=w - 126)
    if view.over:
        frame.band(im, x + 16, y + 202, w - 32, words("rycerze.over"), sign=icons.crown(54))
    else:
        ready = sum(view.ready[seat] for seat in range(known.seats))
        frame.band(im, x + 16, y + 202, w - 32, words(ask), sign=icons.hourglass(56) if ready < known.seats else None)
    track(im, x + 20, y + SCENE - 16 - 94, w - 36, known, audience)


def _choice(
    im: Image.Image, at: tuple[int, int, int], seat: Seat, view: RycerzeView, audience: Audience, known: Sequence[str] = ()
) -> None:
    """Draw two cards face down and a tick after a seat has chosen, empty places before; `at`: x, y and width of the mat. Those
    `known` are face up.
    """
    x, y, w = at
    look, words = player(seat, view.seats), audience.words
    castle = parts(view.tiles[-1])
    passed = castle is None and view.camps[seat] == 0
    n = 2 if castle else 1
    chosen = view.ready[seat]
    left = x + w // 2 - (n * BACK_W + (n - 1) * 12) // 2
    for i in range(0 if passed or view.over else n):
        card = cards.back(look, BACK_W, BACK_H) if chosen else cards.place(BACK_W, BACK_H, look)
        if known:
            card = cards.open_card(known[i], look, BACK_W, BACK_H, castle[0] if castle is not None else "")
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


def _last(im: Image.Image, at: tuple[int, int, int], seat: Seat, played: PastRound, audience: Audience) -> None:
    """Draw the two cards that a seat played in the last round, with a crown if they won the castle; `at`: x, y and width."""
    x, y, w = at
    middle = x + w // 2
    paste(im, panel(w - 48, 4, 2, mix(BG, TEXT, 0.4)), (x + 24, y + 6))
    text(im, (middle, y + 34), audience.words("rycerze.last-round"), "bold", 40, mix(TEXT, MUTED, 0.4), "m", w - 20)
    for i, card in enumerate(played.cards[seat]):
        paste(im, cards.figure(card, FIGURE), (middle - FIGURE - 6 + i * (FIGURE + 12), y + 60))
    if played.took == seat:
        paste(im, icons.crown(64), (middle, y + 68), "c")
