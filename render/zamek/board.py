"""The public table of Zamek: score strip, castle, the drawn tile, the pile, and the tokens with their effects."""

from collections.abc import Sequence

from PIL import Image

from data.shapes import WIDE
from engines.contract import Seat
from engines.zamek.components import WALL
from engines.zamek.view import Castle, Place, ZamekView
from render import frame as common
from render.art import icons
from render.canvas import lines, number, panel, paste, picture, plate, text
from render.contract import Audience
from render.frame import MARGIN, STRIP
from render.theme import ACCENT, BG, GOLD, INK, SLATE, TEXT, WHITE, WIDTH, Colour, mix, shape
from render.word_places import note_word
from render.zamek import castle, pieces, tiles, wall
from render.zamek.wall import SIDE, Frame

TOP = MARGIN + STRIP + 8
COLUMN = 549
"""Width of the column beside the castle in the wide shape (px)."""

LINE = 62
"""Height of a line of tokens."""

MORE = 42
"""Height that a second line of text adds."""

FEW = 2
"""The most kinds of token that get a line of their own each."""

BAND = 180
"""Height of a band for tile and pile if the wall leaves no corner free."""

Corner = tuple[int, int, int, int]


def draw(view: ZamekView, audience: Audience) -> Image.Image:
    """Draw the board, which is the same from every seat."""
    known, high, beside = view.castle, token_height(view, audience), shape() == WIDE
    where, left, right = lay_out(castle.squares(known), top())
    im = picture(where.bottom + MARGIN + (0 if beside else high))
    spots = common.spots(castle.SEATS, COLUMN, high)
    side = picture(spots[-1][1] + STRIP + high, COLUMN) if beside else im
    strip(side, spots, view, audience)
    wall.draw(im, where, view.towers)
    castle.lay(im, where, known)
    legal = [spot.square for spot in view.spots]
    castle.name_squares(im, where, (square for square in view.empty if square not in legal))
    castle.offer_squares(im, where, legal)
    for square in dict.fromkeys([*legal, *(offer.place.square for offer in view.offers)]):
        x, y, w, h = where.box(square)
        note_word(square, (x + (COLUMN if beside else 0), y, w, h))
    _areas(im, where, known, view)
    if known.laid:
        castle.frame_last(im, where, known.laid[-1].square)
    castle.people(im, where, known)
    castle.markers(im, where, view.markers)
    _points(im, where, known, view)
    pile(im, left, view.left, audience)
    _draw_question(im, right, view, audience, COLUMN if beside else 0)
    tokens(side, [(x, (y + STRIP if beside else where.bottom) + 4, w) for x, y, w in spots], view, audience)
    return common.join(side, im) if beside else im


def top() -> int:
    """The y where the castle begins: below the strip, or at the top beside it."""
    return MARGIN if shape() == WIDE else TOP


def lay_out(used: Sequence[str], top: int) -> tuple[Frame, Corner, Corner]:
    """The castle's frame, and the boxes (x, y, w, h) left and right above it for pile and tile."""
    where = wall.measure(tuple(used), top)
    left, right = _corner(where, top, right=False), _corner(where, top, right=True)
    if min(left[2], left[3], right[2], right[3]) >= 130:
        return where, left, right
    return wall.measure(tuple(used), top + BAND), (MARGIN, top, 400, BAND), (WIDTH - 414, top, 400, BAND)


def _corner(where: Frame, top: int, *, right: bool) -> Corner:
    """The largest free box in an upper corner, outside the wall."""
    best: Corner = (0, top, 0, 0)
    for rows in range(1, WALL.height):
        near = [x for x, y in WALL.squares if y < rows]
        if right:
            x = where.xs[max(near) + 1] + SIDE + 6 if near else 0
            w = WIDTH - 8 - x
        else:
            x, w = 8, where.xs[min(near)] - SIDE - 14 if near else 0
        h = where.ys[rows] - SIDE - 10 - top
        if min(w, h) > min(best[2], best[3]):
            best = (x, top, w, h)
    return best


def strip(im: Image.Image, spots: Sequence[common.Spot], view: ZamekView, audience: Audience) -> None:
    """Draw points, subjects in reserve and keeps. The seat on turn is highlighted; what it just scored is added."""
    gains = [sum(score.points for score in view.scored if score.seat == seat) for seat in range(castle.SEATS)]
    for seat in range(castle.SEATS):
        look, keep = castle.looks()[seat], view.keeps[seat]
        signs = [pieces.count_sign("subject", look, str(view.reserve[seat]))]
        if keep is not None:
            signs.append(pieces.count_sign("keep", look, str(keep.tiles)))
        active, sign = seat in view.pending, _together(signs)
        common.seat_score(im, spots[seat], audience, seat, view.scores[seat], gains[seat], sign, active=active)


def _together(signs: Sequence[Image.Image]) -> tuple[Image.Image, ...]:
    """Join signs of any width side by side."""
    out = Image.new("RGBA", (sum(sign.width + 10 for sign in signs), 66))
    x = 0
    for sign in signs:
        paste(out, sign, (x, 0))
        x += sign.width + 10
    return (out,)


def pile(im: Image.Image, corner: Corner, left: int, audience: Audience) -> None:
    """Draw the number of tiles left."""
    x, y, w, h = corner
    cx = x + w / 2
    text(im, (cx, y + 36), audience.words("zamek.board.left"), "bold", 42, TEXT, "m", w)
    high = min(86, h - 64)
    for off, colour in ((10, (96, 72, 52)), (5, (122, 92, 64)), (0, (156, 118, 80))):
        plate(im, (cx - 58 + off, y + 48 + off), 116, high, 10, colour, INK, 3)
    number(im, (cx, y + 48 + high / 2), str(left), 56, WHITE, stroke=3)


def _draw_question(im: Image.Image, corner: Corner, view: ZamekView, audience: Audience, left: int) -> None:
    """Draw the drawn tile, face down until somebody looks, or the token in question. `left`: px that stand left of `im`."""
    x, y, w, h = corner
    cx = x + w / 2
    size = min(168, w - 24, h - 62)
    if view.tile:
        text(im, (cx, y + 36), audience.words("zamek.board.tile"), "bold", 42, TEXT, "m", w)
        plate(im, (cx - size / 2 - 7, y + 46), size + 14, size + 14, 8, WHITE, INK, 2)
        im.paste(tiles.sprite(view.tile, 0, size), (round(cx - size / 2), y + 53))
        _note_tile(view.tile, round(cx - size / 2) + left, y + 53, size)
    elif view.ask == "draw":
        text(im, (cx, y + 36), audience.words("zamek.board.tile"), "bold", 42, TEXT, "m", w)
        plate(im, (cx - size / 2 - 7, y + 46), size + 14, size + 14, 8, (156, 118, 80), INK, 3)
        number(im, (cx, y + 53 + size / 2), "?", 90, WHITE, stroke=3)
    elif view.token:
        text(im, (cx, y + 36), audience.words("zamek.board.token"), "bold", 42, TEXT, "m", w)
        paste(im, pieces.token(view.token, size), (cx, y + 54 + size / 2), "c")


def _note_tile(tile: str, x: int, y: int, size: float) -> None:
    """Note where the drawn tile lies, and where its areas lie on it in each rotation."""
    note_word("", (x, y, size, size), turns=tuple((str(90 * turns), 90 * turns) for turns in range(4)))
    for turns in range(4):
        shape = tiles.plan(tile, turns)
        for part, area in enumerate(shape.areas):
            left, top = (size * (min(0.88, max(0.12, share)) - 0.12) for share in castle.figure_at(shape, part))
            note_word(area.word, (x + left, y + top, 0.24 * size, 0.24 * size), after=str(90 * turns))


def _areas(im: Image.Image, where: Frame, known: Castle, view: ZamekView) -> None:
    """Highlight areas just scored, and those in question."""
    for scored in view.scored:
        castle.highlight(im, where, known, scored.place, shine(scored.seat))
    for offer in view.offers:
        castle.highlight(im, where, known, offer.place)


def shine(seat: Seat | None) -> Colour:
    """The colour that highlights an area that pays a seat, or nobody."""
    return "#C9CED6" if seat is None else mix(castle.looks()[seat].tint, castle.looks()[seat].colour, 0.25)


def _points(im: Image.Image, where: Frame, known: Castle, view: ZamekView) -> None:
    taken: list[castle.Box] = []
    for offer in view.offers:
        spot = castle.middle_of(where, known, offer.place)
        castle.put_sign(im, spot, offer_sign(offer_name(view, offer.place), f"+{offer.points}"), taken)
    for scored in view.scored:
        spot = castle.middle_of(where, known, scored.place)
        said = f"+{scored.points}" if scored.seat is not None else "0"
        used = scored.place.kind if scored.doubled else ""
        castle.put_sign(im, spot, castle.pill(said, castle.owner_colour(scored.seat), used), taken)


def offer_name(view: ZamekView, place: Place) -> str:
    """The name of an area in question: its square, and the area's number if the square has several."""
    if sum(offer.place.square == place.square for offer in view.offers) == 1:
        return place.square
    return f"{place.square}·{area_number(view, place.square, place.area)}"


def area_number(view: ZamekView, square: str, area: str) -> int:
    """The number of an area of a laid tile, counted over all its areas as in the preview."""
    tile = next(laid.tile for laid in view.laid if laid.square == square)
    return wall.part(tile, area) + 1


def offer_sign(square: str, points: str) -> Image.Image:
    """A label with the name of an area in question, as on the button, and the points it would give."""
    wide = 30 + max(26 * len(square), 23 * len(points))
    out = panel(wide, 92, 14, INK, "#FFE296", 4).copy()
    number(out, (wide / 2, 28), square, 42, WHITE)
    number(out, (wide / 2, 67), points, 42, GOLD)
    return out


# -- tokens -------------------------------------------------------------------------------------------------------------------


def token_height(view: ZamekView, audience: Audience) -> int:
    """The height of the tokens in hand: one in a line if there are few kinds, else two."""
    if not any(view.tokens):
        return 0
    return 4 + max(sum(map(_row_height, _rows(view, seat, audience))) for seat in range(castle.SEATS))


def _few(view: ZamekView) -> bool:
    return max(len(set(tokens)) for tokens in view.tokens) <= FEW


def _rows(view: ZamekView, seat: Seat, audience: Audience) -> list[list[tuple[str, list[str]]]]:
    """A seat's kinds of token in rows, each with the lines that describe its effect."""
    few = _few(view)
    form, room = ("effect", common.columns(castle.SEATS)[seat][1] - 80) if few else ("short", None)
    kinds = [
        (kind, lines(said, "bold", 42, room, 2) if room else [said])
        for kind in dict.fromkeys(view.tokens[seat])
        for said in (audience.words(f"zamek.{form}.{kind}"),)
    ]
    across = 1 if few else 2
    return [kinds[i : i + across] for i in range(0, len(kinds), across)]


def _row_height(row: Sequence[tuple[str, list[str]]]) -> int:
    return LINE + MORE * (max(len(said) for _, said in row) - 1)


def tokens(im: Image.Image, spots: Sequence[common.Spot], view: ZamekView, audience: Audience) -> None:
    """Draw the tokens in hand, each with its effect; one just won in gold."""
    few = _few(view)
    for seat, (x, y, w) in enumerate(spots):
        look, held = castle.looks()[seat], view.tokens[seat]
        if not held:
            continue
        plate(im, (x, y), w, token_height(view, audience) - 4, 14, mix(BG, look.tint, 0.2), look.rim, 3)
        top, room = y + 4, w - 80 if few else w / 2 - 65
        for row in _rows(view, seat, audience):
            for column, (kind, said) in enumerate(row):
                left = x + 8 + column * (w // 2 - 4)
                paste(im, pieces.token(kind, 54), (left, top))
                if (count := held.count(kind)) > 1:
                    paste(im, icons.chip(f"{count}", 46, SLATE), (left + 18, top - 8))
                colour = ACCENT if any(won.seat == seat and won.token == kind for won in view.scored) else TEXT
                for i, line in enumerate(said):
                    text(im, (left + 59, top + 41 + i * MORE), line, "bold", 42, colour, room=room)
            top += _row_height(row)
