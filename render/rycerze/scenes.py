"""Scenes of what has been revealed: the battle for a castle, and a recruitment."""

from PIL import Image, ImageChops

from engines.contract import Seat
from engines.rycerze.events import CastleWon, Recruitment
from render import frame
from render.art import icons
from render.canvas import glow, paste, picture, text
from render.contract import Audience
from render.frame import MARGIN
from render.pen import Pen, arc
from render.rycerze import board, cards
from render.rycerze.cards import Size
from render.sprite_cache import drawn_once
from render.theme import CAPTION, GOLD, INK, MUTED, STRIKE, TEXT, WHITE, mix, player

SCENE = 292
SIZES = {2: Size(235, 340, 104, 76), 3: Size(252, 310, 94, 70), 4: Size(235, 304, 92, 68)}
"""Measures of the cards by number of players; both cards fit side by side only with two players."""

BACK = (150, 206)


def castle(data: CastleWon, audience: Audience) -> Image.Image:
    """Draw the revealed cards of all seats, what happened to each, and who takes the castle."""
    known = board.of(data)
    n, winner = known.seats, data.winner
    size = SIZES[n]
    rows = 1 if n == 2 else 2
    top = board.top() + SCENE + 12
    high = board.name_height() + 12 + rows * (size.h + 10) + board.foot_height(known)
    im = picture(top + high + MARGIN)
    _battle(im, data, known, audience)
    spots: list[tuple[int, int, str, str]] = []
    cards_at = top + board.name_height() + 12
    for seat, (x, w) in enumerate(frame.columns(n)):
        board.mat(im, (x, top, w, high), seat, known, audience, bright=seat == winner)
        for i, (kind, fate) in enumerate(zip(data.cards[seat], data.fates[seat], strict=True)):
            if rows == 1:
                spots.append((x + (w - 2 * size.w - 14) // 2 + i * (size.w + 14), cards_at, kind, fate))
            else:
                spots.append((x + (w - size.w) // 2, cards_at + i * (size.h + 10), kind, fate))
    for x, y, kind, fate in sorted(spots, key=lambda spot: spot[3] == "wins"):  # the winner last: it glows over its neighbours
        _card(im, (x, y), (kind, fate), data, audience)
    return board.with_scores(im, known, audience, winner, data.value, data.tile)


def _battle(im: Image.Image, data: CastleWon, known: board.Table, audience: Audience) -> None:
    """Draw the castle with the winner's flags and the tablet; if the sword decided, at night and with the sword above it."""
    words, tile, y = audience.words, data.tile, board.top()
    look = player(data.winner, known.seats)
    by_sword = data.by == "sword"
    board.view_of_tile(im, y, SCENE, tile, look.colour, night=by_sword)
    if by_sword:
        shining = planted_sword()
        paste(im, shining, (MARGIN + 330 - shining.width // 2, y + 6))
    x, w = MARGIN + 400, board.INNER - 416
    frame.tablet(im, x, y + 16, w, SCENE - 32)
    frame.title(im, (x + 24, y + 76), board.heading(audience, tile), w - 48, board.ink_of(tile))
    name = frame.names(audience)[data.winner]
    if by_sword:
        said, sign = words("rycerze.wins-sword", name=name), icons.sword(54)
        frame.band(im, x + 16, y + 98, w - 32, said, look, sign, fill="#5B2A2A", ink=WHITE, name=name)
    else:
        frame.band(im, x + 16, y + 98, w - 32, words("rycerze.wins", name=name), look, icons.crown(58), name=name)
    board.track(im, x + 20, y + 184, w - 36, known, audience)


@drawn_once
def planted_sword() -> Image.Image:
    """The sword stuck in the ground, with rays of light; 220 × 270 px."""
    w, h = 220, 270
    light = Pen(w, h)
    for k in range(16):
        ray = arc(110, 92, 150, 150, k * 22.5 - 5, k * 22.5 + 5, 1)
        light.poly([(110, 92), *ray], GOLD, w=0)
    fade = glow(70, 80, 40, WHITE, 30, 1.0).getchannel("A").resize((w, w))
    mask = Image.new("L", (w, h), 0)
    mask.paste(fade, (0, -18))
    sprite = light.finish()
    sprite.putalpha(ImageChops.multiply(sprite.getchannel("A"), mask))
    pen = Pen(w, h, line=5)
    pen.ellipse((74, 236, 146, 262), mix("#38463F", INK, 0.4), w=0)
    pen.poly([(95, 84), (125, 84), (125, 226), (110, 250), (95, 226)], "#EEF2F5")
    pen.poly([(110, 88), (122, 88), (122, 226), (110, 244)], "#C3CCD5", w=0)
    pen.line([(110, 92), (110, 222)], "#9FABB6", 4)
    pen.ellipse((82, 240, 138, 262), "#4A5A4C", w=0)
    pen.limb([(110, 36), (110, 74)], 15, "#8A4B22", w=4)
    for y in (44, 54, 64):
        pen.line([(104, y), (116, y + 5)], "#5B2F14", 3)
    pen.limb([(66, 82), (154, 82)], 14, GOLD, w=4)
    pen.circle(66, 82, 9, GOLD, w=4).circle(154, 82, 9, GOLD, w=4)
    pen.circle(110, 26, 15, GOLD, w=4).circle(110, 26, 6, STRIKE, w=0)
    paste(sprite, pen.finish(), (0, 0))
    return sprite


def _card(im: Image.Image, at: tuple[int, int], card: tuple[str, str], data: CastleWon, audience: Audience) -> None:
    """Draw one revealed card (kind, fate): crossed out, returning, victorious, or merely beaten."""
    (x, y), (kind, fate) = at, card
    words, size = audience.words, SIZES[len(data.cards)]
    castle = board.parts(data.tile)
    material = castle[0] if castle else None
    name, returns = words(f"rycerze.card.{kind}"), words("rycerze.returns")
    if fate == "cancelled":
        paste(im, cards.dull_face(kind, name, size, material, returns, bare=True, t=0.1), at)
        high = size.h - size.bar - size.small - 30
        paste(im, icons.cross_out(size.w - 20, high), (x + 10, y + size.bar))
        paste(im, icons.chip(f"{data.shown[kind]}×", 70), (x + size.w / 2, y + size.bar + high / 2), "c")
        paste(im, icons.ribbon(size.w - 14, 72, words("rycerze.to-camp"), "tent"), (x + 7, y + size.h - 81))
        return
    if fate == "wins":
        cards.shine(im, x, y, size.w, size.h)
    paste(im, cards.face(kind, name, size, material, returns), at)
    if fate == "wins":
        paste(im, icons.tilted_crown(58), (max(2, x - 33), y - 38))


def recruitment(data: Recruitment, audience: Audience) -> Image.Image:
    """Draw who took a card back from the camp; which card stays secret."""
    known = board.of(data)
    words, y = audience.words, board.top()
    top = y + SCENE + 12
    high = board.name_height() + 16 + BACK[1] + 66 + board.foot_height(known)
    im = picture(top + high + MARGIN)
    board.view_of_tile(im, y, SCENE, data.tile)
    x, w = MARGIN + 400, board.INNER - 416
    frame.tablet(im, x, y + 16, w, SCENE - 32)
    frame.title(im, (x + 24, y + 76), board.heading(audience, data.tile), w - 48, board.ink_of(data.tile))
    took = sum(data.recruited)
    said = words("rycerze.recruited.none") if not took else words.count("rycerze.recruited.band", took)
    frame.band(im, x + 16, y + 98, w - 32, said, sign=icons.hand(58))
    board.track(im, x + 20, y + 184, w - 36, known, audience)
    for seat, (left, wide) in enumerate(frame.columns(known.seats)):
        board.mat(im, (left, top, wide, high), seat, known, audience)
        _draw_recruits(
            im,
            (left + wide // 2, top + board.name_height() + 16, wide),
            seat,
            took=data.recruited[seat],
            known=known,
            audience=audience,
        )
    return board.with_scores(im, known, audience)


def _draw_recruits(
    im: Image.Image, at: tuple[int, int, int], seat: Seat, *, took: bool, known: board.Table, audience: Audience
) -> None:
    middle, y, wide = at
    look, (w, h) = player(seat, known.seats), BACK
    if took:
        paste(im, cards.back(look, w, h), (middle - w // 2, y))
        paste(im, icons.back_arrow(104, GOLD), (middle + w // 2 - 44, y + h - 84))
        said, colour = audience.words("rycerze.recruited.one"), mix(TEXT, CAPTION, 0.2)
    else:
        paste(im, icons.tent(140), (middle, y + h // 2), "c")
        said, colour = audience.words("rycerze.empty-camp"), mix(TEXT, MUTED, 0.5)
    text(im, (middle, y + h + 46), said, "bold", 42, colour, "m", wide - 20)
