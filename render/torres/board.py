"""The public picture of Torres: the board with everything on it, the scores with towers and counts beside it, and the band in
its foot that says what is asked. Over the stacks lie marks: squares that may be chosen, what was just done.
"""

# ruff: noqa: PLR0917 - drawing takes places and sizes
from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import msgspec
from PIL import Image

from engines.contract import Move
from engines.torres.components import ACTION_POINTS, PHASES, TOO_NEAR
from engines.torres.rules import TorresGame
from engines.torres.squares import FULL, NUMBER, names
from engines.torres.state import LastAction
from engines.torres.view import TorresView
from render import frame
from render.art import icons
from render.canvas import number, panel, paste, picture, plate, text
from render.contract import Audience
from render.frame import BESIDE, MARGIN, stand
from render.pen import Pen, shape
from render.sprite_cache import drawn_once
from render.theme import ACCENT, CAPTION, GOLD, INK, MUTED, NAME, PANEL, PANEL_HI, TEXT, WHITE, Look, Shade, mix, player
from render.torres import figures, ground

ACROSS = 1270
"""Width of a picture with the board: a phone shows it at 0.28 of its size, a desktop, where its height counts, at 0.29."""

FOOT = 130
"""Height of the foot below the board, with the band in it."""

BAND, TALLER, GAP = 84, 104, 10
"""Heights of the band, without and with a master card in it, and what is left between panels."""

LEFT, WIDE = ground.ACROSS + 6, ACROSS - MARGIN - ground.ACROSS - 6
"""Where the scores begin, and their width."""

PIP_EDGE = Shade(INK, INK, "#FFFFFF")
TOWER, TOWERS = 44, 4
"""Width of a tower beside the board, and how many stand in a row."""


class Score(msgspec.Struct, frozen=True):
    """One panel beside the board."""

    look: Look
    """How the player is recognised."""
    name: str
    mark: str
    """The sign of a computer player, or of one who left."""
    points: int
    active: bool = False
    """Whether the player is asked."""
    towers: tuple[int, ...] = ()
    """The towers before the player."""
    used: int = -1
    """Segments left of the tower built from in this turn; -1: none."""
    cards: int = -1
    """Cards in hand; -1: not shown."""
    reserve: int = -1
    """Knights not placed; -1: not shown."""


def scores(view: TorresView, audience: Audience) -> list[Score]:
    """The panels of a game being played, by seat."""
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


def side(im: Image.Image, panels: list[Score]) -> None:
    """The scores: points, name, cards in hand, knights in reserve, towers by height."""
    for what, y in zip(panels, heads(im, panels), strict=True):
        if what.cards >= 0:
            paste(im, icons.hand(44), (LEFT + 8, y))
            number(im, (LEFT + 54, y + 22), str(what.cards), figures.LABEL, mix(TEXT, MUTED, 0.25), "l")
        if what.reserve >= 0:
            end: float = LEFT + WIDE - 12
            end -= number(im, (end, y + 22), str(what.reserve), figures.LABEL, mix(TEXT, MUTED, 0.25), "r")
            paste(im, figures.pawn(38, mix(PANEL, TEXT, 0.62)), (end - 40, y + 3))
        stand = [(what.used, GOLD)] if what.used >= 0 else []
        stand += [(height, figures.TOWER) for height in what.towers]
        for i, (height, fill) in enumerate(stand):
            at = (LEFT + 12 + i % TOWERS * (TOWER + 4), y + 49 + i // TOWERS * (TOWER + 11))
            paste(im, figures.tower(height, TOWER, fill), at)


def heads(im: Image.Image, panels: list[Score]) -> list[int]:
    """Panels beside the board with badge, points and name; returns where in each the rest begins."""
    high = min(300, (ground.HEIGHT - 2 * MARGIN - GAP * (len(panels) - 1)) // len(panels))
    found = []
    for i, what in enumerate(panels):
        y = MARGIN + i * (high + GAP)
        fill = mix(PANEL, what.look.tint, 0.32) if what.active else PANEL
        plate(im, (LEFT, y), WIDE, high, 16, fill, ACCENT if what.active else what.look.rim, 7 if what.active else 4)
        paste(im, icons.badge(what.look, 46), (LEFT + 12, y + 11))
        number(im, (LEFT + WIDE - 14, y + 36), str(what.points), 58, TEXT, "r")
        left = LEFT + 12
        if what.mark:
            paste(im, icons.robot(40) if what.mark == "robot" else icons.white_flag(40), (left, y + 62))
            left += 44
        room = LEFT + WIDE - 10 - left
        text(im, (left, y + 96), what.name, "bold", figures.LABEL, TEXT, room=room, least=NAME, secondary=True)
        found.append(y + 106)
    return found


def when(view: TorresView, audience: Audience) -> str:
    """Which part of the game it is."""
    words = audience.words
    if view.over:
        return words("torres.over")
    if view.asks in {"act", "keep"}:
        return words("torres.when", phase=view.phase, phases=PHASES, round=view.round, rounds=view.rounds)
    if view.asks in {"king", "first"}:
        return words("torres.when.between", phase=view.phase)
    return words("torres.when.setup")


def asked(view: TorresView, audience: Audience) -> str:
    """What all wait for where it is no ordinary turn; "" else."""
    return "" if view.over or view.asks in {"act", "keep"} else audience.words(f"torres.everyone.{view.asks}")


def band(im: Image.Image, view: TorresView, audience: Audience) -> int:
    """The band below the board: phase and round, action points and segments of the turn, or what is asked; returns where it
    ends.
    """
    words, y, high = audience.words, ground.HEIGHT + GAP, TALLER if view.master else BAND
    plate(im, (BESIDE, y), ACROSS - MARGIN - BESIDE, high, 14, PANEL, PANEL_HI, 3)
    middle = y + (28 if view.master else high / 2)
    left, right = BESIDE + 18.0, ACROSS - MARGIN - 18.0
    if view.master:
        paste(im, star(46), (left - 4, y + 53))
        said = words(f"torres.master.{view.master}")
        text(im, (left + 50, y + 90), said, "bold", figures.LABEL, CAPTION, room=right - left - 50)
    said = when(view, audience)
    plain = asked(view, audience)
    if plain:
        said = f"{said}: {plain}"
    if not (view.over or plain):
        right -= _means(im, right, middle, view, audience) + 20
    text(im, (left, middle + 14), said, "bold", figures.LABEL, CAPTION, room=right - left)
    return y + high


def _means(im: Image.Image, right: float, middle: float, view: TorresView, audience: Audience) -> float:
    """Action points left, and segments left of the tower built from; returns the width used."""
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
    return Pen(100, 100).poly(shape("star", 50, 50, 38), GOLD, INK, 6).done(size, size)


_BUILDS = {"supply", "under", "shift"}
"""Cards that add a segment to their target."""

MOST = 10
"""Squares that can be told apart as buttons on the board itself."""


class Marks(msgspec.Struct, frozen=True):
    """The squares to mark while somebody chooses."""

    targets: dict[str, str] = {}
    """Those that may be chosen, each with a short remark: what it costs, or ""."""
    chosen: tuple[str, ...] = ()
    """Those said so far."""


def marks_asked(view: TorresView) -> Marks:
    """The squares a public question offers: the first castles, knights and the king; none in an ordinary turn."""
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
    """The squares that may follow `said`; walks show what they cost. The rules are asked, of a position that looks like this to
    the viewer, so that what is marked is what the menus offer.
    """
    if not said:
        return marks_asked(view)
    position = TorresGame().determinize(view, random.Random(0))  # noqa: S311 - what is hidden does not matter here
    squares = [word for word in position.choices(view.acting, said).words if word in NUMBER]
    chosen = tuple(word for word in said if word in NUMBER)
    if len(said) == 2 and said[0] == "move":
        reach = view.reach(said[1])
        return Marks({square: str(reach[square]) for square in squares}, chosen)
    return Marks(dict.fromkeys(squares, ""), chosen)


class Done(msgspec.Struct, frozen=True):
    """What was done last."""

    last: str = ""
    """The square of the newest deed."""
    squares: tuple[str, ...] = ()
    """The squares of all deeds of that turn."""
    left: tuple[str, ...] = ()
    """Those that figures or segments came from."""
    added: dict[str, int] = {}
    """Segments by square."""


def done(view: TorresView) -> Done:
    """The deeds of this turn, or, before anything was done in it, those of the turn before."""
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


KNIGHT_AT = (74, 64)
"""Where the middle of a figure stands on its square."""

SMALL_W, RISE = 68, 19
"""A small knight's width, and how much higher it stands."""


def draw(view: TorresView, audience: Audience) -> Image.Image:
    """The board, from any view: only what is public in it is drawn."""
    im = picture(ground.HEIGHT + FOOT, ACROSS)
    stand(im)
    lay(im, 0, view, marks_asked(view))
    side(im, scores(view, audience))
    band(im, view, audience)
    return im


def lay(im: Image.Image, top: int, view: TorresView, shown: Marks) -> None:
    """The board with figures, what was done last and what may be chosen, its upper edge at `top`."""
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
    """Knights and king, those of the upper rows first; `small` knights leave room for a line below them."""
    wide, rise = (SMALL_W, RISE) if small else (figures.KNIGHT_W, 0)
    stand = [(square, figures.knight(looks[seat], wide)) for seat, squares in enumerate(knights) for square in squares]
    if king:
        stand.append((king, figures.king()))
    for square, sprite in sorted(stand, key=lambda each: -(NUMBER[each[0]] % 8)):
        x, y = middle(square, heights, top)
        paste(im, sprite, (x, y - rise), "c")


def middle(square: str, heights: Sequence[int], top: int) -> tuple[int, int]:
    """Where a figure on this square has its middle."""
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
    """What was added to a stack."""
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
    """A target's name, as on its button, and its remark in the corner."""
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
