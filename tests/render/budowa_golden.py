"""Draws the golden pictures of Budowa zamku anew: `python -m tests.render.budowa_golden`. Look at them before committing."""

from __future__ import annotations

from PIL import Image

from tests.render.test_budowa_pictures import GOLDEN, golden

if __name__ == "__main__":
    GOLDEN.mkdir(parents=True, exist_ok=True)
    for name, im in golden().items():
        im.quantize(256, dither=Image.Dither.NONE).save(GOLDEN / f"{name}.png", optimize=True)
