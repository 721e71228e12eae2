"""From a table to a view, and from a view to a table that it could be of."""

from __future__ import annotations

import random
from typing import TypeVar

from engines.contract import Seat
from engines.draws import SEED_BYTES
from engines.zamek import final, saying, telling, turns
from engines.zamek.board import empty_board
from engines.zamek.components import (
    FITTING,
    MEADOW,
    NAMES,
    OPEN,
    PILE,
    SQUARE,
    TILE,
    TILES,
    TOKENS,
    TOWERS,
    TRACK,
    WORDS,
)
from engines.zamek.naming import keeps_of, label_at, laid_of, place_of, subject_of
from engines.zamek.table import EARNINGS, EXTRA, LAY, OVER, SCORE, TARGET, USE, Score, Table, set_up
from engines.zamek.view import Aim, Keep, Offer, Scored, Spot, ZamekView
from engines.zamek.wall import TOKEN_KINDS

T = TypeVar("T", bound=Table)

PHASES = {ask: phase for phase, ask in saying.ASKS.items()}


def asked_seat(table: Table) -> Seat:
    """Whose move it is; the game is not over."""
    return final.asked_seat(table) if table.phase == TARGET else table.active


def view_of(table: Table, seat: Seat | None) -> ZamekView:
    """Everything but the seed, the order of the tiles and the hidden tokens; nothing of it depends on the seat."""
    board, size = table.board, len(EARNINGS)
    over = table.phase == OVER
    fitting = FITTING[table.drawn]
    return ZamekView(
        seat=seat,
        seats=2,
        stage=table.stage,
        turn=table.turn,
        pending=() if over else (asked_seat(table),),
        over=over,
        options={},
        ask=saying.ASKS[table.phase],
        active=table.active,
        tile=TILES[table.drawn].id if table.phase == LAY else None,
        spots=tuple(
            Spot(NAMES[square], tuple(90 * turn for turn in fitting[board.code[square]]))
            for square in board.frontier
            if table.phase == LAY and fitting[board.code[square]]
        ),
        left=len(table.pile),
        out=tuple(TILES[tile].id for tile in table.out),
        laid=tuple(laid_of(laid) for laid in board.laid),
        last=None if table.layer < 0 else table.layer,
        last_subject=telling.said_of_subject(table) if board.laid else "",
        subjects=tuple(subject_of(board, subject) for subject in table.subjects),
        reserve=(table.reserve[0], table.reserve[1]),
        scores=(table.scores[0], table.scores[1]),
        markers=(table.scores[0] % TRACK, table.scores[1] % TRACK),
        earned=(tuple(table.earned[:size]), tuple(table.earned[size:])),
        tokens=(_words(table.tokens(0)), _words(table.tokens(1))),
        fresh=_words(table.fresh),
        spent=tuple(TOKEN_KINDS[token] for token in table.spent),
        towers=tuple(tower.fields for number, tower in enumerate(TOWERS) if table.towers >> number & 1),
        keeps=keeps_of(table),
        empty=tuple(NAMES[square] for square, first in enumerate(board.first) if first < 0),
        scored=tuple(_scored(table, score) for score in table.scored),
        offers=_offers(table),
        token=_token(table),
        aims=tuple(
            Aim(owner, TOKEN_KINDS[token], None if label < 0 else place_of(board, label))
            for label, (owner, token) in (zip(table.aims, final.queue(table), strict=False) if table.aims else ())
        ),
        finale=final.tally(table) if over else None,
    )


def _words(counts: list[int]) -> tuple[str, ...]:
    return tuple(TOKEN_KINDS[token] for token, count in enumerate(counts) for _ in range(count))


def _scored(table: Table, score: Score) -> Scored:
    return Scored(
        place_of(table.board, score.label),
        None if score.seat < 0 else score.seat,
        score.points,
        score.doubled,
        TOKEN_KINDS[score.token] if score.token >= 0 else "",
    )


def _token(table: Table) -> str:
    if table.phase == USE:
        return saying.token_word(table)
    if table.phase == TARGET:
        return TOKEN_KINDS[final.queue(table)[len(table.aims)][1]]
    return "again" if table.phase == EXTRA else ""


def _offers(table: Table) -> tuple[Offer, ...]:
    """The areas of the question, with what they would bring."""
    board = table.board
    if table.phase == SCORE:
        found = [(label, turns.worth(table, label)) for label in turns.moves(table)]
    elif table.phase == USE:
        found = [(table.asked, 2 * turns.worth(table, table.asked))]
    elif table.phase == TARGET:
        found = [(label, final.aim_points(board, label)) for label in turns.moves(table)]
    else:
        found = []
    return tuple(Offer(place_of(board, label), board.majority(label), points) for label, points in found)


# -- imagined tables ----------------------------------------------------------------------------------------------------------


def imagine(kind: type[T], view: ZamekView, rng: random.Random) -> T:
    """A table with this view and a fresh seed: only the order of the tiles and the hidden tokens are not in the view, and they
    are drawn when somebody looks.
    """
    table = set_up(kind, rng.randbytes(SEED_BYTES))
    board = table.board = empty_board()
    table.stage, table.turn, table.phase, table.active = view.stage, view.turn, PHASES[view.ask], view.active
    table.drawn = TILE[view.tile] if view.tile else -1
    table.out = [TILE[tile] for tile in view.out]
    for laid in view.laid:
        board.lay(SQUARE[laid.square], 4 * TILE[laid.tile] + laid.rotation // 90)
    seen = [*table.out, *(TILE[laid.tile] for laid in view.laid), *([table.drawn] if view.tile else [])]
    table.pile = _without(PILE, seen)
    for subject in view.subjects:
        square = SQUARE[subject.square]
        part = WORDS[board.turned[square] >> 2].index(subject.area)
        table.place_subject(board.first[square] + part, subject.seat)
    table.reserve, table.scores = list(view.reserve), list(view.scores)
    table.earned = [*view.earned[0], *view.earned[1]]
    table.towers = sum(1 << number for number, tower in enumerate(TOWERS) if tower.fields in view.towers)
    table.held = [count for tokens in view.tokens for count in _counts(tokens)]
    table.fresh = _counts(view.fresh)
    table.spent = [TOKEN_KINDS.index(token) for token in view.spent]
    shown = [TOKEN_KINDS.index(token) for tokens in view.tokens for token in tokens]
    table.hidden = _without(TOKENS, shown + table.spent)
    table.keeps = [part for keep in view.keeps for part in _keep(keep)]
    for score in view.scored:
        label = label_at(board, SQUARE[score.place.square], score.place.area)
        token = TOKEN_KINDS.index(score.token) if score.token else -1
        table.scored.append(Score(label, -1 if score.seat is None else score.seat, score.points, score.doubled, token))
    table.layer = -1 if view.last is None else view.last
    if view.laid and view.last_subject != saying.NO_SUBJECT:
        table.choice = 1 + WORDS[TILE[view.laid[-1].tile]].index(view.last_subject)
    table.aims = [-1 if aim.place is None else label_at(board, SQUARE[aim.place.square], aim.place.area) for aim in view.aims]
    if table.phase in (SCORE, USE):
        _owe(table, view)
    return table


def _owe(table: Table, view: ZamekView) -> None:
    """What is still to be done in a turn: only areas just finished have subjects and no open edge."""
    board = table.board
    closed = dict.fromkeys(board.label[subject >> 1] for subject in table.subjects)
    table.finished = [label for label in closed if board.kind[label] != MEADOW and not board.sums[label] & OPEN]
    booked = {score.label for score in table.scored}
    table.due = [label for label in table.finished if label not in booked]
    if table.phase == USE:
        place = view.offers[0].place
        table.asked = label_at(board, SQUARE[place.square], place.area)


def _keep(keep: Keep | None) -> tuple[int, int]:
    return (SQUARE[keep.square], keep.tiles) if keep else (-1, 0)


def _counts(tokens: tuple[str, ...]) -> list[int]:
    return [tokens.count(kind) for kind in TOKEN_KINDS]


def _without(all_of: tuple[int, ...], seen: list[int]) -> list[int]:
    left = list(all_of)
    for each in seen:
        left.remove(each)
    return left
