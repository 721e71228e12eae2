"""What is hidden in Rzymianie do domu! changes nothing that others see or are asked, and determinizing is fair."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import msgspec

from engines.notation import random_game
from engines.rzymianie import choices
from engines.rzymianie.components import DECK, DRAWN, PLACES
from engines.rzymianie.position import RzymianiePosition
from engines.rzymianie.rules import GAME
from engines.rzymianie.state import Step
from tests.games.rzymianie.laws import laws


def deal_again(position: RzymianiePosition, viewer: int | None, rng: random.Random) -> RzymianiePosition:
    """Other hands, other drops, other orders of the warriors still face down, another seed."""
    twin = position.copy()
    twin.seed = rng.randbytes(16)
    for seat in range(position.seats):
        if seat != viewer:
            rest = position.unturned_cards(seat)
            rng.shuffle(rest)
            turned = position.turned_cards(seat)
            hand = sorted([*turned, *rest[: DRAWN - len(turned)]])
            twin.hands = [hand if at == seat else other for at, other in enumerate(twin.hands)]
            if position.round:
                twin.down[seat] = rest[: PLACES - position.round]
            if position.step == Step.PLAN and position.chosen[seat] is not None:
                twin.chosen[seat] = rng.sample(hand, PLACES)
            elif position.step == "svord" and position.chosen[seat] is not None:
                twin.chosen[seat] = rng.sample(twin.down[seat], len(twin.down[seat]))
    return twin


def seen(position: RzymianiePosition, viewer: int | None) -> bytes:
    return msgspec.json.encode([position.view(viewer), viewer is not None and position.choices(viewer)])


def test_other_plans_hands_and_face_down_warriors_are_not_seen() -> None:
    rng = random.Random(3)
    for number in range(40):
        seats = 1 + number % 4
        position = GAME.start(
            seats, {"neutrals": str(rng.choice([n for n in range(4) if 2 <= seats + n <= 4]))}, rng.randbytes(16)
        )
        for _ in random_game(position, rng):
            for viewer in (None, *range(seats)):
                assert seen(deal_again(position, viewer, rng), viewer) == seen(position, viewer)
            if rng.random() < 0.05:
                break


def test_only_its_seat_sees_a_choice_of_an_open_joint_stage() -> None:
    position = GAME.start(3, {}, b"open")
    hand = position.view(1).hand
    one, other = position.copy(), position.copy()
    one.play(1, ("plan", *hand[:6]))
    other.play(1, ("plan", *hand[1:]))
    for viewer in (None, 0, 2):
        assert seen(one, viewer) == seen(other, viewer)
    assert seen(one, 1) != seen(other, 1)


def test_no_view_names_a_random_card_or_a_neutral_card_to_come() -> None:
    position = GAME.start(2, {"neutrals": "2"}, b"neutral")
    text = position.view(None)
    assert all(line == () for line in text.up)
    assert (text.hand, text.down, text.dropped, text.chosen) == ((), (), "", ())
    assert not text.private
    assert position.view(0).private


def test_a_determinized_position_looks_the_same_and_is_lawful() -> None:
    rng = random.Random(11)
    kinds = [(2, {}), (1, {"neutrals": "2"}), (3, {"tied_forts": "stay"}), (4, {"druhid": "slide"}), (2, {"neutrals": "1"})]
    for seats, options in kinds:
        position = GAME.start(seats, options, rng.randbytes(16))
        for _ in random_game(position, rng):
            for viewer in (None, *range(seats)):
                view = position.view(viewer)
                other = GAME.determinize(view, rng)
                laws(other)
                assert other.view(viewer) == view
                assert seen(other, viewer) == seen(position, viewer)
                assert other.seed != position.seed
                assert (other.stage, other.pending(), other.hecas) == (position.stage, position.pending(), position.hecas)
                for seat, chosen in enumerate(other.chosen):
                    if chosen is not None:
                        words = (choices.VERBS[other.step], *choices.words_of(other, seat, tuple(chosen)))
                        assert other.choices(seat, words).complete, "what others have chosen could be chosen"


def test_determinized_hands_are_as_likely_as_chance_deals_them() -> None:
    rng = random.Random(9)
    position = GAME.start(2, {}, b"fair")
    for seat in (0, 1):
        position.play(seat, ("plan", *position.view(seat).hand[:6]))
    view = position.view(0)
    known = len(position.turned_cards(1))
    counts: Counter[tuple[int, ...]] = Counter()
    rounds = 6000
    for _ in range(rounds):
        counts[tuple(GAME.determinize(view, rng).down[1][:1])] += 1
    left = list(DECK)
    for card in position.turned_cards(1):
        left.remove(card)
    for card in set(left):
        expected = rounds * left.count(card) / (9 - known)
        assert abs(counts[(card,)] - expected) < 5 * expected**0.5


def test_every_hidden_order_of_a_short_game_can_be_determinized() -> None:
    rng = random.Random(4)
    position = GAME.start(2, {}, b"few")
    while position.round < 4 and position.step != Step.OVER:
        seat = position.pending()[0]
        moves = position.choices(seat)
        said: tuple[str, ...] = ()
        while not moves.complete:
            said = (*said, moves.words[0])
            moves = position.choices(seat, said)
        position.play(seat, said)
    assert position.game_turn == 1
    view = position.view(0)
    wanted = set(itertools.permutations(position.unturned_cards(1), PLACES - position.round))
    found = {tuple(GAME.determinize(view, rng).down[1]) for _ in range(4000)}
    assert found == wanted
