"""The pictures of Torres: size, words, names, secrets, marks, goldens."""

from __future__ import annotations

import time

import msgspec
import pytest

from data.words import languages
from engines.torres.components import CARDS, MASTERS
from engines.torres.squares import NUMBER, SQUARES
from engines.torres.view import TorresView
from render import canvas
from render.theme import WIDTH
from render.torres import ROOM, board, cards, emblems, figures, ground, marks
from tests.render import samples
from tests.render.looking import cut, suits_a_phone, texts, watched, well_set
from tests.render.torres_samples import asking, drawings, ended, events, game, own, walking

SEATS = (2, 3, 4)


def laid(seats: int, language: str, names: tuple[str, ...]) -> list[canvas.Placed]:
    """All texts set in all kinds of pictures."""
    for cache in (cards.upright, cards.flat, cards.tile, cards.resting, cards.deck, figures.tower, figures.knight):
        cache.cache_clear()
    ground.terrain.cache_clear()
    return texts(drawings(seats).values(), samples.setting(seats, language, names))


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("seats", SEATS)
def test_every_picture_suits_a_phone_and_is_told_in_words(seats: int, language: str) -> None:
    for name, draw in drawings(seats).items():
        suits_a_phone(name, draw(samples.setting(seats, language)), least=0.5, most=1.5)


@pytest.mark.parametrize(("names", "language"), [(samples.NASTY, "pl"), (samples.LONGEST, "en")])
@pytest.mark.parametrize("seats", SEATS)
def test_every_text_is_large_enough_inside_the_picture_and_has_its_letters(
    seats: int, names: tuple[str, ...], language: str
) -> None:
    seen = laid(seats, language, names)
    assert len(seen) > 300
    well_set(seen)


@pytest.mark.parametrize("language", languages())
def test_words_of_ours_are_never_cut(language: str) -> None:
    for seats in SEATS:
        assert cut(laid(seats, language, samples.NAMES)) == []


@pytest.mark.parametrize("language", languages())
def test_every_card_has_room_for_what_it_says(language: str) -> None:
    words = samples.setting(2, language).words
    with watched() as seen:
        for card in CARDS:
            told = (card, words(f"torres.card.{card}"), words(f"torres.card.{card}.does"))
            cards.upright.__wrapped__(*told)
            cards.flat.__wrapped__(*told)
            cards.resting.__wrapped__(*told, words("torres.hand.fresh"), tall=True)
            cards.tile.__wrapped__(card, told[1], 342)
        for card in MASTERS:
            told = (card, words(f"torres.master.{card}"), words(f"torres.master.{card}.text"))
            cards.flat.__wrapped__(*told, "#F6DC9A", WIDTH - 28)
    for text in seen:
        assert text.text == text.wanted
        assert text.box[0] >= 0
        assert text.box[2] <= text.picture[0]
        assert text.box[3] <= text.picture[1]


@pytest.mark.parametrize("seats", SEATS)
def test_what_only_a_seat_knows_changes_no_byte_of_the_board(seats: int) -> None:
    for ask in ("act", "keep", "king"):
        public = asking(ask, seats).view(None)
        drawn = ROOM.board(public, samples.setting(seats))
        for seat in range(seats):
            secrets = {"hand": CARDS[:3], "fresh": CARDS[3:4], "looked": CARDS[4:7], "tops": CARDS[:2], "bottoms": CARDS[7:]}
            knows = msgspec.structs.replace(public, seat=seat, **secrets)
            assert ROOM.board(knows, samples.setting(seats)) == drawn
            assert ROOM.board(asking(ask, seats).view(seat), samples.setting(seats)) == drawn


def test_a_hand_shows_its_own_seat_only() -> None:
    view = msgspec.structs.replace(own("act", 3), pending=())
    drawn = ROOM.hand(view, samples.setting(3))
    others = msgspec.structs.replace(view, hands=(9, 9, 9), towers=((), (), ()), scores=(1, 2, 3))
    assert ROOM.hand(others, samples.setting(3)) == drawn
    assert ROOM.hand(msgspec.structs.replace(view, hand=("climb", "gate")), samples.setting(3)) != drawn


def test_a_question_that_is_no_secret_is_answered_on_the_board() -> None:
    setting = samples.setting(4)
    for ask in ("start", "crown", "king", "first"):
        assert ROOM.hand(own(ask, 4), setting) is None
    assert ROOM.hand(own("castle", 4, "master"), setting) is None
    assert ROOM.hand(own("act", 4, "master"), setting) is None
    assert ROOM.hand(asking("act", 4).view(None), setting) is None
    assert ROOM.hand(own("keep", 4), setting) is not None


def test_cards_in_hand_are_a_secret_and_none_are_not() -> None:
    view, _ = walking(4)
    bare = msgspec.structs.replace(view, hand=(), fresh=(), tops=(), bottoms=())
    assert ROOM.hand(view, samples.setting(4)) is not None
    assert ROOM.hand(bare, samples.setting(4)) is None


def test_who_waits_sees_the_cards_and_nobody_elses_walk() -> None:
    view, said = walking(4)
    other = msgspec.structs.replace(view, seat=(view.acting + 1) % 4)
    assert ROOM.preview(other, said, samples.setting(4)) is None
    assert ROOM.preview(msgspec.structs.replace(view, seat=None), said, samples.setting(4)) is None


@pytest.mark.parametrize("variant", ["plain", "common", "master"])
def test_what_is_marked_is_what_is_offered(variant: str) -> None:
    for position in game(3, variant)[0][::9]:
        for seat in position.pending():
            view = position.view(seat)
            waiting: list[tuple[str, ...]] = [()]
            while waiting:
                said = waiting.pop()
                words = position.choices(seat, said).words
                if said or view.asks in {"castle", "start", "crown", "king"}:
                    first = said or (view.asks if view.asks != "crown" else "king",)
                    squares = {word for word in position.choices(seat, first).words if word in NUMBER}
                    assert set(marks.walked(view, said).targets) == squares
                if len(said) < 2:
                    waiting += [(*said, word) for word in words[:4]]


def test_a_walk_tells_its_cost_on_the_picture() -> None:
    view, said = walking(4)
    shown = marks.walked(view, said)
    assert shown.targets == {square: str(cost) for square, cost in view.reach(said[1]).items()}
    assert shown.chosen == (said[1],)


def test_what_was_done_last_is_framed() -> None:
    view = next(
        view
        for position in game(4)[0]
        if (view := position.view(None)).asks == "act" and [deed.kind for deed in view.deeds[-2:]] == ["move", "build"]
    )
    done = marks.done(view)
    assert done.last == view.deeds[-1].target
    assert done.added[view.deeds[-1].target] >= 1
    without = msgspec.structs.replace(view, deeds=())
    before, after = (board.draw(each, samples.setting(4)).tobytes() for each in (without, view))
    assert before != after


def test_every_square_has_its_place_on_the_picture() -> None:
    places = {square: ground.corner(square) for square in SQUARES}
    assert len(set(places.values())) == 64
    assert places["a1"][0] < places["h1"][0]
    assert places["a8"][1] < places["a1"][1]
    assert all(x + ground.CELL <= WIDTH and y + ground.CELL <= ground.HEIGHT for x, y in places.values())


def test_no_stack_hides_a_third_of_the_row_behind_it() -> None:
    assert max(ground.lift(level) for level in range(93)) * 3 <= ground.CELL * 1.04
    heights = tuple(12 if n == NUMBER["d4"] else 92 if n == NUMBER["h8"] else 0 for n in range(64))
    assert ground.terrain(heights, frozenset({"d4"})).size == (WIDTH, ground.HEIGHT)


def test_the_scoring_shows_bonuses_slides_and_the_master_card() -> None:
    event = events("scoring", 4)[-1]
    seat = event.data["order"][0]
    gains = [{"kind": "royal", "seat": seat, "gain": 15, "from": 0, "to": 17, "slides": 2}]
    square = event.data["board"]["knights"][seat][0]
    royal = {"level": 3, "bonus": 15, "knights": [{"seat": seat, "square": square}]}
    master = {"card": "border", "points": [0] * 4, "squares": [[square], [], [], []]}
    more = msgspec.structs.replace(event, data={**event.data, "gains": gains, "royal": royal, "master": master})
    picture = ROOM.scene(more, samples.setting(4))
    assert picture.data != ROOM.scene(event, samples.setting(4)).data
    assert "król 15, tor 2" in picture.alt
    assert "Brzeg" in picture.alt


def test_each_card_has_a_drawing_of_its_own() -> None:
    drawn = {emblems.emblem(card, 200).tobytes() for card in (*CARDS, *MASTERS)}
    assert len(drawn) == len(CARDS) + len(MASTERS)


def test_a_shared_victory_names_no_winner() -> None:
    view, result = ended(2)
    nobody = msgspec.structs.replace(result, places=(1, 1), scores=(0, 0), reason="shared")
    assert ROOM.final(view, nobody, samples.setting(2)).data != ROOM.final(view, result, samples.setting(2)).data


def test_a_warm_board_is_quick() -> None:
    ROOM.warm()
    view, setting = asking("act", 4).view(None), samples.setting(4)
    taken = []
    for _ in range(5):
        start = time.process_time()
        ROOM.board(view, setting)
        taken.append(time.process_time() - start)
    assert min(taken) < 0.1


def test_a_view_of_another_game_is_refused() -> None:
    with pytest.raises(TypeError, match="not a view of this game"):
        ROOM.board(samples.battle_view(2), samples.setting(2))


def test_views_of_the_samples_are_real() -> None:
    assert all(isinstance(position.view(None), TorresView) for position in game(2)[0])
