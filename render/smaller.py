"""Makes a finished picture half as wide, for when its size is refused."""

import io

from PIL import Image

from data import telemetry
from render.contract import Picture

COLOURS = 64


def smaller(picture: Picture) -> Picture:
    """The picture at half the width and with fewer colours, about a fifth of the bytes; its description stays."""
    file = io.BytesIO()
    with telemetry.picture("smaller"), Image.open(io.BytesIO(picture.data)) as im:
        half = im.convert("RGB").resize((max(1, im.width // 2), max(1, im.height // 2)), Image.Resampling.LANCZOS)
        half.quantize(COLOURS).save(file, "PNG", optimize=True)
    return Picture(file.getvalue(), "png", picture.alt)
