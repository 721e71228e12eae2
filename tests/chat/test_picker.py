"""How the picker lays out many words."""

import discord

from chat.cards import picker
from data.words import words
from engines.contract import Choices


def menus(*squares: str) -> list[discord.ui.Select[discord.ui.LayoutView]]:
    labels = tuple(square.upper() for square in squares)
    step = picker.PickerStep(1, 1, ("flip",), Choices(squares), labels)
    found = [line.children[0] for line in picker.rows_of(step, words("en"))]
    assert all(isinstance(each, discord.ui.Select) for each in found)
    return found  # type: ignore[return-value]


async def test_the_places_of_a_small_board_stand_in_a_menu_a_line() -> None:
    found = menus(*(f"{row}{column}" for row in "abcde" for column in range(1, 10) if (row, column) != ("b", 1)), "f4")
    assert len(found) == 2, "six lines are too many"
    found = menus(*(f"{row}{column}" for row in "abd" for column in range(1, 10)), "e7")
    assert [each.placeholder for each in found] == ["A1 – A9", "B1 – B9", "D1 – D9", "E7"]
    assert [option.value for option in found[3].options] == ["27.e7"]
    assert len({each.custom_id for each in found}) == 4


async def test_a_large_board_is_cut_where_a_menu_is_full() -> None:
    found = menus(*(f"{row}{column}" for row in "abcdefgh" for column in range(1, 9)))
    assert [len(each.options) for each in found] == [25, 25, 14]
