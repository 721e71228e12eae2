"""The public table: score strip, what happens in words, the wall of six forts, a row of warriors for each clan."""

from __future__ import annotations

from functools import cache

import msgspec
from PIL import Image

from data.words import Words
from engines.rzymianie.view import STRENGTH, Attack, Fort, RzymianieView, Warrior
from render import frame
from render.art import icons
from render.canvas import fit_name, lines, number, paste, picture, plate, text, width
from render.contract import Setting
from render.frame import MARGIN
from render.pen import Pen
from render.rzymianie import cards, clans, forts
from render.theme import BG, ESSENTIAL, GOLD, INK, MUTED, PANEL, PAPER, SEPIA, WHITE, WIDTH, light, mix, rgb

PLACES, TURNS = 6, 3
STRIP, BAND, LINE = 118, 66, 46
LEFT, COL = 148, 153
"""Where the column of the first fort begins, and how wide a column is."""
WALL = forts.H + 34
ROW, GAP = 174, 5
BACK = (112, 128)
HECA_WIDE = 46
LIT = [int(value + 0.13 * (white - value)) for white in rgb(WHITE) for value in range(256)]
"""A light on each value of red, green and blue."""


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """What everybody may know of a table, from a view or from an event; each tuple by clan unless said otherwise.

    `wall` by place; `attack` None while orders are given; `laid`: whether the orders are given; `waits`: whether the table
    waits for this clan, None: it is asked nothing; `spent`: warriors discarded in earlier rounds of this turn, where that is
    known; `places` in the wall and `targets` (clans) that can be chosen now.
    """

    seats: int
    game_turn: int
    round: int
    wall: tuple[Fort | None, ...]
    forts: tuple[tuple[Fort, ...], ...]
    points: tuple[int, ...]
    laid: tuple[bool, ...]
    waits: tuple[bool | None, ...]
    attack: Attack | None = None
    spent: tuple[tuple[Warrior, ...], ...] = ()
    places: tuple[int, ...] = ()
    targets: tuple[int, ...] = ()

    @property
    def clans(self) -> int:
        return len(self.points)


def of_view(view: RzymianieView) -> Table:
    """The public part of a view."""
    attack = view.attack
    here = () if attack is None else tuple((each.clan, each.warrior) for each in attack.discards)
    waits: list[bool | None] = [None] * view.clans
    for seat in range(view.seats):
        if seat in view.pending or view.chosen[seat]:
            waits[seat] = seat in view.pending
    return Table(
        seats=view.seats,
        game_turn=view.game_turn,
        round=view.round,
        wall=view.wall if attack is None else attack.wall,
        forts=view.forts,
        points=view.points,
        laid=tuple(view.round > 0 or clan >= view.seats or view.chosen[clan] for clan in range(view.clans)),
        waits=tuple(waits),
        attack=attack,
        spent=tuple(tuple(each for each in line if (clan, each) not in here) for clan, line in enumerate(view.discarded)),
        places=places(view),
        targets=targets(view),
    )


def places(view: RzymianieView) -> tuple[int, ...]:
    """The places in the wall among which Dru'hid's winner chooses now."""
    if view.asking != "take":
        return ()
    return tuple(place for place in range(view.round, PLACES + 1) if view.wall[place - 1] is not None)


def targets(view: RzymianieView) -> tuple[int, ...]:
    """The clans whose warrior can be seduced now."""
    if view.asking != "seduce" or view.attack is None:
        return ()
    return tuple(clan for clan in range(view.clans) if clan != view.attack.seducer and clan not in view.attack.cancelled)


def of_attack(attack: Attack, seats: int) -> Table:
    """The table of a round that is over, from its event."""
    n = len(attack.turned)
    return Table(
        seats=seats,
        game_turn=attack.game_turn,
        round=attack.round,
        wall=attack.wall,
        forts=attack.forts,
        points=attack.points,
        laid=(True,) * n,
        waits=(None,) * n,
        attack=attack,
    )


# ---------------------------------------------------------------- the whole picture


class Headline(msgspec.Struct, frozen=True):
    """The band below the strip: words (`name` in them is cut first), whose they are, the fort they tell of, and whether they
    are still awaited, or an event that ends the game.
    """

    said: str
    name: str = ""
    clan: int | None = None
    fort: Fort | None = None
    waiting: bool = False
    instant: bool = False


def draw(known: Table, setting: Setting, head: Headline, story: tuple[str, ...] = ()) -> Image.Image:
    """The table with its headline and what happened, a sentence each."""
    told, size = packed(story)
    top = MARGIN + STRIP + 10
    wall = top + BAND + 10 + (len(told) * LINE + 18 if told else 0)
    rows = wall + WALL
    im = picture(rows + known.clans * (ROW + GAP) - GAP + MARGIN)
    strip(im, known, setting)
    headline(im, top, head)
    if told:
        high = len(told) * LINE + 8
        plate(im, (MARGIN, top + BAND + 6), WIDTH - 2 * MARGIN, high, 12, PANEL)
        for i, said in enumerate(told):
            text(im, (MARGIN + 18, top + BAND + 46 + i * LINE), said, "bold", size, WHITE, room=WIDTH - 64, least=ESSENTIAL - 2)
    for clan in range(known.clans):
        _mat(im, rows + clan * (ROW + GAP), clan, known)
    _column(im, wall, known)
    for clan in range(known.clans):
        _row(im, rows + clan * (ROW + GAP), clan, known, setting)
    the_wall(im, wall, known, setting.words)
    return im


def packed(story: tuple[str, ...]) -> tuple[list[str], int]:
    """The sentences in lines that fit, several in one where there is room, and their size: smaller where there are many."""
    said = [each.replace("….", "…") for each in story]
    told = _packed(said, 38)
    return (told, 38) if len(told) < 4 else (_packed(said, ESSENTIAL), ESSENTIAL)


def _packed(story: list[str], size: int) -> list[str]:
    room = WIDTH - 64
    out: list[str] = []
    for said in story:
        if out and width(f"{out[-1]}  {said}", "bold", size) <= room:
            out[-1] = f"{out[-1]}  {said}"
        else:
            out += lines(said, "bold", size, room, 3)
    return out


def strip(im: Image.Image, known: Table, setting: Setting) -> None:
    """Names, points and forts taken."""
    drawn = clans.names(known.clans, setting)
    winner = None if known.attack is None else known.attack.winner
    for clan, (x, w) in enumerate(frame.columns(known.clans)):
        look, active = clans.LOOKS[clan], clan == winner
        fill = mix(PANEL, look.tint, 0.32) if active else PANEL
        plate(im, (x, MARGIN), w, STRIP, 16, fill, GOLD if active else look.rim, 7 if active else 4)
        paste(im, clans.badge(clan, 54), (x + 8, MARGIN + 6))
        mark = frame.mark(setting, clan) if clan < known.seats else ""
        if mark:
            paste(im, icons.robot(34) if mark == "robot" else icons.white_flag(34), (x + 36, MARGIN + 32))
        colour = WHITE if clan < known.seats else mix(WHITE, MUTED, 0.6)
        text(im, (x + 70, MARGIN + 45), drawn[clan], "bold", 40, colour, room=w - 80, least=ESSENTIAL - 2)
        points = str(known.points[clan]).replace("-", "−")
        wide = number(im, (x + w - 16, MARGIN + 85), points, 58, WHITE, "r")
        taken(im, x + 14, MARGIN + 88, w - 44 - round(wide), known.forts[clan])


def taken(im: Image.Image, x: int, y: int, room: int, won: tuple[Fort, ...]) -> None:
    """The forts taken, or where there are too many their number and the FortHecas."""
    shown = sorted(won, key=lambda fort: (fort.kind == forts.HECA, -fort.value))
    wide, high = 36, 50
    if shown and room < HECA_WIDE + 28 * (len(shown) - 1):
        shown = [fort for fort in shown if fort.kind == forts.HECA]
        x += 8 + round(number(im, (x, y), f"{len(won)}×", 38, MUTED, "l"))
        room -= 64
    last = HECA_WIDE if shown and shown[-1].kind == forts.HECA else wide
    step = min(wide + 6.0, (room - last) / max(1, len(shown) - 1))
    at = float(x)
    for fort in shown:
        heca = fort.kind == forts.HECA
        paste(im, forts.sign(fort.kind, fort.value, HECA_WIDE if heca else wide, high), (at, y - high / 2))
        at += max(step, min(HECA_WIDE + 4.0, room / len(shown))) if heca else step


def headline(im: Image.Image, y: int, head: Headline) -> None:
    """The band of words: gold while somebody is awaited, in the clan's colour when it has won, red for the instant win."""
    look = None if head.clan is None else clans.LOOKS[head.clan]
    fill = mix(PAPER, SEPIA, 0.18) if look is None else mix(look.colour, PAPER, 0.5)
    ink = INK
    if head.instant:
        fill, ink = mix("#96241A", INK, 0.1), WHITE
    elif head.waiting:
        fill = mix(PAPER, SEPIA, 0.12)
    x, w = MARGIN, WIDTH - 2 * MARGIN
    plate(im, (x, y), w, BAND, 12, fill, GOLD if head.instant else INK, 4 if head.instant else 3)
    left, right = x + 18, x + w - 14
    if head.clan is not None:
        paste(im, clans.badge(head.clan, 56), (x + 10, y + 5))
        left = x + 76
    if head.instant:
        for _ in range(3):
            right -= 52
            paste(im, forts.skull(48), (right, y + 10))
    elif head.fort is not None:
        right -= 50
        paste(im, forts.sign(head.fort.kind, head.fort.value, 48, 56), (right, y + 5))
    elif head.waiting:
        right -= 54
        paste(im, icons.hourglass(54), (right, y + 6))
    said = fit_name(head.said, head.name, "bold", 44, right - left - 10, ESSENTIAL - 2)
    text(im, (left, y + 47), said, "bold", 44, ink, room=right - left - 10, least=ESSENTIAL - 2)


# ---------------------------------------------------------------- the wall


def the_wall(im: Image.Image, y: int, known: Table, words: Words) -> None:
    """Turn and round, and the six places; the fort contested in a white frame."""
    _count(im, y, known, words)
    attack = known.attack
    won = 0 if attack is None else attack.place
    for place in range(1, PLACES + 1):
        x, fort = LEFT + (place - 1) * COL + 3, known.wall[place - 1]
        if fort is None:
            paste(im, forts.gap(place), (x, y))
            continue
        now = place == known.round
        faint = bool(known.places) and place not in known.places
        if now:
            _frame(im, x, y, WHITE)
        elif place in known.places or place == won:
            _frame(im, x, y, GOLD)
        paste(im, forts.of(fort, words, faint=faint), (x, y))
        if attack is not None and attack.winner is not None and place == won:
            paste(im, clans.badge(attack.winner, 96), (x + forts.W / 2 + 18, y + 96), "c")
        elif attack is not None and attack.lost is not None and place == (PLACES if attack.slid else known.round):
            paste(im, icons.cross_out(forts.W - 50, forts.H - forts.PLATE - 54), (x + 46, y + 48))
        else:
            paste(im, forts.plate(place, place in known.places), (x + forts.W - 50, y + 3))


def _count(im: Image.Image, y: int, known: Table, words: Words) -> None:
    plate(im, (MARGIN, y), 126, forts.H, 14, PANEL, mix(PANEL, WHITE, 0.25), 3)
    rows = [("turn", known.game_turn, TURNS), ("round", known.round, PLACES)]
    for i, (key, n, of) in enumerate(rows):
        at = y + 4 + i * 87
        text(im, (MARGIN + 63, at + 34), words(f"rzymianie.{key}"), "bold", 34, MUTED, "m", 116, least=30)
        number(im, (MARGIN + 63, at + 61), f"{n}/{of}" if n else "–", 44, WHITE)


def _frame(im: Image.Image, x: int, y: int, colour: str) -> None:
    plate(im, (x - 7, y - 7), forts.W + 14, forts.H + 14, 20, colour, INK, 3)


def _column(im: Image.Image, y: int, known: Table) -> None:
    """A light behind all that is turned up now."""
    if not known.round:
        return
    x = LEFT + (known.round - 1) * COL
    box = (x, y - 4, x + COL, im.height - MARGIN)
    im.paste(im.crop(box).point(LIT), box[:2])
    paste(im, _arrow(), (x + COL // 2 - 30, y + forts.H + 5))


@cache
def _arrow() -> Image.Image:
    pen = Pen(60, 30)
    pen.poly([(4, 3), (56, 3), (30, 26)], WHITE, INK, 3)
    return pen.done()


# ---------------------------------------------------------------- the rows


def _mat(im: Image.Image, y: int, clan: int, known: Table) -> None:
    look = clans.LOOKS[clan]
    won = known.attack is not None and known.attack.winner == clan
    fill = mix(BG, look.tint, 0.36 if won else 0.17)
    plate(im, (MARGIN - 6, y), WIDTH - 2 * MARGIN + 12, ROW, 16, fill, GOLD if won else look.rim, 6 if won else 3)


def _row(im: Image.Image, y: int, clan: int, known: Table, setting: Setting) -> None:
    words, attack = setting.words, known.attack
    _label(im, y, clan, known, words)
    if attack is not None:
        _line(im, y, clan, attack, words, target=clan in known.targets)
        if known.spent:
            _spent(im, y, clan, known)
    for place in range(known.round + 1, PLACES + 1):
        sprite = (cards.back if known.laid[clan] else cards.empty)(clan, *BACK)
        paste(im, sprite, (LEFT + (place - 1) * COL + 20, y + 23))


def _label(im: Image.Image, y: int, clan: int, known: Table, words: Words) -> None:
    """Badge, strength in this round or whether the clan has chosen, and the clan's name."""
    attack, look = known.attack, clans.LOOKS[clan]
    won = attack is not None and attack.winner == clan
    paste(im, clans.badge(clan, 62), (MARGIN + (4 if won or known.waits[clan] is not None else 33), y + 6))
    if won:
        paste(im, icons.crown(60), (MARGIN + 66, y + 6))
    elif known.waits[clan] is not None:
        paste(im, icons.hourglass(58) if known.waits[clan] else icons.tick(54), (MARGIN + 68, y + 9))
    if attack is not None:
        total = _sum(attack, clan)
        faint = clan in attack.filchy
        number(im, (MARGIN + 64, y + 98), str(total), 70, MUTED if faint else light(look.colour, 0.45) if won else WHITE)
        base = y + ROW - 17
    else:
        base = y + 116
    said = clans.title(clan, words) if clan < known.seats else words("rzymianie.neutral")
    text(im, (MARGIN + 64, base), said, "bold", 34, light(look.colour, 0.35), "m", 126, least=30)


def _sum(attack: Attack, clan: int) -> int:
    """The strength that counts, or so far the strength that lies there."""
    if attack.sums:
        return attack.sums[clan]
    now = 0 if clan in attack.cancelled else STRENGTH[attack.turned[clan]]
    return now + sum(STRENGTH[each.card] for each in attack.before[clan])


def _line(im: Image.Image, y: int, clan: int, attack: Attack, words: Words, *, target: bool) -> None:
    """The warriors face up, oldest first, and the one turned up now in its column, with what became of them."""
    before, now = attack.before[clan], attack.turned[clan]
    gone = {each.warrior for each in attack.discards if each.clan == clan}
    x = LEFT + (attack.round - 1) * COL + 4.0
    top = y + 7
    for i, each in enumerate(before):
        at = x - 2 - (len(before) - i) * cards.STEP
        paste(im, cards.face(each.card, clan, cards.name(each.card, words)), (at, top))
    for i, each in enumerate(before):
        at = x - 2 - (len(before) - i) * cards.STEP
        _fate(im, at, top, gone=each in gone, kept=each in attack.kept and attack.winner == clan)
    paste(im, cards.rim(clan == attack.winner or target), (x - 6, top - 6))
    if clan in attack.cancelled:
        paste(im, cards.dull(now, clan, cards.name(now, words)), (x, top))
        paste(im, cards.cross(), (x + 46, top + 26))
        return
    paste(im, cards.face(now, clan, cards.name(now, words)), (x, top))
    warrior = Warrior(now, attack.round)
    if attack.seduced == clan:
        paste(im, cards.heart(), (x + cards.W - 60, top + 2))
        if attack.seducer is not None:
            paste(im, clans.badge(attack.seducer, 56), (x + cards.W - 58, top + 58))
    elif clan in attack.filchy:
        paste(im, cards.barred(), (x + cards.W - 60, top + 4))
    _fate(im, x, top, gone=warrior in gone, kept=warrior in attack.kept and attack.winner == clan)


def _fate(im: Image.Image, x: float, y: float, *, gone: bool, kept: bool) -> None:
    """A red cross on what is discarded, a green tick on what the winner keeps."""
    if gone:
        paste(im, cards.gone(), (x + 2, y + 62))
    elif kept:
        paste(im, icons.tick(cards.CHIP), (x + 2, y + 62))


def _spent(im: Image.Image, y: int, clan: int, known: Table) -> None:
    """What was discarded in earlier rounds, in small before the line."""
    for i, each in enumerate(known.spent[clan]):
        x, row = divmod(i, 2)
        paste(im, cards.spent(each.card, clan), (LEFT + x * 52 + 6, y + 26 + row * 62))
