"""The pictures of Goofspiel, on a phone and with any names."""

from __future__ import annotations

import pytest

from data.words import languages
from tests.games.goof.drawings import drawings
from tests.support import samples
from tests.support.picture_checks import cut, suits_a_phone, texts, well_set


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("language", languages())
def test_every_picture_suits_a_phone_and_is_told_in_words(seats: int, language: str) -> None:
    for name, draw in drawings(seats).items():
        suits_a_phone(name, draw(samples.audience(seats, language)))


@pytest.mark.parametrize(("names", "language"), [(samples.NASTY, "pl"), (samples.LONGEST, "en")])
def test_every_text_is_large_enough_and_inside_the_picture(names: tuple[str, ...], language: str) -> None:
    seen = [text for seats in (2, 3, 4) for text in texts(drawings(seats).values(), samples.audience(seats, language, names))]
    well_set(seen, hair=1)


@pytest.mark.parametrize("language", languages())
def test_words_of_ours_are_never_cut(language: str) -> None:
    assert cut(texts(drawings(4).values(), samples.audience(4, language, samples.NAMES))) == []
