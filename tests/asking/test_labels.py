"""Labels as short as possible."""

from typing import cast

import pytest

from asking.labels import Labels, join_with_arrows, short_name
from asking.question import ending
from engines.contract import Move

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


ENDINGS = {
    ("Score", "h2 · house +2", "1 · house +2"): "h2 · house +2",
    ("Score", "h2", "1 · house +2"): "h2, 1 · house +2",
    ("Move", "c3 · 2 AP", "e5 · 1 AP"): "c3, e5",
}
"""The labels of moves, and how the buttons that end them read after the first word."""


@pytest.mark.parametrize(("labels", "read"), ENDINGS.items())
def test_an_ending_names_what_is_a_number_in_the_picture(labels: tuple[str, ...], read: str) -> None:
    class Said:
        def move(self, move: Move) -> tuple[str, ...]:
            return move

    assert ending(cast("Labels", Said()), labels, after=1) == read


def test_signs_stand_before_what_they_are_about() -> None:
    assert join_with_arrows(("c3", "d4", "e5")) == "c3 → d4 → e5"
    assert join_with_arrows(("Jump", "↑", "Climb", "↓", "Shift")) == "Jump, ↑ Climb, ↓ Shift"
