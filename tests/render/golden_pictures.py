"""The golden pictures: small copies of what the pictures looked like when somebody last looked at them.

`python -m tests.render.golden_pictures` draws them anew; look at them before you commit them.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

from PIL import Image

from data.words import words
from render import lobby, standings
from render.contract import Picture
from tests.render import samples
from tests.render.pictures import drawings

GOLDEN = Path(__file__).parent / "golden"
WIDE = 270
SEATS = (lobby.Seat("Łucja", host=True), lobby.Seat("Robot", "normal"), None, None)
LOBBY = lobby.Lobby("rycerze", {"match": "on"}, SEATS, 2, random_order=True)
BOARD = standings.Board(
    "Zamek nad Wisłą",
    None,
    (
        standings.Row(1, "Grażyna", 41, 23),
        standings.Row(2, "Świętosława", 30, 19),
        standings.Row(2, "Żółta Gęś", 38, 19, you=True),
        standings.Row(4, "Jędrzej", 33, 0),
    ),
)


def pictures() -> Iterator[tuple[str, Picture]]:
    for seats in (2, 3, 4):
        for name, draw in drawings(seats).items():
            if seats == 4 or name in {"board", "castle", "sword"}:
                picture = draw(samples.setting(seats))
                assert picture is not None
                yield f"rycerze-{name}-{seats}", picture
    yield "lobby", lobby.picture(LOBBY, words("pl"))
    yield "standings", standings.picture(BOARD, words("en"))


def small(picture: Picture) -> Image.Image:
    with Image.open(io.BytesIO(picture.data)) as im:
        return im.convert("RGB").resize((WIDE, round(im.height * WIDE / im.width)), Image.Resampling.BOX)


def write() -> None:
    GOLDEN.mkdir(exist_ok=True)
    for name, picture in pictures():
        small(picture).quantize(256, dither=Image.Dither.NONE).save(GOLDEN / f"{name}.png", optimize=True)


if __name__ == "__main__":
    write()
