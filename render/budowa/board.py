"""The public picture of Budowa zamku: the player on turn, the portrait grid, the castles. A decision's scene looks the same,
with the table after the decision.
"""

import msgspec
from PIL import Image

from engines.budowa.components import COLUMNS, ELEMENTS, ROWS, SPOT, TILE, WIZARD
from engines.budowa.events import Back
from engines.budowa.state import Last
from engines.budowa.view import Board, BudowaView, Open
from engines.contract import Seat
from render import frame
from render.art import icons
from render.budowa import blocks
from render.budowa.blocks import CELL_W, GAP, SIZES, SLOT, Size
from render.budowa.lines import Decided, spot_name
from render.canvas import fit_name, number, paste, picture, plate, text
from render.contract import Audience
from render.theme import ACCENT, BG, INK, MUTED, NAME, TEXT, WIDTH, Look, mix, plain, player

EDGE = 8
HEAD = 64
GRID = EDGE + HEAD + 8
"""The y where the grid begins."""
LEFT = (WIDTH - len(ROWS) * CELL_W) // 2 + GAP // 2
SHELF = WIDTH - EDGE - ELEMENTS * SLOT - 8
"""The x where the castles begin, right of names and counts."""


def scene(data: Decided, audience: Audience) -> Image.Image:
    """The table after a decision."""
    return paint(of_event(data), audience)


class Known(msgspec.Struct, frozen=True):
    """The data of a picture: a view's fields, or the table after a decision."""

    board: Board
    active: Seat
    """The seat on turn, or the one that has just decided."""
    open: Open | None = None
    can: tuple[str, ...] = ()
    last: Last | None = None
    ask: str = ""
    scene: bool = False
    """Whether this is the picture of a decision."""
    pointed: str = ""
    """The spot to frame."""

    @property
    def seats(self) -> int:
        return len(self.board.castles)

    @property
    def size(self) -> Size:
        return SIZES[self.seats]

    def fresh(self, seat: Seat) -> int:
        """The card this seat has just built; 0: none."""
        built = self.last is not None and self.last.kind in ("build", "insert") and self.last.seat == seat
        return self.last.number if built and self.last is not None else 0


def of_view(view: BudowaView) -> Known:
    """The public table."""
    return Known(board=view.board, active=view.active, open=view.open, can=view.can, last=view.last, ask=view.ask)


def of_event(data: Decided) -> Known:
    """The table after a decision."""
    last = Last(data.kind, data.seat, data.spot, 0 if isinstance(data, Back) else data.number)
    return Known(board=data.table, active=data.seat, last=last, scene=True)


def draw(view: BudowaView, audience: Audience, pointed: str = "") -> Image.Image:
    """The table now; `pointed` is the spot to frame."""
    return paint(msgspec.structs.replace(of_view(view), pointed=pointed), audience)


def paint(known: Known, audience: Audience) -> Image.Image:
    """The whole picture."""
    size = known.size
    below = GRID + COLUMNS * size.cell + 18
    im = picture(below + known.seats * size.row + EDGE - 4)
    _head(im, known, audience)
    _grid(im, known)
    for seat in range(known.seats):
        _castle(im, below + seat * size.row, seat, known, audience)
    return im


def head_text(known: Known, audience: Audience, name: str) -> str:
    """The text in the head of the picture."""
    words, last = audience.words, known.last
    if known.scene and last is not None:
        return words(f"budowa.head.{last.kind}", name=name, number=last.number, spot=spot_name(last.spot))
    if known.ask == "decide" and known.open is not None:
        return words("budowa.head.decide", name=name, spot=spot_name(known.open.spot))
    return words("budowa.head.flip", name=name) if known.ask else words("budowa.over")


def _head(im: Image.Image, known: Known, audience: Audience) -> None:
    words, look = audience.words, player(known.active, known.seats)
    name = frame.names(audience)[known.active]
    left, stall = len(known.board.spots), known.board.stall
    plate(im, (EDGE, EDGE), WIDTH - 2 * EDGE, HEAD, 16, mix(BG, look.tint, 0.3), look.rim, 4)
    paste(im, icons.badge(look, 46), (EDGE + 14, EDGE + 9))
    aside = words.count("budowa.stall", stall) if stall else words.count("budowa.left", left)
    line = EDGE + HEAD / 2 + 14
    colour = ACCENT if stall else TEXT
    end = WIDTH - EDGE - 20
    taken = text(im, (end, line), aside, "bold", 42, colour, "r", room=440)
    room = end - taken - 24 - (EDGE + 72)
    caption = fit_name(head_text(known, audience, name), name, "bold", 42, room)
    text(im, (EDGE + 72, line), caption, "bold", 42, TEXT, room=room)


# ---------------------------------------------------------------- the grid


def _corner(spot: str, size: Size) -> tuple[int, int]:
    row, column = divmod(SPOT[spot], COLUMNS)
    return LEFT + row * CELL_W, GRID + 5 + column * size.cell


def _grid(im: Image.Image, known: Known) -> None:
    """Draw the grid (B1): rows A-E are side by side, so that the cards are wide enough for a thumb."""
    size, there = known.size, set(known.board.spots)
    notes = {note.spot: note.number for note in known.board.notes}
    plate(im, (EDGE, GRID - 2), WIDTH - 2 * EDGE, COLUMNS * size.cell + 8, 12, blocks.TABLE, INK, 3)
    open_spot = known.open.spot if known.open is not None else ""
    for spot in SPOT:
        if spot in there and spot != open_spot:
            card = blocks.face_down(spot_name(spot), size.cell, notes.get(spot, 0))
        else:
            card = blocks.hole(size.cell)
        paste(im, card, _corner(spot, size))
    if known.open is not None:
        mood = "back" if known.open.decided else "open"
        _over(im, blocks.open_card(known.open.number, spot_name(open_spot), size.cell, mood), open_spot, size)
    elif known.pointed:
        x, y = _corner(known.pointed, size)
        paste(im, blocks.frame(size.cell), (x - 7, y - 7))
    elif known.last is not None:
        x, y = _corner(known.last.spot, size)
        if known.scene and known.last.kind == "out":
            _over(im, blocks.open_card(known.last.number, spot_name(known.last.spot), size.cell, "out"), known.last.spot, size)
        else:
            paste(im, blocks.frame(size.cell), (x - 7, y - 7))


def _over(im: Image.Image, card: Image.Image, spot: str, size: Size) -> None:
    """Paste a card that is larger than its spot, kept inside the picture."""
    x, y = _corner(spot, size)
    left = min(max(2, x - 13), WIDTH - 2 - card.width)
    paste(im, card, (left, y - 13))


# ---------------------------------------------------------------- the castles


def _castle(im: Image.Image, y: int, seat: Seat, known: Known, audience: Audience) -> None:
    size, look, active = known.size, player(seat, known.seats), seat == known.active and bool(known.ask or known.scene)
    fill = mix(BG, look.tint, 0.3) if active else mix(BG, look.tint, 0.12)
    plate(im, (EDGE, y), WIDTH - 2 * EDGE, size.row - 6, 14, fill, look.rim, 6 if active else 3)
    _facts(im, y, seat, known, audience)
    castle = known.board.castles[seat]
    foot = y + size.row - 9 - size.slot
    fresh = known.fresh(seat)
    for i, card in enumerate((TILE, *castle)):
        last = i == len(castle)
        paste(im, blocks.castle_card(card, size, look.colour, last=last, fresh=card == fresh), (SHELF + i * SLOT, foot))
    opened = known.open if active else None
    buildable = opened.number if opened is not None and "build" in known.can else None
    for i in range(1 + len(castle), ELEMENTS):
        number = buildable if i == 1 + len(castle) else None
        empty = blocks.place(size) if number is None else blocks.place(size, look.colour, number)
        paste(im, empty, (SHELF + i * SLOT, foot))
    if opened is not None and "insert" in known.can:
        under = sum(card < opened.number for card in castle)
        paste(im, blocks.gap(), (SHELF + (1 + under) * SLOT - 30, foot + size.wall - 50))
    _missing(im, (y, len(castle) + (buildable is not None), ELEMENTS - 1 - len(castle)), size, audience)


def _missing(im: Image.Image, at: tuple[int, int, int], size: Size, audience: Audience) -> None:
    """Draw the number of missing elements above their empty places; `at`: the row's top, places taken, elements missing."""
    y, taken, missing = at
    free = ELEMENTS - 1 - taken
    if missing and free:
        middle = SHELF + (1 + taken + ELEMENTS) / 2 * SLOT
        room = free * SLOT - 4 if free > 1 else SLOT + 4
        words = audience.words("budowa.missing", n=missing)
        short = audience.words("budowa.missing.short", n=missing)
        text(
            im,
            (middle, y + size.row - size.slot + size.wall - 22),
            words if free > 1 else short,
            "bold",
            blocks.NUMBERS,
            MUTED,
            "m",
            room,
        )


def _facts(im: Image.Image, y: int, seat: Seat, known: Known, audience: Audience) -> None:
    """Draw badge, mark and name; the number of elements out of ten, and points if figures count."""
    look, size = player(seat, known.seats), known.size
    mark = frame.mark(audience, seat)
    castle, points = known.board.castles[seat], known.board.points[seat]
    paste(im, icons.badge(look, 44), (EDGE + 10, y + 8))
    left = EDGE + 64
    if mark:
        paste(im, icons.robot(36) if mark == "robot" else icons.white_flag(36), (left - 4, y + 11))
        left += 38
    text(im, (left, y + 43), frame.names(audience)[seat], "bold", 38, TEXT, room=SHELF - 8 - left, least=NAME, secondary=True)
    middle = y + size.row - (46 if size.row > 130 else 38)
    wide = number(im, (EDGE + 14, middle), str(1 + len(castle)), 60 if size.row > 130 else 52, TEXT, "l")
    wide += number(im, (EDGE + 16 + wide, middle + 8), f"/{ELEMENTS}", blocks.NUMBERS, MUTED, "l")
    if known.board.figures:
        _points(im, (SHELF - 12, middle), audience.words("budowa.points", n=points), look, EDGE + 30 + wide)
    if known.board.wizard == seat and WIZARD in castle:
        paste(im, blocks.wand(), (SHELF + (1 + castle.index(WIZARD)) * SLOT + SLOT - 30, y + 4))


def _points(im: Image.Image, at: tuple[float, float], points: str, look: Look, left: float) -> None:
    text(im, (at[0], at[1] + 20), points, "bold", 42, mix(look.rim, TEXT, 0.6 if plain() else 0.35), "r", room=at[0] - left)
