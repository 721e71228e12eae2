"""Rules H4 (f)-(j), H5 and H6 of Rzymianie do domu!: forts taken, warriors kept, dropped and ordered anew."""

from __future__ import annotations

import random

import pytest

from engines.contract import IllegalMove
from tests.engines.rzymianie.rzymianie_tale import EXAMPLE, WALL, attack, forts

# -- H4 (f) Dru'hid ---------------------------------------------------------------------------------------------------------


def test_h4_f_druhid_takes_another_fort_and_puts_the_contested_one_there() -> None:
    tale = attack("druhid qween svord", up=["chariott", "", ""], wall="niefort1 niefort3 komfort2 fokus4 fortheca-2 fortuna8")
    tale.say(1, "seduce violet")
    assert (tale.asking, tale.may(0)) == ("take", ["take here", "take 3", "take 4", "take 5", "take 6"])
    tale.say(0, "take 5")
    assert tale.position.wall[2:] == forts("komfort2 fokus4 niefort3 fortuna8")
    assert tale.position.won[0] == forts("fortheca-2")


def test_h4_f_druhid_who_does_not_win_is_not_asked_and_in_the_sixth_round_neither() -> None:
    assert attack("druhid horsie").round.winner == 1
    tale = attack("druhid qween", up=["chariott", ""], round=6, wall=EXAMPLE)
    assert tale.round.place == 6


def test_h6_with_druhid_the_property_of_the_fort_taken_counts() -> None:
    wall = "niefort1 komfort2 niefort3 fokus4 niefort5 fortuna8"
    tale = attack("druhid qween", up=["chariott", "axx"], wall=wall)
    tale.say(0, "take 4")  # Fokus instead of KomFort: nothing is kept, and green drops one
    assert (tale.asking, tale.position.pending(), tale.may(1)) == ("fokus", (1,), ["drop qween", "drop axx"])
    assert tale.up(0) == ""
    tale = attack("druhid qween", up=["chariott", "axx"], wall=wall)
    tale.say(0, "take 3")
    assert tale.round.kept == ()
    assert tale.round.wall_after[2] == tale.round.fort


def test_h4_f_the_third_fortheca_wins_at_once() -> None:
    tale = attack(
        "horsie axx",
        won=["fortheca-1 niefort3 fortheca-2", "niefort6"],
        wall="niefort1 fortheca-2 komfort2 fokus4 niefort5 fortuna8",
    )
    assert tale.kinds() == ["reveal", "take", "attack", "forthecas", "over"]
    assert tale.round.hecas
    assert tale.round.points == (-2, 6)
    result = tale.position.result()
    assert result is not None
    assert (result.places, result.reason, result.scores) == ((1, 2), "fortheca", (-2, 6))
    assert tale.position.pending() == ()


def test_h4_f_the_instant_win_comes_before_anything_else_is_asked() -> None:
    wall = "niefort1 niefort3 fortheca-3 komfort2 niefort5 fortuna8"
    tale = attack("druhid horsie svord", up=["chariott", "", ""], won=["fortheca-1 fortheca-2", "", ""], wall=wall)
    tale.say(0, "take 3")
    assert tale.position.result() is not None
    assert "drop" not in tale.kinds()


# -- H4 (g) what the winner keeps -------------------------------------------------------------------------------------------


def test_h4_g_the_winner_discards_everything() -> None:
    tale = attack("horsie qween axx", up=["druhid", "", "svord"])
    tale.say(1, "seduce violet")
    assert (tale.round.winner, tale.after(0)) == (0, "")


def test_h4_g_axx_may_stay_if_turned_up_now() -> None:
    tale = attack("axx svord", up=["horsie", ""])
    assert tale.may(0) == ["keep axx", "keep none"]
    tale.say(0, "keep axx")
    assert tale.up(0) == "axx"
    tale = attack("horsie druhid", up=["axx", ""])
    assert tale.after(0) == ""


def test_h4_g_komfort_keeps_the_weakest_axx_included_in_the_looking() -> None:
    tale = attack(
        "axx qween svord", up=["svord chariott", "", ""], round=3, wall="niefort1 niefort3 komfort2 fokus4 niefort5 fortuna8"
    )
    tale.say(1, "seduce violet")
    assert tale.may(0) == ["keep svord", "keep svord axx", "keep axx", "keep none"]
    with pytest.raises(IllegalMove) as refusal:
        tale.say(0, "keep axx svord")
    assert refusal.value.key == "rzymianie.illegal.keep-once"
    with pytest.raises(IllegalMove) as refusal:
        tale.say(0, "keep chariott")
    assert refusal.value.key == "rzymianie.illegal.keep-other"
    assert refusal.value.parameters == {"warriors": "svord axx"}
    tale.say(0, "keep svord axx")
    assert tale.up(0) == "svord axx"
    # Axx himself the weakest: one question
    tale = attack("axx svord", up=["horsie chariott", ""], round=3, wall=WALL.replace("niefort4", "komfort2"))
    assert tale.may(0) == ["keep axx", "keep none"]


def test_h4_g_of_two_equal_weakest_the_older_stays() -> None:
    tale = attack("chariott svord", up=["chariott", ""], wall=EXAMPLE)
    tale.say(0, "keep chariott")
    assert [each.place for each in tale.round.kept] == [1]


# -- H4 (h) Horsie ----------------------------------------------------------------------------------------------------------


def test_h4_h_horsie_that_did_not_win_costs_an_earlier_warrior_of_choice() -> None:
    tale = attack("horsie chariott", up=["druhid qween", "archr axx"], round=3)
    assert (tale.asking, tale.may(0)) == ("horsie", ["drop qween", "drop druhid"])
    with pytest.raises(IllegalMove) as refusal:
        tale.say(0, "drop horsie")
    assert refusal.value.key == "rzymianie.illegal.horsie-missing"
    tale.say(0, "drop druhid")
    assert tale.after(0) == "qween horsie"


def test_h4_h_with_no_earlier_warrior_horsie_goes_itself_also_after_a_tie() -> None:
    tale = attack("horsie horsie")
    assert (tale.round.outcome, tale.after(0), tale.after(1)) == ("tie", "", "")
    tale = attack("horsie chariott", up=["svord", "svord"])
    assert tale.after(0) == "horsie"  # one earlier warrior: no question


def test_h4_h_horsies_choose_in_secret_and_at_once() -> None:
    up = ["qween druhid", "qween svord", "chariott chariott"]
    tale = attack("horsie horsie axx", up=up, round=3)
    tale.say(2, "keep none")
    assert (tale.asking, tale.position.pending()) == ("horsie", (0, 1))
    assert tale.say(1, "drop svord") == []
    assert tale.position.view(0).up == tale.position.view(1).up
    told = tale.say(0, "drop qween")
    assert told[0].data["drops"] == [[0, "qween"], [1, "svord"]]
    assert told[0].reveals


def test_h4_h_nobody_could_take_the_fort_horsie_still_drops() -> None:
    tale = attack("horsie axx", up=["", "svord"])
    assert (tale.round.outcome, tale.after(0)) == ("tie", "")


def test_h6_the_owner_of_a_seduced_horsie_drops_an_earlier_warrior() -> None:
    tale = attack("qween horsie", up=["", "svord"])
    assert tale.round.winner == 0
    assert [(each.clan, each.warrior.card, each.why) for each in tale.round.discards] == [
        (0, "qween", "winner"),
        (1, "horsie", "seduced"),
        (1, "svord", "horsie"),
    ]


# -- H4 (i) Svord -----------------------------------------------------------------------------------------------------------


def test_h4_i_svord_orders_the_face_down_warriors_anew() -> None:
    tale = attack("svord horsie", rest=["qween axx archr filchy", ""])
    assert (tale.asking, tale.position.pending()) == ("svord", (0,))
    assert len(tale.may(0)) == 24
    for words, reason in (("order qween axx", "order-all"), ("order qween axx archr horsie", "order-missing")):
        with pytest.raises(IllegalMove) as refusal:
            tale.say(0, words)
        assert refusal.value.key == f"rzymianie.illegal.{reason}"
    told = tale.say(0, "order filchy qween axx archr")
    assert told[0].data["clans"] == [0]
    assert "filchy" not in str(told[0].data)
    assert told[2].data["turned"][0] == "filchy"


def test_h4_i_always_asked_with_two_face_down_even_equal_ones_never_with_one() -> None:
    tale = attack("svord horsie", rest=["chariott chariott", ""], round=4)
    assert tale.may(0) == ["order chariott chariott"]
    tale = attack("svord horsie", round=5)
    assert tale.round.svords == ()


def test_h4_i_two_svords_order_at_once_in_secret() -> None:
    tale = attack("svord svord horsie")
    assert tale.position.pending() == (0, 1)
    before = tale.position.view(2)
    move = random.Random(3).choice(tale.may(1))
    assert tale.say(1, move) == []
    assert tale.position.view(2).up == before.up
    assert tale.position.view(1).choice == tuple(move.split()[1:])


# -- H4 (j), H5 forts -------------------------------------------------------------------------------------------------------


def test_h5_fokus_every_clan_drops_one_of_choice() -> None:
    wall = "niefort1 fokus4 komfort2 niefort3 niefort5 fortuna8"
    tale = attack("horsie qween archr", up=["chariott", "svord", "axx"], wall=wall)
    tale.say(1, "seduce violet")
    assert (tale.asking, tale.position.pending()) == ("fokus", (1, 2))
    tale.say(2, "drop archr")
    tale.say(1, "drop qween")
    assert [tale.after(clan) for clan in range(3)] == ["", "svord", "axx"]


def test_h5_fokus_axx_cannot_stay_and_is_not_asked() -> None:
    wall = "niefort1 fokus4 komfort2 niefort3 niefort5 fortuna8"
    tale = attack("axx druhid", up=["chariott", ""], wall=wall)
    assert "keep" not in tale.kinds()
    assert (tale.after(0), tale.after(1)) == ("", "")


def test_h5_fortuna_costs_an_earlier_fort_of_choice() -> None:
    wall = "niefort1 fortuna8 komfort2 niefort3 niefort5 fortuna8"
    tale = attack("horsie axx", wall=wall, won=["fortheca-2 niefort4 fokus4 fortheca-2", ""])
    assert (tale.asking, tale.may(0)) == ("give", ["give -2", "give 4"])
    with pytest.raises(IllegalMove) as refusal:
        tale.say(0, "give 8")
    assert refusal.value.key == "rzymianie.illegal.give-none"
    tale.say(0, "give 4")  # equal values are one answer: the one taken first goes
    assert tale.position.won[0] == forts("fortheca-2 fokus4 fortheca-2 fortuna8")
    assert tale.position.out == forts("niefort4")


def test_h5_fortuna_with_no_earlier_fort_goes_itself() -> None:
    tale = attack("horsie axx", wall="niefort1 fortuna8 komfort2 niefort3 niefort5 fortuna8")
    assert tale.position.won[0] == []
    assert next(event.data for event in tale.events if event.kind == "give")["itself"]
    tale = attack("horsie axx", wall="niefort1 fortuna8 komfort2 niefort3 niefort5 fortuna8", won=["niefort6", ""])
    assert tale.position.won[0] == forts("fortuna8")  # one earlier fort: no question


def test_h5_in_the_sixth_round_only_fortuna_is_asked() -> None:
    wall = "niefort1 niefort3 niefort4 niefort5 niefort6 "
    for last, now in (("komfort2", "axx chariott"), ("fokus4", "horsie svord"), ("niefort3", "axx druhid")):
        tale = attack(now, up=["chariott archr", "qween chariott"], wall=wall + last, round=6)
        assert tale.kinds() == ["reveal", "take", "attack", "wall"]
    tale = attack("axx svord", wall=wall + "fortuna8", round=6, won=["niefort3 niefort6", ""])
    assert tale.asking == "give"
    tale.say(0, "give 3")
    assert tale.position.game_turn == 2


def test_h4_strictly_horsie_then_svord_then_fokus() -> None:
    wall = "niefort1 fokus4 komfort2 niefort3 niefort5 fortuna8"
    tale = attack(
        "horsie svord chariott", up=["qween druhid", "axx archr", "chariott druhid"], wall="komfort2 " + wall, round=3
    )
    asked = []
    while tale.position.round == 3:
        asked.append(tale.asking)
        seat = tale.position.pending()[0]
        tale.say(seat, tale.may(seat)[0])
    assert asked == ["horsie", "svord", "fokus", "fokus"]


def test_h4_a_move_is_asked_of_the_one_who_decides_only() -> None:
    tale = attack("qween horsie axx")
    for seat, words, reason in (
        (1, "seduce gold", "not-asked"),
        (0, "seduce gold", "seduce-own"),
        (0, "take here", "seduce-now"),
    ):
        with pytest.raises(IllegalMove) as refusal:
            tale.say(seat, words)
        assert refusal.value.key == f"rzymianie.illegal.{reason}"
