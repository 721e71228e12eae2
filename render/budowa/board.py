"""The public picture of Budowa zamku: the wall of cards, and the castles as skylines. Above the castle of the player on turn is
what is asked, with the open card over the place where it would stand. A decision's scene looks the same, with the table after
the decision.
"""

# ruff: noqa: PLR0917 - drawing takes places and sizes
import msgspec
from PIL import Image

from engines.budowa.components import COLUMNS, ELEMENTS, HIGHEST, ROWS, SPOT, SPOTS, TILE, WIZARD, top
from engines.budowa.events import Back
from engines.budowa.state import Last
from engines.budowa.view import Board, BudowaView, Open
from engines.contract import Seat
from render import frame
from render.art import icons
from render.budowa import blocks, towers
from render.budowa.blocks import CARD, CELL_W, LEFT, MERLON, SIZES, Size
from render.budowa.lines import Decided, spot_name
from render.canvas import fit_name, lines, number, paste, picture, plate, text, width
from render.contract import Audience
from render.theme import ACCENT, BG, GOLD, INK, MUTED, NAME, TEXT, WHITE, WIDTH, Colour, Look, mix, plain, player
from render.word_places import note_word

EDGE, SPACE = 8, 8
"""The space beside and between panels (px)."""

SKY = 14
"""How much of the sky is above the wall (px)."""

HEAD = 142
"""Height of the part above a castle that says what is asked (px)."""

SHELF = WIDTH - EDGE - towers.ACROSS - 12
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

    def loss(self) -> int:
        """How many numbers could no longer be built if the open card were; 0 if it cannot be."""
        if self.open is None or "build" not in self.can:
            return 0
        return self.open.number - top(self.board.castles[self.active]) - 1

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
    im = picture(_below_wall(size) + known.seats * (size.row + SPACE) + HEAD)
    _wall(im, known)
    y = _below_wall(size)
    for seat in range(known.seats):
        head = HEAD if seat == known.active else 0
        _castle(im, y, head, seat, known, audience)
        y += size.row + head + SPACE
    return im


# ---------------------------------------------------------------- the wall


def _corner(spot: str, size: Size) -> tuple[int, int]:
    """The upper left corner of a spot's stone."""
    row, column = divmod(SPOT[spot], COLUMNS)
    return LEFT + column * CELL_W, EDGE + SKY + MERLON + row * size.cell


def _below_wall(size: Size) -> int:
    return EDGE + SKY + MERLON + len(ROWS) * size.cell + 6 + SPACE


def _wall(im: Image.Image, known: Known) -> None:
    """Draw the wall (B1): rows A-E from top to bottom, with the sky where a card is missing or open."""
    size, there = known.size, set(known.board.spots)
    notes = {note.spot: note.number for note in known.board.notes}
    plate(im, (EDGE, EDGE), WIDTH - 2 * EDGE, _below_wall(size) - EDGE - SPACE, 12, blocks.SKY, INK, 3)
    open_spot = known.open.spot if known.open is not None else ""
    there.discard(open_spot)
    for spot, place in SPOT.items():
        x, y = _corner(spot, size)
        uppermost = spot[0] == ROWS[0]
        if spot in there:
            stone = blocks.face_down(spot_name(spot), size.cell, notes.get(spot, 0), top=uppermost)
            paste(im, stone, (x, y - MERLON if uppermost else y))
            note_word(spot, (x, y, CELL_W, size.cell))
        else:
            left, above = SPOTS[place - 1] in there and place % COLUMNS > 0, SPOTS[place - COLUMNS] in there and not uppermost
            paste(im, blocks.gap(size.cell, left=left, above=above), (x, y))
    framed = open_spot or known.pointed or (known.last.spot if known.last is not None else "")
    if framed:
        x, y = _corner(framed, size)
        paste(im, blocks.frame(size.cell, gold=bool(open_spot)), (x - 5, y - 5))
    if open_spot:
        number(im, (x + CELL_W / 2, y + size.cell / 2), spot_name(open_spot), 46, GOLD, stroke=4, edge=INK)


# ---------------------------------------------------------------- the castles


def _castle(im: Image.Image, y: int, head: int, seat: Seat, known: Known, audience: Audience) -> None:
    """Draw a castle's row from `y` down, with `head` px above the castle."""
    size, look, active = known.size, player(seat, known.seats), seat == known.active and bool(known.ask or known.scene)
    fill = mix(BG, look.tint, 0.3) if active else mix(BG, look.tint, 0.12)
    plate(im, (EDGE, y), WIDTH - 2 * EDGE, size.row + head, 14, fill, look.rim, 6 if active else 3)
    _facts(im, y + head, seat, known, audience)
    foot, room = y + head + size.row - 12, size.row - 20
    castle = (TILE, *known.board.castles[seat])
    _skyline(im, foot, room, castle, look, known.fresh(seat))
    if known.board.wizard == seat and WIZARD in castle:
        x = SHELF + towers.left_of(castle.index(WIZARD), WIZARD)
        paste(im, blocks.wand(), (x + towers.WIDE - 28, foot - towers.height(WIZARD, room) - 58))
    if head:
        middle = _middle(castle, known)
        if known.open is not None and "build" in known.can:
            _draw_plan(im, foot, room, castle, known.open.number, look)
        _head(im, (y, foot - room), middle, known, audience)


def _skyline(im: Image.Image, foot: int, room: int, castle: tuple[int, ...], look: Look, fresh: int) -> None:
    """Draw a castle's towers on the scale of numbers, and walls for those left out."""
    end = SHELF + towers.ACROSS
    plate(im, (SHELF, foot - 4), towers.ACROSS, 6, 2, mix(MUTED, BG, 0.5))
    if SHELF + towers.left_of(len(castle), castle[-1]) + 70 < end:
        number(im, (end, foot - 24), str(HIGHEST), 34, MUTED, "r", secondary=True)
    for i, card in enumerate(castle):
        x = SHELF + towers.left_of(i, card)
        left_out = card - castle[i - 1] - 1 if i else 0
        if left_out:
            paste(im, towers.curtain(left_out), (x - left_out * towers.UNIT - 2, foot - towers.CURTAIN))
    for i, card in enumerate(castle):
        sprite = towers.tower(card, look.colour, towers.WIDE, room, fresh=card == fresh)
        paste(im, sprite, (SHELF + towers.left_of(i, card), foot - sprite.height))


def _draw_plan(im: Image.Image, foot: int, room: int, castle: tuple[int, ...], card: int, look: Look) -> None:
    """Draw where the open card would stand, and the numbers that would be left out."""
    x = SHELF + towers.left_of(len(castle), card)
    left_out = card - castle[-1] - 1
    if left_out:
        paste(im, towers.curtain(left_out, planned=True), (x - left_out * towers.UNIT - 2, foot - towers.CURTAIN))
    sprite = towers.plan(card, look.colour, room)
    paste(im, sprite, (x, foot - sprite.height))


def _middle(castle: tuple[int, ...], known: Known) -> int:
    """The x of the middle of the place where the open card would stand; where it would stand nowhere, far to the right."""
    if known.open is not None and "build" in known.can:
        return SHELF + towers.left_of(len(castle), known.open.number) + towers.WIDE // 2
    if known.open is not None and "insert" in known.can:
        at = sum(card < known.open.number for card in castle)
        before = towers.left_of(at - 1, castle[at - 1]) + towers.WIDE
        return SHELF + (before + towers.left_of(at, castle[at])) // 2
    return WIDTH


def _head(im: Image.Image, span: tuple[int, int], middle: int, known: Known, audience: Audience) -> None:
    """Draw what is asked or was done, and the open card; `span`: the top of this part, and that of the castle."""
    y, top_of_castle = span
    left, right = EDGE + 20, WIDTH - EDGE - 20
    shown, mood = _open_card(known)
    if shown is not None:
        x = min(max(middle, EDGE + 10 + CARD[0] // 2), WIDTH - EDGE - 10 - CARD[0] // 2)
        if "build" in known.can or "insert" in known.can:
            low = _tip(known, top_of_castle)
            pointer = blocks.arrow(low - y - CARD[1], WHITE if "build" in known.can else GOLD)
            paste(im, pointer, (middle - 24, y + CARD[1]))
        paste(im, blocks.open_card(shown.number, spot_name(shown.spot), mood), (x - CARD[0] // 2, y + 10))
        left, right = (left, x - CARD[0] // 2 - 20) if x > WIDTH / 2 else (x + CARD[0] // 2 + 20, right)
    name = frame.names(audience)[known.active]
    whole = head_text(known, audience, name)
    size = 52 if shown is None and width(whole, "bold", 52) <= right - left else 42
    caption = fit_name(whole, name, "bold", size, 1.9 * (right - left))
    said = lines(caption, "bold", size, right - left, 2)
    low = y + 2 + size
    for line in said:
        text(im, (left, low), line, "bold", size, TEXT, room=right - left)
        low += size
    aside, colour = _aside(known, audience)
    text(im, (left, low), aside, "bold", 42, colour, room=right - left)


def _tip(known: Known, top_of_castle: int) -> int:
    """The y of the tip of the arrow from the open card: above the place where it would be built, or the towers' figures."""
    room = known.size.row - 20
    if known.open is not None and "build" in known.can:
        return top_of_castle + room - towers.height(known.open.number, room) - 4
    return top_of_castle + room - towers.CURTAIN - 24


def _open_card(known: Known) -> tuple[Open | None, str]:
    """The card to show large, and how: the open one, or the one that a scene removes."""
    if known.open is not None:
        return known.open, "back" if known.open.decided else "open"
    if known.scene and known.last is not None and known.last.kind == "out":
        return Open(known.last.spot, known.last.number, known.last.seat, decided=True, decline="out"), "out"
    return None, ""


def _aside(known: Known, audience: Audience) -> tuple[str, Colour]:
    """What else matters now, and its colour: a card that goes back, how near the end is, what building would cost, or how many
    cards are left.
    """
    words = audience.words
    if known.open is not None and known.open.decided:
        name = frame.names(audience)[known.open.seat]
        return words("budowa.head.back", name=name, spot=spot_name(known.open.spot)), MUTED
    if known.board.stall:
        return words.count("budowa.stall", known.board.stall), ACCENT
    return lost_text(known, audience) or words.count("budowa.left", len(known.board.spots)), MUTED


def lost_text(known: Known, audience: Audience) -> str:
    """How many numbers building the open card would skip; "" if none."""
    if not known.loss() or known.open is None:
        return ""
    last = top(known.board.castles[known.active])
    return audience.words.count("budowa.lost", known.loss(), low=last, high=known.open.number)


def head_text(known: Known, audience: Audience, name: str) -> str:
    """The text in the head of the picture."""
    words, last = audience.words, known.last
    if known.scene and last is not None:
        return words(f"budowa.head.{last.kind}", name=name, number=last.number, spot=spot_name(last.spot))
    if known.ask == "decide" and known.open is not None:
        return words("budowa.head.decide", name=name, spot=spot_name(known.open.spot))
    return words("budowa.head.flip", name=name) if known.ask else words("budowa.over")


def _facts(im: Image.Image, y: int, seat: Seat, known: Known, audience: Audience) -> None:
    """Draw badge, mark and name; the number of elements out of ten, and points if figures count."""
    look = player(seat, known.seats)
    mark = frame.mark(audience, seat)
    castle, points = known.board.castles[seat], known.board.points[seat]
    paste(im, icons.badge(look, 44), (EDGE + 10, y + 8))
    left = EDGE + 64
    if mark:
        paste(im, icons.robot(36) if mark == "robot" else icons.white_flag(36), (left - 4, y + 11))
        left += 38
    text(im, (left, y + 43), frame.names(audience)[seat], "bold", 38, TEXT, room=SHELF - 8 - left, least=NAME, secondary=True)
    middle = y + known.size.row - 54
    wide = number(im, (EDGE + 14, middle), str(1 + len(castle)), 60, TEXT, "l")
    wide += number(im, (EDGE + 16 + wide, middle + 8), f"/{ELEMENTS}", blocks.NUMBERS, MUTED, "l")
    if known.board.figures:
        _points(im, (SHELF - 12, middle), audience.words("budowa.points", n=points), look, EDGE + 30 + wide)


def _points(im: Image.Image, at: tuple[float, float], points: str, look: Look, left: float) -> None:
    text(im, (at[0], at[1] + 20), points, "bold", 42, mix(look.rim, TEXT, 0.6 if plain() else 0.35), "r", room=at[0] - left)
