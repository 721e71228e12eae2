"""Rules H1-H4 (e) of Rzymianie do domu!, each told as a little game. Clans: 0 gold, 1 green, 2 violet, 3 red."""

from __future__ import annotations

import random

import pytest

from engines.contract import IllegalMove
from engines.notation import legal_moves, random_game
from engines.rzymianie.components import CARD, CARDS, DECK, FORT, KINDS, STACK, STRENGTH, VALUES
from engines.rzymianie.rules import GAME
from engines.rzymianie.turns import arranged
from tests.engines.rzymianie.rzymianie_tale import EXAMPLE, attack, forts

# -- components -------------------------------------------------------------------------------------------------------------


def test_the_strengths_and_the_deck() -> None:
    assert dict(zip(CARDS, STRENGTH, strict=True)) == {
        "qween": 1,
        "druhid": 2,
        "svord": 3,
        "axx": 4,
        "archr": 5,
        "filchy": 6,
        "horsie": 7,
        "chariott": 9,
    }
    assert [CARDS[card] for card in DECK] == [*CARDS, "chariott"]


def test_the_eighteen_forts() -> None:
    values = {kind: sorted(VALUES[fort] for fort in STACK if KINDS[fort] == kind) for kind in KINDS}
    assert values == {
        "komfort": [2, 2, 2],
        "fokus": [4, 4, 4],
        "fortuna": [8, 8, 8],
        "niefort": [1, 3, 4, 5, 6],
        "fortheca": [-3, -2, -2, -1],
    }


# -- H1 ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "wall"),
    [
        ("niefort5 fortheca-1 komfort2 fokus4 niefort3 niefort6", "komfort2 niefort5 fortheca-1 fokus4 niefort3 niefort6"),
        ("fortuna8 komfort2 fokus4 komfort2 fortuna8 fokus4", "komfort2 fortuna8 fokus4 komfort2 fokus4 fortuna8"),
        (
            "fortheca-3 fortheca-2 fokus4 niefort4 fortheca-2 fortheca-1",
            "fokus4 fortheca-3 fortheca-2 fortheca-2 fortheca-1 niefort4",
        ),
        (
            "niefort4 fortheca-3 fortheca-2 fortheca-2 fortheca-1 fokus4",
            "niefort4 fortheca-3 fortheca-2 fortheca-2 fortheca-1 fokus4",
        ),
        ("niefort6 fortheca-3 niefort1 fokus4 fortuna8 niefort5", "niefort1 niefort6 fortheca-3 fokus4 niefort5 fortuna8"),
    ],
)
def test_h1_the_lowest_to_the_left_the_highest_to_the_right(row: str, wall: str) -> None:
    assert arranged(forts(row)) == forts(wall)


def test_h1_three_walls_are_all_eighteen_forts() -> None:
    rng = random.Random(1)
    for _ in range(30):
        position = GAME.start(2, {}, rng.randbytes(16))
        view = position.view(None)
        seen = [(fort.kind, fort.value) for fort in view.wall if fort]
        for _, _, events in random_game(position, rng):
            seen += [(fort["kind"], fort["value"]) for event in events if event.kind == "wall" for fort in event.data["wall"]]
        if position.game_turn == 3:
            assert sorted(FORT[fort] for fort in seen) == list(STACK)


# -- H2 ---------------------------------------------------------------------------------------------------------------------


def test_h2_seven_of_nine_in_hand_six_laid_one_dropped() -> None:
    position = GAME.start(3, {}, b"orders")
    hand = position.view(1).hand
    assert len(hand) == 7
    assert len(legal_moves(position, 1)) == (2520 if hand.count("chariott") == 2 else 5040)
    assert position.pending() == (0, 1, 2)
    assert position.play(1, ("plan", *hand[1:])) == []
    view = position.view(1)
    assert (view.dropped, [each.card for each in view.down]) == (hand[0], list(hand[1:]))
    assert [each.place for each in view.down] == [1, 2, 3, 4, 5, 6]
    assert position.view(0).chosen == (False, True, False)
    # changeable until the last has chosen
    position.play(1, ("plan", *reversed(hand[1:])))
    assert position.view(1).choice == tuple(reversed(hand[1:]))


def test_h2_both_numbers_of_plans_come_up() -> None:
    found = set()
    for number in range(40):
        position = GAME.start(2, {}, number.to_bytes(2, "big"))
        found.add((position.view(0).hand.count("chariott"), len(legal_moves(position, 0))))
    assert found <= {(0, 5040), (1, 5040), (2, 2520)}
    assert {(1, 5040), (2, 2520)} <= found


def test_h2_a_plan_can_be_asked_for_as_a_form_and_said_again() -> None:
    position = GAME.start(2, {}, b"form")
    hand = position.view(0).hand
    asked = position.choices(0, ("plan",))
    assert (asked.slots, asked.stock, asked.again) == (6, hand, ())
    asked = position.choices(0, ("plan", hand[0], hand[3]))
    assert (asked.slots, len(asked.stock)) == (4, 5)
    # "like last time", where the seven cards drawn allow it
    position.previous[0] = [CARD[card] for card in hand[5::-1]]
    position.previous[1] = [CARD["chariott"]] * 3
    assert position.choices(0, ("plan",)).again == ("plan", *hand[5::-1])
    assert position.choices(1, ("plan",)).again == ()


def test_h2_a_plan_is_refused_with_its_reason() -> None:
    position = GAME.start(2, {}, b"refused")
    hand = list(position.view(0).hand)
    missing = next(card for card in CARDS if card not in hand)
    once = next(card for card in hand if hand.count(card) == 1)
    for words, reason in (
        (["order", *hand[:6]], "plan-now"),
        (["plan", *hand[:5]], "plan-six"),
        (["plan", *hand], "plan-six"),
        (["plan", *hand[:5], missing], "plan-missing"),
        (["plan", *[card for card in hand if card != once][:4], once, once], "plan-twice"),
        (["plan", *hand[:5], "dragon"], "unknown-warrior"),
    ):
        with pytest.raises(IllegalMove) as refusal:
            position.play(0, tuple(words))
        assert refusal.value.key == f"rzymianie.illegal.{reason}"


# -- H3 ---------------------------------------------------------------------------------------------------------------------


def test_h3_all_turn_up_from_left_to_right_and_stay_face_up() -> None:
    tale = attack("svord chariott", up=["druhid", "qween"], rest=["qween axx archr filchy", "druhid svord axx archr"])
    assert tale.round.turned == ("svord", "chariott")
    assert tale.round.sums == (5, 10)
    assert tale.after(0) == "druhid svord"
    assert [each.place for each in tale.position.view(None).up[0]] == [1, 2]


def test_h3_an_ability_works_only_in_its_own_round() -> None:
    # Filchy, Arch'r and Axx from before are only strength
    tale = attack("horsie svord", up=["filchy", "axx archr"], round=3)
    assert tale.round.filchy == ()
    assert tale.round.sums == (13, 12)
    assert (tale.round.winner, tale.after(0)) == (0, "")
    tale = attack("horsie druhid", up=["", "archr"])
    assert (tale.round.outcome, tale.round.winner) == ("tie", None)


def test_h3_the_clans_in_seat_order_neutral_ones_next() -> None:
    tale = attack("svord axx archr", neutrals=1)
    assert (tale.position.seats, tale.position.clans) == (2, 3)
    assert tale.round.winner == 2


# -- H4 (a) Ch'ariotts ------------------------------------------------------------------------------------------------------


def test_h4_a_two_chariotts_cancel_and_a_third_too() -> None:
    tale = attack("chariott chariott svord", up=["", "axx", ""])
    assert tale.round.cancelled == (0, 1)
    assert tale.round.sums == (0, 4, 3)
    assert [(each.clan, each.warrior.card, each.why) for each in tale.round.discards[:2]] == [
        (0, "chariott", "chariott"),
        (1, "chariott", "chariott"),
    ]
    tale = attack("chariott chariott chariott druhid")
    assert tale.round.cancelled == (0, 1, 2)
    assert tale.round.winner == 3


def test_h4_a_a_single_chariott_and_one_from_before_do_not_cancel() -> None:
    tale = attack("chariott svord", up=["", "chariott"])
    assert tale.round.cancelled == ()
    assert tale.round.sums == (9, 12)


# -- H4 (b) Qween -----------------------------------------------------------------------------------------------------------


def test_h4_b_qween_takes_a_strength_for_this_round() -> None:
    tale = attack("qween horsie axx", up=["svord", "", "druhid"])
    assert (tale.asking, tale.position.pending()) == ("seduce", (0,))
    assert tale.may(0) == ["seduce green", "seduce violet"]
    tale.say(0, "seduce green")
    assert tale.round.sums == (11, 0, 6)
    assert tale.round.winner == 0
    # H6: the seduced Horsie goes with the winner's; its owner has no earlier warrior to drop
    assert [(each.clan, each.warrior.card, each.why) for each in tale.round.discards] == [
        (0, "svord", "winner"),
        (0, "qween", "winner"),
        (1, "horsie", "seduced"),
    ]


def test_h4_b_with_one_warrior_left_there_is_no_choice() -> None:
    tale = attack("qween chariott chariott axx")
    assert (tale.round.seducer, tale.round.seduced) == (0, 3)


def test_h4_b_with_nobody_left_nothing_happens() -> None:
    tale = attack("qween chariott chariott")
    assert (tale.round.qween, tale.round.seduced) == ("nobody", None)
    assert (tale.round.sums, tale.round.winner) == ((1, 0, 0), 0)


def test_h4_b_two_qweens_are_only_strength() -> None:
    tale = attack("qween qween svord", up=["axx", "", ""])
    assert (tale.round.qween, tale.round.sums) == ("many", (5, 1, 3))


def test_h4_b_the_ability_of_the_seduced_stays_with_its_owner() -> None:
    # a seduced Filchy is still out, a seduced Arch'r still breaks her owner's tie, a seduced Svord still orders anew
    tale = attack("qween filchy", up=["", "chariott"])
    assert (tale.round.filchy, tale.round.winner) == ((1,), 0)
    tale = attack("qween archr", up=["svord", "chariott"])
    assert tale.round.sums == (9, 9)
    assert (tale.round.outcome, tale.round.winner) == ("archr", 1)
    tale = attack("qween svord", rest=["", "axx archr filchy horsie"])
    assert (tale.asking, tale.position.pending()) == ("svord", (1,))
    tale = attack("qween axx", up=["", "chariott"])
    assert (tale.now.winner, tale.may(1)) == (1, ["keep axx", "keep none"])
    tale = attack("qween druhid", up=["", "chariott"])
    assert (tale.asking, tale.now.winner) == ("take", 1)


def test_h4_b_the_seduced_stays_where_it_is_if_the_seducer_loses() -> None:
    tale = attack("qween svord axx", up=["", "", "chariott"])
    tale.say(0, "seduce green")
    assert (tale.now.sums, tale.now.winner) == ((4, 0, 13), 2)
    assert tale.up(1) == "svord"


def test_h6_a_seduced_warrior_counts_normally_later() -> None:
    tale = attack("qween archr", up=["", "chariott"], rest=["svord", "druhid"])
    assert tale.after(1) == ""  # green won in spite of it and discards all
    tale = attack("qween archr druhid", up=["", "", "chariott"], rest=["svord", "druhid", "axx"])
    tale.say(0, "seduce green")
    tale.say(2, "take here")
    assert tale.after(1) == "archr"
    assert tale.now.before[1][0].card == "archr"


# -- H4 (d) Filchy ----------------------------------------------------------------------------------------------------------


def test_h4_d_filchy_cannot_take_the_fort_and_does_not_count() -> None:
    tale = attack("filchy svord druhid", up=["chariott", "", ""])
    assert (tale.now.sums, tale.now.filchy, tale.now.winner) == ((15, 3, 2), (0,), 1)
    assert tale.up(0) == "chariott filchy"


def test_h7_all_filchy_the_fort_is_discarded() -> None:
    tale = attack("filchy filchy")
    assert (tale.round.outcome, tale.round.winner, tale.round.lost) == ("nobody", None, tale.round.fort)
    assert (tale.after(0), tale.after(1)) == ("filchy", "filchy")
    assert tale.position.out[:1] == forts("niefort3")


# -- H4 (e) the highest sum, ties, Arch'r -----------------------------------------------------------------------------------


def test_h4_e_a_tie_discards_the_fort_and_everybody_keeps_their_warriors() -> None:
    tale = attack("axx druhid chariott", up=["archr", "horsie", ""])
    assert (tale.round.outcome, tale.round.tied, tale.round.winner) == ("tie", (0, 1, 2), None)
    assert tale.round.lost == tale.round.fort
    assert [tale.after(clan) for clan in range(3)] == ["archr axx", "horsie druhid", "chariott"]


def test_h4_e_a_tie_below_the_top_does_not_matter() -> None:
    tale = attack("chariott axx axx")
    assert (tale.round.outcome, tale.round.tied, tale.round.winner) == ("highest", (), 0)


def test_h4_e_archr_breaks_a_tie_for_the_only_tied_clan_that_turned_one_up() -> None:
    tale = attack("archr druhid", up=["", "svord"])
    assert (tale.round.outcome, tale.round.tied, tale.round.winner) == ("archr", (0, 1), 0)
    # two tied Arch'rs do nothing
    tale = attack("archr archr")
    assert (tale.round.outcome, tale.round.winner) == ("archrs", None)
    # an Arch'r who is not among the tied neither breaks nor blocks
    tale = attack("archr horsie archr", up=["druhid", "", ""])
    assert (tale.round.sums, tale.round.outcome, tale.round.winner) == ((7, 7, 5), "archr", 0)
    tale = attack("archr horsie horsie")
    assert (tale.round.outcome, tale.round.tied) == ("tie", (1, 2))


def test_worked_example_of_the_rulebook() -> None:
    # gold Michał, green Krzysiek (Arch'r before), red Wojtek (Dru'hid before), violet sits between and has Qween now and then
    tale = attack("archr chariott chariott", up=["", "archr", "druhid"], wall=EXAMPLE)
    assert tale.now.cancelled == (1, 2)
    assert tale.now.sums == (5, 5, 2)
    assert (tale.now.outcome, tale.now.tied, tale.now.winner) == ("archr", (0, 1), 0)
    assert (tale.asking, tale.may(0)) == ("keep", ["keep archr", "keep none"])
    tale.say(0, "keep archr")
    assert tale.round.taken == tale.round.fort
    assert tale.round.fort.kind == "komfort"
    assert [tale.after(clan) for clan in range(3)] == ["archr", "archr", "druhid"]
