"""A position that the viewer could be in, made from a view.

Only the order of the tiles and the hidden tokens are not in the view. They are drawn on demand, so a fresh seed is enough.
"""

import random
from typing import TypeVar

from engines.base import is_short, without
from engines.draws import new_seed
from engines.zamek import choices
from engines.zamek.board import Board, empty_board
from engines.zamek.components import MEADOW, PILE, SQUARE, TILE, TOKENS, TOWERS, WORDS
from engines.zamek.state import SCORE, USE, Score, ZamekState, set_up
from engines.zamek.turned_tiles import OPEN
from engines.zamek.view import Keep, Scored, ZamekView, label_at
from engines.zamek.wall import TOKEN_KINDS

S = TypeVar("S", bound=ZamekState)

PHASES = {ask: phase for phase, ask in choices.ASKS.items()}


def determinize(kind: type[S], view: ZamekView, rng: random.Random) -> S:
    """Returns a state of this kind with this view."""
    state = set_up(kind, new_seed(rng))
    state.stage, state.turn, state.phase, state.active = view.stage, view.turn, PHASES[view.ask], view.active
    state.looks = view.looks
    _lay_tiles(state, view)
    state.short = is_short(view.options)
    _place_subjects(state, view)
    _hand_out_tokens(state, view)
    board = state.board
    state.scores = list(view.scores)
    state.earned = [*view.earned[0], *view.earned[1]]
    state.scored = [_score(board, scored) for scored in view.scored]
    state.layer = -1 if view.last is None else view.last
    if view.laid and view.last_subject != choices.NO_SUBJECT:
        state.choice = 1 + WORDS[TILE[view.laid[-1].tile]].index(view.last_subject)
    state.aims = [-1 if aim.place is None else label_at(board, SQUARE[aim.place.square], aim.place.area) for aim in view.aims]
    if state.phase in (SCORE, USE):
        _owe(state, view)
    return state


def _lay_tiles(state: ZamekState, view: ZamekView) -> None:
    """Lay the tiles of the view; those that nobody has seen are the pile."""
    state.board = empty_board()
    for laid in view.laid:
        state.board.lay(SQUARE[laid.square], 4 * TILE[laid.tile] + laid.rotation // 90)
    state.drawn = TILE[view.tile] if view.tile else -1
    state.out = [TILE[tile] for tile in view.out]
    seen = [*state.out, *(TILE[laid.tile] for laid in view.laid), *([state.drawn] if view.tile else [])]
    state.pile = without(PILE, seen)


def _place_subjects(state: ZamekState, view: ZamekView) -> None:
    """Place the subjects and the keeps on the laid tiles."""
    board = state.board
    for subject in view.subjects:
        square = SQUARE[subject.square]
        part = WORDS[board.turned[square] >> 2].index(subject.area)
        state.place_subject(board.first[square] + part, subject.seat)
    state.reserve = list(view.reserve)
    state.keeps = [part for keep in view.keeps for part in _keep(board, keep)]


def _hand_out_tokens(state: ZamekState, view: ZamekView) -> None:
    """Give the seats their tokens; those that nobody has seen are hidden."""
    state.towers = sum(1 << number for number, tower in enumerate(TOWERS) if tower.fields in view.towers)
    state.held = [count for tokens in view.tokens for count in _counts(tokens)]
    state.fresh = _counts(view.fresh)
    state.spent = [TOKEN_KINDS.index(token) for token in view.spent]
    shown = [TOKEN_KINDS.index(token) for tokens in view.tokens for token in tokens]
    state.hidden = without(TOKENS, shown + state.spent)


def _score(board: Board, scored: Scored) -> Score:
    label = label_at(board, SQUARE[scored.place.square], scored.place.area)
    token = TOKEN_KINDS.index(scored.token) if scored.token else -1
    return Score(label, -1 if scored.seat is None else scored.seat, scored.points, scored.doubled, token)


def _owe(state: ZamekState, view: ZamekView) -> None:
    """Set what is still to be done in the turn: only areas just finished have subjects and no open edge."""
    board = state.board
    closed = dict.fromkeys(board.label[subject >> 1] for subject in state.subjects)
    state.finished = [label for label in closed if board.kind[label] != MEADOW and not board.sums[label] & OPEN]
    booked = {score.label for score in state.scored}
    state.due = [label for label in state.finished if label not in booked]
    if state.phase == USE:
        place = view.offers[0].place
        state.asked = label_at(board, SQUARE[place.square], place.area)


def _keep(board: Board, keep: Keep | None) -> tuple[int, int]:
    if keep is None:
        return -1, 0
    square = SQUARE[keep.square]
    return (square << 4) + WORDS[board.turned[square] >> 2].index(keep.area), keep.tiles


def _counts(tokens: tuple[str, ...]) -> list[int]:
    return [tokens.count(kind) for kind in TOKEN_KINDS]
