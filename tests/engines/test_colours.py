"""Who plays in which colour: first come, first served, and nobody in the same."""

import itertools

from engines.colours import COLOURS, USUAL, shared_out


def test_nobody_shares_a_colour_and_first_come_is_first_served() -> None:
    for seats, usual in USUAL.items():
        for chosen in itertools.product(("", *COLOURS), repeat=seats):
            found = shared_out(chosen, usual, COLOURS)
            assert len(set(found)) == seats
            assert set(found) <= set(COLOURS)
            for seat, colour in enumerate(chosen):
                if colour and colour not in chosen[:seat]:
                    assert found[seat] == colour


def test_where_nobody_has_chosen_the_colours_are_the_usual_ones() -> None:
    for seats, usual in USUAL.items():
        assert shared_out(("",) * seats, usual, COLOURS) == usual
        assert shared_out(("pink",) * seats, usual, COLOURS) == usual
    assert shared_out(("yellow", ""), USUAL[2], COLOURS) == ("yellow", "blue")
