"""The end of Rycerze i zamki, of one game of a longer match, and the key art."""

from PIL import Image

from engines.contract import Result
from engines.rycerze.events import GameEnded
from engines.rycerze.view import RycerzeView
from render import frame, podium
from render.art import castles
from render.canvas import paste
from render.contract import Audience, Epilogue
from render.podium import Captions, PodiumPlace, ScorePart
from render.rycerze import board, cards, trophy
from render.theme import GOLD, Colour, player

SCENERY = 360
"""Height of the castles at the end of one game of several (px)."""


def final(view: RycerzeView, result: Result, epilogue: Epilogue, audience: Audience) -> Image.Image:
    """Draw the castles with the cards that won them, and what each score is made of; among equals also the cards in hand."""
    words = audience.words
    tied = len(set(result.scores)) < view.seats
    return podium.final_picture(
        "rycerze",
        result,
        audience,
        epilogue,
        lambda high: trophy.draw(view, high),
        parts=lambda seat: [
            ScorePart(words(f"rycerze.made-of.{source}"), points)
            for source, points in result.breakdown[seat].items()
            if source != "cards"
        ],
        remark=lambda seat: words.count("rycerze.cards", result.breakdown[seat]["cards"]) if tied else "",
        tie="rycerze.tie",
    )


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
            remark=f"{words.count('rycerze.cards', data.hands[seat])} · {words('rycerze.total', n=data.totals[seat])}",
            signs=tuple(board.tile_sign(tile, 64) for tile in data.castles[seat]),
        )
        for place, seat in enumerate(order, 1)
    ]
    won = words("rycerze.game.winner", name=drawn[order[0]])
    below = (
        words("rycerze.game.over", game=data.game, games=data.games),
        words(f"rycerze.reason.{data.reason}"),
        words("rycerze.put-out", tile=words(f"rycerze.tile.{data.put_out}")),
    )
    return podium.draw(rows, Captions(won, below), lambda high: scenery(player(order[0], n).colour, min(high, SCENERY)))


def scenery(flag: Colour, h: int) -> Image.Image:
    """Three castles under the winner's flag."""
    sprite = frame.hills(podium.ACROSS, h).copy()
    base, k = round(h * 0.88), h / 250
    for x, material, large, size in ((-250, "wood", False, 150), (100, "stone", False, 150), (-116, "brick", True, 232)):
        wide = round(size * k)
        at = podium.ACROSS / 2 + x * k
        paste(sprite, castles.castle_shadow(wide), (at + 4, base - wide * 0.075))
        paste(sprite, castles.castle(material, large, wide, flag), (at, base - castles.ground(wide)))
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
