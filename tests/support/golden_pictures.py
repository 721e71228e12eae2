"""The golden pictures: small copies of what the pictures looked like when somebody last looked at them.

Of a game: `tests/games/<game>/golden_drawings.py` has `pictures()`, drawings by name, kept in `golden` beside it. Without that
file they are all of `drawings(3)` in `drawings.py` (or of as many seats as the game is played by), which draw for an audience.
`python -m tests.support.golden_pictures [game…]` draws them again (`house`: the house's), and the first of each in the other
themes; look at them before you commit them.
"""

from __future__ import annotations

import functools
import importlib
import io
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TypeAlias

from PIL import Image

from data.themes import THEMES
from data.words import words
from engines import games
from render import league, lobby, renderers, standings, winners
from render.contract import Audience, Picture
from tests.support import samples

Drawing: TypeAlias = Picture | Image.Image | None
Drawings: TypeAlias = Callable[[], Iterator[tuple[str, Drawing]]]
TESTS = Path(__file__).parents[1]
GAMES = TESTS / "games"
THEMED = "themes"
"""The folder of a set's first picture in the other themes."""
WIDE = 270
SEATS = (lobby.LobbySeat("Łucja", host=True), lobby.LobbySeat("Robot", "normal"), None, None)
LOBBY = lobby.LobbyPicture("rycerze", {"match": "on"}, SEATS, 2, random_order=True)
BOARD = standings.StandingsPicture(
    "Zamek nad Wisłą",
    None,
    (
        standings.StandingsRow(1, "Grażyna", 41, 23, (23, 11, 5, 2)),
        standings.StandingsRow(2, "Świętosława", 30, 19, (19, 9, 2, 0)),
        standings.StandingsRow(2, "Żółta Gęś", 38, 19, (19, 10, 9, 0), you=True),
        standings.StandingsRow(4, "Jędrzej", 33, 0, (0, 12, 20, 1)),
    ),
)
WINNERS = standings.StandingsPicture(
    "Turniej 7",
    "torres",
    (
        standings.StandingsRow(1, "Grażyna", 5, 4, user=41, value="4,5 punktu"),
        standings.StandingsRow(2, "Świętosława z Gór", 5, 4, user=42, value="4 punkty"),
        standings.StandingsRow(3, "Żółta Gęś", 5, 3, user=43, value="3 punkty"),
    ),
    kind="points",
    about="System szwajcarski · runda 5 z 5",
)
LINES: tuple[tuple[int, str, str, str, str, league.Direction, str], ...] = (
    (1, "Grażyna", "4,5", "7,75", "–½1111", "up", ""),
    (2, "Maksymiliana z Wysokiego Grodu", "3,5", "4", "½–11…1", "up", ""),
    (3, "Żółta Gęś", "1", "0", "00–.1.", "", ""),
    (3, "Jędrzej", "1", "0", "00.–…1", "down", "nie odpowiadał"),
    (5, "שלמה", "0", "0", "0…0…–…", "down", ""),
    (5, "Ewa", "0", "0", "00.0…–", "", ""),
)
LEAGUE = league.LeaguePicture(
    "Liga 12",
    "rycerze",
    "sezon 3 · do 14 marca",
    "Pierwsza grupa",
    tuple(
        league.LeagueLine(
            place=place, name=name, user=41 + at, games=sum(each in "01½" for each in got), points=points, tie=tie,
            against=tuple("" if each in "–." else each for each in got), move=move, about=about,
        )
        for at, (place, name, points, tie, got, move, about) in enumerate(LINES)
    ),
)  # fmt: skip


def house() -> Iterator[tuple[str, Picture]]:
    yield "lobby", lobby.picture(LOBBY, renderers()[LOBBY.game], words("pl"))
    yield "standings", standings.picture(BOARD, words("en"))
    yield "winners", winners.picture(WINNERS, words("pl"))
    yield "league", league.picture(LEAGUE, words("pl"))


def sets() -> dict[str, Drawings]:
    """Returns what draws the golden pictures, by game, and for the project."""
    games = sorted({path.parent.name for name in ("golden_drawings", "drawings") for path in GAMES.glob(f"*/{name}.py")})
    return {"house": house, **{game: _of_game(game) for game in games}}


def _of_game(game: str) -> Drawings:
    if (GAMES / game / "golden_drawings.py").exists():
        pictures: Drawings = importlib.import_module(f"tests.games.{game}.golden_drawings").pictures
        return pictures
    return functools.partial(_drawings, game)


def _drawings(game: str) -> Iterator[tuple[str, Drawing]]:
    seats = min(3, games()[game].seats[-1])
    for name, draw in drawings(game, seats).items():
        yield f"{name}-{seats}", draw(samples.audience(seats))


def drawings(game: str, seats: int) -> Mapping[str, Callable[[Audience], Picture | None]]:
    """Returns every kind of picture of a game, by name; {} if it has no `drawings.py`."""
    if not (GAMES / game / "drawings.py").exists():
        return {}
    found: Mapping[str, Callable[[Audience], Picture | None]] = importlib.import_module(
        f"tests.games.{game}.drawings"
    ).drawings(seats)
    return found


def themed(theme: str, name: str) -> tuple[Path, Drawing]:
    """Returns the first picture of a set in another theme, and its file."""
    with samples.themed(theme):
        key, picture = next(iter(sets()[name]()))
    return folder(name) / THEMED / f"{key}-{theme}.png", picture


def folder(name: str) -> Path:
    return TESTS / "render" / "golden" if name == "house" else GAMES / name / "golden"


def small(picture: Drawing) -> Image.Image:
    """Returns a picture in its stored size; a partial picture keeps its size."""
    assert picture is not None
    if isinstance(picture, Image.Image):
        return picture.convert("RGB")
    im = opened(picture)
    return im.resize((WIDE, round(im.height * WIDE / im.width)), Image.Resampling.BOX)


def opened(picture: Picture) -> Image.Image:
    """Returns a picture's pixels."""
    with Image.open(io.BytesIO(picture.data)) as im:
        return im.convert("RGB")


def write(name: str) -> None:
    """Draw the pictures of a set again, including other themes."""
    every = [(folder(name) / f"{key}.png", picture) for key, picture in sets()[name]()]
    for path, picture in (*every, *(themed(theme, name) for theme in THEMES[1:])):
        path.parent.mkdir(parents=True, exist_ok=True)
        small(picture).quantize(256, dither=Image.Dither.NONE).save(path, optimize=True)


if __name__ == "__main__":
    for wanted in sys.argv[1:] or sets():
        write(wanted)
