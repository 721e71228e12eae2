"""The golden pictures: small copies of what the pictures looked like when somebody last looked at them.

Of a game: `tests/games/<game>/golden_drawings.py` has `pictures()`, drawings by name, kept in `golden` beside it.
`python -m tests.support.golden_pictures [game…]` draws them anew (`house`: the house's, `themes`: the
first picture of each in the other themes); look at them before you commit them.
"""

from __future__ import annotations

import importlib
import io
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from PIL import Image

from data.themes import THEMES
from data.words import words
from render import lobby, renderers, standings
from render.contract import Picture
from tests.support import samples

TESTS = Path(__file__).parents[1]
GAMES = TESTS / "games"
THEMED = "themes"
"""The pictures in other themes."""
WIDE = 270
SEATS = (lobby.Seat("Łucja", host=True), lobby.Seat("Robot", "normal"), None, None)
LOBBY = lobby.Lobby("rycerze", {"match": "on"}, SEATS, 2, random_order=True)
BOARD = standings.Board(
    "Zamek nad Wisłą",
    None,
    (
        standings.Row(1, "Grażyna", 41, 23, (23, 11, 5, 2)),
        standings.Row(2, "Świętosława", 30, 19, (19, 9, 2, 0)),
        standings.Row(2, "Żółta Gęś", 38, 19, (19, 10, 9, 0), you=True),
        standings.Row(4, "Jędrzej", 33, 0, (0, 12, 20, 1)),
    ),
)


def house() -> Iterator[tuple[str, Picture]]:
    yield "lobby", lobby.picture(LOBBY, renderers()[LOBBY.game], words("pl"))
    yield "standings", standings.picture(BOARD, words("en"))


def sets() -> dict[str, Callable[[], Iterator[tuple[str, Picture | Image.Image | None]]]]:
    """By game, and the house: what draws its golden pictures."""
    games = sorted(path.parent.name for path in GAMES.glob("*/golden_drawings.py"))
    return {"house": house, **{game: importlib.import_module(f"tests.games.{game}.golden_drawings").pictures for game in games}}


def themed(theme: str, name: str) -> tuple[str, Picture | Image.Image | None]:
    """The first picture of a set in another theme, and what it is called."""
    with samples.themed(theme):
        key, picture = next(iter(sets()[name]()))
    return f"{name}-{key}-{theme}", picture


def folder(name: str) -> Path:
    if name == THEMED:
        return TESTS / "render" / "golden" / "themes"
    return TESTS / "render" / "golden" if name == "house" else GAMES / name / "golden"


def small(picture: Picture | Image.Image | None) -> Image.Image:
    """A picture as it is kept; what is no whole picture is kept as it is."""
    assert picture is not None
    if isinstance(picture, Image.Image):
        return picture.convert("RGB")
    im = opened(picture)
    return im.resize((WIDE, round(im.height * WIDE / im.width)), Image.Resampling.BOX)


def opened(picture: Picture) -> Image.Image:
    """A picture's pixels."""
    with Image.open(io.BytesIO(picture.data)) as im:
        return im.convert("RGB")


def write(name: str) -> None:
    folder(name).mkdir(exist_ok=True)
    others = (themed(theme, each) for theme in THEMES[1:] for each in sets())
    for drawn, picture in others if name == THEMED else sets()[name]():
        small(picture).quantize(256, dither=Image.Dither.NONE).save(folder(name) / f"{drawn}.png", optimize=True)


if __name__ == "__main__":
    for wanted in sys.argv[1:] or [*sets(), THEMED]:
        write(wanted)
