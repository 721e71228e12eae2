"""What a seat of Rzymianie do domu! may say next, word by word, and why a move is refused."""

from __future__ import annotations

from typing import Any

import pytest

from engines.contract import Choices, IllegalMove
from engines.rzymianie.components import CARDS
from engines.rzymianie.rules import GAME
from tests.games.rzymianie.rounds import EXAMPLE, WALL, AttackGame, attack

NOTHING = Choices()


def refused(game: AttackGame, seat: int, move: str) -> tuple[str, dict[str, object]]:
    before = game.position.snapshot()
    with pytest.raises(IllegalMove) as refusal:
        game.say(seat, move)
    assert game.position.snapshot() == before
    return refusal.value.key.removeprefix("rzymianie.illegal."), refusal.value.parameters


def test_the_verb_comes_first_and_no_other() -> None:
    game = attack("qween horsie axx")
    choices = game.position.choices
    assert choices(0) == Choices(("seduce",), ask="seduce")
    assert choices(0, ("seduce",)) == Choices(("green", "violet"), ask="seduce")
    assert choices(0, ("seduce", "green")) == Choices(complete=True, ask="seduce")
    assert choices(0, ("seduce", "gold")) == Choices(ask="seduce")
    assert choices(0, ("take",)) == NOTHING
    assert choices(1) == choices(1, ("seduce",)) == NOTHING


def test_a_plan_grows_word_by_word() -> None:
    position = GAME.start(2, {}, b"plan")
    hand = position.view(0).hand
    assert position.choices(0) == Choices(("plan",), ask="plan")
    asked = position.choices(0, ("plan", *hand[:2]))
    assert asked.words == tuple(dict.fromkeys(hand[2:]))
    assert (asked.complete, asked.ask, asked.slots, asked.stock) == (False, "plan", 4, hand[2:])
    assert position.choices(0, ("plan", *hand[:6])) == Choices(complete=True)
    assert position.choices(0, ("plan", *hand)) == NOTHING
    assert position.choices(0, ("plan", "dragon")) == NOTHING
    missing = next(card for card in CARDS if card not in hand)
    assert position.choices(0, ("plan", missing)) == NOTHING


def test_an_order_offers_the_warriors_face_down_and_how_they_lie() -> None:
    game = attack("svord horsie", rest=["chariott axx qween archr", ""])
    asked = game.position.choices(0, ("order",))
    assert asked.words == asked.stock == ("qween", "axx", "archr", "chariott")
    assert (asked.slots, asked.ask, asked.again) == (4, "svord", ("order", "chariott", "axx", "qween", "archr"))
    assert game.position.choices(0, ("order", "axx", "qween", "archr", "chariott")) == Choices(complete=True)


def test_keeping_two_is_said_weaker_first() -> None:
    game = attack("axx svord", up=["svord chariott", ""], round=3, wall=WALL.replace("niefort4", "komfort2"))
    choices = game.position.choices
    assert choices(0, ("keep",)).words == ("svord", "axx", "none")
    assert choices(0, ("keep", "svord")) == Choices(("axx",), complete=True, ask="keep")
    assert choices(0, ("keep", "svord", "axx")) == Choices(complete=True, ask="keep")
    assert not choices(0, ("keep", "axx", "svord")).complete


def test_a_seat_that_chose_is_offered_the_same_until_all_have() -> None:
    game = attack("horsie horsie axx", up=["qween druhid", "qween svord", "chariott chariott"], round=3)
    game.say(2, "keep none")
    offered = game.position.choices(0, ("drop",))
    game.say(0, "drop qween")
    assert game.position.pending() == (1,)
    assert game.position.choices(0, ("drop",)) == offered
    assert game.position.retract(0) == []
    assert game.position.pending() == (0, 1)
    for seat in (0, 2):
        with pytest.raises(IllegalMove):
            game.position.retract(seat)


@pytest.mark.parametrize(
    ("now", "options", "seat", "move", "reason"),
    [
        ("qween horsie axx", {}, 0, "seduce", "seduce-clan"),
        ("qween horsie axx", {}, 0, "seduce red", "seduce-clan"),
        ("qween horsie axx", {}, 0, "seduce green violet", "seduce-clan"),
        ("qween horsie axx", {}, 1, "seduce violet", "not-asked"),
        ("qween horsie axx", {}, 3, "seduce green", "no-seat"),
        ("qween horsie axx", {}, -1, "seduce green", "no-seat"),
        ("axx svord", {"up": ["horsie", ""]}, 0, "keep", "keep-words"),
        ("axx svord", {"up": ["horsie", ""]}, 0, "keep dragon", "keep-words"),
        ("axx svord", {"up": ["horsie", ""]}, 0, "keep horsie", "keep-other"),
        ("axx svord", {"up": ["horsie", ""]}, 0, "keep axx axx", "keep-once"),
        ("horsie chariott", {"up": ["druhid qween", "archr axx"], "round": 3}, 0, "drop", "drop-one"),
        ("horsie chariott", {"up": ["druhid qween", "archr axx"], "round": 3}, 0, "drop qween druhid", "drop-one"),
        ("horsie chariott", {"up": ["druhid qween", "archr axx"], "round": 3}, 0, "drop dragon", "unknown-warrior"),
        ("horsie chariott", {"up": ["druhid qween", "archr axx"], "round": 3}, 0, "drop axx", "horsie-missing"),
        ("svord horsie", {}, 0, "order", "order-all"),
    ],
)
def test_a_refusal_says_why(now: str, options: dict[str, Any], seat: int, move: str, reason: str) -> None:
    assert refused(attack(now, **options), seat, move)[0] == reason


def test_refusals_name_what_could_be_said() -> None:
    assert refused(attack("qween horsie axx"), 0, "seduce red") == ("seduce-clan", {"clans": "gold, green, violet"})
    game = attack("druhid qween", up=["chariott", ""], wall=EXAMPLE)
    assert refused(game, 0, "take 1") == ("take-place", {"place": 2, "last": 6})
    game = attack("svord horsie", rest=["qween axx archr filchy", ""])
    assert refused(game, 0, "order qween axx") == ("order-all", {"n": 4})
    assert refused(game, 0, "order qween axx archr horsie") == ("order-missing", {"card": "horsie"})
    assert refused(game, 0, "order qween axx archr archr") == ("order-missing", {"card": "archr"})
    wall = "niefort1 fortuna8 komfort2 niefort3 niefort5 fortuna8"
    game = attack("horsie axx", wall=wall, won=["fortheca-2 niefort4 fokus4 fortheca-2", ""])
    assert refused(game, 0, "give 8") == ("give-none", {"values": "-2, 4"})
    wall = "niefort1 fokus4 komfort2 niefort3 niefort5 fortuna8"
    game = attack("horsie qween archr", up=["chariott", "svord", "axx"], wall=wall)
    game.say(1, "seduce violet")
    assert refused(game, 2, "drop qween") == ("fokus-missing", {"card": "qween"})
    position = GAME.start(2, {}, b"missing")
    missing = next(card for card in CARDS if card not in position.view(0).hand)
    game = AttackGame(position, [])
    assert refused(game, 0, " ".join(["plan", *position.view(0).hand[:5], missing])) == ("plan-missing", {"card": missing})
    assert refused(game, 0, "plan") == ("plan-six", {"n": 6})
    assert refused(game, 0, "plan " + "dragon " * 6) == ("unknown-warrior", {"warriors": " ".join(CARDS)})


def test_when_the_game_is_over_nothing_can_be_said() -> None:
    wall = "niefort1 fortheca-2 komfort2 fokus4 niefort5 fortuna8"
    game = attack("horsie axx", won=["fortheca-1 niefort3 fortheca-2", "niefort6"], wall=wall)
    assert refused(game, 0, "keep none")[0] == "over"
    assert game.position.choices(0) == NOTHING
    assert game.position.view(0).over
    assert game.position.view(None).hecas == 0


def test_a_table_that_cannot_be_is_refused() -> None:
    for seats, options, reason, parameters in (
        (0, {}, "seats", {"least": 1, "most": 4}),
        (5, {}, "seats", {"least": 1, "most": 4}),
        (2, {"neutrals": "4"}, "option", {}),
        (2, {"dragons": "1"}, "option", {}),
        (3, {"neutrals": "2"}, "clans", {"most": 4, "n": 1}),
        (1, {"neutrals": "0"}, "alone", {}),
    ):
        with pytest.raises(IllegalMove) as refusal:
            GAME.start(seats, options, b"")
        assert refusal.value.key == f"rzymianie.illegal.{reason}"
        assert refusal.value.parameters == parameters


def test_the_options_are_kept_and_shown() -> None:
    for options in (
        {"neutrals": "auto", "tied_forts": "discard", "druhid": "swap"},
        {"neutrals": "1", "tied_forts": "stay", "druhid": "swap"},
        {"neutrals": "0", "tied_forts": "discard", "druhid": "slide"},
    ):
        assert GAME.start(2, options, b"").view(None).options == options
    assert GAME.start(2, {}, b"").clans == 2
