"""What the views and events of Budowa zamku tell, word for word, of one table."""

from __future__ import annotations

import msgspec
import pytest

from engines.budowa.components import SPOTS
from engines.budowa.events import Back, Build, Flip, Insert, Out, Over, Seen
from engines.budowa.state import Last
from engines.budowa.view import Board, BudowaView, Note, Open
from engines.contract import Event
from tests.games.budowa.stored import RUNNING
from tests.games.budowa.tale import GAME, open_card, say, table

GONE = {"b1", "b8", "c5", "c7"}
LEFT = tuple(spot for spot in SPOTS if spot not in GONE)
NOTES = tuple(
    Note(spot, number)
    for spot, number in (
        ("a1", 20), ("a3", 33), ("a5", 12), ("a6", 18), ("a7", 43), ("b4", 31),
        ("b6", 19), ("b7", 4), ("d2", 25), ("d3", 9), ("e5", 35), ("e7", 8),
    )
)  # fmt: skip
BOARD = Board(spots=LEFT, castles=((29,), (17, 39)), figures=True, points=(2, 2), out=(14,), backs=(0, 0), notes=NOTES)


@pytest.mark.rule("B9")
def test_what_all_see_between_two_turns() -> None:
    position = GAME.load(RUNNING)
    seen = BudowaView(
        seat=None, seats=2, stage=32, turn=18, pending=(1,), over=False, options={"figures": "on", "notes": "on"},
        ask="flip", active=1, board=BOARD, last=Last("out", 0, "c7", 14),
    )  # fmt: skip
    for viewer in (None, 0, 1):
        assert position.view(viewer) == msgspec.structs.replace(seen, seat=viewer)


@pytest.mark.rule("B2", "B4")
def test_what_all_see_while_a_card_lies_open() -> None:
    position = GAME.load(RUNNING)
    before = position.view(None)
    events = position.play(1, ("flip", "a7"))
    assert events == [
        Event(Flip(turn=18, seat=1, spot="a7", left=41), reveals=True),
        Event(Seen("a7", 43), to=()),
    ]
    others = tuple(note for note in NOTES if note.spot != "a7")
    deciding = msgspec.structs.replace(
        before, stage=33, ask="decide", can=("build", "back"), open=Open("a7", 43, 1, decided=False, decline="back"),
        board=msgspec.structs.replace(BOARD, notes=others),
    )  # fmt: skip
    assert position.view(None) == deciding
    (built,) = position.play(1, ("build",))
    after = msgspec.structs.replace(
        BOARD, castles=((29,), (17, 39, 43)), points=(2, 3), notes=others, spots=tuple(spot for spot in LEFT if spot != "a7")
    )
    assert built == Event(Build(turn=18, seat=1, spot="a7", number=43, table=after), scene=True)
    assert position.view(None) == msgspec.structs.replace(
        before, stage=34, turn=19, pending=(0,), active=0, board=after, last=Last("build", 1, "a7", 43)
    )


@pytest.mark.rule("B4")
def test_what_all_see_of_a_card_that_has_to_go_back() -> None:
    position = GAME.load(RUNNING)
    flip, seen, back = position.play(1, ("flip", "a3"))
    others = tuple(note for note in NOTES if note.spot != "a3")
    after = msgspec.structs.replace(BOARD, backs=(0, 1), notes=others)
    assert (flip.kind, seen.kind) == ("flip", "seen")
    assert back == Event(Back(turn=18, seat=1, spot="a3", forced=True, table=after), scene=True)
    view = position.view(0)
    assert view.open == Open("a3", 33, 1, decided=True, decline="back")
    assert (view.ask, view.can, view.active, view.turn, view.stage) == ("flip", (), 0, 19, 33)
    assert (view.board, view.last) == (after, Last("back", 1, "a3"))
    pencilled = msgspec.structs.replace(BOARD, backs=(0, 1))
    assert GAME.cover(view) == msgspec.structs.replace(view, open=None, board=pencilled)


@pytest.mark.rule("B3", "B11")
def test_what_the_wizard_and_a_card_out_of_the_game_tell() -> None:
    position = table([4, 17, 26, 28], [12], lie={"c7": 23, "d1": 2}, figures="on")
    say(position, "flip c7")
    assert position.view(1).board.wizard == 0
    assert (position.view(1).can, open_card(position.view(1)).decline) == (("insert", "back"), "back")
    (inserted,) = say(position, "insert")
    told = inserted.data
    assert isinstance(told, Insert)
    assert (told.turn, told.seat, told.spot, told.number, told.between) == (1, 0, "c7", 23, (17, 26))
    assert (told.table.castles, told.table.points, told.table.wizard) == (((4, 17, 23, 26, 28), (12,)), (6, 1), None)
    assert inserted.scene
    assert not inserted.reveals
    *_, out = say(position, "flip d1")
    assert isinstance(out.data, Out)
    assert (out.data.number, out.data.forced, out.data.table.out) == (2, True, (2,))
    assert "d1" not in out.data.table.spots


@pytest.mark.rule("B6")
def test_what_the_end_tells() -> None:
    position = table([30], [41], lie={"c7": 32}, left="c7")
    say(position, "flip c7")
    _, over = say(position, "build")
    assert over == Event(Over("last", 0), reveals=True)
    view = position.view(None)
    assert (view.over, view.ending, view.ask, view.pending, view.active, view.turn) == (True, "last", "", (), 0, 1)
    assert (view.open, view.board.stall) == (None, 0)
