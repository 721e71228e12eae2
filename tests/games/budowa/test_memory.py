"""The memory rule: what was put back is in no view and no public event; a computer player remembers its share."""

from __future__ import annotations

import random

import msgspec
import pytest

from engines import draws
from engines.budowa import view
from engines.budowa.components import SPOT
from engines.budowa.events import Back, Build, Seen
from engines.budowa.position import BudowaPosition
from engines.budowa.view import BudowaView, Note, notes_of
from engines.contract import Event, Move, Seat, View
from engines.notation import random_game
from tests.games.budowa.tale import GAME, open_card, say, table
from tests.support.cases import cases
from tests.support.conformance import check_hidden
from tests.support.event_data import data_of
from tests.support.leaky_games import Leak, Leaky, LeakyGame


def numbers(value: object) -> set[int]:
    """All numbers that stand anywhere in plain data under a key that could name a card, or in a list."""
    if isinstance(value, dict):
        counted = ("turn", "seat", "left", "stage", "points", "backs", "stall", "wizard", "seats", "pending", "active")
        return set().union(*(numbers(part) for key, part in value.items() if key not in counted), set())
    if isinstance(value, list | tuple):
        return set().union(*(numbers(part) for part in value), set())
    return {value} if isinstance(value, int) and not isinstance(value, bool) else set()


def names(value: object) -> set[int]:
    return numbers(msgspec.to_builtins(value))


@pytest.mark.parametrize("seats", [2, *(pytest.param(each, marks=pytest.mark.long) for each in (3, 4))])
@pytest.mark.parametrize("figures", cases(["off", "on"], ["on"]))
def test_no_public_event_or_view_names_a_face_down_card(seats: int, figures: str) -> None:
    rng = random.Random(seats)
    for _ in range(15):
        position = GAME.start(seats, {"figures": figures}, rng.randbytes(16))
        for _, _, events in random_game(position, rng):
            if position.ending:
                break
            down = {card for spot, card in enumerate(position.grid) if card > 0 and spot != position.up}
            for event in events:
                assert event.to == () if event.kind == "seen" else not names(event.data) & {*position.grid} - {0, -1}
            for viewer in (None, *range(seats)):
                assert not names(position.view(viewer)) & down


def test_a_number_travels_in_no_event_before_its_card_is_built() -> None:
    position = table([30], [41], lie={"c7": 32})
    flipped, decided = say(position, "flip c7"), say(position, "build")
    assert not any(32 in names(event.data) for event in flipped if event.to is None)
    assert data_of(decided[0], Build).number == 32


def test_the_journal_keeps_seen_cards_for_after_the_game() -> None:
    events = say(table([30], [41], lie={"c7": 32}), "flip c7")
    assert Event(Seen("c7", 32), to=()) in events


def test_returned_cards_vanish_at_the_decision_or_the_next_flip() -> None:
    position = table([30], [41], lie={"c7": 32, "d1": 31, "d2": 43})
    say(position, "flip c7")
    assert 32 in names(position.view(1))
    say(position, "back")
    assert 32 not in names(position.view(1))
    say(position, "flip d1")
    assert 31 in names(position.view(None))
    say(position, "flip d2")
    assert 31 not in names(position.view(None))


def test_the_option_notes_keeps_pencil_marks() -> None:
    position = table([30], [41], lie={"c7": 32}, notes="on")
    position.grid = [0 if card > 0 and spot != SPOT["c7"] else card for spot, card in enumerate(position.grid)]
    say(position, "flip c7")
    assert position.view(None).board.notes == (), "while it lies open there is no need for a note"
    events = say(position, "back")
    assert [(note.spot, note.number) for note in position.view(None).board.notes] == [("c7", 32)]
    assert data_of(events[0], Back).table.notes == (Note("c7", 32),)


def test_everything_opens_when_the_game_is_over() -> None:
    position = table([2, 3, 4, 5, 6, 7, 8, 9], [10], lie={"c7": 11, "a1": 40})
    say(position, "flip a1", "back", "flip a1", "back")
    assert position.view(None).board.notes == ()
    say(position, "flip c7", "build")
    assert [note.number for note in position.view(None).board.notes] == [40]


def test_a_covered_view_tells_only_the_spot_of_the_open_card() -> None:
    position = table([30], [41], lie={"c7": 32})
    other = table([30], [41], lie={"c7": 33})
    say(position, "flip c7")
    say(other, "flip c7")
    assert GAME.cover(position.view(1)) == GAME.cover(other.view(1))
    assert open_card(GAME.cover(position.view(1))).spot == "c7"
    assert open_card(GAME.cover(position.view(1))).number == 0


def test_a_covered_view_shows_a_card_that_must_go_back_face_down() -> None:
    position = table([41], [30], lie={"c7": 33, "d1": 35})
    say(position, "flip c7")
    covered = GAME.cover(position.view(1))
    assert covered.open is None
    assert covered == GAME.cover(covered)
    assert 33 not in names(covered)
    position = table([41], [30], lie={"c7": 33}, notes="on")
    say(position, "flip c7")
    notes = {note.spot: note.number for note in GAME.cover(position.view(1)).board.notes}
    assert notes["c7"] == 33, "pencilled in"


def test_only_a_card_that_must_go_back_goes_by_itself() -> None:
    position = table([41], [30], lie={"c7": 33, "d1": 43})
    say(position, "flip c7")
    assert GAME.glance(position.view(None)) > GAME.linger(position.view(None))
    say(position, "flip d1")
    assert GAME.glance(position.view(None)) == 0, "somebody decides"
    say(position, "build")
    assert GAME.glance(position.view(None)) == 0


# -- what a computer player remembers ---------------------------------------------------------------------------------------


EASY_MINDS = [
    "2",
    "2",
    "3",
    "23",
    "0",
    "2",
    "3",
    "1",
    "3",
    "3",
    "1",
    "2",
    "",
    "",
    "1",
    "23",
    "3",
    "01",
    "1",
    "",
    "",
    "",
    "02",
    "02",
]
"""By turn, the seats that keep a card in mind in the game of the seed "memory"."""


def half_played() -> BudowaPosition:
    position = GAME.start(2, {}, b"memory")
    rng = random.Random(2)
    for spot in rng.sample(range(45), 30):
        say(position, f"flip {'abcde'[spot // 9]}{spot % 9 + 1}")
        if position.deciding:
            say(position, "back")
    return position


def test_a_level_remembers_its_share_and_nothing_else() -> None:
    position = half_played()
    seen = {spot: card for spot, card in enumerate(position.grid) if card > 0 and spot != position.up}
    kept = {}
    for level in GAME.levels:
        notes = GAME.recall(position, 0, level).board.notes
        assert all(seen[SPOT[note.spot]] == note.number for note in notes)
        kept[level] = len(notes)
    assert kept["easy"] < kept["normal"] < kept["hard"] <= len(seen)


def test_memories_stay_until_the_card_is_turned_again() -> None:
    position = half_played()
    first = GAME.recall(position, 0, "normal")
    assert GAME.recall(position.copy(), 0, "normal") == first
    assert GAME.recall(position, 1, "normal").board.notes != first.board.notes


def test_the_shares_are_as_the_levels_say() -> None:
    position = GAME.start(2, {}, b"shares")
    for level, share in view.SHARE.items():
        kept = sum(view.remembers(position, seat, turn, level) for seat in range(4) for turn in range(1000))
        assert abs(kept / 40 - share) < 3


def test_every_version_remembers_the_same() -> None:
    """Games go on over an update. A draw of 29 is kept by a share of 30 and not by one of 29; each seat draws its own."""
    position = GAME.start(4, {}, b"memory")
    kept = ["".join(str(seat) for seat in range(4) if view.remembers(position, seat, turn, "easy")) for turn in range(1, 25)]
    assert kept == EASY_MINDS
    assert view.SHARE == {"easy": 25, "normal": 55, "hard": 95, "master": 100}
    value = draws.below(position.seed, (1 << 32) + 7 * 4 + 2, 100)
    shares = {"less": value, "more": value + 1}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(view, "SHARE", shares)
        assert [view.remembers(position, 2, 7, level) for level in shares] == [False, True]


def test_card_becomes_a_memory_only_after_its_decision() -> None:
    position = half_played()
    spot = next(spot for spot, card in enumerate(position.grid) if card == 0)
    word = f"{'abcde'[spot // 9]}{spot % 9 + 1}"
    position.castles = [[], []]
    say(position, f"flip {word}")
    assert position.deciding
    kept = {note.spot for note in GAME.recall(position, position.active, "hard").board.notes}
    assert len(kept) > 10
    assert word not in kept


def test_where_everybody_has_notes_nobody_forgets() -> None:
    position = table([30], [41], lie={"c7": 32}, notes="on")
    say(position, "flip c7", "back")
    assert GAME.recall(position, 0, "easy") == position.view(0)
    over = table([2, 3, 4, 5, 6, 7, 8, 9], [10], lie={"c7": 11, "a1": 40})
    say(over, "flip a1", "back", "flip a1", "back", "flip c7", "build")
    assert GAME.recall(over, 0, "easy") == over.view(0)


def test_a_view_that_recalls_differs_in_its_notes_alone() -> None:
    position = half_played()
    view, recalled = position.view(0), GAME.recall(position, 0, "hard")
    board = msgspec.structs.replace(recalled.board, notes=())
    assert msgspec.structs.replace(recalled, board=board) == view


def test_people_have_time_to_look_at_an_open_card() -> None:
    position = table([41], [30], lie={"c7": 33, "d1": 35})
    assert GAME.linger(position.view(None)) == 0
    say(position, "flip c7")
    assert GAME.linger(position.view(None)) > 0, "it goes back, and lies there to be seen"
    say(position, "flip d1")
    assert GAME.linger(position.view(None)) > 0
    say(position, "build")
    assert GAME.linger(position.view(None)) == 0


# -- the suite that looks for leaks finds this one ---------------------------------------------------------------------------


class NeverForgets(Leaky):
    """A view that keeps what was put back."""

    def view(self, seat: Seat | None) -> View:
        view, real = self._real.view(seat), getattr(self._real, "_real", self._real)
        assert isinstance(view, BudowaView)
        assert isinstance(real, BudowaPosition)
        return msgspec.structs.replace(view, board=msgspec.structs.replace(view.board, notes=notes_of(real)))


class TellsTheFlip(Leaky):
    """Events that name a card that was put back."""

    def play(self, seat: Seat, move: Move) -> list[Event]:
        known = [card for spot, card in enumerate(self.grid) if card > 0 and spot != self.up]
        return [*self._real.play(seat, move), Event(Leak(str(known[:1])))]


@pytest.mark.parametrize("leak", [NeverForgets, TellsTheFlip], ids=lambda leak: leak.__name__)
def test_a_leak_of_what_was_put_back_is_caught(leak: type[Leaky]) -> None:
    position = half_played()
    while position.deciding:
        say(position, "back")
    game = LeakyGame(GAME, leak)

    def search() -> None:
        for number in range(5):
            check_hidden("budowa", game, leak(position.copy()), None, random.Random(number))

    with pytest.raises(AssertionError):
        search()
