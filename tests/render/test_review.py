"""The curve of a review: every number of seats, long names, marks that keep apart, the same in words."""

from __future__ import annotations

import pytest

from data.words import words
from render import review, theme
from render.contract import Audience, Person
from render.review import CurvePoint, Curves
from tests.support.cases import cases


@pytest.mark.parametrize("language", ["pl", "en"])
@pytest.mark.parametrize("seats", cases([1, 2, 3, 4], [1]))
def test_a_curve_for_each_seat(language: str, seats: int) -> None:
    points = tuple(CurvePoint(at / 10, (at * 7 % 11) / 11, 1.0, at if 2 < at < 6 else 0) for at in range(11))
    curves = Curves("torres", "Torres", (points,) * (seats - 1) + ((CurvePoint(0.5, 0.0, 1.0, 9),),), "Tura 12")
    people = tuple(Person(f"Bardzo długie imię numer {seat}", computer=seat > 1) for seat in range(seats))
    picture = review.picture(curves, Audience(people, words(language)))
    assert picture.data
    assert all(person.name[:10] in picture.alt for person in people)
    assert "0" in picture.alt


def test_who_was_not_judged_has_no_curve() -> None:
    people = (Person("Ada"), Person("Robot", computer=True))
    curves = Curves("torres", "Torres", ((CurvePoint(0.0, 0.5, 0.6), CurvePoint(1.0, 1.0, 1.0)), ()), "Tura 1")
    told = review.describe(curves, Audience(people, words("en")))
    assert "Ada: 50% at the start, 100% halfway, 100% at the end." in told
    assert "Robot" not in told


def test_curves_have_the_colours_that_a_game_names() -> None:
    points = (CurvePoint(0.0, 0.5, 0.6), CurvePoint(1.0, 1.0, 1.0))
    people = (Person("Ada", colour="violet"), Person("Borys", colour="red"))
    audience = Audience(people, words("en"))
    with theme.using(audience.theme, chosen=audience.chosen):
        drawn = review.draw(Curves("rzymianie", "Romans", (points, points), "Turn 12"), audience)
        shown = {colour for _, colour in drawn.getcolors(1 << 20) or ()}
        assert {theme.rgb(theme.RIMS[theme.COLOURS[each.colour]]) for each in people} <= shown
    assert theme.share_colours(("violet", ""), 2) == theme.share_colours((), 2), "two people might look alike"
