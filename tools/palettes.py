"""The palettes that pictures are written in: `python -m tools.palettes [game…]` makes `data/palettes/<game>.act`, those of the
other themes (`<game>.<theme>.act`), and `house`.

Needed when a game's pictures get new colours (tests/render/test_golden_pictures.py notices). A palette is made from many
pictures of its game: their 64 commonest colours stay exact, so that flat areas do not change. So do the colours of players and
coats of arms, which are then the same in all pictures. The others, mostly the edges of shapes, share the remaining entries. A
colour counts as much as in the picture that has most of it. Prints the error of each palette: the mean and the largest distance
of a pixel, in the worst picture.
"""

from __future__ import annotations

import itertools
import random
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress

from msgspec.structs import replace
from PIL import Image, ImageChops

from data.themes import THEMES
from data.words import words
from engines import games
from engines.notation import random_game
from render import encode, lobby, renderers, standings
from render.art import shields
from render.contract import Audience, Epilogue, Person
from render.theme import COLOURS as COLOURS_OF_PLAYERS
from render.theme import RGB, now, rgb
from tests.support import golden_pictures, samples

HOUSE = "house"
COLOURS, FLAT = 256, 64
APART = 4
"""Minimum levels between two colours that both stay; Pillow does not distinguish closer ones."""
PIXELS = 600_000
"""Number of pixels of all samples together, after each colour has its share."""
SHARE = 0.08
"""Share of a game's moves that are drawn."""


def main(wanted: list[str]) -> None:
    """Make the palettes."""
    for name, theme in itertools.product(wanted or [*renderers(), HOUSE], THEMES):
        with samples.themed(theme):
            pictures, file = sampled(name), encode.palette_name(name)
            colours = palette(pictures, map(rgb, (*COLOURS_OF_PLAYERS.values(), *shields.FIELDS)))
        (encode.PALETTES / f"{file}.act").write_bytes(colours)
        distances = [distance(im, colours) for im in pictures]
        mean, largest = (max(each) for each in zip(*distances, strict=True))
        print(f"{file}: {len(pictures)} pictures, mean distance at most {mean:.2f}, largest {largest}")


def sampled(name: str) -> list[Image.Image]:
    """Returns many pictures as they are drawn, each once."""
    found: list[Image.Image] = []
    token = encode.drawn.set(found)
    try:
        if name == HOUSE:
            standings.picture(golden_pictures.BOARD, words("en"))
            standings.picture(standings.StandingsPicture("Zamki", None, ()), words("pl"))
        else:
            for _ in golden_pictures.sets()[name]():
                pass
            _play(name)
    finally:
        encode.drawn.reset(token)
    return found


def _play(key: str) -> None:
    """Draw some pictures of random games, with every number of people and all options, and of lobbies."""
    game, room, rng = games()[key], renderers()[key], random.Random(4)  # noqa: S311 - no secret
    for seats in game.seats:
        people = tuple(Person(name, computer=name == "Łucja") for name in samples.NAMES[:seats])
        audience = Audience(people, words("pl"), now())
        for turn in range(max([len(option.values) for option in game.options], default=1)):
            options = {option.key: option.values[turn % len(option.values)] for option in game.options}
            lobby.picture(_card(key, options, seats), room, words("pl"))
            with suppress(ValueError):  # invalid combinations of options
                position = game.start(seats, options, bytes([seats] * 16))
                for seat, _, events in random_game(position, rng):
                    if rng.random() < SHARE:
                        room.board(position.view(None), audience)
                        room.hand(position.view(seat), audience)
                    for event in events:
                        if event.scene and rng.random() < SHARE:
                            room.scene(event, audience)
                if seats < len(game.colours) and seats == game.seats[-1]:  # nobody has the others unless they choose them
                    for first in range(len(game.colours)):
                        room.board(position.view(None), _wearing(audience, (game.colours * 2)[first:]))
                result = position.result()
                assert result is not None
                room.final(position.view(None), result, Epilogue(), audience)


def _wearing(audience: Audience, colours: Sequence[str]) -> Audience:
    """Returns the people in these colours."""
    people = (replace(person, colour=colour) for person, colour in zip(audience.people, colours, strict=False))
    return replace(audience, people=tuple(people))


def _card(key: str, options: dict[str, str], seats: int) -> lobby.LobbyPicture:
    taken = (lobby.LobbySeat("Łucja", host=True), lobby.LobbySeat("Robot", games()[key].levels[0]), None, None)
    return lobby.LobbyPicture(
        key, options, taken[:seats], seats, random_order=seats % 2 == 0, state=("lobby", "over")[seats % 2]
    )


def palette(pictures: list[Image.Image], always: Iterable[RGB] = ()) -> bytes:
    """Returns 256 colours for these pictures: those `always` there, then the commonest first."""
    share: Counter[tuple[int, int, int]] = Counter()
    for im in pictures:
        for count, colour in im.getcolors(im.width * im.height) or []:
            assert isinstance(colour, tuple)
            rgb = (colour[0], colour[1], colour[2])
            share[rgb] = max(share[rgb], count * PIXELS // (im.width * im.height), 1)
    flat: list[tuple[int, int, int]] = []
    for colour in (*always, *(colour for colour, _ in share.most_common(FLAT))):
        if all(_apart(colour, other) >= APART for other in flat):
            flat.append(colour)
    rest = {colour: count for colour, count in share.items() if all(_apart(colour, other) > APART for other in flat)}
    scale = PIXELS / sum(rest.values())
    pixels = b"".join(bytes(colour) * max(1, round(count * scale)) for colour, count in rest.items())
    some = Image.frombytes("RGB", (len(pixels) // 3, 1), pixels)
    # Maximum coverage keeps rare colours, such as those of a crown; k-means then moves each colour to the mean of its pixels.
    shared = some.quantize(COLOURS - len(flat), Image.Quantize.MAXCOVERAGE, kmeans=3).getpalette("RGB") or []
    colours = b"".join(bytes(colour) for colour in flat) + bytes(shared)
    return colours[: 3 * COLOURS].ljust(3 * COLOURS, b"\0")


def _apart(one: tuple[int, int, int], other: tuple[int, int, int]) -> int:
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


def distance(im: Image.Image, colours: bytes) -> tuple[float, int]:
    """Returns how far a picture in these colours is from the drawn one: the mean and the maximum over its pixels, in levels of
    the colour channel that differs most.
    """
    chart = Image.new("P", (1, 1))
    chart.putpalette(colours)
    near = im.quantize(palette=chart, dither=Image.Dither.NONE).convert("RGB")
    red, green, blue = ImageChops.difference(im, near).split()
    counts = ImageChops.lighter(ImageChops.lighter(red, green), blue).histogram()
    largest = max(level for level, count in enumerate(counts) if count)
    return sum(level * count for level, count in enumerate(counts)) / sum(counts), largest


if __name__ == "__main__":
    main(sys.argv[1:])
