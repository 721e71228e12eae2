"""The art for Discord's app directory: `python -m tools.listing FOLDER` draws it. The texts are in `docs/listing.md`.

It consists of an icon (1024 × 1024), the bot's banner (680 × 240) and a picture of each game (1920 × 1080).
"""

from __future__ import annotations

import argparse
import io
from pathlib import Path

from PIL import Image

import render
from render.canvas import picture
from tools.pictures import still

ICON, BANNER, SHOWN = (1024, 1024), (680, 240), (1920, 1080)
"""Sizes in px, width first."""

ICON_ART, BANNER_ART = "rycerze", "torres"
"""The games whose key art stands for all of them."""


def icon() -> Image.Image:
    """Returns the middle of a game's key art, where its castle is."""
    wide, high = ICON
    whole = render.renderers()[ICON_ART].cover(wide * 16 // 9, high).convert("RGB")
    left = (whole.width - wide) // 2
    return whole.crop((left, 0, left + wide, high))


def shown(key: str) -> Image.Image:
    """Returns a game's table late in a stored game, as large as the picture allows."""
    with Image.open(io.BytesIO(still(key).data)) as found:
        board = found.convert("RGB")
    board.thumbnail(SHOWN, Image.Resampling.LANCZOS)
    whole = picture(SHOWN[1], SHOWN[0])
    whole.paste(board, ((SHOWN[0] - board.width) // 2, (SHOWN[1] - board.height) // 2))
    return whole


def art() -> dict[str, Image.Image]:
    """Returns all pictures by their file names."""
    banner = render.renderers()[BANNER_ART].cover(*BANNER).convert("RGB")
    return {"icon.png": icon(), "banner.png": banner} | {f"{key}.png": shown(key) for key in render.renderers()}


def main() -> None:
    """Draw the pictures into a folder."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="where to")
    folder = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    for name, image in art().items():
        image.save(folder / name, optimize=True)


if __name__ == "__main__":
    main()
