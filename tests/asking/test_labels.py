"""Labels as short as possible."""

import pytest

from asking.labels import short_name

NAMES = {
    "Knight 2": "Knight 2",
    "Shepherd (returns)": "Shepherd",
    "Build: 1 AP": "Build",
    "d3 · ground · 3 AP": "d3",
    "1 · house": "house",
    "A · Dru’hid 2": "Dru’hid 2",
    "▲ Chloe": "▲ Chloe",
}


@pytest.mark.parametrize(("label", "name"), NAMES.items())
def test_a_label_is_shortened_to_what_it_names(label: str, name: str) -> None:
    assert short_name(label) == name
