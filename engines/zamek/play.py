"""A turn of Zamek and its end (Z3-Z17): the effects of each move. A search passes no `log` and so makes no events."""

from engines.contract import Event, IllegalMove, Move, Seat
from engines.zamek import choices, events, scoring
from engines.zamek.components import AGAIN, HOUSE, HOUSE_TOKEN, PILE, STY, STY_TOKEN, TOKENS, TOWER_AT, TRACK
from engines.zamek.state import (
    DRAW,
    EARNINGS,
    EXTRA,
    LAY,
    OVER,
    SCORE,
    TARGET,
    TILE_DRAWS,
    TOKEN_DRAWS,
    USE,
    Score,
    ZamekState,
)
from engines.zamek.turned_tiles import SUBJECTS_ON
from engines.zamek.wall import TOKEN_KINDS

Log = list[Event] | None
"""The list that receives events; None if they are not needed."""


def play(state: ZamekState, seat: Seat, move: Move) -> list[Event]:
    """Carry out a move. Raises IllegalMove if it is not legal."""
    if state.phase == OVER:
        raise IllegalMove("zamek.illegal.over")
    if seat not in choices.pending(state):
        raise IllegalMove("zamek.illegal.not-your-turn")
    events: list[Event] = []
    step(state, choices.read(state, move), events)
    return events


def step(state: ZamekState, move: int, log: Log = None) -> None:
    """Play a legal move (a number, see choices.py) and everything that follows up to the next question."""
    phase = state.phase
    state.stage += 1
    if phase == LAY:
        _lay(state, move, log)
    elif phase == DRAW:
        draw(state, log)
    elif phase == SCORE:
        _score_next(state, move, log)
    elif phase == USE:
        label, state.asked = state.asked, -1
        _score(state, label, doubled=move == 1, log=log)
        _go_on(state, log)
    elif phase == EXTRA:
        if move:
            _spend(state, AGAIN, log)
        elif log is not None:
            log.append(events.again_kept(state))
        begin_turn(state, state.active if move else 1 - state.active, log)
    else:
        seat = choices.target_seat(state)
        _aim(state, move, log, asked=True)
        _next_target(state, seat, log)


# -- a turn -------------------------------------------------------------------------------------------------------------------


def begin_turn(state: ZamekState, seat: int, log: Log = None) -> None:
    """Z3a, Z5: let the seat draw, now or when it looks. If no tile left fits, the game ends without another draw."""
    state.fresh = [0] * len(TOKEN_KINDS)
    state.drawn = -1
    if not choices.goes_on(state):
        _end(state, log)
        return
    state.active = seat
    state.phase = DRAW
    if not state.looks:
        draw(state, log)


def draw(state: ZamekState, log: Log = None) -> None:
    """Z3, Z5: the active seat draws until a tile fits; one always does (Z3a)."""
    state.turn += 1
    state.phase = LAY
    pile = state.pile
    while True:
        tile = state.draw(TILE_DRAWS, pile, PILE)
        if choices.fits(state, tile):
            break
        state.out.append(tile)
        if log is not None:
            log.append(events.tile_out(state, tile))
    state.drawn = tile
    if log is not None:
        log.append(events.tile_drawn(state))


def _lay(state: ZamekState, move: int, log: Log) -> None:
    """Z3, Z6, Z9: lay the drawn tile, place the subject, collect the finished areas."""
    board, seat = state.board, state.active
    square, turned = move >> 6, 4 * state.drawn + (move >> 4 & 3)
    choice = move & 15
    state.scored = []
    state.layer = seat
    state.choice = choice
    state.drawn = -1
    finished = board.lay(square, turned)
    if choice:
        state.reserve[seat] -= 1
        state.place_subject(board.first[square] + choice - 1, seat)
    if log is not None:
        log.append(events.tile_laid(state))
    if not finished:
        state.finished, state.due = [], []
        _end_turn(state, log)
        return
    state.finished = [label for label in finished if board.sums[label] & SUBJECTS_ON]
    state.due = []
    for label in state.finished:
        if board.majority(label) >= 0:
            state.due.append(label)
        else:
            state.scored.append(Score(label, -1, 0, False, -1))
            if log is not None:
                log.append(events.area_tied(state, label))
    _go_on(state, log)


def _go_on(state: ZamekState, log: Log) -> None:
    """Z10: score the next area, ask which one, or end the turn (Z13a)."""
    if not state.due:
        _end_turn(state, log)
        return
    areas = choices.due_now(state)
    if len(areas) > 1:
        state.phase = SCORE
    else:
        _score_next(state, areas[0], log)


def _score_next(state: ZamekState, label: int, log: Log) -> None:
    """Ask whether a doubling token is used for the area, if one may be (Z13); else score it."""
    if choices.doubling(state, label) >= 0:
        state.asked = label
        state.phase = USE
        return
    _score(state, label, doubled=False, log=log)
    _go_on(state, log)


def _score(state: ZamekState, label: int, *, doubled: bool, log: Log) -> None:
    """Z9-Z12: pay one area, move the marker, take the token where it stops, move the keep."""
    board = state.board
    kind, seat = board.kind[label], board.majority(label)
    points = scoring.worth(board, label)
    if doubled:
        points *= 2
        _spend(state, STY_TOKEN if kind == STY else HOUSE_TOKEN, log)
    state.due.remove(label)
    state.scores[seat] += points
    state.earned[seat * len(EARNINGS) + kind] += points
    tower = TOWER_AT[state.scores[seat] % TRACK]
    token = -1
    if tower >= 0 and state.towers >> tower & 1:
        token = state.draw(TOKEN_DRAWS, state.hidden, TOKENS)
        state.towers ^= 1 << tower
        state.held[seat * len(TOKEN_KINDS) + token] += 1
        if seat == state.active:
            state.fresh[token] += 1
    state.scored.append(Score(label, seat, points, doubled, token))
    if log is not None:
        log.append(events.area_scored(state))
        if token >= 0:
            log.append(events.token_won(state))
    if kind == HOUSE and board.tiles(label) > state.keeps[2 * seat + 1]:
        before = state.keeps[2 * seat + 1]
        square, part = board.place(label)
        state.keeps[2 * seat : 2 * seat + 2] = [(square << 4) + part, board.tiles(label)]
        if log is not None:
            log.append(events.keep_moved(state, seat, before))


def _spend(state: ZamekState, token: int, log: Log) -> None:
    """Z13: the active seat uses a token, which is removed from the game, face up."""
    state.held[state.active * len(TOKEN_KINDS) + token] -= 1
    state.spent.append(token)
    if log is not None:
        log.append(events.token_used(state, token))


def _end_turn(state: ZamekState, log: Log) -> None:
    """Z13a: return subjects, ask about `again`, or begin the next turn."""
    if state.finished:
        _go_home(state, log)
    if state.usable(AGAIN) and choices.goes_on(state):
        state.phase = EXTRA
    else:
        begin_turn(state, 1 - state.active, log)


def _go_home(state: ZamekState, log: Log) -> None:
    """Z9: the subjects of finished areas, of both seats, return to their reserves."""
    board = state.board
    gone = [subject for subject in state.subjects if board.label[subject >> 1] in state.finished]
    if gone:
        if log is not None:
            log.append(events.subjects_home(state, gone))
        state.subjects = [subject for subject in state.subjects if subject not in gone]
        for subject in gone:
            state.reserve[subject & 1] += 1
            board.sums[board.label[subject >> 1]] &= ~SUBJECTS_ON
    state.finished = []


# -- the end ------------------------------------------------------------------------------------------------------------------


def _end(state: ZamekState, log: Log) -> None:
    """Z14: end play after the last tile; the end tokens' areas are next."""
    if log is not None:
        log.append(events.play_ended(state))
    state.towers = 0
    _next_target(state, -1, log)


def _next_target(state: ZamekState, before: int, log: Log) -> None:
    """Z17: ask about the next token that has a choice, or do the final scoring. `before`: the seat asked last, whose turn
    continues.
    """
    tokens = scoring.end_tokens(state)
    while len(state.aims) < len(tokens):
        areas = choices.targets(state)
        if len(areas) > 1:
            seat = tokens[len(state.aims)][0]
            state.turn += seat != before
            state.phase = TARGET
            return
        _aim(state, areas[0] if areas else -1, log, asked=False)
    _book_finale(state, log)


def _aim(state: ZamekState, label: int, log: Log, *, asked: bool) -> None:
    """Z17: assign the next end token to this area, or to none (-1)."""
    seat, token = scoring.end_tokens(state)[len(state.aims)]
    state.aims.append(label)
    if log is not None and label >= 0:
        log.append(events.token_aimed(state, seat, token, label, asked=asked))


def _book_finale(state: ZamekState, log: Log) -> None:
    """Do the whole final scoring (Z15-Z17)."""
    state.phase = OVER
    before = state.scores[:]
    for seat, gains in enumerate(scoring.gains(state)):
        for kind, points in gains.items():
            state.earned[seat * len(EARNINGS) + EARNINGS.index(kind)] += points
            state.scores[seat] += points
    if log is not None:
        log += events.final_steps(state, scoring.finale(state), before)
