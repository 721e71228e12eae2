"""What may be said, word by word, in every question; and what a refusal tells."""

import pytest

from engines.contract import Choices, IllegalMove, Move
from engines.notation import legal_moves
from engines.zamek import GAME
from engines.zamek.board import empty_board
from engines.zamek.components import SQUARE, TILE
from engines.zamek.position import ZamekPosition
from engines.zamek.rules import ZamekGame
from tests.games.zamek.staging import begin, empty_pile, give, hold, lay, say, tell, two_areas_at_once

NOTHING, WHOLE = Choices(), Choices(complete=True)


@pytest.mark.rule("Z21")
def test_the_only_area_of_a_square_goes_without_saying() -> None:
    assert isinstance(GAME, ZamekGame)
    seen = set()
    for number in range(12):
        position = GAME.start(2, {}, bytes([number]) * 16)
        while position.result() is None:
            seat = position.pending()[0]
            moves = list(legal_moves(position, seat))
            for move in moves:
                if move[0] in {"score", "target"}:
                    choices = position.choices(seat, move[:2])
                    assert choices.plain == (len(choices.words) == 1)
                    seen.add(choices.plain)
                else:
                    assert not any(position.choices(seat, move[:at]).plain for at in range(len(move)))
                    break
            position.play(seat, moves[number % len(moves)])
    assert True in seen


def offered(position: ZamekPosition, line: str) -> Choices:
    """What may follow these words of the seat that is asked."""
    (seat,) = position.pending()
    assert position.choices(1 - seat, tuple(line.split())) == NOTHING
    return position.choices(seat, tuple(line.split()))


@pytest.mark.rule("Z19")
def test_a_tile_is_laid_word_by_word() -> None:
    castle = begin()
    hold(castle, "C1")
    assert offered(castle, "") == Choices(("lay",), ask="lay")
    assert offered(castle, "lay") == Choices(("a4", "b7", "c1", "f9", "h1", "j6", "k4"), ask="square")
    assert offered(castle, "lay a4") == Choices(("90",), ask="rotation", rotate=True)
    assert offered(castle, "lay a4 90") == Choices(("none", "road1", "meadow1", "meadow2"), ask="subject")
    assert offered(castle, "lay a4 90 meadow2") == WHOLE
    for line in (
        *("score", "score a4", "lay e5", "lay zz", "lay h1 0", "lay a4 0", "lay a4 45", "lay a4 90 house1"),
        *("lay a4 90 none none", "lay e5 0 none"),
    ):
        assert offered(castle, line) == NOTHING, line
    hold(castle, "G2")  # roads to all sides
    assert offered(castle, "lay") == Choices(("a4", "f9", "k4"), ask="square")
    assert offered(castle, "lay h1") == NOTHING


@pytest.mark.rule("Z21")
def test_areas_are_named_by_square_and_number() -> None:
    castle = two_areas_at_once()
    lay(castle, "B6", "f8 0 none")
    assert offered(castle, "") == Choices(("score",), ask="score")
    assert offered(castle, "score") == Choices(("e8", "f8"), ask="score")
    assert offered(castle, "score e8") == Choices(("house1",), ask="score", plain=True)
    assert offered(castle, "score e8 house1") == WHOLE
    for line in ("lay", "target", "target e8", "score f9", "score e8 road1", "score house1", "score e8 house1 house1"):
        assert offered(castle, line) == NOTHING, line


@pytest.mark.rule("Z21")
def test_an_area_is_named_by_its_smallest_square() -> None:
    board = empty_board()
    for name in ("a4", "a3", "a2", "a1"):
        board.lay(SQUARE[name], 4 * TILE["A1"])
        label = board.label[board.first[SQUARE[name]]]
        assert board.squares(label)[0] == SQUARE[name]
        assert board.place(label) == (SQUARE[name], 0)


@pytest.mark.rule("Z21")
def test_two_areas_of_one_square_are_told_apart_by_their_number() -> None:
    castle = begin()
    tell(castle, "A4 c1 0 none", "A7 h1 0 none", "A9 b1 0 none")
    give(castle, 1, "end_house")
    node = castle.board.first[castle.board.laid[1] >> 8]
    castle.place_subject(node, 1)
    castle.place_subject(node + 1, 1)
    castle.reserve = [6, 4]
    castle.active = 1
    hold(castle, "A1")
    empty_pile(castle)
    say(castle, "lay j6 0 none")
    assert offered(castle, "target") == Choices(("h1",), ask="target")
    assert offered(castle, "target h1") == Choices(("house1", "house2"), ask="target")


@pytest.mark.rule("Z21")
def test_tokens_are_used_or_saved_and_turns_taken_or_passed() -> None:
    castle = begin()
    give(castle, 1, "sty", "again")
    lay(castle, "A8", "j6 0 sty1")
    say(castle, "pass")
    lay(castle, "C1", "f9 0 none")
    lay(castle, "A1", "j5 0 none")
    assert offered(castle, "") == Choices(("use", "save"), ask="use")
    assert offered(castle, "use") == Choices(("sty",), ask="use")
    assert offered(castle, "use sty") == offered(castle, "save") == WHOLE
    for line in ("use house", "again", "pass", "use sty sty", "save sty", "lay"):
        assert offered(castle, line) == NOTHING, line
    say(castle, "save")
    assert offered(castle, "") == Choices(("again", "pass"), ask="again")
    assert offered(castle, "again") == offered(castle, "pass") == WHOLE
    for line in ("use", "save", "again again", "lay"):
        assert offered(castle, line) == NOTHING, line


def refused(position: ZamekPosition, line: str) -> tuple[str, dict[str, object]]:
    """Why a line is refused, with the values of the message."""
    (seat,) = position.pending()
    move: Move = tuple(line.split())
    with pytest.raises(IllegalMove) as refusal:
        position.play(seat, move)
    return refusal.value.key.removeprefix("zamek.illegal."), refusal.value.parameters


def test_a_refusal_says_what_is_wrong_and_what_could_be_said() -> None:
    castle = begin()
    lay(castle, "C1", "f9 0 road1")
    hold(castle, "C2")
    assert refused(castle, "lay z9 0 none") == ("no-square", {"square": "z9"})
    assert refused(castle, "lay f9 0 none") == ("occupied", {"square": "f9"})
    assert refused(castle, "lay e5 0 none") == ("alone", {"square": "e5"})
    assert refused(castle, "lay f8 1 none") == ("no-rotation", {"rotation": "1"})
    assert refused(castle, "lay f8 90 none") == ("road-missed", {"square": "f8"})
    assert refused(castle, "lay e9 90 none") == ("road-blocked", {"square": "e9"})
    assert refused(castle, "lay f8 180 none") == ("same-look", {"rotation": "180"})
    assert refused(castle, "lay f8 0 sty1") == ("no-area", {"area": "sty1", "areas": "road1, meadow1, meadow2"})
    assert refused(castle, "lay f8 0 road1") == ("taken", {"area": "road1"})
    assert refused(castle, "score f9 road1") == ("lay-now", {})
    scoring = two_areas_at_once()
    lay(scoring, "B6", "f8 0 none")
    assert refused(scoring, "score f9 road1") == ("not-offered", {"areas": "e8 house1, f8 road1"})
    assert refused(scoring, "score f8") == ("score-now", {})
