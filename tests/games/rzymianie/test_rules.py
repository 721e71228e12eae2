"""Rules H1-H4e of Rzymianie do domu!, each told as a little game. Clans: 0 gold, 1 green, 2 violet, 3 red."""

from __future__ import annotations

import random

import msgspec
import pytest

from engines import draws
from engines.contract import IllegalMove, UnreadableSnapshot
from engines.draws import commitment
from engines.notation import legal_moves, random_game
from engines.rzymianie.components import CARD, CARDS, DECK, FORT, KINDS, STACK, STRENGTH, VALUES
from engines.rzymianie.events import Seduced, WallTurnedUp
from engines.rzymianie.play import arrange_wall
from engines.rzymianie.rules import GAME
from engines.rzymianie.view import RzymianieView
from tables.history.record import Played, Record, Sitting, final_hash
from tables.history.record_steps import complete_record
from tables.history.replay import Replay
from tables.history.verify import replay
from tests.games.rzymianie.rounds import EXAMPLE, attack, forts
from tests.support.event_data import all_of

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


@pytest.mark.rule("H1")
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
        ("fortuna8 fortheca-3 niefort1 fokus4 niefort6 niefort5", "niefort1 fortheca-3 fokus4 niefort6 niefort5 fortuna8"),
    ],
)
def test_the_lowest_to_the_left_the_highest_to_the_right(row: str, wall: str) -> None:
    assert arrange_wall(forts(row)) == forts(wall)


@pytest.mark.rule("H1", "H8")
def test_three_walls_are_all_eighteen_forts() -> None:
    rng = random.Random(1)
    for _ in range(30):
        position = GAME.start(2, {}, rng.randbytes(16))
        view = position.view(None)
        seen = [(fort.kind, fort.value) for fort in view.wall if fort]
        for _, _, events in random_game(position, rng):
            seen += [(fort.kind, fort.value) for wall in all_of(events, WallTurnedUp) for fort in wall.wall]
        if position.game_turn == 3:
            assert sorted(FORT[fort] for fort in seen) == list(STACK)


@pytest.mark.rule("H1", "H2")
def test_the_wall_and_the_hands_come_off_shuffled_decks() -> None:
    position = GAME.start(2, {}, b"shuffled")
    assert position.wall == arrange_wall(draws.in_random_order(b"shuffled", 1, list(STACK))[:6])
    assert position.hands == [sorted(draws.in_random_order(b"shuffled", 2 + seat, list(DECK))[:7]) for seat in (0, 1)]


def test_a_snapshot_of_another_version_is_refused() -> None:
    snapshot = GAME.start(2, {}, b"version").snapshot()
    assert snapshot.endswith(b'"version":3}')
    with pytest.raises(UnreadableSnapshot):
        GAME.load(snapshot.replace(b'"version":3}', b'"version":4}'))


def test_the_stored_form_stays() -> None:
    """Tables that are running were stored so: a place of the wall that is gone, nobody's win, a warrior with its place."""
    stored = msgspec.json.decode(attack("horsie axx axx", up=["svord", "druhid", "chariott"]).position.snapshot())
    assert (stored["wall"][0], stored["hecas"], stored["step"]) == (-1, -1, "keep")
    assert stored["up"] == [[1 * 8 + 2, 2 * 8 + 6], [1 * 8 + 1, 2 * 8 + 3], [1 * 8 + 7, 2 * 8 + 3]]


def test_a_new_game_is_stored_like_this() -> None:
    """Snapshots of running games are read by every later version."""
    stored = msgspec.json.decode(GAME.start(2, {}, b"seed").snapshot())
    assert stored == {
        "seed": "c2VlZA==", "seats": 2, "neutrals": 0, "stay": False, "slide": False,
        "called": ["gold", "green", "violet", "red"],
        "unseen": [0, 0, 1, 2, 2, 2, 3, 4, 5, 7, 8, 9], "wall": [0, 9, 1, 1, 10, 6], "won": [[], []], "up": [[], []],
        "gone": [[], []], "previous": [[], []], "hands": [[1, 2, 3, 4, 5, 6, 7], [0, 1, 3, 4, 5, 6, 7]], "down": [[], []],
        "chosen": [None, None], "out": [], "draws": 3, "stage": 1, "game_turn": 1, "round": 0, "step": "plan",
        "attack": None, "hecas": -1, "auto": True, "fokus_takes_axx": False,
        "tells_strengths": True, "version": 3,
    }  # fmt: skip
    assert (list(GAME.seats), GAME.rules_version) == ([1, 2, 3, 4], 3)
    assert len(GAME.determinize(GAME.start(2, {}, b"seed").view(0), random.Random(1)).seed) == draws.SEED_BYTES


# -- H2 ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("H2")
def test_seven_of_nine_in_hand_six_laid_one_dropped() -> None:
    position = GAME.start(3, {}, b"orders")
    hand = position.view(1).hand
    assert len(hand) == 7
    assert len(legal_moves(position, 1)) == (2520 if hand.count("chariott") == 2 else 5040)
    assert position.pending() == (0, 1, 2)
    assert position.play(1, ("plan", *hand[1:])) == []
    view = position.view(1)
    assert (view.dropped, [each.card for each in view.down]) == (hand[0], list(hand[1:]))
    assert [each.place for each in view.down] == [1, 2, 3, 4, 5, 6]
    assert position.view(0).ready == (False, True, False)
    # changeable until the last has chosen
    position.play(1, ("plan", *reversed(hand[1:])))
    assert position.view(1).chosen == tuple(reversed(hand[1:]))


@pytest.mark.rule("H2")
def test_both_numbers_of_plans_come_up() -> None:
    found = set()
    for number in range(12):
        position = GAME.start(2, {}, number.to_bytes(2, "big"))
        found.add((position.view(0).hand.count("chariott"), len(legal_moves(position, 0))))
    assert found <= {(0, 5040), (1, 5040), (2, 2520)}
    assert {(1, 5040), (2, 2520)} <= found


@pytest.mark.rule("H2")
def test_plan_can_be_asked_for_as_a_form_and_said_again() -> None:
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


@pytest.mark.rule("H2")
def test_plan_is_refused_with_its_reason() -> None:
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


@pytest.mark.rule("H3", "H4c")
def test_all_turn_up_from_left_to_right_and_stay_face_up() -> None:
    game = attack("svord chariott", up=["druhid", "qween"], rest=["qween axx archr filchy", "druhid svord axx archr"])
    assert game.round.turned == ("svord", "chariott")
    assert game.round.sums == (5, 10)
    assert game.after(0) == "druhid svord"
    assert [each.place for each in game.position.view(None).up[0]] == [1, 2]


@pytest.mark.rule("H3")
def test_an_ability_works_only_in_its_own_round() -> None:
    # Filchy, Arch'r and Axx from before are only strength
    game = attack("horsie svord", up=["filchy", "axx archr"], round=3)
    assert game.round.filchy == ()
    assert game.round.sums == (13, 12)
    assert (game.round.winner, game.after(0)) == (0, "")
    game = attack("horsie druhid", up=["", "archr"])
    assert (game.round.outcome, game.round.winner) == ("tie", None)


@pytest.mark.rule("H3")
def test_the_clans_in_seat_order_neutral_ones_next() -> None:
    game = attack("svord axx archr", neutrals=1)
    assert (game.position.seats, game.position.clans) == (2, 3)
    assert game.round.winner == 2


# -- H4a Ch'ariotts ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("H4a")
def test_two_chariotts_cancel_and_a_third_too() -> None:
    game = attack("chariott chariott svord", up=["", "axx", ""])
    assert game.round.cancelled == (0, 1)
    assert game.round.sums == (0, 4, 3)
    assert [(each.clan, each.warrior.card, each.why) for each in game.round.discards[:2]] == [
        (0, "chariott", "chariott"),
        (1, "chariott", "chariott"),
    ]
    game = attack("chariott chariott chariott druhid")
    assert game.round.cancelled == (0, 1, 2)
    assert game.round.winner == 3


@pytest.mark.rule("H4a", "H4c")
def test_a_single_chariott_and_one_from_before_do_not_cancel() -> None:
    game = attack("chariott svord", up=["", "chariott"])
    assert game.round.cancelled == ()
    assert game.round.sums == (9, 12)


# -- H4b Qween -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("H4b", "H4c", "H6")
def test_qween_takes_a_strength_for_this_round() -> None:
    game = attack("qween horsie axx", up=["svord", "", "druhid"])
    assert (game.asking, game.position.pending()) == ("seduce", (0,))
    assert game.may(0) == ["seduce green", "seduce violet"]
    assert (game.now.place, game.now.taken, game.now.slid) == (0, None, False), "no fort is taken yet"
    assert next(event.reveals for event in game.events if event.kind == "reveal")
    game.say(0, "seduce green")
    assert game.round.sums == (11, 0, 6)
    assert game.round.winner == 0
    # H6: the seduced Horsie goes with the winner's; its owner has no earlier warrior to drop
    assert [(each.clan, each.warrior.card, each.why) for each in game.round.discards] == [
        (0, "svord", "winner"),
        (0, "qween", "winner"),
        (1, "horsie", "seduced"),
    ]


@pytest.mark.rule("H4b")
def test_with_one_warrior_left_there_is_no_choice() -> None:
    game = attack("qween chariott chariott axx")
    assert (game.round.seducer, game.round.seduced) == (0, 3)


@pytest.mark.rule("H4b")
def test_with_nobody_left_nothing_happens() -> None:
    game = attack("qween chariott chariott")
    assert (game.round.qween, game.round.seduced) == ("nobody", None)
    assert (game.round.sums, game.round.winner) == ((1, 0, 0), 0)


@pytest.mark.rule("H4b")
def test_two_qweens_are_only_strength() -> None:
    game = attack("qween qween svord", up=["axx", "", ""])
    assert (game.round.qween, game.round.sums) == ("many", (5, 1, 3))


@pytest.mark.rule("H4b")
def test_the_ability_of_the_seduced_stays_with_its_owner() -> None:
    # a seduced Filchy is still out, a seduced Arch'r still breaks her owner's tie, a seduced Svord still orders again
    game = attack("qween filchy", up=["", "chariott"])
    assert (game.round.filchy, game.round.winner) == ((1,), 0)
    game = attack("qween archr", up=["svord", "chariott"])
    assert game.round.sums == (9, 9)
    assert (game.round.outcome, game.round.winner) == ("archr", 1)
    game = attack("qween svord", rest=["", "axx archr filchy horsie"])
    assert (game.asking, game.position.pending()) == ("svord", (1,))
    game = attack("qween axx", up=["", "chariott"])
    assert (game.now.winner, game.may(1)) == (1, ["keep axx", "keep none"])
    game = attack("qween druhid", up=["", "chariott"])
    assert (game.asking, game.now.winner) == ("take", 1)


@pytest.mark.rule("H6")
def test_the_seduced_stays_where_it_is_if_the_seducer_loses() -> None:
    game = attack("qween svord axx", up=["", "", "chariott"])
    game.say(0, "seduce green")
    assert (game.now.sums, game.now.winner) == ((4, 0, 13), 2)
    assert game.up(1) == "svord"


@pytest.mark.rule("H6")
def test_seduced_warrior_counts_normally_later() -> None:
    game = attack("qween archr", up=["", "chariott"], rest=["svord", "druhid"])
    assert game.after(1) == ""  # green won in spite of it and discards all
    game = attack("qween archr druhid", up=["", "", "chariott"], rest=["svord", "druhid", "axx"])
    game.say(0, "seduce green")
    game.say(2, "take here")
    assert game.after(1) == "archr"
    assert game.now.before[1][0].card == "archr"


# -- H4d Filchy ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("H4d")
def test_filchy_cannot_take_the_fort_and_does_not_count() -> None:
    game = attack("filchy svord druhid", up=["chariott", "", ""])
    assert (game.now.sums, game.now.filchy, game.now.winner) == ((15, 3, 2), (0,), 1)
    assert game.up(0) == "chariott filchy"


@pytest.mark.rule("H7")
def test_all_filchy_the_fort_is_discarded() -> None:
    game = attack("filchy filchy")
    assert (game.round.outcome, game.round.winner, game.round.lost) == ("nobody", None, game.round.fort)
    assert (game.after(0), game.after(1)) == ("filchy", "filchy")
    assert game.position.out[:1] == forts("niefort3")


# -- H4e the highest sum, ties, Arch'r -----------------------------------------------------------------------------------


@pytest.mark.rule("H4e")
def test_a_tie_discards_the_fort_and_all_keep_their_warriors() -> None:
    game = attack("axx druhid chariott", up=["archr", "horsie", ""])
    assert (game.round.outcome, game.round.tied, game.round.winner) == ("tie", (0, 1, 2), None)
    assert game.round.lost == game.round.fort
    assert [game.after(clan) for clan in range(3)] == ["archr axx", "horsie druhid", "chariott"]


@pytest.mark.rule("H4e")
def test_a_tie_below_the_top_does_not_matter() -> None:
    game = attack("chariott axx axx")
    assert (game.round.outcome, game.round.tied, game.round.winner) == ("highest", (), 0)


@pytest.mark.rule("H4e")
def test_archr_breaks_a_tie_for_the_only_tied_clan_with_one() -> None:
    game = attack("archr druhid", up=["", "svord"])
    assert (game.round.outcome, game.round.tied, game.round.winner) == ("archr", (0, 1), 0)
    # two tied Arch'rs do nothing
    game = attack("archr archr")
    assert (game.round.outcome, game.round.winner) == ("archrs", None)
    # an Arch'r who is not among the tied neither breaks nor blocks
    game = attack("archr horsie archr", up=["druhid", "", ""])
    assert (game.round.sums, game.round.outcome, game.round.winner) == ((7, 7, 5), "archr", 0)
    game = attack("archr horsie horsie")
    assert (game.round.outcome, game.round.tied) == ("tie", (1, 2))


@pytest.mark.rule("H4a", "H4e", "H5a")
def test_worked_example_of_the_rulebook() -> None:
    # gold Michał, green Krzysiek (Arch'r before), red Wojtek (Dru'hid before), violet sits between and has Qween now and then
    game = attack("archr chariott chariott", up=["", "archr", "druhid"], wall=EXAMPLE)
    assert game.now.cancelled == (1, 2)
    assert game.now.sums == (5, 5, 2)
    assert (game.now.outcome, game.now.tied, game.now.winner) == ("archr", (0, 1), 0)
    assert (game.asking, game.may(0)) == ("keep", ["keep archr", "keep none"])
    game.say(0, "keep archr")
    assert game.round.taken == game.round.fort
    assert game.round.fort.kind == "komfort"
    assert [game.after(clan) for clan in range(3)] == ["archr", "archr", "druhid"]


@pytest.mark.long
@pytest.mark.parametrize("rules", [1, 2])
def test_a_record_of_earlier_rules_is_verified_by_them(rules: int) -> None:
    game = GAME.under(rules)
    assert game is not None
    assert GAME.under(4) is None
    seed = b"first rules"
    position = game.start(3, {}, seed)
    moves = tuple(Played(seat, " ".join(move)) for seat, move, _ in random_game(position, random.Random(2)))
    result = position.result()
    assert result is not None
    people = tuple(Sitting(name, "person") for name in "ABC")
    record = Record(
        table=1, game="rzymianie", rules_version=rules, options={}, seats=people, random_order=False, drawn=(0, 1, 2),
        commitment=commitment(seed), over=True, seed=seed.hex(), moves=moves, result=result, places=result.places,
    )  # fmt: skip
    record = msgspec.structs.replace(record, final=final_hash(record))
    told = complete_record(record, GAME)
    kinds = {event["data"]["kind"] for played in told.moves for event in played.events}
    assert ("take" in kinds, "strengths" in kinds) == (True, False)
    verdict = replay(told, {"rzymianie": GAME})
    assert verdict.good
    assert "tables.verify.earlier-rules" in verdict.more
    view = Replay(record, GAME).view(0, 1)
    assert isinstance(view, RzymianieView)
    assert view.fokus_takes_axx == (rules == 1)
    assert Replay(record, GAME).result == result
    later = replay(msgspec.structs.replace(record, rules_version=4), {"rzymianie": GAME})
    assert later.key == "tables.verify.other-rules"


@pytest.mark.rule("H3")
def test_moves_name_clans_as_the_players_chose_them() -> None:
    options = {"neutrals": "1", "clans": "red-gold"}
    view = GAME.start(2, options, b"seed").view(None)
    assert view.called == ("red", "gold", "violet", "green"), "the neutral clan is the next that nobody has"
    assert view.options["clans"] == "red-gold"
    assert GAME.colours_in(view) == ("red", "gold")
    assert GAME.determinize(view, random.Random(1)).view(None) == view
    usual = GAME.start(2, {"neutrals": "1", "clans": "gold-green"}, b"seed")
    assert usual == GAME.start(2, {"neutrals": "1"}, b"seed")
    for wrong in ("red", "red-red", "red-blue", "red-gold-green", ""):
        with pytest.raises(IllegalMove):
            GAME.start(2, {"clans": wrong}, b"seed")


@pytest.mark.rule("H3", "H4b")
def test_a_clan_is_seduced_by_the_word_that_its_player_chose() -> None:
    game = attack("qween axx axx")
    position = msgspec.convert(
        {**msgspec.to_builtins(game.position), "called": ("violet", "red", "gold", "green")}, type(game.position)
    )
    assert position.choices(0, ("seduce",)).words == ("red", "gold")
    assert not position.choices(0, ("seduce", "green")).complete
    (seduced,) = all_of(position.play(0, ("seduce", "gold")), Seduced)
    assert seduced.seduced == 2
