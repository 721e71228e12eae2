"""Numbers of the state in the words of the view."""

from __future__ import annotations

from engines.zamek.board import Board
from engines.zamek.components import KINDS, NAMES, ROLES, TILES, WORDS
from engines.zamek.state import ZamekState
from engines.zamek.view import Castle, Keep, Laid, Place, Subject


def place_of(board: Board, label: int) -> Place:
    """The area of a label; it has a tile on it (start fields alone have no name)."""
    square, part = board.place(label)
    return Place(
        KINDS[board.kind[label]],
        NAMES[square],
        board.word(square, part),
        tuple(NAMES[each] for each in board.squares(label)),
        tuple(board.starts(label)),
    )


def label_at(board: Board, square: int, word: str) -> int:
    """The label of the area that a word names on a laid tile. Raises ValueError where it has no such area."""
    return board.label[board.first[square] + WORDS[board.turned[square] >> 2].index(word)]


def laid_of(laid: int) -> Laid:
    """A tile as the board keeps it."""
    turned = laid & 255
    return Laid(NAMES[laid >> 8], TILES[turned >> 2].id, 90 * (turned & 3))


def subject_of(board: Board, subject: int) -> Subject:
    """A subject as the state keeps it (2 * node + seat)."""
    node = subject >> 1
    square = next(laid >> 8 for laid in reversed(board.laid) if board.first[laid >> 8] <= node)
    area = board.word(square, node - board.first[square])
    return Subject(subject & 1, ROLES[board.kind[node]], NAMES[square], area)


def subject_word(state: ZamekState) -> str:
    """Where the last tile's seat put a subject: an area of that tile, or `none`."""
    return state.board.word(state.board.laid[-1] >> 8, state.choice - 1) if state.choice else "none"


def keeps_of(state: ZamekState) -> tuple[Keep | None, Keep | None]:
    """The keeps by seat, None where none is set."""

    def keep(seat: int) -> Keep | None:
        house, tiles = state.keeps[2 * seat : 2 * seat + 2]
        square, part = house >> 4, house & 15
        return None if house < 0 else Keep(NAMES[square], tiles, state.board.word(square, part))

    return keep(0), keep(1)


def castle_of(state: ZamekState) -> Castle:
    """What lies inside the wall."""
    board = state.board
    laid = tuple(laid_of(each) for each in board.laid)
    return Castle(laid, tuple(subject_of(board, subject) for subject in state.subjects), keeps_of(state))
