"""Every kind of picture of the games that have `drawings.py`, on a phone and with any names."""

from __future__ import annotations

import pytest

from data.words import languages
from engines import games
from tests.support import samples
from tests.support.golden_pictures import drawings
from tests.support.picture_checks import cut, shown, suits_a_phone, well_set

DRAWN = [key for key, game in games().items() if drawings(key, game.seats[-1])]
NAMES = {"plain": samples.NAMES, "nasty": samples.NASTY, "longest": samples.LONGEST}


@pytest.mark.long
@pytest.mark.parametrize(
    ("names", "language"), [*(("plain", each) for each in languages()), ("nasty", "pl"), ("longest", "en")]
)
@pytest.mark.parametrize("game", DRAWN)
def test_every_picture_is_readable_on_a_phone(game: str, names: str, language: str) -> None:
    texts = []
    for seats in games()[game].seats:
        seen = shown(drawings(game, seats), samples.audience(seats, language, NAMES[names]))
        texts += seen.texts
        for name, picture in seen.pictures.items():
            suits_a_phone(name, picture)
    well_set(texts, hair=1)
    if names == "plain":
        assert cut(texts) == []
