"""Rules H8-H13 of Rzymianie do domu!: the end of turns and of the game, neutral clans, variants."""

from __future__ import annotations

import random

import pytest

from engines.contract import IllegalMove
from engines.notation import random_game
from engines.rzymianie.components import PLACES
from engines.rzymianie.events import WallTurnedUp, WarriorsTurnedUp
from engines.rzymianie.position import RzymianiePosition
from engines.rzymianie.rules import GAME
from engines.rzymianie.scoring import result_of
from engines.rzymianie.state import Step
from tests.games.rzymianie.rounds import EXAMPLE, attack, forts
from tests.support.event_data import all_of, data_of

# -- H8 ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("H8")
def test_a_new_turn_begins_after_the_sixth_fort() -> None:
    game = attack("axx chariott", up=["archr", "qween"], round=6)
    position = game.position
    assert (position.game_turn, position.round, game.asking) == (2, 0, "plan")
    assert position.up == position.gone == [[], []]
    assert position.pending() == (0, 1)
    assert [len(cards) for cards in position.previous] == [6, 6]
    assert position.view(None).previous[0][-1] == "axx"
    assert position.turn == 8


@pytest.mark.rule("H8")
def test_the_game_ends_with_the_third_turn() -> None:
    rng = random.Random(8)
    for number in range(20):
        position = GAME.start(2 + number % 3, {}, rng.randbytes(16))
        turns = {1}
        for _, _, events in random_game(position, rng):
            turns |= {wall.game_turn for wall in all_of(events, WallTurnedUp)}
        if position.hecas < 0:
            assert turns == {1, 2, 3}
            assert (position.round, position.unseen) == (PLACES, [])
            assert position.turn == GAME.turns[position.seats]


def test_messages_are_numbered_by_orders_and_rounds() -> None:
    position = GAME.start(2, {}, b"numbers")
    assert (position.turn, position.stage) == (1, 1)
    position.play(0, ("plan", *position.view(0).hand[:6]))
    assert (position.turn, position.stage) == (1, 1)
    events = position.play(1, ("plan", *position.view(1).hand[:6]))
    assert position.stage == 2
    assert position.turn == 1 + sum(event.kind == "reveal" for event in events)


# -- H9 ---------------------------------------------------------------------------------------------------------------------


def ended(*won: str, neutrals: int = 0, hecas: int = -1) -> RzymianiePosition:
    position = GAME.start(len(won) - neutrals, {"neutrals": str(neutrals)}, b"end")
    position.won = [forts(words) for words in won]
    position.hecas = hecas
    position.step = Step.OVER
    return position


@pytest.mark.rule("H9", "H5d")
@pytest.mark.parametrize(
    ("won", "places", "reason"),
    [
        (("niefort6 niefort3", "fortuna8"), (1, 2), "points"),
        (("fortuna8", "niefort5 niefort3"), (2, 1), "forts"),
        (("niefort5 niefort3", "niefort6 komfort2"), (2, 1), "strongest"),
        (("fokus4 komfort2 komfort2", "niefort4 niefort3 niefort1"), (2, 1), "strongest"),
        (("fokus4 komfort2", "niefort4 komfort2"), (1, 1), "shared"),
        (("fokus4 komfort2", "niefort4 komfort2", "fortuna8 fortheca-3", "niefort6"), (1, 1, 4, 3), "shared"),
        (("", "fortheca-1"), (1, 2), "points"),
        (("", ""), (1, 1), "shared"),
    ],
)
def test_points_then_forts_then_the_highest_forts(won: tuple[str, ...], places: tuple[int, ...], reason: str) -> None:
    result = result_of(ended(*won))
    assert (result.places, result.rating_places, result.reason) == (places, places, reason)


@pytest.mark.rule("H9")
def test_after_an_instant_win_the_others_are_placed_by_the_rule() -> None:
    won = ("niefort3", "fortheca-1 fortheca-2 fortheca-3", "fortuna8", "niefort3")
    result = result_of(ended(*won, hecas=1))
    assert (result.places, result.reason) == ((3, 1, 2, 3), "fortheca")
    assert result.scores == (3, -6, 8, 3)


@pytest.mark.rule("H9")
def test_the_breakdown_adds_up() -> None:
    result = result_of(ended("komfort2 fortuna8 fortheca-1 komfort2", "niefort3"))
    assert result.breakdown[0] == {"komfort": 4, "fokus": 0, "fortuna": 8, "niefort": 0, "fortheca": -1, "forts": 4}
    assert sum(result.breakdown[0].values()) - 4 == result.scores[0]


# -- H10 --------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("H10")
def test_how_many_clans_can_play() -> None:
    for seats, neutrals, reason in ((1, 0, "alone"), (2, 3, "clans"), (3, 2, "clans"), (4, 1, "clans")):
        with pytest.raises(IllegalMove) as refusal:
            GAME.start(seats, {"neutrals": str(neutrals)}, b"")
        assert refusal.value.key == f"rzymianie.illegal.{reason}"
    assert GAME.start(1, {}, b"").clans == 2
    assert GAME.start(3, {}, b"").clans == 3
    for seats, neutrals in ((1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (3, 1)):
        assert GAME.start(seats, {"neutrals": str(neutrals)}, b"").clans == seats + neutrals


@pytest.mark.rule("H10b")
def test_neutral_chariott_is_a_plain_nine() -> None:
    game = attack("chariott svord chariott", neutrals=1)
    assert (game.round.cancelled, game.round.outcome) == ((), "tie")
    game = attack("chariott chariott chariott", neutrals=1)
    assert (game.round.cancelled, game.round.winner) == ((0, 1), 2)


@pytest.mark.rule("H10c")
def test_neutral_archr_neither_breaks_nor_blocks_a_tie() -> None:
    game = attack("horsie archr", up=["", "druhid"], neutrals=1)
    assert (game.round.outcome, game.round.winner) == ("tie", None)
    game = attack("archr archr", neutrals=1)
    assert (game.round.outcome, game.round.winner) == ("archr", 0)


@pytest.mark.rule("H10d")
def test_neutral_filchy_competes_with_six() -> None:
    game = attack("archr filchy", neutrals=1)
    assert (game.round.filchy, game.round.winner) == ((), 1)


@pytest.mark.rule("H10e")
def test_neutral_qween_does_nothing_but_counts_as_a_second_one() -> None:
    game = attack("svord qween", neutrals=1)
    assert (game.round.qween, game.round.sums) == ("neutral", (3, 1))
    game = attack("qween qween", neutrals=1)
    assert (game.round.qween, game.round.sums) == ("many", (1, 1))


@pytest.mark.rule("H10e")
def test_player_may_seduce_a_neutral_warrior() -> None:
    game = attack("qween horsie", up=["", "svord"], neutrals=1)
    assert (game.round.seduced, game.round.winner) == (1, 0)
    assert [(each.clan, each.warrior.card) for each in game.round.discards[1:]] == [(1, "horsie"), (1, "svord")]


@pytest.mark.rule("H10a", "H10f")
def test_neutral_characters_do_nothing() -> None:
    game = attack("qween svord druhid", up=["", "", "chariott archr"], round=3, neutrals=1)
    game.say(0, "seduce green")
    assert (game.round.winner, game.round.place) == (2, 3)
    game = attack("qween axx", up=["", "chariott"], wall=EXAMPLE, neutrals=1)
    assert (game.round.winner, game.round.kept, game.after(1)) == (1, (), "")
    game = attack("horsie svord", neutrals=1)
    assert game.round.svords == ()


@pytest.mark.rule("H10a", "H10f")
def test_neutral_horsie_costs_its_weakest_earlier_warrior() -> None:
    game = attack("chariott horsie", up=["horsie", "archr axx"], round=3, neutrals=1)
    assert game.after(1) == "archr horsie"
    game = attack("chariott horsie", neutrals=1)
    assert game.after(1) == ""


@pytest.mark.rule("H10f")
def test_fokus_hits_neutral_clans() -> None:
    wall = "niefort1 fokus4 komfort2 niefort3 niefort5 fortuna8"
    game = attack("chariott archr", up=["horsie", "axx"], wall=wall, neutrals=1)
    assert (game.round.winner, game.after(1)) == (0, "archr")
    game = attack("archr chariott", up=["axx", "horsie"], wall=wall, neutrals=1)
    assert game.round.winner == 1
    assert (game.asking, game.may(0)) == ("fokus", ["drop axx", "drop archr"])


@pytest.mark.rule("H10f")
def test_neutral_clan_gives_up_its_lowest_fort_to_fortuna() -> None:
    wall = "niefort1 fortuna8 komfort2 niefort3 niefort5 niefort6"
    game = attack("axx chariott", up=["", "horsie"], wall=wall, won=["", "fokus4 fortheca-1 komfort2"], neutrals=1)
    assert game.round.given is not None
    assert game.round.given.value == -1
    game = attack("axx chariott", up=["", "horsie"], wall=wall, neutrals=1)
    assert game.round.given == game.round.fort


@pytest.mark.rule("H10g")
def test_a_neutral_clans_third_fortheca_does_not_end_the_game() -> None:
    wall = "niefort1 fortheca-3 komfort2 niefort3 niefort5 niefort6"
    game = attack("svord chariott", wall=wall, won=["", "fortheca-1 fortheca-2"], neutrals=1)
    assert not game.round.hecas
    assert game.position.result() is None


@pytest.mark.rule("H10")
def test_neutral_warriors_are_drawn_when_they_are_turned_up() -> None:
    firsts = set()
    for number in range(60):
        position = GAME.start(1, {"neutrals": "1"}, number.to_bytes(2, "big"))
        events = position.play(0, ("plan", *position.view(0).hand[:6]))
        firsts.add(data_of(events[0], WarriorsTurnedUp).turned[1])
    assert len(firsts) == 8


# -- H11 --------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("H11")
@pytest.mark.parametrize(
    ("won", "hecas", "reason"),
    [
        (("niefort3", "komfort2"), -1, "alone-won"),
        (("niefort3", "komfort2", "fokus4"), -1, "alone-lost"),
        (("fokus4", "niefort3 niefort1"), -1, "alone-lost"),
        (("fokus4", "niefort4"), -1, "alone-won"),
        (("fortheca-1 fortheca-2 fortheca-2", "fortuna8"), 0, "alone-fortheca"),
    ],
)
def test_alone_the_result_says_won_or_lost(won: tuple[str, ...], hecas: int, reason: str) -> None:
    result = result_of(ended(*won, neutrals=len(won) - 1, hecas=hecas))
    assert (result.places, result.rating_places, result.reason) == ((1,), (1,), reason)


@pytest.mark.rule("H11")
def test_neutral_clans_get_no_place() -> None:
    position = ended("niefort3", "komfort2", "fortuna8", neutrals=1)
    result = result_of(position)
    assert (result.places, result.scores, result.reason) == ((1, 2), (3, 2), "points")
    assert GAME.standing(position.view(None)) == result.scores


# -- H12, H13 ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("H12")
def test_fort_nobody_took_stays_and_the_wall_slides() -> None:
    for now in ("axx axx", "filchy filchy"):
        game = attack(now, wall="niefort1 komfort2 fokus4 fortheca-2 niefort3 fortuna8", tied_forts="stay")
        attacked = game.round
        assert [fort and fort.value for fort in attacked.wall_after] == [None, None, 2, 4, -2, 3]
        assert (attacked.lost and attacked.lost.value, attacked.slid) == (8, True)
        third = all_of(game.events, WarriorsTurnedUp)[1]
        assert (third.round, third.fort.value) == (3, 2)


@pytest.mark.rule("H12")
def test_in_the_sixth_round_the_contested_fort_itself_goes() -> None:
    game = attack("axx axx", round=6, tied_forts="stay")
    assert (game.round.lost, game.round.slid) == (game.round.fort, False)


@pytest.mark.rule("H13")
def test_druhid_slides_the_forts_to_the_right() -> None:
    game = attack(
        "druhid archr", up=["chariott", ""], wall="niefort1 niefort3 komfort2 fortheca-2 fokus4 fortuna8", druhid="slide"
    )
    game.say(0, "take 5")
    assert [fort and fort.value for fort in game.round.wall_after] == [None, None, 3, 2, -2, 8]
    assert game.round.slid
    assert game.round.taken is not None
    assert game.round.taken.value == 4
    game = attack(
        "druhid archr", up=["chariott", ""], wall="niefort1 niefort3 komfort2 fortheca-2 fokus4 fortuna8", druhid="slide"
    )
    game.say(0, "take here")
    assert [fort and fort.value for fort in game.round.wall_after] == [None, None, 2, -2, 4, 8]
    assert not game.round.slid
