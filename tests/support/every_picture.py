"""Every kind of picture as one number: `python -m tests.support.every_picture house torres` prints a line for each.

A test compares what two machines print: a picture may depend on nothing but what it shows.
"""

from __future__ import annotations

import hashlib
import io
import sys
from collections.abc import Iterator

from PIL import Image, features

from render import canvas
from render.contract import Picture
from tests.support.samples import LONGEST, NASTY
from tools.contact import kinds

NAMES = (
    *NASTY,
    *LONGEST,
    "Świętosława Żółć",
    "Größe Äpfel",
    "Đặng Văn Ngọc",
    "Ẹ́kọ́ Ayọ̀",
    "שָׁלוֹם (Ola)",
    "פה 12-13",
    "محمد ٣٤",
    "فاطِمة الزهراء",
    "Вітаю",
    "Έλλη",
    "გიორგი",
    "日本語",
    "🇵🇱🧙🏽‍♀️ Ola",
    "e\u0301\u0302\u0303",
    "ﷺ",
    "ߒߞߏ",
)
"""What people call themselves."""


def every(wanted: list[str]) -> Iterator[str]:
    yield f"raqm {features.check('raqm')}"
    for name in wanted:
        for kind, picture in kinds(name, "pl"):
            yield f"{name} {kind} {_number(picture)}"
    for name in NAMES:
        yield f"{name!a} {_number(canvas.label(canvas.name(f'{name}!', 'gracz B'), 'bold', 42, '#F7F4EC', 3)[0])}"


def _number(picture: Picture | Image.Image) -> str:
    if isinstance(picture, Picture):
        with Image.open(io.BytesIO(picture.data)) as im:
            picture = im.convert("RGBA")
    return hashlib.sha256(picture.tobytes()).hexdigest()[:16]


if __name__ == "__main__":
    for line in every(sys.argv[1:]):
        print(line)
