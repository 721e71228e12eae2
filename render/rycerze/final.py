"""The end of Rycerze i zamki, of one game of a longer match, and the key art."""

from collections.abc import Sequence

from PIL import Image

from engines.contract import Result, Seat
from engines.rycerze.events import GameEnded
from engines.rycerze.view import RycerzeView
from render import frame, podium
from render.art import castles
from render.canvas import paste
from render.contract import Audience
from render.frame import MARGIN
from render.podium import Captions, PodiumPlace
from render.rycerze import board, cards
from render.theme import GOLD, WIDTH, Colour, player


def final(view: RycerzeView, result: Result, audience: Audience) -> Image.Image:
    """Draw places, castles and points, and the rule that decided; last comes the tile that was put out."""
    out = view.put_out
    return podium.ended(
        "rycerze",
        result,
        audience,
        scenery(player(result.by_place()[0], view.seats).colour),
        made_of=lambda seat: made_of(result, seat, audience),
        signs=lambda seat: _castles(view.castles[seat]),
        after=audience.words("rycerze.put-out", tile=audience.words(f"rycerze.tile.{out}")) if out else "",
        last=board.tile_sign(out, 64) if out else None,
    )


def made_of(result: Result, seat: Seat, audience: Audience) -> str:
    """What the score consists of: cards in hand, which break ties, and in the longer variant the points of each game."""
    words, counts = audience.words, result.breakdown[seat]
    games = [points for key, points in counts.items() if key.startswith("game-")]
    cards_ = words.count("rycerze.cards", counts["cards"])
    return f"{' + '.join(str(points) for points in games)} · {cards_}" if games else cards_


def game(data: GameEnded, audience: Audience) -> Image.Image:
    """Draw the end of one game of the longer variant: its places, the points of this game and the sum so far."""
    words, drawn, n = audience.words, frame.names(audience), len(data.points)
    order = data.order
    rows = [
        PodiumPlace(
            place,
            player(seat, n),
            drawn[seat],
            str(data.points[seat]),
            f"{words.count('rycerze.cards', data.hands[seat])} · {words('rycerze.total', n=data.totals[seat])}",
        )
        for place, seat in enumerate(order, 1)
    ]
    heading = Captions(
        words("rycerze.game.over", game=data.game, games=data.games),
        words("rycerze.game.winner", name=drawn[order[0]]),
        (words(f"rycerze.reason.{data.reason}"), words("rycerze.put-out", tile=words(f"rycerze.tile.{data.put_out}"))),
    )
    signs = [_castles(data.castles[seat]) for seat in order]
    return podium.draw(rows, heading, scenery(player(order[0], n).colour), signs, board.tile_sign(data.put_out, 64))


def _castles(tiles: Sequence[str]) -> tuple[Image.Image, ...]:
    return tuple(board.tile_sign(tile, 64) for tile in tiles)


def scenery(flag: Colour) -> Image.Image:
    """Three castles under the winner's flag, for the head of the final picture."""
    w, h = WIDTH - 2 * MARGIN, podium.HEAD
    sprite = frame.hills(w, h).copy()
    base = round(h * 0.88)
    for x, material, large, size in ((14, "wood", False, 150), (254, "stone", False, 150), (92, "brick", True, 232)):
        paste(sprite, castles.castle_shadow(size), (x + 4, base - size * 0.075))
        paste(sprite, castles.castle(material, large, size, flag), (x, base - castles.ground(size)))
    return sprite


def cover(w: int, h: int) -> Image.Image:
    """Key art: a knight and a dragon on either side of three castles."""
    sprite = frame.hills(w, h).convert("RGBA")
    base, k = round(h * 0.9), h / 360
    for x, material, large, size in ((-0.52, "wood", False, 210), (0.52, "stone", False, 210), (0.0, "brick", True, 340)):
        wide = round(size * k)
        at = round(w / 2 + x * size * k * 1.6) - wide // 2
        paste(sprite, castles.castle_shadow(wide), (at + 6, base - wide * 0.075))
        paste(sprite, castles.castle(material, large, wide, GOLD), (at, base - castles.ground(wide)))
    wide = round(310 * k)
    paste(sprite, cards.cut_out("knight", wide), (round(w * 0.02), base + 4 - round(wide * 0.83)))
    dragon = cards.cut_out("dragon", wide).transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    paste(sprite, dragon, (round(w * 0.98) - wide, base + 4 - round(wide * 0.86)))
    return sprite
