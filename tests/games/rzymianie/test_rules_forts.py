"""Rules H4f-H4j, H5 and H6 of Rzymianie do domu!: forts taken, warriors kept, dropped and ordered again."""

from __future__ import annotations

import random

import msgspec
import pytest

from engines.contract import IllegalMove
from engines.rzymianie.events import Drop, FortGivenUp, OrdersChanged, WarriorsDropped, WarriorsTurnedUp
from engines.rzymianie.rules import GAME
from tests.games.rzymianie.rounds import EXAMPLE, WALL, attack, forts
from tests.support.event_data import all_of, data_of

# -- H4f Dru'hid ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("H4f")
def test_druhid_swaps_the_contested_fort_for_another() -> None:
    game = attack("druhid qween svord", up=["chariott", "", ""], wall="niefort1 niefort3 komfort2 fokus4 fortheca-2 fortuna8")
    game.say(1, "seduce violet")
    assert (game.asking, game.may(0)) == ("take", ["take here", "take 3", "take 4", "take 5", "take 6"])
    game.say(0, "take 5")
    assert game.position.wall[2:] == forts("komfort2 fokus4 niefort3 fortuna8")
    assert game.position.won[0] == forts("fortheca-2")


@pytest.mark.rule("H4f")
def test_druhid_is_asked_only_when_he_wins() -> None:
    assert attack("druhid horsie").round.winner == 1
    game = attack("druhid qween", up=["chariott", ""], round=6, wall=EXAMPLE)
    assert game.round.place == 6


@pytest.mark.rule("H6")
def test_with_druhid_the_property_of_the_fort_taken_counts() -> None:
    wall = "niefort1 komfort2 niefort3 fokus4 niefort5 fortuna8"
    game = attack("druhid qween", up=["chariott", "axx"], wall=wall)
    game.say(0, "take 4")  # Fokus instead of KomFort: nothing is kept, and green drops one
    assert (game.asking, game.position.pending(), game.may(1)) == ("fokus", (1,), ["drop qween", "drop axx"])
    assert game.up(0) == ""
    game = attack("druhid qween", up=["chariott", "axx"], wall=wall)
    game.say(0, "take 3")
    assert game.round.kept == ()
    assert game.round.wall_after[2] == game.round.fort


@pytest.mark.rule("H4f", "H5d")
def test_the_third_fortheca_wins_at_once() -> None:
    game = attack(
        "horsie axx",
        won=["fortheca-1 niefort3 fortheca-2", "niefort6"],
        wall="niefort1 fortheca-2 komfort2 fokus4 niefort5 fortuna8",
    )
    assert game.kinds() == ["reveal", "strengths", "take", "attack", "forthecas", "over"]
    assert game.round.hecas
    assert game.round.points == (-2, 6)
    result = game.position.result()
    assert result is not None
    assert (result.places, result.reason, result.scores) == ((1, 2), "fortheca", (-2, 6))
    assert game.position.pending() == ()


@pytest.mark.rule("H4f")
def test_the_instant_win_comes_before_anything_else_is_asked() -> None:
    wall = "niefort1 niefort3 fortheca-3 komfort2 niefort5 fortuna8"
    game = attack("druhid horsie svord", up=["chariott", "", ""], won=["fortheca-1 fortheca-2", "", ""], wall=wall)
    game.say(0, "take 3")
    assert game.position.result() is not None
    assert "drop" not in game.kinds()


# -- H4g what the winner keeps -------------------------------------------------------------------------------------------


@pytest.mark.rule("H4g")
def test_the_winner_discards_everything() -> None:
    game = attack("horsie qween axx", up=["druhid", "", "svord"])
    game.say(1, "seduce violet")
    assert (game.round.winner, game.after(0)) == (0, "")


@pytest.mark.rule("H4g")
def test_axx_may_stay_if_turned_up_now() -> None:
    game = attack("axx svord", up=["horsie", ""])
    assert game.may(0) == ["keep axx", "keep none"]
    game.say(0, "keep axx")
    assert game.up(0) == "axx"
    game = attack("horsie druhid", up=["axx", ""])
    assert game.after(0) == ""


@pytest.mark.rule("H4g", "H5a")
def test_komfort_keeps_the_weakest_axx_included_in_the_looking() -> None:
    game = attack(
        "axx qween svord", up=["svord chariott", "", ""], round=3, wall="niefort1 niefort3 komfort2 fokus4 niefort5 fortuna8"
    )
    game.say(1, "seduce violet")
    assert game.may(0) == ["keep svord", "keep svord axx", "keep axx", "keep none"]
    with pytest.raises(IllegalMove) as refusal:
        game.say(0, "keep axx svord")
    assert refusal.value.key == "rzymianie.illegal.keep-once"
    with pytest.raises(IllegalMove) as refusal:
        game.say(0, "keep chariott")
    assert refusal.value.key == "rzymianie.illegal.keep-other"
    assert refusal.value.parameters == {"warriors": "svord axx"}
    game.say(0, "keep svord axx")
    assert game.up(0) == "svord axx"
    # Axx himself the weakest: one question
    game = attack("axx svord", up=["horsie chariott", ""], round=3, wall=WALL.replace("niefort4", "komfort2"))
    assert game.may(0) == ["keep axx", "keep none"]


@pytest.mark.rule("H5a")
def test_of_two_equal_weakest_the_older_stays() -> None:
    game = attack("chariott svord", up=["chariott", ""], wall=EXAMPLE)
    game.say(0, "keep chariott")
    assert [each.place for each in game.round.kept] == [1]


# -- H4h Horsie ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("H4h")
def test_a_horsie_that_did_not_win_costs_an_earlier_warrior() -> None:
    game = attack("horsie chariott", up=["druhid qween", "archr axx"], round=3)
    assert (game.asking, game.may(0)) == ("horsie", ["drop qween", "drop druhid"])
    with pytest.raises(IllegalMove) as refusal:
        game.say(0, "drop horsie")
    assert refusal.value.key == "rzymianie.illegal.horsie-missing"
    game.say(0, "drop druhid")
    assert game.after(0) == "qween horsie"


@pytest.mark.rule("H4h")
def test_horsie_goes_itself_where_no_earlier_warrior_is_left() -> None:
    """Also after a tie."""
    game = attack("horsie horsie")
    assert (game.round.outcome, game.after(0), game.after(1)) == ("tie", "", "")
    game = attack("horsie chariott", up=["svord", "svord"])
    assert game.after(0) == "horsie"  # one earlier warrior: no question


@pytest.mark.rule("H4", "H4h")
def test_horsies_choose_in_secret_and_at_once() -> None:
    up = ["qween druhid", "qween svord", "chariott chariott"]
    game = attack("horsie horsie axx", up=up, round=3)
    game.say(2, "keep none")
    assert (game.asking, game.position.pending()) == ("horsie", (0, 1))
    assert game.say(1, "drop svord") == []
    assert game.position.view(0).up == game.position.view(1).up
    events = game.say(0, "drop qween")
    assert data_of(events[0], WarriorsDropped).drops == (Drop(0, "qween"), Drop(1, "svord"))
    assert events[0].reveals


@pytest.mark.rule("H4h")
def test_after_a_tie_horsie_still_drops() -> None:
    game = attack("horsie axx", up=["", "svord"])
    assert (game.round.outcome, game.after(0)) == ("tie", "")


@pytest.mark.rule("H6")
def test_the_owner_of_a_seduced_horsie_drops_an_earlier_warrior() -> None:
    game = attack("qween horsie", up=["", "svord"])
    assert game.round.winner == 0
    assert [(each.clan, each.warrior.card, each.why) for each in game.round.discards] == [
        (0, "qween", "winner"),
        (1, "horsie", "seduced"),
        (1, "svord", "horsie"),
    ]


# -- H4i Svord -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("H4i")
def test_svord_orders_the_face_down_warriors_again() -> None:
    game = attack("svord horsie", rest=["qween axx archr filchy", ""])
    assert (game.asking, game.position.pending()) == ("svord", (0,))
    assert len(game.may(0)) == 24
    for words, reason in (("order qween axx", "order-all"), ("order qween axx archr horsie", "order-missing")):
        with pytest.raises(IllegalMove) as refusal:
            game.say(0, words)
        assert refusal.value.key == f"rzymianie.illegal.{reason}"
    events = game.say(0, "order filchy qween axx archr")
    assert data_of(events[0], OrdersChanged).clans == (0,)
    assert "filchy" not in str(events[0].data)
    assert data_of(events[2], WarriorsTurnedUp).turned[0] == "filchy"


@pytest.mark.rule("H4i")
def test_svord_asks_about_two_equal_cards_but_never_about_one() -> None:
    game = attack("svord horsie", rest=["chariott chariott", ""], round=4)
    assert game.may(0) == ["order chariott chariott"]
    game = attack("svord horsie", round=5)
    assert game.round.svords == ()


@pytest.mark.rule("H4", "H4i")
def test_two_svords_order_at_once_in_secret() -> None:
    game = attack("svord svord horsie")
    assert game.position.pending() == (0, 1)
    before = game.position.view(2)
    move = random.Random(3).choice(game.may(1))
    assert game.say(1, move) == []
    assert game.position.view(2).up == before.up
    assert game.position.view(1).chosen == tuple(move.split()[1:])


# -- H4j, H5 forts -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("H5b")
def test_fokus_every_clan_drops_one_of_choice() -> None:
    wall = "niefort1 fokus4 komfort2 niefort3 niefort5 fortuna8"
    game = attack("horsie qween archr", up=["chariott", "svord", "axx"], wall=wall)
    game.say(1, "seduce violet")
    assert (game.asking, game.position.pending()) == ("fokus", (1, 2))
    game.say(2, "drop archr")
    game.say(1, "drop qween")
    assert [game.after(clan) for clan in range(3)] == ["", "svord", "axx"]


FOKUS = "niefort1 fokus4 komfort2 niefort3 niefort5 fortuna8"


@pytest.mark.rule("H5b")
@pytest.mark.parametrize(("said", "left"), [("keep axx", "axx"), ("keep none", "")])
def test_fokus_axx_may_stay_where_another_warrior_goes(said: str, left: str) -> None:
    game = attack("axx druhid", up=["chariott", ""], wall=FOKUS)
    assert (game.asking, game.position.pending(), game.may(0)) == ("keep", (0,), ["keep axx", "keep none"])
    game.say(0, said)
    assert [each.clan for each in game.round.discards if each.why == "fokus"] == [1], "the winner's has gone already"
    assert (game.after(0), game.after(1)) == (left, "")


@pytest.mark.rule("H5b")
def test_fokus_axx_alone_goes_and_is_not_asked() -> None:
    game = attack("axx druhid", wall=FOKUS)
    assert "keep" not in game.kinds()
    assert (game.after(0), game.after(1)) == ("", "")


@pytest.mark.rule("H5b")
def test_fokus_an_axx_of_before_goes_with_the_rest() -> None:
    game = attack("chariott druhid", up=["axx", ""], wall=FOKUS)
    assert "keep" not in game.kinds()
    assert game.after(0) == ""


@pytest.mark.rule("H5b")
def test_fokus_taken_by_druhid_lets_an_axx_of_before_go() -> None:
    game = attack("druhid horsie", up=["axx filchy", ""], round=3, wall="niefort1 niefort3 komfort2 fokus4 niefort5 fortuna8")
    game.say(0, "take 4")
    assert "keep" not in game.kinds()
    assert game.after(0) == ""


@pytest.mark.rule("H5b")
def test_a_game_by_the_first_rules_goes_on_by_them() -> None:
    game = attack("axx druhid", up=["chariott", ""], wall=FOKUS, rules=1)
    assert "keep" not in game.kinds()
    assert (game.after(0), game.after(1)) == ("", "")
    assert game.position.view(None).fokus_takes_axx
    old = msgspec.json.decode(game.position.snapshot())
    del old["fokus_takes_axx"], old["tells_strengths"]
    loaded = GAME.load(msgspec.json.encode({**old, "version": 1}))
    assert loaded == game.position
    first = GAME.under(1)
    assert first is not None
    assert GAME.determinize(first.start(2, {}, bytes(16)).view(0), random.Random(1)).fokus_takes_axx


def test_a_game_by_the_second_rules_goes_on_with_their_events() -> None:
    game = attack("axx druhid", up=["chariott", ""], rules=2)
    old = msgspec.json.decode(game.position.snapshot())
    del old["tells_strengths"]
    loaded = GAME.load(msgspec.json.encode({**old, "version": 2}))
    assert loaded == game.position
    assert [event.kind for event in loaded.play(0, ("keep", "axx"))][:3] == ["keep", "attack", "reveal"]
    assert "strengths" not in game.kinds()


@pytest.mark.rule("H5c")
def test_fortuna_costs_an_earlier_fort_of_choice() -> None:
    wall = "niefort1 fortuna8 komfort2 niefort3 niefort5 fortuna8"
    game = attack("horsie axx", wall=wall, won=["fortheca-2 niefort4 fokus4 fortheca-2", ""])
    assert (game.asking, game.may(0)) == ("give", ["give -2", "give 4"])
    with pytest.raises(IllegalMove) as refusal:
        game.say(0, "give 8")
    assert refusal.value.key == "rzymianie.illegal.give-none"
    game.say(0, "give 4")  # equal values are one answer: the one taken first goes
    assert game.position.won[0] == forts("fortheca-2 fokus4 fortheca-2 fortuna8")
    assert game.position.out == forts("niefort4")


@pytest.mark.rule("H5c")
def test_fortuna_with_no_earlier_fort_goes_itself() -> None:
    game = attack("horsie axx", wall="niefort1 fortuna8 komfort2 niefort3 niefort5 fortuna8")
    assert game.position.won[0] == []
    assert all_of(game.events, FortGivenUp)[0].itself
    game = attack("horsie axx", wall="niefort1 fortuna8 komfort2 niefort3 niefort5 fortuna8", won=["niefort6", ""])
    assert game.position.won[0] == forts("fortuna8")  # one earlier fort: no question


@pytest.mark.rule("H5")
def test_in_the_sixth_round_only_fortuna_is_asked() -> None:
    wall = "niefort1 niefort3 niefort4 niefort5 niefort6 "
    for last, now in (("komfort2", "axx chariott"), ("fokus4", "horsie svord"), ("niefort3", "axx druhid")):
        game = attack(now, up=["chariott archr", "qween chariott"], wall=wall + last, round=6)
        assert game.kinds() == ["reveal", "strengths", "take", "attack", "wall", "hand", "hand"]
    game = attack("axx svord", wall=wall + "fortuna8", round=6, won=["niefort3 niefort6", ""])
    assert game.asking == "give"
    game.say(0, "give 3")
    assert game.position.game_turn == 2


@pytest.mark.rule("H4", "H4j")
def test_strictly_horsie_then_svord_then_fokus() -> None:
    wall = "niefort1 fokus4 komfort2 niefort3 niefort5 fortuna8"
    game = attack(
        "horsie svord chariott", up=["qween druhid", "axx archr", "chariott druhid"], wall="komfort2 " + wall, round=3
    )
    asked = []
    while game.position.round == 3:
        asked.append(game.asking)
        seat = game.position.pending()[0]
        game.say(seat, game.may(seat)[0])
    assert asked == ["horsie", "svord", "fokus", "fokus"]


@pytest.mark.rule("H4")
def test_move_is_asked_of_the_one_who_decides_only() -> None:
    game = attack("qween horsie axx")
    for seat, words, reason in (
        (1, "seduce gold", "not-asked"),
        (0, "seduce gold", "seduce-own"),
        (0, "take here", "seduce-now"),
    ):
        with pytest.raises(IllegalMove) as refusal:
            game.say(seat, words)
        assert refusal.value.key == f"rzymianie.illegal.{reason}"
