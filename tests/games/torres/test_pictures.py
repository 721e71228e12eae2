"""The pictures of Torres: size, words, names, secrets, marks, goldens."""

from __future__ import annotations

import msgspec
import pytest

from data.words import languages
from engines.contract import View
from engines.torres.components import CARDS, MASTERS
from engines.torres.events import MasterScored, PhaseScored, RoyalBonus, RoyalKnight
from engines.torres.scoring import Gain
from engines.torres.squares import NUMBER, SQUARES
from engines.torres.view import TorresView
from render import sprite_cache
from render.contract import Epilogue
from render.theme import WIDTH
from render.torres import RENDERER, board, cards, ground, marks
from render.torres.figures import LABEL
from tests.games.torres import boards
from tests.games.torres.samples import asking, drawings, ended, events, game, own, walking
from tests.support import samples
from tests.support.cases import cases
from tests.support.event_data import data_of
from tests.support.picture_checks import cut, shown, suits_a_phone, watched, well_set

SEATS = (2, 3, 4)


NAMES = {"plain": samples.NAMES, "nasty": samples.NASTY, "longest": samples.LONGEST}
DRAWN = [
    (seats, names, language)
    for seats in SEATS
    for names, language in (("plain", "en"), ("plain", "pl"), ("nasty", "pl"), ("longest", "en"))
]


@pytest.mark.long
@pytest.mark.parametrize(("seats", "names", "language"), DRAWN)
def test_every_picture_is_readable_on_a_phone(seats: int, names: str, language: str) -> None:
    seen = shown(drawings(seats), samples.audience(seats, language, NAMES[names]))
    for name, picture in seen.pictures.items():
        suits_a_phone(name, picture, least=0.5, most=1.61, text=LABEL)
    assert len(seen.texts) > 300
    well_set(seen.texts, hair=1)
    if names == "plain":
        assert cut(seen.texts) == []


@pytest.mark.parametrize("language", cases(languages(), ["de"]))
def test_every_card_has_room_for_what_it_says(language: str) -> None:
    words = samples.audience(2, language).words
    sprite_cache.clear()
    with watched() as seen:
        for card in CARDS:
            face = (card, words(f"torres.card.{card}"), words(f"torres.card.{card}.does"))
            cards.upright(*face)
            cards.flat(*face)
            cards.resting(*face, words("torres.hand.fresh"))
            cards.tile(card, face[1], cards.tile_width(face[1]))
        for card in MASTERS:
            face = (card, words(f"torres.master.{card}"), words(f"torres.master.{card}.text"))
            cards.flat(*face, "#F6DC9A", WIDTH - 28)
    for text in seen:
        assert text.text == text.wanted
        assert text.box[0] >= -1
        assert text.box[2] <= text.picture[0]
        assert text.box[3] <= text.picture[1]


@pytest.mark.long
@pytest.mark.parametrize("seats", [4, pytest.param(2, marks=pytest.mark.long), pytest.param(3, marks=pytest.mark.long)])
def test_what_only_a_seat_knows_changes_no_byte_of_the_board(seats: int) -> None:
    for ask in ("act", "keep", "king"):
        public = asking(ask, seats).view(None)
        drawn = RENDERER.board(public, samples.audience(seats))
        for seat in range(seats):
            knows = msgspec.structs.replace(
                public, seat=seat, hand=CARDS[:3], fresh=CARDS[3:4], looked=CARDS[4:7], tops=CARDS[:2], bottoms=CARDS[7:]
            )
            assert RENDERER.board(knows, samples.audience(seats)) == drawn
            assert RENDERER.board(asking(ask, seats).view(seat), samples.audience(seats)) == drawn


def test_a_hand_shows_its_own_seat_only() -> None:
    view = msgspec.structs.replace(own("act", 3), pending=())
    drawn = RENDERER.hand(view, samples.audience(3))
    others = msgspec.structs.replace(view, hands=(9, 9, 9), towers=((), (), ()), scores=(1, 2, 3))
    assert RENDERER.hand(others, samples.audience(3)) == drawn
    assert RENDERER.hand(msgspec.structs.replace(view, hand=("climb", "gate")), samples.audience(3)) != drawn


@pytest.mark.long
def test_a_question_that_is_no_secret_is_answered_on_the_board() -> None:
    audience = samples.audience(4)
    for ask in ("start", "crown", "king", "first"):
        assert RENDERER.hand(own(ask, 4), audience) is None
    assert RENDERER.hand(own("castle", 4, "master"), audience) is None
    assert RENDERER.hand(own("act", 4, "master"), audience) is None
    assert RENDERER.hand(asking("act", 4).view(None), audience) is None
    assert RENDERER.hand(own("keep", 4), audience) is not None


def test_cards_in_hand_are_a_secret_and_none_are_not() -> None:
    audience = samples.audience(2)
    for hand in ("", "six gate"):
        position = boards.board("1a 1 . 1k . 1b", hand=hand)
        for view in (position.view(0), position.view(1), position.view(None)):
            assert (RENDERER.hand(view, audience) is not None) == view.private
        assert [position.view(seat).private for seat in (0, 1, None)] == [bool(hand), True, False]


@pytest.mark.long
def test_who_waits_sees_the_cards_and_nobody_elses_walk() -> None:
    view, said = walking(4)
    other = msgspec.structs.replace(view, seat=(view.acting + 1) % 4)
    assert RENDERER.preview(other, said, samples.audience(4)) is None
    assert RENDERER.preview(msgspec.structs.replace(view, seat=None), said, samples.audience(4)) is None


@pytest.mark.parametrize("variant", ["plain", *(pytest.param(each, marks=pytest.mark.long) for each in ("common", "master"))])
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
                    assert set(marks.offers(view, said).targets) == squares
                if len(said) < 2:
                    waiting += [(*said, word) for word in words[:4]]


@pytest.mark.long
def test_a_walk_tells_its_cost_on_the_picture() -> None:
    view, said = walking(4)
    shown = marks.offers(view, said)
    assert shown.targets == {square: str(cost) for square, cost in view.reach(said[1]).items()}
    assert shown.chosen == (said[1],)


@pytest.mark.long
def test_what_was_done_last_is_framed() -> None:
    view = next(
        view
        for position in game(4)[0]
        if (view := position.view(None)).asks == "act" and [deed.kind for deed in view.deeds[-2:]] == ["move", "build"]
    )
    done = marks.latest_actions(view)
    assert done.last == view.deeds[-1].target
    assert done.added[view.deeds[-1].target] >= 1
    without = msgspec.structs.replace(view, deeds=())
    before, after = (board.draw(each, samples.audience(4)).tobytes() for each in (without, view))
    assert before != after


def test_every_square_has_its_place_on_the_picture() -> None:
    places = {square: ground.corner(square) for square in SQUARES}
    assert len(set(places.values())) == 64
    assert places["a1"][0] < places["h1"][0]
    assert places["a8"][1] < places["a1"][1]
    assert all(x + ground.CELL <= ground.ACROSS and y + ground.CELL <= ground.HEIGHT for x, y in places.values())


def test_no_stack_hides_a_third_of_the_row_behind_it() -> None:
    assert max(ground.lift(level) for level in range(93)) * 3 <= ground.CELL * 1.04
    heights = tuple(12 if n == NUMBER["d4"] else 92 if n == NUMBER["h8"] else 0 for n in range(64))
    assert ground.terrain(heights, frozenset({"d4"})).size == (ground.ACROSS, ground.HEIGHT)


@pytest.mark.long
def test_the_scoring_shows_bonuses_slides_and_the_master_card() -> None:
    event = events("scoring", 4)[-1]
    scoring = data_of(event, PhaseScored)
    seat = scoring.order[0]
    square = scoring.board.knights[seat][0]
    data = msgspec.structs.replace(
        scoring,
        gains=(Gain("royal", seat, points=15, start=0, target=17, slides=2),),
        royal=RoyalBonus(level=3, bonus=15, knights=(RoyalKnight(seat, square),)),
        master=MasterScored("border", points=(0,) * 4, squares=((square,), (), (), ())),
    )
    more = msgspec.structs.replace(event, data=data)
    picture = RENDERER.scene(more, samples.audience(4))
    assert picture.data != RENDERER.scene(event, samples.audience(4)).data
    assert "król 15, przesunięcia 2" in picture.alt
    assert "Brzeg" in picture.alt


def test_each_card_has_a_drawing_of_its_own() -> None:
    drawn = {cards.emblem(card, 200).tobytes() for card in (*CARDS, *MASTERS)}
    assert len(drawn) == len(CARDS) + len(MASTERS)


def test_a_shared_victory_names_no_winner() -> None:
    view, result = ended(2)
    nobody = msgspec.structs.replace(result, places=(1, 1), scores=(0, 0), reason="shared")
    shared, won = (RENDERER.final(view, each, Epilogue(), samples.audience(2)) for each in (nobody, result))
    assert shared.data != won.data


@pytest.mark.long
def test_the_next_board_draws_no_sprite_again() -> None:
    view, audience = asking("act", 4).view(None), samples.audience(4)
    RENDERER.board(view, audience)
    drawn = {*sprite_cache.STORE}
    RENDERER.board(view, audience)
    assert drawn == {*sprite_cache.STORE}


def test_a_view_of_another_game_is_refused() -> None:
    other = View(seat=None, seats=2, stage=1, turn=1, pending=(0,), over=False, options={})
    with pytest.raises(TypeError, match="not a view of this game"):
        RENDERER.board(other, samples.audience(2))


def test_views_of_the_samples_are_real() -> None:
    assert all(isinstance(position.view(None), TorresView) for position in game(2)[0])
