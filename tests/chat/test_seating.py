"""How people at a table are called, and by what others call them."""

from __future__ import annotations

import pytest

from asking.readers import audience
from chat.cards.seating import seat_called, seat_name
from data.words import words
from render.seat_marks import distinct
from tables.model.table_info import Place, SeatInfo, TableInfo


def at_table(*names: str) -> TableInfo:
    seats = tuple(SeatInfo(name, user) for user, name in enumerate(names, 1))
    return TableInfo(
        id=1, place=Place(1, 2), game="rycerze", options={}, pace="none", language="en", state="playing", host=1,
        seats=seats, random_order=False, created=0.0, changed=0.0, version=1,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("said", "seat"),
    [
        ("Ada", 0),
        ("ada", 0),
        ("2", 1),
        ("bor", 1),
        ("▲", 2),
        ("▲ Ada L.", 2),
        ("ad", None),
        ("4", None),
        ("0", None),
        ("", None),
    ],
)
def test_people_are_called_by_name_number_or_shape(said: str, seat: int | None) -> None:
    assert seat_called(at_table("Ada", "Borys", "Ada L."), said) == seat


def test_a_name_comes_before_a_number() -> None:
    assert seat_called(at_table("2", "Ada"), "2") == 0


def test_people_of_one_name_are_told_apart() -> None:
    twins = at_table("Ada", "Borys", "Ada")
    assert seat_called(twins, "Ada") is None
    assert [seat_called(twins, said) for said in ("● Ada", "▲ ada", "3", seat_name(twins, 0))] == [0, 2, 2, 0]
    assert audience(twins, words("en")).names == ("● Ada", "Borys", "▲ Ada")
    assert [seat_name(twins, seat) for seat in range(3)] == ["●\u00a0Ada", "■\u00a0Borys", "▲\u00a0Ada"]


def test_a_name_that_pretends_to_be_marked_is_marked_again() -> None:
    assert distinct(("● Ada", "Ada", "Ada")) == ("● Ada", "■ Ada", "▲ Ada")
    names = distinct(("Ada", "Ada", "● Ada"))
    assert len(set(names)) == 3
