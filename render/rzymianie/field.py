"""The public table: its data, collected from a view or an event, and its drawing: score strip, a description of what happens,
the wall of six forts, a row of warriors for each clan.
"""

from collections.abc import Sequence

import msgspec
from PIL import Image

from data.shapes import WIDE
from data.words import Words
from engines.rzymianie.attack import Attack, Fort, Warrior
from engines.rzymianie.components import PLACES, STRENGTHS, TURNS
from engines.rzymianie.view import RzymianieView
from render import frame
from render.art import icons
from render.canvas import fit_name, lines, number, paste, picture, plate, text, width
from render.contract import Audience
from render.frame import MARGIN
from render.pen import Pen
from render.rzymianie import cards, clans, forts
from render.sprite_cache import drawn_once
from render.theme import (
    ACCENT,
    BG,
    GOLD,
    INK,
    MUTED,
    NAME,
    PANEL,
    PAPER,
    SECONDARY,
    SEPIA,
    SMALL,
    TEXT,
    WHITE,
    WIDTH,
    Colour,
    mix,
    plain,
    rgb,
    shape,
)

STRIP, BAND, LINE = 118, 62, 44
SIDE = 550
"""Width of the column beside the wall in the wide shape."""

FEW = 2
"""The most clans for which a picture is low enough without a column beside the wall."""
LEFT, COL = 148, 153
"""The x where the column of the first fort begins, and the width of a column."""
WALL = forts.H + 26
ROW, GAP = 172, 2
BACK = (112, 128)
HECA_WIDE = 46

PACKED = 36
"""Size of the text if there are many sentences (px); the alt text has them too."""

MOST = 6
"""The most lines of sentences (see `fits`): with more, the battle of four would be too high for its width."""

TOLD = 46
"""Height of each further line of the band."""


class Battle(msgspec.Struct, frozen=True, kw_only=True):
    """What everybody may know about the table, from a view or an event."""

    seats: int
    game_turn: int
    turns: int
    round: int
    """1..6; 0 while orders are given."""
    wall: tuple[Fort | None, ...]
    """The forts by place; None if gone."""
    forts: tuple[tuple[Fort, ...], ...]
    """The forts taken, by clan."""
    points: tuple[int, ...]
    """The points, by clan."""
    laid: tuple[bool, ...]
    """Whether the clan's warriors are laid, by clan."""
    waits: tuple[bool | None, ...]
    """Whether the others wait for the clan, by clan; None if it is asked nothing."""
    attack: Attack | None = None
    """The current round; None while orders are given."""
    spent: tuple[tuple[Warrior, ...], ...] = ()
    """The warriors discarded in earlier rounds of this turn, by clan; () if not known."""
    places: tuple[int, ...] = ()
    """The places in the wall that can be chosen now."""
    targets: tuple[int, ...] = ()
    """The clans whose warrior can be chosen now."""
    down: tuple[tuple[Warrior, ...], ...] = ()
    """The warriors face down that are shown all the same, by clan; () if none is."""

    @property
    def clans(self) -> int:
        return len(self.points)


def of_view(view: RzymianieView) -> Battle:
    """The public part of a view."""
    attack = view.attack
    here = () if attack is None else tuple((each.clan, each.warrior) for each in attack.discards)
    waits: list[bool | None] = [None] * view.clans
    for seat in range(view.seats):
        if seat in view.pending or view.ready[seat]:
            waits[seat] = seat in view.pending
    return Battle(
        seats=view.seats,
        game_turn=view.game_turn,
        turns=view.turns,
        round=view.round,
        wall=view.wall if attack is None else attack.wall,
        forts=view.forts,
        points=view.points,
        laid=tuple(view.round > 0 or clan >= view.seats or view.ready[clan] for clan in range(view.clans)),
        waits=tuple(waits),
        attack=attack,
        spent=tuple(tuple(each for each in line if (clan, each) not in here) for clan, line in enumerate(view.discarded)),
        places=places(view),
        targets=targets(view),
    )


def places(view: RzymianieView) -> tuple[int, ...]:
    """The places in the wall that Dru'hid's winner may choose from now."""
    if view.asking != "take":
        return ()
    return tuple(place for place in range(view.round, PLACES + 1) if view.wall[place - 1] is not None)


def targets(view: RzymianieView) -> tuple[int, ...]:
    """The clans whose warrior can be seduced now."""
    if view.asking != "seduce" or view.attack is None:
        return ()
    return tuple(clan for clan in range(view.clans) if clan != view.attack.seducer and clan not in view.attack.cancelled)


def with_open(battle: Battle, hands: Sequence[RzymianieView]) -> Battle:
    """The battle with the face-down warriors of these private views."""
    down = {hand.viewer: hand.down for hand in hands}
    return msgspec.structs.replace(battle, down=tuple(down.get(clan, ()) for clan in range(battle.clans)))


def of_attack(attack: Attack, seats: int) -> Battle:
    """The battle of a finished round, from its event."""
    n = len(attack.turned)
    return Battle(
        seats=seats,
        game_turn=attack.game_turn,
        turns=attack.turns or TURNS,
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
    """The band of words below the strip."""

    said: str
    """The words."""
    name: str = ""
    """A name in them that is cut first if they are too long."""
    clan: int | None = None
    """The clan whose badge is before them."""
    fort: Fort | None = None
    """The fort they are about."""
    waiting: bool = False
    """Whether the table waits for somebody."""
    instant: bool = False
    """Whether they are about the instant win."""


def draw(battle: Battle, audience: Audience, head: Headline, sentences: tuple[str, ...] = ()) -> Image.Image:
    """Draw the table with its headline and what happened, as sentences."""
    wide = shape() == WIDE and battle.clans > FEW
    across = SIDE if wide else WIDTH
    panels = frame.pairs(battle.clans, SIDE, STRIP) if wide else [(x, MARGIN, w, STRIP) for x, w in frame.columns(battle.clans)]
    lines = _lines(head) if wide else [head.said]
    rows_of_words, size = pack(sentences, across - 64)
    top = panels[-1][1] + STRIP + 6
    below = top + BAND + TOLD * (len(lines) - 1) + 6
    wall = below + (len(rows_of_words) * LINE + 14 if rows_of_words else 0)
    rows = MARGIN + WALL if wide else wall + WALL
    im = picture(rows + battle.clans * (ROW + GAP) - GAP + MARGIN)
    words = picture(wall, SIDE) if wide else im
    strip(words, panels, battle, audience)
    headline(words, (MARGIN, top, across - 2 * MARGIN, below - top - 6), head, lines)
    if rows_of_words:
        high = len(rows_of_words) * LINE + 8
        plate(words, (MARGIN, below), across - 2 * MARGIN, high, 12, PANEL)
        for i, said in enumerate(rows_of_words):
            at = (MARGIN + 18, below + 40 + i * LINE)
            text(words, at, said, "bold", size, TEXT, room=across - 64, least=size, secondary=True)
    _table(im, rows - WALL, battle, audience)
    return frame.join(words, im) if wide else im


def _table(im: Image.Image, wall: int, battle: Battle, audience: Audience) -> None:
    """Draw the wall, and the rows of the clans below it."""
    rows = wall + WALL
    for clan in range(battle.clans):
        _mat(im, rows + clan * (ROW + GAP), clan, battle)
    _column(im, wall, battle)
    for clan in range(battle.clans):
        _row(im, rows + clan * (ROW + GAP), clan, battle, audience)
    the_wall(im, wall, battle, audience.words)


def pack(sentences: tuple[str, ...], room: int) -> tuple[list[str], int]:
    """The sentences in lines that fit, several in one line if there is room, and their size: smaller if there are many."""
    said = [each.replace("….", "…") for each in sentences]
    rows = _pack_at(said, SMALL, room)
    return (rows, SMALL) if len(rows) < 4 else (_pack_at(said, PACKED, room), PACKED)


def fits(sentences: tuple[str, ...]) -> bool:
    """Whether the sentences take no more lines than a picture of four clans has room for. Beside the wall there is room."""
    return shape() == WIDE or len(pack(sentences, WIDTH - 64)[0]) <= MOST


def _pack_at(sentences: list[str], size: int, room: int) -> list[str]:
    out: list[str] = []
    for said in sentences:
        if out and width(f"{out[-1]}  {said}", "bold", size) <= room:
            out[-1] = f"{out[-1]}  {said}"
        else:
            out += lines(said, "bold", size, room, 3)
    return out


def strip(im: Image.Image, panels: list[frame.Box], battle: Battle, audience: Audience) -> None:
    """Draw names, points and forts taken."""
    drawn = clans.names(battle.clans, audience)
    winner = None if battle.attack is None else battle.attack.winner
    for clan, (x, y, w, _) in enumerate(panels):
        look, active = clans.look(clan), clan == winner
        fill = mix(PANEL, look.tint, 0.32) if active else PANEL
        plate(im, (x, y), w, STRIP, 16, fill, ACCENT if active else look.rim, 7 if active else 4)
        paste(im, clans.badge(clans.look(clan), 54), (x + 8, y + 6))
        mark = frame.mark(audience, clan) if clan < battle.seats else ""
        left = x + 70
        if mark:
            paste(im, icons.robot(38) if mark == "robot" else icons.white_flag(38), (left - 4, y + 12))
            left += 38
        colour = TEXT if clan < battle.seats else mix(TEXT, MUTED, 0.6)
        text(im, (left, y + 45), drawn[clan], "bold", 40, colour, room=x + w - 10 - left, least=NAME, secondary=True)
        points = str(battle.points[clan]).replace("-", "−")
        wide = number(im, (x + w - 16, y + 85), points, 58, TEXT, "r")
        draw_forts_taken(im, x + 14, y + 88, w - 44 - round(wide), battle.forts[clan])


def draw_forts_taken(im: Image.Image, x: int, y: int, room: int, won: tuple[Fort, ...]) -> None:
    """Draw the forts taken or, if there are too many, their number and the FortHecas."""
    laid = sorted(won, key=lambda fort: (fort.kind == forts.HECA, -fort.value))
    wide, high = 44, 50
    if laid and room < HECA_WIDE + 28 * (len(laid) - 1):
        laid = [fort for fort in laid if fort.kind == forts.HECA]
        x += 8 + round(number(im, (x, y), f"{len(won)}×", clans.SIGN, mix(MUTED, TEXT, 0.6), "l"))
        room -= 64
    last = HECA_WIDE if laid and laid[-1].kind == forts.HECA else wide
    step = min(wide + 6.0, (room - last) / max(1, len(laid) - 1))
    at = float(x)
    for fort in laid:
        heca = fort.kind == forts.HECA
        paste(im, forts.sign(fort.kind, fort.value, HECA_WIDE if heca else wide, high), (at, y - high / 2))
        at += max(step, min(HECA_WIDE + 4.0, room / len(laid))) if heca else step


def _lines(head: Headline) -> list[str]:
    """The words of the band beside the wall in lines; a name in them is cut if there would be too many."""
    room = SIDE - 180 - (100 if head.instant else 0)
    return lines(fit_name(head.said, head.name, "bold", 44, 2.6 * room), "bold", 44, room, 4)


def headline(im: Image.Image, box: frame.Box, head: Headline, lines: list[str]) -> None:
    """Draw the band in lines: gold while somebody must answer, the clan's colour if it has won, red for the instant win."""
    look = None if head.clan is None else clans.look(head.clan)
    fill = mix(PAPER, SEPIA, 0.18) if look is None else mix(look.colour, PAPER, 0.5)
    ink: Colour = INK
    if head.instant:
        fill, ink = mix("#96241A", INK, 0.1), WHITE
    elif head.waiting:
        fill = mix(PAPER, SEPIA, 0.12)
    x, y, w, high = box
    plate(im, (x, y), w, high, 12, fill, GOLD if head.instant else INK, 4 if head.instant else 3)
    left, right = x + 18, x + w - 14
    if head.clan is not None:
        paste(im, clans.badge(clans.look(head.clan), 56), (x + 10, y + 5))
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
    for i, said in enumerate(lines):
        name = fit_name(said, head.name, "bold", 44, right - left - 10)
        text(im, (left, y + 47 + i * TOLD), name, "bold", 44, ink, room=right - left - 10)


# ---------------------------------------------------------------- the wall


def the_wall(im: Image.Image, y: int, battle: Battle, words: Words) -> None:
    """Draw turn and round, and the six places; the contested fort has a white frame."""
    _count(im, y, battle, words)
    attack = battle.attack
    won = 0 if attack is None else attack.place
    for place in range(1, PLACES + 1):
        x, fort = LEFT + (place - 1) * COL + 3, battle.wall[place - 1]
        if fort is None:
            paste(im, forts.gap(place), (x, y))
            continue
        now = place == battle.round
        faint = bool(battle.places) and place not in battle.places
        if now:
            _frame(im, x, y, TEXT)
        elif place in battle.places or place == won:
            _frame(im, x, y, ACCENT)
        paste(im, forts.of(fort, words, faint=faint), (x, y))
        if attack is not None and attack.winner is not None and place == won:
            paste(im, clans.badge(clans.look(attack.winner), 96), (x + forts.W / 2 + 18, y + 96), "c")
        elif attack is not None and attack.lost is not None and place == (PLACES if attack.slid else battle.round):
            paste(im, icons.cross_out(forts.W - 50, forts.H - forts.PLATE - 54), (x + 46, y + 48))
        else:
            paste(im, forts.plate(place, place in battle.places), (x + forts.W - 50, y + 3))


def _count(im: Image.Image, y: int, battle: Battle, words: Words) -> None:
    plate(im, (MARGIN, y), 126, forts.H, 14, PANEL, mix(PANEL, TEXT, 0.25), 3)
    rows = [("turn", battle.game_turn, battle.turns), ("round", battle.round, PLACES)]
    for i, (key, n, of) in enumerate(rows):
        at = y + 4 + i * 87
        text(im, (MARGIN + 63, at + 34), words(f"rzymianie.{key}"), "bold", clans.SIGN, MUTED, "m", 122)
        number(im, (MARGIN + 63, at + 61), f"{n}/{of}" if n else "–", 44, TEXT)


def _frame(im: Image.Image, x: int, y: int, colour: Colour) -> None:
    plate(im, (x - 7, y - 7), forts.W + 14, forts.H + 14, 20, colour, INK, 3)


def _column(im: Image.Image, y: int, battle: Battle) -> None:
    """Draw a light (a shade on a light page) behind everything that is turned up now."""
    if not battle.round:
        return
    x = LEFT + (battle.round - 1) * COL
    box = (x, y - 4, x + COL, im.height - MARGIN)
    lit = [int(value + 0.13 * (most - value)) for most in rgb(TEXT) for value in range(256)]
    im.paste(im.crop(box).point(lit), box[:2])
    paste(im, _arrow(), (x + COL // 2 - 30, y + forts.H + 5))


@drawn_once
def _arrow() -> Image.Image:
    pen = Pen(60, 30)
    pen.poly([(4, 3), (56, 3), (30, 26)], WHITE, INK, 3)
    return pen.finish()


# ---------------------------------------------------------------- the rows


def _mat(im: Image.Image, y: int, clan: int, battle: Battle) -> None:
    look = clans.look(clan)
    won = battle.attack is not None and battle.attack.winner == clan
    fill = mix(BG, look.tint, 0.17 if not won else 0.22 if plain() else 0.36)
    plate(im, (MARGIN - 6, y), WIDTH - 2 * MARGIN + 12, ROW, 16, fill, ACCENT if won else look.rim, 6 if won else 3)


def _row(im: Image.Image, y: int, clan: int, battle: Battle, audience: Audience) -> None:
    words, attack = audience.words, battle.attack
    _label(im, y, clan, battle, words)
    if attack is not None:
        _line(im, y, clan, attack, words, target=clan in battle.targets)
        if battle.spent:
            _draw_discards(im, y, clan, battle)
    known = {each.place: each.card for each in battle.down[clan]} if battle.down else {}
    for place in range(battle.round + 1, PLACES + 1):
        if place in known:
            paste(im, cards.small_face(known[place], clans.look(clan), *BACK), (LEFT + (place - 1) * COL + 20, y + 23))
            continue
        sprite = (cards.back if battle.laid[clan] else cards.empty)(clans.look(clan), *BACK)
        paste(im, sprite, (LEFT + (place - 1) * COL + 20, y + 23))


def _label(im: Image.Image, y: int, clan: int, battle: Battle, words: Words) -> None:
    """Draw badge, strength in this round or whether the clan has chosen, and the clan's name."""
    attack, look = battle.attack, clans.look(clan)
    won = attack is not None and attack.winner == clan
    paste(im, clans.badge(clans.look(clan), 62), (MARGIN + (4 if won or battle.waits[clan] is not None else 33), y + 6))
    if won:
        paste(im, icons.crown(60), (MARGIN + 66, y + 6))
    elif battle.waits[clan] is not None:
        paste(im, icons.hourglass(58) if battle.waits[clan] else icons.tick(54), (MARGIN + 68, y + 9))
    if attack is not None:
        total = _sum(attack, clan)
        faint = clan in attack.filchy
        number(im, (MARGIN + 64, y + 98), str(total), 70, MUTED if faint else mix(look.rim, TEXT, 0.45) if won else TEXT)
        base = y + ROW - 17
    else:
        base = y + 116
    said = clans.title(clan, words) if clan < battle.seats else words("rzymianie.neutral")
    text(im, (MARGIN + 64, base), said, "bold", 34, mix(look.rim, TEXT, 0.35), "m", 126, least=SECONDARY, secondary=True)


def _sum(attack: Attack, clan: int) -> int:
    """The strength that counts or, before that is known, the strength laid so far."""
    if attack.sums:
        return attack.sums[clan]
    now = 0 if clan in attack.cancelled else STRENGTHS[attack.turned[clan]]
    return now + sum(STRENGTHS[each.card] for each in attack.before[clan])


def _line(im: Image.Image, y: int, clan: int, attack: Attack, words: Words, *, target: bool) -> None:
    """Draw the warriors face up, oldest first, and the one turned up now in its column, with what happened to them."""
    before, now = attack.before[clan], attack.turned[clan]
    gone = {each.warrior for each in attack.discards if each.clan == clan}
    x = LEFT + (attack.round - 1) * COL + 4.0
    top = y + 7
    for i, each in enumerate(before):
        at = x - 2 - (len(before) - i) * cards.STEP
        paste(im, cards.face(each.card, clans.look(clan), cards.name(each.card, words)), (at, top))
    for i, each in enumerate(before):
        at = x - 2 - (len(before) - i) * cards.STEP
        _fate(im, at, top, gone=each in gone, kept=each in attack.kept and attack.winner == clan)
    paste(im, cards.rim(clan == attack.winner or target), (x - 6, top - 6))
    if clan in attack.cancelled:
        paste(im, cards.dull(now, clans.look(clan), cards.name(now, words)), (x, top))
        paste(im, cards.cross(), (x + 46, top + 26))
        return
    paste(im, cards.face(now, clans.look(clan), cards.name(now, words)), (x, top))
    warrior = Warrior(now, attack.round)
    if attack.seduced == clan:
        paste(im, cards.heart(), (x + cards.W - 60, top + 2))
        if attack.seducer is not None:
            paste(im, clans.badge(clans.look(attack.seducer), 56), (x + cards.W - 58, top + 58))
    elif clan in attack.filchy:
        paste(im, cards.barred_mark(), (x + cards.W - 60, top + 4))
    _fate(im, x, top, gone=warrior in gone, kept=warrior in attack.kept and attack.winner == clan)


def _fate(im: Image.Image, x: float, y: float, *, gone: bool, kept: bool) -> None:
    """Draw a red cross on a discarded card, a green tick on one that the winner keeps."""
    if gone:
        paste(im, cards.discard_mark(), (x + 2, y + 62))
    elif kept:
        paste(im, icons.tick(cards.CHIP), (x + 2, y + 62))


def _draw_discards(im: Image.Image, y: int, clan: int, battle: Battle) -> None:
    """Draw what was discarded in earlier rounds, small, before the line."""
    for i, each in enumerate(battle.spent[clan]):
        x, row = divmod(i, 2)
        paste(im, cards.spent_card(each.card, clans.look(clan)), (LEFT + x * 52 + 6, y + 26 + row * 62))
