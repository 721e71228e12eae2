"""The public picture of Torres: the board with everything on it, the scores with towers and counts beside or below it, and the
band that says what is asked. Marks on the stacks show squares that may be chosen, and what was just done.
"""

# ruff: noqa: PLR0917 - drawing takes places and sizes
import random
from collections import Counter
from collections.abc import Sequence

import msgspec
from PIL import Image

from data.shapes import TALL
from data.shapes import WIDE as WIDE_SHAPE
from engines.contract import Move
from engines.torres.components import ACTION_POINTS, PHASES, TOO_NEAR
from engines.torres.rules import TorresGame
from engines.torres.squares import FULL, NUMBER, names
from engines.torres.state import LastAction
from engines.torres.view import TorresView
from render import frame
from render.art import icons
from render.canvas import lines, number, panel, paste, picture, plate, text
from render.contract import Audience
from render.frame import BESIDE, MARGIN, Box, stand
from render.pen import Pen
from render.pen import shape as outline
from render.sprite_cache import drawn_once
from render.theme import (
    ACCENT,
    CAPTION,
    GOLD,
    INK,
    MUTED,
    NAME,
    PANEL,
    PANEL_HI,
    TEXT,
    WHITE,
    WIDTH,
    Look,
    Shade,
    mix,
    player,
    shape,
)
from render.torres import figures, ground

ACROSS = 1270
"""Width of a picture with the board in the shape for all screens (px). A phone shows it at 0.28 of its size; a desktop, where
height is the limit, at 0.29.
"""

FOOT = 130
"""Height of the foot below the board, including the band."""

BAND, TALLER, GAP = 84, 104, 10
"""Heights of the band, without and with a master card in it, and the gap between panels (px)."""

LEFT, WIDE = ground.ACROSS + 6, ACROSS - MARGIN - ground.ACROSS - 6
"""The x where the scores begin in that shape, and their width."""

PANEL_HIGH, SIDE = 254, 600
"""In the other shapes: the height of a panel, and the width of the column beside the board."""

PIP_EDGE = Shade(INK, INK, "#FFFFFF")
TOWER = 44
"""Width of a tower beside the board."""

HEAD = 106
"""Height of the part that all panels share."""

LINE = 54
"""Height of a line in the band beside the board."""

_BUILDS = {"supply", "under", "shift"}
"""Cards that add a segment to their target."""

MOST = 10
"""The most squares that are offered as buttons on the board itself."""

KNIGHT_AT = (74, 64)
"""The centre of a figure, from the upper left corner of its square (px)."""

SMALL_W, RISE = 68, 19
"""A small knight's width, and how much higher it stands (px)."""


class Places(msgspec.Struct, frozen=True):
    """The places of the parts of a picture with the board."""

    size: tuple[int, int]
    board: int
    """The left edge of the board; its upper edge is the picture's."""
    panels: list[Box]
    """The score panels by seat."""
    words: tuple[int, int, int]
    """Left, top and width of the band, and of what is below it."""

    def empty(self) -> Image.Image:
        """An empty picture with only its foot."""
        im = picture(self.size[1], self.size[0])
        if self.size[0] == ACROSS:
            stand(im)
        elif self.size[0] != WIDTH:
            frame.stand_aside(im, self.board)
        return im


def places(seats: int, band: int, below: int = 0) -> Places:
    """The places in the current shape. `band`: the height of the band; `below`: the height of what is below it."""
    if shape() == TALL:
        top = ground.HEIGHT + PANEL_HIGH + GAP
        panels = [(x, ground.HEIGHT, w, PANEL_HIGH) for x, w in frame.columns(seats)]
        size = (WIDTH, top + band + below + MARGIN)
        return Places(size, (WIDTH - ground.ACROSS) // 2, panels, (MARGIN, top, WIDTH - 2 * MARGIN))
    if shape() == WIDE_SHAPE:
        panels = frame.pairs(seats, SIDE + 2 * MARGIN, PANEL_HIGH)
        top = panels[-1][1] + PANEL_HIGH + GAP
        high = max(ground.HEIGHT, top + band + below + frame.ASIDE_HIGH)
        return Places((MARGIN + SIDE + 6 + ground.ACROSS, high), MARGIN + SIDE + 6, panels, (MARGIN, top, SIDE))
    high = min(300, (ground.HEIGHT - 2 * MARGIN - GAP * (seats - 1)) // seats)
    panels = [(LEFT, MARGIN + i * (high + GAP), WIDE, high) for i in range(seats)]
    size = (ACROSS, ground.HEIGHT + FOOT + below)
    return Places(size, 0, panels, (BESIDE, ground.HEIGHT + GAP, ACROSS - MARGIN - BESIDE))


class Score(msgspec.Struct, frozen=True):
    """One panel beside the board."""

    look: Look
    """The player's look."""
    name: str
    mark: str
    """The mark of a computer player, or of a player who has left."""
    points: int
    active: bool = False
    """Whether the player is on turn."""
    towers: tuple[int, ...] = ()
    """The heights of the player's towers."""
    used: int = -1
    """Segments left of the tower used this turn; -1 if none."""
    cards: int = -1
    """Cards in hand; -1 to hide them."""
    reserve: int = -1
    """Knights not placed; -1 to hide them."""


def scores(view: TorresView, audience: Audience) -> list[Score]:
    """The panels during a game, by seat."""
    drawn = frame.names(audience)
    return [
        Score(
            look=player(seat, view.seats),
            name=drawn[seat],
            mark=frame.mark(audience, seat),
            points=view.scores[seat],
            active=seat in view.pending,
            towers=view.towers[seat],
            used=view.used if seat == view.acting and not view.over else -1,
            cards=view.hands[seat],
            reserve=view.reserve[seat],
        )
        for seat in range(view.seats)
    ]


def side(im: Image.Image, panels: list[Score], boxes: list[Box]) -> None:
    """Draw the scores: points, name, cards in hand, knights in reserve, towers by height."""
    heads(im, panels, boxes)
    for what, (x, top, w, _) in zip(panels, boxes, strict=True):
        y = top + HEAD
        if what.cards >= 0:
            paste(im, icons.hand(44), (x + 8, y))
            number(im, (x + 54, y + 22), str(what.cards), figures.LABEL, mix(TEXT, MUTED, 0.25), "l")
        if what.reserve >= 0:
            end: float = x + w - 12
            end -= number(im, (end, y + 22), str(what.reserve), figures.LABEL, mix(TEXT, MUTED, 0.25), "r")
            paste(im, figures.pawn(38, mix(PANEL, TEXT, 0.62)), (end - 40, y + 3))
        stand = [(what.used, GOLD)] if what.used >= 0 else []
        stand += [(height, figures.TOWER) for height in what.towers]
        across = (w - 16) // (TOWER + 4)
        for i, (height, fill) in enumerate(stand):
            at = (x + 12 + i % across * (TOWER + 4), y + 49 + i // across * (TOWER + 11))
            paste(im, figures.tower(height, TOWER, fill), at)


def heads(im: Image.Image, panels: list[Score], boxes: list[Box]) -> None:
    """Draw panels with badge, points and name."""
    for what, (x, y, w, high) in zip(panels, boxes, strict=True):
        fill = mix(PANEL, what.look.tint, 0.32) if what.active else PANEL
        plate(im, (x, y), w, high, 16, fill, ACCENT if what.active else what.look.rim, 7 if what.active else 4)
        paste(im, icons.badge(what.look, 46), (x + 12, y + 11))
        number(im, (x + w - 14, y + 36), str(what.points), 58, TEXT, "r")
        left = x + 12
        if what.mark:
            paste(im, icons.robot(40) if what.mark == "robot" else icons.white_flag(40), (left, y + 62))
            left += 44
        room = x + w - 10 - left
        text(im, (left, y + 96), what.name, "bold", figures.LABEL, TEXT, room=room, least=NAME, secondary=True)


def when(view: TorresView, audience: Audience) -> str:
    """The part of the game that is being played."""
    words = audience.words
    if view.over:
        return words("torres.over")
    if view.asks in {"act", "keep"}:
        return words("torres.when", phase=view.phase, phases=PHASES, round=view.round, rounds=view.rounds)
    if view.asks in {"king", "first"}:
        return words("torres.when.between", phase=view.phase)
    return words("torres.when.setup")


def asked(view: TorresView, audience: Audience) -> str:
    """What everybody waits for, if this is not an ordinary turn; else ""."""
    return "" if view.over or view.asks in {"act", "keep"} else audience.words(f"torres.everyone.{view.asks}")


def band_high(view: TorresView, audience: Audience) -> int:
    """The height of the band."""
    if shape() != WIDE_SHAPE:
        return TALLER if view.master else BAND
    means = not (view.over or asked(view, audience))
    return 20 + LINE * (len(_said(view, audience, SIDE - 36)) + means + bool(view.master))


def _said(view: TorresView, audience: Audience, room: float) -> list[str]:
    """The words of the band; several lines if it is beside the board."""
    said, plain = when(view, audience), asked(view, audience)
    whole = f"{said}: {plain}" if plain else said
    return lines(whole, "bold", figures.LABEL, room, 4) if shape() == WIDE_SHAPE else [whole]


def band(im: Image.Image, at: tuple[int, int, int], view: TorresView, audience: Audience) -> None:
    """Draw the band at (left, top, width): phase and round, action points and segments of the turn, or what is asked. Beside
    the board each has a line of its own.
    """
    (x, y, w), high = at, band_high(view, audience)
    plate(im, (x, y), w, high, 14, PANEL, PANEL_HI, 3)
    left, right, stacked = x + 18.0, x + w - 18.0, shape() == WIDE_SHAPE
    if view.master:
        low = y + high - (52 if not stacked else 62)
        paste(im, star(46), (left - 4, low + 1))
        said = audience.words(f"torres.master.{view.master}")
        text(im, (left + 50, low + 38), said, "bold", figures.LABEL, CAPTION, room=right - left - 50)
    middle = y + (38 if stacked else 28 if view.master else high / 2)
    lines = _said(view, audience, right - left)
    if not (view.over or asked(view, audience)):
        used = _means(im, right, middle + LINE * len(lines) * stacked, view, audience)
        right -= 0 if stacked else used + 20
    for i, said in enumerate(lines):
        text(im, (left, middle + 14 + i * LINE), said, "bold", figures.LABEL, CAPTION, room=right - left)


def _means(im: Image.Image, right: float, middle: float, view: TorresView, audience: Audience) -> float:
    """Draw the action points left, and the segments left of the tower in use; returns the width used."""
    at = right
    if view.used >= 0:
        at -= number(im, (at, middle), str(view.used), figures.LABEL, TEXT, "r")
        paste(im, figures.segment(50), (at - 54, middle - 26))
        at -= 70
    for i in reversed(range(max(ACTION_POINTS, view.ap))):
        paste(im, pip(full=i < view.ap), (at - 28, middle - 14))
        at -= 31
    at -= number(im, (at - 8, middle), str(view.ap), 48, ACCENT, "r") + 8
    at -= text(im, (at - 12, middle + 14), audience.words("torres.ap"), "bold", figures.LABEL, CAPTION, "r") + 12
    return right - at


@drawn_once
def pip(*, full: bool) -> Image.Image:
    """One action point, left or spent."""
    return Pen(28, 28).circle(14, 14, 11, GOLD if full else mix(PANEL, INK, 0.3), PIP_EDGE, 3).done()


@drawn_once
def star(size: int) -> Image.Image:
    """The sign of the master card."""
    return Pen(100, 100).poly(outline("star", 50, 50, 38), GOLD, INK, 6).done(size, size)


class Marks(msgspec.Struct, frozen=True):
    """The squares to mark during a choice."""

    targets: dict[str, str] = {}
    """The squares that may be chosen, each with a short remark: its cost, or ""."""
    chosen: tuple[str, ...] = ()
    """The squares chosen so far."""


def marks_asked(view: TorresView) -> Marks:
    """The squares that a public question offers: the first castles, knights and the king; none in an ordinary turn."""
    land, free = view.terrain, FULL & ~view.occupied()
    if view.asks == "castle":
        taken = 0
        for castle in view.castles:
            taken |= TOO_NEAR[NUMBER[castle.squares[0]]]
        mask = FULL & ~taken
    elif view.asks in {"start", "crown"}:
        mask = land.least[1] & free
    elif view.asks == "king":
        royal = next((castle.squares for castle in view.castles if castle.royal), ())
        mask = land.least[1] & free & ~sum(1 << NUMBER[square] for square in royal)
    else:
        return Marks()
    return Marks(dict.fromkeys(names(mask), ""))


def offered(view: TorresView, said: Move) -> Marks:
    """The squares that may follow `said`, with the cost of walks. The rules are asked, with a position that looks like this to
    the viewer, so that the marks match the menus.
    """
    if not said:
        return marks_asked(view)
    position = TorresGame().determinize(view, random.Random(0))  # noqa: S311 - hidden parts do not matter here
    squares = [word for word in position.choices(view.acting, said).words if word in NUMBER]
    chosen = tuple(word for word in said if word in NUMBER)
    if len(said) == 2 and said[0] == "move":
        reach = view.reach(said[1])
        return Marks({square: str(reach[square]) for square in squares}, chosen)
    return Marks(dict.fromkeys(squares, ""), chosen)


class Done(msgspec.Struct, frozen=True):
    """The latest actions."""

    last: str = ""
    """The square of the latest action."""
    squares: tuple[str, ...] = ()
    """The squares of all actions of that turn."""
    left: tuple[str, ...] = ()
    """The squares that figures or segments came from."""
    added: dict[str, int] = {}
    """Segments added, by square."""


def done(view: TorresView) -> Done:
    """The actions of this turn or, if there are none yet, those of the previous turn."""
    if not view.deeds:
        return Done()
    newest = view.deeds[-1].turn
    deeds = [deed for deed in view.deeds if deed.turn == newest]
    targets = [deed.target for deed in deeds if deed.target]
    added = Counter(deed.target for deed in deeds if _builds(deed))
    left = tuple(dict.fromkeys(deed.start for deed in deeds if deed.start and deed.start not in targets))
    return Done(targets[-1] if targets else "", tuple(dict.fromkeys(targets)), left, dict(added))


def _builds(deed: LastAction) -> bool:
    return bool(deed.target) and (deed.kind == "build" or (deed.kind == "card" and deed.card in _BUILDS))


def draw(view: TorresView, audience: Audience) -> Image.Image:
    """Draw the board, from any view: only its public part is drawn."""
    at = places(view.seats, band_high(view, audience))
    im = at.empty()
    whole(im, at, view, audience, marks_asked(view))
    return im


def whole(im: Image.Image, at: Places, view: TorresView, audience: Audience, shown: Marks) -> None:
    """Draw board, scores and band."""
    table = picture(ground.HEIGHT, ground.ACROSS)
    lay(table, 0, view, shown)
    im.paste(table, (at.board, 0))
    side(im, scores(view, audience), at.panels)
    band(im, at.words, view, audience)


def lay(im: Image.Image, top: int, view: TorresView, shown: Marks) -> None:
    """Draw the board with figures, what was done last and what may be chosen; its upper edge is at `top`."""
    royal = next((castle.squares for castle in view.castles if castle.royal), ())
    im.paste(ground.terrain(view.heights, frozenset(royal)), (0, top))
    if shown.targets or shown.chosen:
        _targets(im, top, view, shown)
    else:
        _done(im, top, view)
    looks = [player(seat, view.seats) for seat in range(view.seats)]
    pieces(im, top, view.heights, view.knights, view.king, looks)
    for square, remark in shown.targets.items():
        _name(im, top, view, square, remark)
    if not shown.targets and not shown.chosen:
        for square, count in done(view).added.items():
            x, y = ground.corner(square)
            y += top - ground.lift(view.level(square))
            paste(im, _chip(f"+{count}"), (x + 4, y + ground.CELL - 52))


def pieces(
    im: Image.Image,
    top: int,
    heights: Sequence[int],
    knights: Sequence[Sequence[str]],
    king: str,
    looks: list[Look],
    *,
    small: bool = False,
) -> None:
    """Draw knights and king, upper rows first; `small` knights leave room for a line below them."""
    wide, rise = (SMALL_W, RISE) if small else (figures.KNIGHT_W, 0)
    stand = [(square, figures.knight(looks[seat], wide)) for seat, squares in enumerate(knights) for square in squares]
    if king:
        stand.append((king, figures.king()))
    for square, sprite in sorted(stand, key=lambda each: -(NUMBER[each[0]] % 8)):
        x, y = middle(square, heights, top)
        paste(im, sprite, (x, y - rise), "c")


def middle(square: str, heights: Sequence[int], top: int) -> tuple[int, int]:
    """The centre of a figure on this square."""
    x, y = ground.corner(square)
    return x + KNIGHT_AT[0], top + y - ground.lift(heights[NUMBER[square]]) + KNIGHT_AT[1]


def _done(im: Image.Image, top: int, view: TorresView) -> None:
    deeds = done(view)
    for square in deeds.left:
        x, y = ground.corner(square)
        paste(im, ground.trace(), (x, top + y - ground.lift(view.level(square))))
    for square in deeds.squares:
        if square != deeds.last:
            ground.frame(im, top, square, view.level(square))
    if deeds.last:
        ground.frame(im, top, deeds.last, view.level(deeds.last), GOLD, 8)


@drawn_once
def _chip(said: str) -> Image.Image:
    """The label of what was added to a stack."""
    sprite = panel(66, 46, 12, WHITE, INK, 3).copy()
    number(sprite, (33, 23), said, figures.LABEL, INK)
    return sprite


def _targets(im: Image.Image, top: int, view: TorresView, shown: Marks) -> None:
    for square in shown.targets:
        x, y = ground.corner(square)
        paste(im, ground.target(), (x, top + y - ground.lift(view.level(square))))
        ground.digit(im, top, square, view.level(square))
    for square in shown.chosen:
        ground.frame(im, top, square, view.level(square), WHITE, 9)


def _name(im: Image.Image, top: int, view: TorresView, square: str, remark: str) -> None:
    """Write a target's name, as on its button, and its remark in the corner."""
    x, y = ground.corner(square)
    y += top - ground.lift(view.level(square))
    text(im, (x + ground.CELL / 2, y + ground.CELL - 24), square, "digits", figures.LABEL, WHITE, "m", stroke=5)
    if remark:
        paste(im, _cost(remark), (x + ground.CELL - 62, y + 10))


@drawn_once
def _cost(said: str) -> Image.Image:
    """A number of action points, on a coin."""
    sprite = Pen(52, 52).circle(26, 26, 22, GOLD, INK, 4).done()
    number(sprite, (26, 26), said, figures.LABEL, INK)
    return sprite
