"""Drawing and playing action cards (T2, T9, T10), the common deck (T20), and what of it others may know."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from engines.notation import legal_moves
from engines.torres.components import CARD_NUMBER, CARDS
from engines.torres.deck import keepings
from engines.torres.events import CardKept, CardPlayed, CardsDrawn, CardsLaidBack, CardsLookedAt
from engines.torres.position import TorresPosition
from tests.games.torres.boards import GAME, after, board, end_turns, new_game, refused, say
from tests.games.torres.laws import laws
from tests.games.torres.oracle import cards_everywhere
from tests.support.event_data import data_of


def numbers(cards: str) -> tuple[int, ...]:
    return tuple(CARD_NUMBER[card] for card in cards.split())


def looking(cards: str, common: bool = False) -> TorresPosition:
    """A game in which seat 0 looks at these cards."""
    game = board("1a 1 . 1b", common=common)
    unseen = list(game.unseen[0])
    for number in numbers(cards):
        unseen.remove(number)
    game.unseen[0], game.looked = tuple(unseen), tuple(sorted(numbers(cards)))
    game.mode, game.drawn, game.ap = 4, 1, 4
    laws(game)
    return game


# -- T9: the draw -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("T9", "T22", "T23")
def test_t9_a_draw_shows_three_cards_only_to_the_drawer() -> None:
    game = board("1a 1 . 1b")
    public, private = say(game, "draw")
    assert public.data == CardsDrawn(seat=0, looked=3, ap=4)
    assert public.reveals
    assert (private.kind, private.to) == ("looked", (0,))
    assert data_of(private, CardsLookedAt).cards == game.view(0).looked
    assert len(set(data_of(private, CardsLookedAt).cards)) == 3
    assert game.view(1).looked == game.view(None).looked == ()
    assert game.view(None).decks == (7, 10)


@pytest.mark.rule("T9")
def test_t9_while_looking_only_keep_may_be_said() -> None:
    game = looking("climb six jump")
    assert game.choices(0).words == ("keep",)
    refused(game, "point", "finish-draw")
    refused(game, "keep gate top six top jump", "not-looked")
    refused(game, "keep climb top six", "keep-form")
    refused(game, "keep climb top climb top six", "not-looked")
    refused(game, "keep climb bottom six top jump", "keep-form")


@pytest.mark.rule("T9", "T25")
def test_t9_six_ways_with_each_of_three_cards() -> None:
    game = looking("climb six jump")
    assert after(game, "keep climb") == [
        "top six top jump",
        "top six bottom jump",
        "top jump top six",
        "top jump bottom six",
        "bottom six bottom jump",
        "bottom jump bottom six",
    ]
    assert len(legal_moves(game, 0)) == 18


@pytest.mark.rule("T9")
def test_t9_two_ways_with_two_cards_and_one_with_the_last() -> None:
    assert [" ".join(way.words) for way in keepings(numbers("climb six"))] == [
        "climb top six",
        "climb bottom six",
        "six top climb",
        "six bottom climb",
    ]
    assert [way.words for way in keepings(numbers("climb"))] == [("climb",)]


@pytest.mark.rule("T25")
def test_t9_lines_that_say_the_same_are_one_move() -> None:
    """With the common deck equal cards can be looked at."""
    assert [" ".join(way.words) for way in keepings(numbers("climb climb six"))] == [
        "climb top climb top six",
        "climb top climb bottom six",
        "climb bottom climb bottom six",
        "climb top six top climb",
        "climb top six bottom climb",
        "climb bottom six bottom climb",
        "six top climb top climb",
        "six top climb bottom climb",
        "six bottom climb bottom climb",
    ]
    assert [" ".join(way.words) for way in keepings(numbers("six six six"))] == [
        "six top six top six",
        "six top six bottom six",
        "six bottom six bottom six",
    ]


@pytest.mark.rule("T9", "T25")
def test_t9_on_the_same_end_the_first_named_lies_higher() -> None:
    game = looking("climb six jump")
    say(game, "keep climb top six top jump")
    assert game.view(0).tops == ("six", "jump")
    game = looking("climb six jump")
    public, private = say(game, "keep climb bottom six bottom jump")
    assert game.view(0).bottoms == ("six", "jump")
    assert public.data == CardKept(seat=0, cards=1)
    assert (private.to, data_of(private, CardsLaidBack).bottoms) == ((0,), ("six", "jump"))
    assert game.view(1).tops == game.view(1).bottoms == ()


@pytest.mark.rule("T9")
def test_t9_cards_are_looked_at_from_the_top() -> None:
    game = looking("climb six jump")
    say(game, "keep climb top six bottom jump", "draw")
    assert "six" in game.view(0).looked
    assert "jump" not in game.view(0).looked
    game.looked, game.mode, game.drawn = (), 3, 0
    game.tops[0], game.unseen[0], game.bottoms[0] = numbers("six"), numbers("gate"), numbers("jump under shift")
    game.sure[0] = 3
    say(game, "draw")
    assert sorted(game.view(0).looked) == ["gate", "jump", "six"]
    assert game.view(0).bottoms == ("under", "shift")


@pytest.mark.rule("T9")
def test_t9_two_draws_a_turn_for_a_point_each() -> None:
    game = board("1a 1 . 1b")
    for left in (4, 3):
        say(game, "draw")
        assert game.ap == left
        game.play(0, legal_moves(game, 0)[0])
    refused(game, "draw", "drawn", most=2)
    game = board("1a 1 . 1b", ap=0)
    refused(game, "draw", "ap", need=1, left=0)


@pytest.mark.rule("T9")
def test_t9_fewer_than_three_cards_and_an_empty_deck() -> None:
    game = board("1a 1 . 1b", hand="climb under supply gate diagonal six seven shift")
    (public, _) = say(game, "draw")
    assert data_of(public, CardsDrawn).looked == 2
    assert len(legal_moves(game, 0)) == 4
    say(game, "keep jump top higher", "draw")
    assert [" ".join(move) for move in legal_moves(game, 0)] == ["keep higher"]
    say(game, "keep higher")
    game.drawn = 0
    refused(game, "draw", "deck-empty")
    assert game.view(0).hands[0] == 10, "there is no hand limit"


@pytest.mark.rule("T9")
def test_t9_a_card_drawn_this_turn_waits_for_the_next() -> None:
    game = looking("climb six jump")
    say(game, "keep six top climb top jump")
    refused(game, "card six", "card-fresh")
    assert game.view(0).fresh == ("six",)
    say(game, "end", "end", "card six")
    assert game.ap == 6


@pytest.mark.rule("T9")
def test_t9_a_draw_cannot_be_foreseen_and_is_even() -> None:
    """The cards come from the secret seed and the number of the draw; each is as likely as the others."""
    counts: Counter[str] = Counter()
    for number in range(600):
        game = board("1a 1 . 1b")
        game.seed = number.to_bytes(16, "big")
        say(game, "draw")
        counts.update(game.view(0).looked)
    assert set(counts) == set(CARDS)
    assert all(130 < count < 230 for count in counts.values())


@pytest.mark.rule("T9", "T22")
@pytest.mark.parametrize("deck", ["own", "common"])
def test_t9_what_is_laid_below_is_known_from_the_first_draw_on(deck: str) -> None:
    game = new_game(deck=deck)
    say(game, "start d8", "start c6", "king f6", "draw")
    kept, one, two = game.view(0).looked
    say(game, f"keep {kept} bottom {one} bottom {two}")
    assert game.view(0).bottoms == (one, two)
    assert game.view(0).tops == game.view(1).bottoms == ()


def test_draws_of_chance_are_counted() -> None:
    """A draw's number is part of what it comes from: stored games depend on it."""
    assert (new_game().draws, new_game(deck="common").draws) == (0, 0)
    assert new_game(master="on").draws == 1, "the master card was drawn"
    game = board("1a 1 . 1b")
    say(game, "draw")
    assert game.draws == 1


# -- T10: the cards in general ----------------------------------------------------------------------------------------------


@pytest.mark.rule("T10")
def test_t10_one_card_a_turn_for_nothing_and_it_leaves_the_game() -> None:
    game = board("1a 1 . 1b", hand="six seven")
    (event,) = say(game, "card six")
    assert event.data == CardPlayed(seat=0, card="six", ap=6)
    refused(game, "card seven", "card-second")
    view = game.view(1)
    assert view.played == (("six",), ())
    assert (view.hands, view.hand, view.decks) == ((1, 0), (), (8, 10))


@pytest.mark.rule("T10")
def test_t10_only_cards_in_hand() -> None:
    game = board("1a 1 . 1b", hand="six")
    refused(game, "card seven", "card-not-held")
    refused(game, "card ace", "card-unknown", word="ace")
    refused(game, "card", "short")


@pytest.mark.rule("T10")
def test_t10_a_card_can_be_played_with_no_points_left() -> None:
    game = board("1a 1 . 1b", hand="seven", ap=0)
    assert after(game, "") == ["card seven", "end"]


# -- T20: the common deck ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("T20")
def test_t20_all_draw_from_one_deck_of_forty() -> None:
    game = board("1a 1 . 1b", common=True)
    assert game.view(None).decks == (40,)
    for seat in (0, 1):
        assert game.seat == seat
        say(game, "draw")
        game.play(seat, legal_moves(game, seat)[0])
        say(game, "end")
    assert game.view(None).decks == (38,)
    assert cards_everywhere(game) == Counter(dict.fromkeys(range(10), 4))


@pytest.mark.rule("T20")
def test_t20_an_older_card_of_the_kind_may_be_played() -> None:
    game = looking("six six six jump", common=True)
    game.hands[0], game.looked = numbers("six"), numbers("six six jump")
    laws(game)
    say(game, "keep six top six top jump", "card six")
    assert game.view(0).fresh == ("six",)


@pytest.mark.rule("T20a")
def test_t20_only_who_drew_last_knows_what_is_on_the_common_deck() -> None:
    game = looking("climb six jump", common=True)
    game.drawer[0] = 0
    say(game, "keep climb top six bottom jump")
    assert (game.view(0).tops, game.view(0).bottoms) == (("six",), ("jump",))
    assert game.view(1).tops == game.view(1).bottoms == ()
    say(game, "end", "draw")
    assert "six" in game.view(1).looked, "the next one finds it there"
    assert game.view(0).tops == game.view(0).bottoms == (), "and may have laid something beneath"
    one, two, three = game.view(1).looked
    say(game, f"keep {one} bottom {two} bottom {three}")
    assert game.view(1).bottoms == (two, three)
    assert game.bottoms[0] == numbers(f"jump {two} {three}"), "the first card laid below is still there"


@pytest.mark.rule("T9", "T20")
@pytest.mark.parametrize("options", [{}, {"deck": "common"}])
def test_each_card_exists_as_often_as_it_is_printed(options: dict[str, str]) -> None:
    game = GAME.start(3, options, b"cards")
    rng = random.Random(9)
    say(game, "start d8", "start c6", "start f6", "king h5")
    while game.pending():
        if game.view(None).asks == "act" and game.ap:
            say(game, *(["draw"] if "draw" in game.choices(game.seat).words else ["point"]))
        elif game.view(None).asks == "act" and "card" in game.choices(game.seat).words:
            game.play(game.seat, rng.choice([m for m in legal_moves(game, game.seat) if m[0] == "card"]))
        elif game.view(None).asks == "act":
            end_turns(game, 1)
        else:
            game.play(game.seat, rng.choice(legal_moves(game, game.seat)))
        expected = 4 if options else 3
        assert cards_everywhere(game) == Counter(dict.fromkeys(range(10), expected))


# -- what a viewer can determinize ------------------------------------------------------------------------------------------


@pytest.mark.long
def test_a_hand_dealt_again_is_any_of_those_it_could_be() -> None:
    """The owner keeps one of three cards: another seat takes each of the ten for equally likely."""
    game = looking("climb six jump")
    say(game, "keep six top climb bottom jump")
    rng = random.Random(4)
    view = game.view(1)
    counts = Counter(GAME.determinize(view, rng).fresh for _ in range(2000))
    assert len(counts) == 10
    assert all(140 < count < 265 for count in counts.values())


def test_a_deck_dealt_again_keeps_what_the_viewer_knows() -> None:
    game = looking("climb six jump")
    say(game, "keep six top climb bottom jump")
    rng = random.Random(4)
    firsts: Counter[int] = Counter()
    for _ in range(300):
        world = GAME.determinize(game.view(0), rng)
        assert (world.tops[0], world.bottoms[0]) == (numbers("climb"), numbers("jump"))
        assert world.seed != game.seed
        say(world, "draw")
        firsts.update(world.looked)
    assert firsts[CARD_NUMBER["climb"]] == 300
    assert firsts[CARD_NUMBER["jump"]] == 0
    assert len(firsts) == 8


def test_no_more_cards_are_looked_at_than_a_deck_has() -> None:
    game = board("1a 1 . 1b", hand="climb under supply gate diagonal six seven shift")
    say(game, "card six", "draw")
    for viewer in (0, 1, None):
        world = GAME.determinize(game.view(viewer), random.Random(4))
        assert len(world.looked) == 2
        laws(world)


@pytest.mark.long
def test_the_cards_looked_at_can_be_any_to_others() -> None:
    game = looking("climb six jump")
    rng = random.Random(4)
    worlds = Counter(GAME.determinize(game.view(1), rng).looked for _ in range(1500))
    assert len(worlds) == 120, "all ways to choose three of ten"
