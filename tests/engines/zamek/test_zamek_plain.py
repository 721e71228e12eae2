"""What a picker may say by itself: an area that stands alone on its square."""

from engines.notation import legal_moves
from engines.zamek import GAME
from engines.zamek.rules import ZamekGame


def test_the_area_goes_without_saying_where_its_square_has_one_only() -> None:
    assert isinstance(GAME, ZamekGame)
    seen = set()
    for number in range(40):
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
