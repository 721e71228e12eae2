"""Zamek in words: the lines, the text board, the labels, the descriptions."""

from __future__ import annotations

from itertools import pairwise

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from data.words import languages, words
from engines.contract import Event, EventData, Position
from engines.notation import legal_moves
from engines.zamek.events import AreaScored, FinalStep, TileLaid
from engines.zamek.view import Place
from render.contract import ALT_LENGTH, TEXT_LENGTH
from render.zamek import RENDERER, preview, prose
from tests.games.zamek import samples
from tests.support.event_data import data_of


class Sneeze(EventData, frozen=True, tag="sneeze"):
    """Of no game."""


KINDS = (
    *("out", "draw", "lay", "tie", "spent", "score", "token", "keep", "home", "pass", "end", "aim"),
    *("final-meadows", "final-keeps", "final-areas", "over"),
)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("kind", [pytest.param(kind, marks=pytest.mark.long if kind == "tie" else ()) for kind in KINDS])
def test_every_kind_of_event_has_its_line(kind: str, language: str) -> None:
    found = samples.events(kind)
    assert found
    for event in found:
        told = RENDERER.line(event, samples.audience(language))
        assert told
        assert told.endswith(".")
        assert len(told) < 1200
        assert "{" not in told
        assert "zamek." not in told


def test_all_kinds_of_events_are_known_here() -> None:
    assert {event.kind for seed in (3, 12, 13) for event in samples.game(seed, "random")[1]} <= set(KINDS)


def test_an_unknown_event_is_not_told() -> None:
    assert RENDERER.line(Event(Sneeze()), samples.audience()) is None


def test_the_line_of_a_score() -> None:
    place = Place("road", "k6", "road1", squares=("k6", "k5"), starts=())
    score = AreaScored(0, place, tiles=5, stocks=True, token="", points=10, before=7, after=17)
    told = RENDERER.line(Event(score), samples.audience())
    assert told == "Grażyna: droga k6 (5 kafelków, dyby podwajają) daje +10, razem 17."
    english = RENDERER.line(
        Event(msgspec.structs.replace(score, stocks=False, tiles=1, points=1, after=8)), samples.audience("en")
    )
    assert english == "Grażyna: road k6 (1 tile) scores +1, now 8."


def test_the_line_of_a_tile() -> None:
    laid = TileLaid(4, 1, square="d7", tile="C1", rotation=90, subject="road1", role="herald")
    assert RENDERER.line(Event(laid), samples.audience()) == ("Świętosława dokłada kafelek na d7 i stawia herolda na drodze.")
    plain = Event(msgspec.structs.replace(laid, subject="none", role=""))
    assert RENDERER.line(plain, samples.audience("en")) == "Świętosława lays the tile on d7."


@pytest.mark.long
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("ask", samples.ASKS)
def test_every_word_of_every_move_has_a_label(ask: str, language: str) -> None:
    position: Position = samples.asking(ask)
    seat = position.pending()[0]
    view, audience = position.view(seat), samples.audience(language)
    for move in legal_moves(position, seat):
        for at, word in enumerate(move):
            label = RENDERER.label(word, move[:at], view, audience)
            assert 0 < len(label) <= 80
            assert "zamek." not in label


@pytest.mark.parametrize("ask", samples.ASKS)
def test_words_offered_together_have_different_labels(ask: str) -> None:
    position: Position = samples.asking(ask)
    seat = position.pending()[0]
    view = position.view(seat)
    for said in {move[:at] for move in legal_moves(position, seat) for at in range(len(move))}:
        offered = position.choices(seat, said).words
        assert len({RENDERER.label(word, said, view, samples.audience()) for word in offered}) == len(offered)


def test_labels_of_a_tile() -> None:
    position = samples.asking("lay", 20)
    view, _ = samples.own(position)
    square = view.spots[0].square
    assert RENDERER.label(square, ("lay",), view, samples.audience()) == square
    assert RENDERER.label("90", ("lay", square), view, samples.audience()) == "90°"
    assert RENDERER.label("none", ("lay", square, "90"), view, samples.audience("en")) == "no subject"


@pytest.mark.parametrize("language", languages())
def test_text_board_and_alt_fit_whatever_the_names(language: str) -> None:
    escaped = ("\\_" * 32, "\\*" * 32)
    for seed, player in ((3, "easy"), (12, "random")):
        waiting = samples.game(seed, player)[0]
        for position in (*waiting[::8], waiting[-1], samples.game(seed, player)[2]):
            for names in (samples.NAMES, samples.LONGEST, escaped):
                told = RENDERER.text(position.view(None), samples.audience(language, names))
                assert len(told) <= TEXT_LENGTH
                assert not told.endswith("…")


def test_the_text_board_tells_all_one_needs() -> None:
    position = samples.asking("lay", 30)
    view = position.view(None)
    told = "\n".join(RENDERER.pages(view, samples.audience("en")))
    for spot in view.spots:
        assert spot.square in told
    for laid in view.laid:
        assert laid.square in told
    for kind in {kind for tokens in view.tokens for kind in tokens}:
        assert words("en")(f"zamek.token.{kind}") in told
    assert all(name in told for name in samples.NAMES)


def test_an_alt_text_is_enough_to_play_by() -> None:
    view = samples.asking("lay", 30).view(None)
    alt = prose.board_alt(view, samples.audience("en"))
    for seat, name in enumerate(samples.NAMES):
        assert f"{name}: {view.scores[seat]} point" in alt
        assert f"subjects in reserve: {view.reserve[seat]}" in alt
    assert f"Tiles left: {view.left}" in alt
    for subject in view.subjects:
        assert f"{words('en')(f'zamek.role.{subject.role}')} {subject.square}" in alt


@pytest.mark.long
@pytest.mark.parametrize("language", languages())
def test_the_longest_names_are_shortened_in_alt_texts(language: str) -> None:
    for alt in samples.alts(samples.audience(language, samples.LONGEST)):
        assert len(alt) <= ALT_LENGTH
        assert not alt.endswith("…")


@pytest.mark.long
def test_the_final_scoring_adds_up() -> None:
    scenes = [event for event in samples.game()[1] if event.scene]
    steps = [data_of(event, FinalStep) for event in scenes]
    for one, other in pairwise(steps):
        assert one.after == other.before
    view, result = samples.ended()
    assert steps[-1].after == result.scores
    alt = prose.final_alt(view, result, samples.audience("en"))
    for seat, name in enumerate(samples.NAMES):
        assert f"{result.places[seat]}. {name}: {result.scores[seat]} points" in alt


NAMES = st.lists(st.text(max_size=40), min_size=2, max_size=2)
ODD = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


@pytest.mark.long
@pytest.mark.parametrize("examples", [6, pytest.param(60, marks=pytest.mark.long)], ids=["few", "many"])
def test_any_names_at_all_are_told(examples: int) -> None:
    @settings(ODD, max_examples=examples)
    @given(NAMES, st.sampled_from(languages()))
    def told(names: list[str], language: str) -> None:
        audience = samples.audience(language, tuple(names))
        assert all(len(alt) <= ALT_LENGTH for alt in samples.alts(audience))
        assert len(RENDERER.text(samples.views()[20], audience)) <= TEXT_LENGTH
        for event in samples.game()[1][:60]:
            assert RENDERER.line(event, audience)

    told()


@pytest.mark.long
@pytest.mark.parametrize("examples", [4, pytest.param(60, marks=pytest.mark.long)], ids=["few", "many"])
def test_any_names_at_all_are_drawn(examples: int) -> None:
    @settings(ODD, max_examples=examples)
    @given(NAMES, st.sampled_from(languages()))
    def drawn(names: list[str], language: str) -> None:
        assert RENDERER.board(samples.views()[20], samples.audience(language, tuple(names))).data

    drawn()


def test_a_move_said_to_its_end_shows_its_answer_alone() -> None:
    view, said = samples.previews()["areas"]
    square, turned = said[1], int(said[2])
    for part in preview.free(view, square, turned):
        assert preview.in_question(view, (*said, str(part + 1))) == [part]
        assert "?" not in prose.preview_alt(view, (*said, str(part + 1)), samples.audience())
    assert preview.in_question(view, (*said, "none")) == []
    assert "bez poddanego" in prose.preview_alt(view, (*said, "none"), samples.audience())
