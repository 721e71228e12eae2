"""A turn of Zamek (Z3-Z14) on a table of numbers: the moves, and what each one brings about.

A move is a number: in the phase LAY (square * 4 + quarter turns) * 16 + (0: no subject, else area + 1); in SCORE and TARGET the
label of an area; in USE and EXTRA 1 or 0. `moves` lists them, `step` plays one of them. Who searches gives no `log` and
pays for no events.
"""

from __future__ import annotations

from engines.contract import Event
from engines.zamek import final, telling
from engines.zamek.components import (
    AGAIN,
    FITTING,
    HOUSE,
    HOUSE_TOKEN,
    MASKS,
    MONKS,
    ROAD,
    SHAPE,
    STOCK,
    STY,
    STY_TOKEN,
    TAKES,
    TOWER_AT,
    TRACK,
    WHOLE,
)
from engines.zamek.table import EARNINGS, EXTRA, LAY, OVER, SCORE, TARGET, USE, Score, Table
from engines.zamek.wall import TOKEN_KINDS

Log = list[Event] | None


# -- what may be done ---------------------------------------------------------------------------------------------------------


def moves(table: Table) -> list[int]:
    """All legal moves of the seat that is asked, ascending in the phase LAY, areas in the order of their names."""
    phase = table.phase
    if phase == LAY:
        return _lays(table)
    if phase == SCORE:
        return due_now(table)
    if phase == TARGET:
        return final.targets(table)
    return [] if phase == OVER else [1, 0]


def _lays(table: Table) -> list[int]:
    board = table.board
    code, sees, label, sums = board.code, board.sees, board.label, board.sums
    fitting = FITTING[table.drawn]
    turned = 4 * table.drawn
    stock = table.reserve[table.active]
    found: list[int] = []
    for square in board.frontier:
        options = fitting[code[square]]
        if not options:
            continue
        taken = 0
        seen = []
        for node, port in sees[square]:
            one = label[node]
            seen.append(one)
            if sums[one] & MONKS:
                taken |= 1 << port
        several = len(seen) > 1 and len(set(seen)) < len(seen)
        for turns in options:
            move = (4 * square + turns) << 4
            masks = MASKS[turned + turns]
            if not stock:
                found.append(move)
            elif several:
                found.append(move)
                found += [move + part + 1 for part in board.free(square, turned + turns, masks)]
            elif taken & WHOLE[turned + turns]:
                found.append(move)
                for mask in masks:
                    move += 1
                    if not mask & taken:
                        found.append(move)
            else:
                found += range(move, move + len(masks) + 1)
    return found


def fits(table: Table) -> int:
    """The classes of tiles that can be laid somewhere now, as bits."""
    code = table.board.code
    shapes = 0
    for square in table.board.frontier:
        shapes |= TAKES[code[square]]
    return shapes


def goes_on(table: Table) -> bool:
    """Z5: whether a tile left in the pile can still be laid."""
    shapes = fits(table)
    return any(SHAPE[tile] & shapes for tile in table.pile)


# -- what is done -------------------------------------------------------------------------------------------------------------


def step(table: Table, move: int, log: Log = None) -> None:
    """Play a legal move and all that follows from it up to the next question."""
    phase = table.phase
    table.stage += 1
    if phase == LAY:
        _lay(table, move, log)
    elif phase == SCORE:
        _named(table, move, log)
    elif phase == USE:
        label, table.asked = table.asked, -1
        _book(table, label, doubled=move == 1, log=log)
        _go_on(table, log)
    elif phase == EXTRA:
        if move:
            _spend(table, AGAIN, log)
        elif log is not None:
            log.append(telling.passed(table))
        begin_turn(table, table.active if move else 1 - table.active, log)
    else:
        final.aim(table, move, log)


def begin_turn(table: Table, seat: int, log: Log = None) -> None:
    """Z3, Z5: the seat draws until a tile fits; where none left does, the game ends without another draw."""
    table.fresh = [0] * len(TOKEN_KINDS)
    table.drawn = -1
    pile = table.pile
    shapes = fits(table)
    for tile in pile:
        if SHAPE[tile] & shapes:
            break
    else:
        final.begin(table, log)
        return
    table.active = seat
    table.turn += 1
    table.phase = LAY
    while True:
        tile = pile.pop(table.below(len(pile)))
        if SHAPE[tile] & shapes:
            break
        table.out.append(tile)
        if log is not None:
            log.append(telling.put_out(table, tile))
    table.drawn = tile
    if log is not None:
        log.append(telling.drawn(table))


def _lay(table: Table, move: int, log: Log) -> None:
    """Z3, Z6, Z9: lay the drawn tile, place the subject, collect what is finished."""
    board, seat = table.board, table.active
    square, turned = move >> 6, 4 * table.drawn + (move >> 4 & 3)
    choice = move & 15
    table.scored = []
    table.layer = seat
    table.choice = choice
    table.drawn = -1
    finished = board.lay(square, turned)
    if choice:
        table.reserve[seat] -= 1
        table.place_subject(board.first[square] + choice - 1, seat)
    if log is not None:
        log.append(telling.laid(table))
    table.finished = [label for label in finished if board.sums[label] & MONKS]
    table.due = []
    for label in table.finished:
        if board.majority(label) >= 0:
            table.due.append(label)
        else:
            table.scored.append(Score(label, -1, 0, False, -1))
            if log is not None:
                log.append(telling.tied(table, label))
    _go_on(table, log)


def due_now(table: Table) -> list[int]:
    """Z10: the areas of which one is scored next, the active seat's own first; in the order of names."""
    board = table.board
    own = [label for label in table.due if board.majority(label) == table.active]
    return sorted(own or table.due, key=board.place)


def _go_on(table: Table, log: Log) -> None:
    """Z10: the next area to be scored, or the end of the turn (Z13a)."""
    if not table.due:
        _end_turn(table, log)
        return
    areas = due_now(table)
    if len(areas) > 1:
        table.phase = SCORE
    else:
        _named(table, areas[0], log)


def doubling(table: Table, label: int) -> int:
    """Z13: the token that the active seat may use for its area, or -1."""
    kind = table.board.kind[label]
    if kind == ROAD or table.board.majority(label) != table.active:
        return -1
    token = HOUSE_TOKEN if kind == HOUSE else STY_TOKEN
    return token if table.usable(token) else -1


def _named(table: Table, label: int, log: Log) -> None:
    """An area is next: ask about a doubling token where one may be used, else book its points."""
    if doubling(table, label) >= 0:
        table.asked = label
        table.phase = USE
        return
    _book(table, label, doubled=False, log=log)
    _go_on(table, log)


def worth(table: Table, label: int) -> int:
    """Z9: the points of a finished area without a token."""
    board = table.board
    kind = board.kind[label]
    each = 2 if kind == STY or (kind == ROAD and board.sums[label] >= STOCK) else 1
    return board.tiles(label) * each


def _book(table: Table, label: int, *, doubled: bool, log: Log) -> None:
    """Z9-Z12: the points of one area, the marker's move, the token where it stops, the keep."""
    board = table.board
    kind, seat = board.kind[label], board.majority(label)
    points = worth(table, label)
    if doubled:
        points *= 2
        _spend(table, STY_TOKEN if kind == STY else HOUSE_TOKEN, log)
    table.due.remove(label)
    table.scores[seat] += points
    table.earned[seat * len(EARNINGS) + kind] += points
    tower = TOWER_AT[table.scores[seat] % TRACK]
    token = -1
    if tower >= 0 and table.towers >> tower & 1:
        token = table.hidden.pop(table.below(len(table.hidden)))
        table.towers ^= 1 << tower
        table.held[seat * len(TOKEN_KINDS) + token] += 1
        if seat == table.active:
            table.fresh[token] += 1
    table.scored.append(Score(label, seat, points, doubled, token))
    if log is not None:
        log.append(telling.scored(table))
        if token >= 0:
            log.append(telling.won(table))
    if kind == HOUSE and board.tiles(label) > table.keeps[2 * seat + 1]:
        before = table.keeps[2 * seat + 1]
        table.keeps[2 * seat : 2 * seat + 2] = [board.place(label)[0], board.tiles(label)]
        if log is not None:
            log.append(telling.keep_moved(table, seat, before))


def _spend(table: Table, token: int, log: Log) -> None:
    """Z13: the active seat uses a token; it goes out of the game, face up."""
    table.held[table.active * len(TOKEN_KINDS) + token] -= 1
    table.spent.append(token)
    if log is not None:
        log.append(telling.used(table, token))


def _end_turn(table: Table, log: Log) -> None:
    """Z13a: subjects home, the question about `again`, the next draw."""
    if table.finished:
        _go_home(table, log)
    if table.usable(AGAIN) and goes_on(table):
        table.phase = EXTRA
    else:
        begin_turn(table, 1 - table.active, log)


def _go_home(table: Table, log: Log) -> None:
    """Z9: the subjects of finished areas, of both seats, return to their reserves."""
    board = table.board
    gone = [subject for subject in table.subjects if board.label[subject >> 1] in table.finished]
    if gone:
        if log is not None:
            log.append(telling.gone_home(table, gone))
        table.subjects = [subject for subject in table.subjects if subject not in gone]
        for subject in gone:
            table.reserve[subject & 1] += 1
            board.sums[board.label[subject >> 1]] &= ~MONKS
    table.finished = []
