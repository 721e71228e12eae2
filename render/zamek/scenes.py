"""The final scoring of Zamek, one picture for each step."""

from PIL import Image

from data.shapes import WIDE
from engines.contract import EventData, Seat
from engines.zamek.components import NAMES
from engines.zamek.events import FinalStep, KeepsScored, MeadowsScored, TokensScored
from render import frame as common
from render.canvas import fit_name, number, paste, picture, text
from render.contract import Audience
from render.frame import MARGIN, STRIP
from render.theme import ACCENT, CAPTION, TEXT, WIDTH, shape
from render.zamek import board, castle, pieces, tiles, wall
from render.zamek.wall import Frame

BAND = 65
"""Height of a line with a player and their points (px)."""

SIGNS: dict[type[EventData], str] = {MeadowsScored: "end_meadow", KeepsScored: "end_keep", TokensScored: "end_house"}
"""The token that represents a step."""


def draw(step: FinalStep, audience: Audience) -> Image.Image:
    """Draw a step of the final scoring."""
    known, kind = step.castle, step.kind
    gained = [
        (seat, audience.words(f"zamek.{kind}.band", name="{name}", n=gain)) for seat, gain in enumerate(step.gains) if gain
    ]
    gifts = step.points if isinstance(step, TokensScored) else (0, 0)
    where, left, right = board.lay_out(castle.squares(known), board.top())
    im = picture(where.bottom + 4 + max(1, len(gained)) * BAND + MARGIN)
    beside, spots = shape() == WIDE, common.spots(castle.SEATS, board.COLUMN)
    side = picture(spots[-1][1] + STRIP, board.COLUMN) if beside else im
    for seat in range(castle.SEATS):
        signs = (_points_sign(gifts[seat]),) if gifts[seat] else ()
        gain = step.gains[seat]
        common.seat_score(side, spots[seat], audience, seat, step.after[seat], gain, signs, active=gain > 0)
    wall.draw(im, where, ())
    castle.lay(im, where, known, dim=True)
    match step:
        case MeadowsScored():
            _meadows(im, where, step)
        case KeepsScored():
            _keeps(im, where, step)
        case TokensScored():
            _areas(im, where, step)
    castle.markers(im, where, tuple(points % 100 for points in step.after))
    _title(im, left, right, step, audience)
    _bands(im, where.bottom + 4, gained, audience, audience.words(f"zamek.{kind}.nobody"))
    return common.join(side, im) if beside else im


def _points_sign(points: int) -> Image.Image:
    out = Image.new("RGBA", (130, 66))
    paste(out, pieces.token("end_points", 60), (0, 3))
    number(out, (66, 35), f"+{points}", 42, TEXT, "l")
    return out


def _title(im: Image.Image, left: board.Corner, right: board.Corner, step: FinalStep, audience: Audience) -> None:
    """Draw what is being scored, in the corners above the castle."""
    x, y, w, h = left
    text(im, (x + w / 2, y + 46), audience.words("zamek.final.heading"), "title", 50, CAPTION, "m", w)
    text(im, (x + w / 2, y + 98), audience.words(f"zamek.{step.kind}.title"), "bold", 42, ACCENT, "m", w)
    x, y, w, h = right
    size = min(140, w, h - 10)
    paste(im, pieces.token(SIGNS[type(step)], size), (x + w / 2, y + h / 2), "c")


def _bands(im: Image.Image, y: int, gained: list[tuple[Seat, str]], audience: Audience, nobody: str) -> None:
    drawn = common.names(audience)
    wide = WIDTH - 2 * MARGIN
    for i, (seat, said) in enumerate(gained):
        line = fit_name(said.replace("{name}", drawn[seat]), drawn[seat], "bold", 44, wide - 96)
        common.band(im, MARGIN, y + i * BAND, wide, line, castle.looks()[seat], h=BAND - 8, name=drawn[seat])
    if not gained:
        common.band(im, MARGIN, y, wide, nobody, h=BAND - 8)


def _meadows(im: Image.Image, where: Frame, step: MeadowsScored) -> None:
    known = step.castle
    for each in step.meadows:
        castle.highlight(im, where, known, each.place, board.shine(each.seat), bright=True)
    castle.people(im, where, known)
    taken: list[castle.Box] = []
    for each in step.meadows:
        said = f"+{each.points}" if each.points else "0"
        sign = "end_meadow" if each.each == 4 else ""
        pill = castle.pill(said, castle.owner_colour(each.seat), sign)
        castle.put_sign(im, castle.middle_of(where, known, each.place), pill, taken)


def _keeps(im: Image.Image, where: Frame, step: KeepsScored) -> None:
    known = step.castle
    laid = castle.by_square(known)
    castle.name_squares(im, where, (square for square in NAMES if square not in laid))
    if step.keeps.group:
        castle.empty_group(im, where, step.keeps.group, str(len(step.keeps.group)))
    for seat, keep in enumerate(known.keeps):
        if keep is None:
            continue
        square, part = castle.keep_at(known, seat)
        tile = laid[square]
        for near, own in wall.connected_areas(laid, square, part):
            x, y, w, h = where.box(near)
            at = (x + (w - where.size) // 2, y + (h - where.size) // 2)
            im.paste(tiles.sprite(*laid[near], where.size), at, tiles.mask(*laid[near], own, where.size))
        sprite = pieces.keep(castle.looks()[seat], round(where.size * 0.8))
        castle.stand(im, where.box(square), tiles.plan(*tile), part, sprite)
    taken: list[castle.Box] = []
    for seat, keep in enumerate(known.keeps):
        if keep is None:
            continue
        square, part = castle.keep_at(known, seat)
        x, y, w, h = where.box(square)
        bonus = step.keeps.bonus[seat]
        said = f"{keep.tiles}+{bonus}" if bonus else str(keep.tiles)
        pill = castle.pill(said, castle.looks()[seat], "end_keep" if bonus else "")
        castle.put_sign(im, (x + w / 2, y - 8 if y - 8 > where.ys[0] + 20 else y + h + 8), pill, taken)


def _areas(im: Image.Image, where: Frame, step: TokensScored) -> None:
    known = step.castle
    for each in step.areas:
        castle.highlight(im, where, known, each.place, board.shine(each.seat), bright=True)
    castle.people(im, where, known)
    taken: list[castle.Box] = []
    for each in step.areas:
        pill = castle.pill(f"+{each.points}", castle.looks()[each.seat], each.token)
        castle.put_sign(im, castle.middle_of(where, known, each.place), pill, taken)
