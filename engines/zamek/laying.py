"""What each way to lay the drawn tile promises, for all of them together: the question a search asks most often.

Nothing is laid: only what a tile touches is counted again, and what the areas that it finishes bring. A test compares it with
`leaf.after`, which lays the tile.
"""

import heapq

from engines.zamek import choices, leaf, scoring
from engines.zamek.components import AROUND, HOUSE, HOUSE_TOKEN, INNER, MEADOW, ROAD, SQUARES, STY, STY_TOKEN, TOWER_AT, TRACK
from engines.zamek.leaf import AIM, AREA, CLAIM, EMPTY, KEEP, RESERVE, SAFE, STOCKED, TEMPO, TILES, TOKEN, TOWER, WAYS, WEIGHTS
from engines.zamek.state import DRAW, LAY, TARGET, ZamekState
from engines.zamek.turned_tiles import AREA_KINDS, LOCAL, MASKS, OPEN, SEAT, STOCK, SUBJECTS_ON, SUMS

SIDES = [
    [sum(1 << side for side in range(4) if mask & (7 << 3 * side | 3 << 12 + 2 * side)) for mask in masks] for masks in MASKS
]
"""By turned tile and area: the edges that it touches."""
BEYOND = [[sum(1 << other for other, _ in AROUND[square][sides]) for sides in range(16)] for square in range(SQUARES)]
"""By square and set of edges: the squares beyond them, as a mask."""

LAST = 12
"""Number of moves of the last tile that are played out."""

Area = tuple[int, int, int]
"""An area that a tile would finish: its kind, sums and span, as in `board.Board`."""
Part = tuple[int, int, int, int]
"""An area that a tile would be part of: the same, and the empty squares into which it would be open."""


class Laying:
    """A state in which a tile is to be laid, prepared to answer what each way to lay one promises its active seat."""

    def __init__(self, state: ZamekState, weights: list[list[float]] = WEIGHTS) -> None:
        """The state must not change while this is in use."""
        self._state = state
        self._board = board = state.board
        self._seat = seat = state.active
        self._now = now = weights[max(0, len(state.pile) - 1)]
        self._beside = open_to = leaf.beside(state)
        self._left = leaf.classes(state.pile)
        self._dead = never = leaf.dead(state, self._left)
        self._keeps = scoring.keep_sizes(state)
        self._bonus = leaf.keep_bonus(state)
        self._aims = leaf.aimed_kinds(state)
        self._empty = (len(scoring.empty_group(board)) - 1) * now[EMPTY]
        self._settled: dict[tuple[int, ...], float] = {}
        self._token = leaf.mean_token(state, now) if state.hidden else 0.0
        self._worth: dict[int, float] = {}
        for label in {board.label[subject >> 1] for subject in state.subjects}:
            to = open_to.get(label, 0)
            self._worth[label] = self._area(board.kind[label], board.sums[label], board.span[label], to, never)
        kinds = len(state.held) // 2
        held = sum((now[TOKEN + token] * (state.held[token] - state.held[kinds + token]) for token in range(kinds)), 0.0)
        self._rest = sum(self._worth.values(), 0.0) + held - now[TEMPO] * (1 - 2 * seat)
        reserve = RESERVE + state.reserve[seat]
        self._spent = now[reserve - 1] - now[reserve]
        self._still = self._after((), 0)

    def value_moves(self, tile: int, found: list[int]) -> list[tuple[float, int]]:
        """Returns these legal moves of the tile, each with what it promises."""
        result: list[tuple[float, int]] = []
        last = -1
        values: list[float] = []
        for move in found:
            if move >> 4 != last:
                last = move >> 4
                values = self.spot(last >> 2, 4 * tile + (last & 3))
            result.append((values[move & 15], move))
        return result

    def spot(self, square: int, turned: int) -> list[float]:
        """Returns what a turned tile promises on a square: without a subject, then with one on each of its areas (also if none
        may be placed there).
        """
        changed, finished, areas = self._lay(square, turned)
        seat, never = self._seat, self._dead
        own = 1 - 2 * seat
        base = own * (self._rest + changed)
        without = base + own * (self._after(finished, 0) if finished else self._still)
        placed = base + own * self._after(finished, 1) if finished else without + self._spent
        result = [without]
        for kind, sums, span, ways in areas:
            total = sums + SEAT[seat]
            if kind != MEADOW and not total & OPEN:
                result.append(base + own * self._after((*finished, (kind, total, span)), 1))
            else:
                result.append(placed + own * self._area(kind, total, span, ways, never))
        return result

    def _lay(self, square: int, turned: int) -> tuple[float, tuple[Area, ...], list[Part]]:
        """Returns how laying a tile changes what the areas promise seat 0; the areas with subjects that it finishes; what each
        area of the tile would be part of. This is `Board.lay` without laying.
        """
        board, worth = self._board, self._worth
        kind_of, sums_of, span_of, open_to = board.kind, board.sums, board.span, self._beside
        bit = 1 << square
        free = INNER[square] & ~(board.code[square] >> 4)
        local, kinds, beyond = LOCAL[turned], AREA_KINDS[turned], BEYOND[square]
        sums = SUMS[turned][free][:]
        group = list(range(len(sums)))
        spans = [bit] * len(sums)
        ways = [beyond[sides & free] for sides in SIDES[turned]]
        joined: dict[int, int] = {}
        closed: dict[int, int] = {}
        for node, port in board.sees[square]:
            label = board.label[node]
            closed[label] = closed.get(label, 0) + (port < 12)
            mine = local[port]
            if mine < 0:
                continue
            root = group[mine]
            if label not in joined:
                joined[label] = root
                sums[root] += sums_of[label]
                spans[root] |= span_of[label]
                ways[root] |= open_to[label] & ~bit
            elif (other := group[joined[label]]) != root:
                keep, gone = min(root, other), max(root, other)
                sums[keep] += sums[gone]
                spans[keep] |= spans[gone]
                ways[keep] |= ways[gone]
                group = [keep if each == gone else each for each in group]
        never = self._dead
        changed = 0.0
        finished: list[Area] = []
        for label, edges in closed.items():
            if label in joined:
                sums[group[joined[label]]] -= edges
            if label not in worth:
                continue
            changed -= worth[label]
            if label not in joined:  # it ends here
                kind, rest, to = kind_of[label], sums_of[label] - edges, open_to[label] & ~bit
                if kind != MEADOW and not rest & OPEN:
                    finished.append((kind, rest, span_of[label]))
                else:
                    changed += self._area(kind, rest, span_of[label], to, never)
        for part, root in enumerate(group):
            if part == root and sums[part] & SUBJECTS_ON:
                if kinds[part] != MEADOW and not sums[part] & OPEN:
                    finished.append((kinds[part], sums[part], spans[part]))
                else:
                    changed += self._area(kinds[part], sums[part], spans[part], ways[part], never)
        return changed, tuple(finished), [(kinds[part], sums[root], spans[root], ways[root]) for part, root in enumerate(group)]

    def _area(self, kind: int, sums: int, span: int, ways: int, never: int) -> float:
        """Returns what an unfinished area promises seat 0 (the features of `leaf.features`)."""
        lead = (sums >> 8 & 15) - (sums >> 12 & 15)
        if not lead:
            return 0.0
        now = self._now
        owner = int(lead < 0)
        value = 0.0
        if self._aims[owner] >> kind & 1:
            value = now[AIM + kind] * leaf.aim_points(kind, sums, span)
        if kind == MEADOW:
            amount = sums >> 24 & 255
        else:
            amount = span.bit_count()
            if kind == ROAD and sums >= STOCK:
                kind = STOCKED
        many = ways.bit_count()
        if many >= WAYS or (ways & never and kind != MEADOW):
            many = WAYS - 1
        feature = kind * WAYS + many
        value += now[AREA + feature] + now[TILES + feature] * amount
        if not -2 < lead < 2:
            value += now[SAFE + kind]
        if kind == HOUSE:
            keep, other = self._keeps[owner], self._keeps[1 - owner]
            if keep <= other < amount + self._bonus[owner]:
                value += now[CLAIM + many]
        return value if lead > 0 else -value

    def _after(self, finished: tuple[Area, ...], spent: int) -> float:
        """Returns what points, reserves, keeps and towers promise seat 0 after these areas are paid, with `spent` subjects
        placed before.
        """
        state, active = self._state, self._seat
        scores, reserve, keeps = state.scores[:], state.reserve[:], list(self._keeps)
        reserve[active] -= spent
        towers, tokens = state.towers, 0.0
        for kind, sums, span in finished:
            zero, one = sums >> 8 & 15, sums >> 12 & 15
            reserve[0] += zero
            reserve[1] += one
            if zero == one:
                continue
            owner = int(zero < one)
            tiles = span.bit_count()
            paid = 2 * tiles if kind == STY or (kind == ROAD and sums >= STOCK) else tiles
            sign = 1 - 2 * owner
            if kind != ROAD and owner == active:
                token = HOUSE_TOKEN if kind == HOUSE else STY_TOKEN
                if state.usable(token) and paid > self._now[TOKEN + token]:
                    paid *= 2
                    tokens -= sign * self._now[TOKEN + token]
            scores[owner] += paid
            tower = TOWER_AT[scores[owner] % TRACK]
            if tower >= 0 and towers >> tower & 1:
                towers ^= 1 << tower
                tokens += sign * self._token
            if kind == HOUSE and tiles + self._bonus[owner] > keeps[owner]:
                keeps[owner] = tiles + self._bonus[owner]
        return tokens + self._standing((*scores, *reserve, *keeps, towers))

    def _standing(self, key: tuple[int, ...]) -> float:
        """Returns what these scores, reserves, keeps and towers promise seat 0."""
        if key in self._settled:
            return self._settled[key]
        zero, one, own, other, first, second, towers = key
        now = self._now
        value = zero - one + now[RESERVE + own] - now[RESERVE + other]
        if first != second:
            lead = now[KEEP + min(abs(first - second), 4) - 1] + self._empty
            value += lead if first > second else -lead
        value += sum((now[TOWER + far] for far in leaf.in_reach(zero, towers)), 0.0)
        value -= sum((now[TOWER + far] for far in leaf.in_reach(one, towers)), 0.0)
        self._settled[key] = value
        return value


def value_moves(state: ZamekState, weights: list[list[float]] = WEIGHTS) -> list[tuple[float, int]]:
    """Returns each legal move with what it promises the seat that is asked."""
    found = choices.legal(state)
    if state.phase != LAY:
        return [(leaf.after(state, move, state.active, weights), move) for move in found]
    values = Laying(state, weights).value_moves(state.drawn, found)
    if not state.pile:  # after the last tile the result is known
        best = heapq.nlargest(LAST, values)
        return [(leaf.after(state, move, state.active, weights), move) for _, move in best]
    return values


def greedy(state: ZamekState, weights: list[list[float]] = WEIGHTS) -> int:
    """Returns the move that promises most; draws and aims need no judgement."""
    if state.phase == DRAW:
        return 0
    if state.phase == TARGET:
        return max(choices.legal(state), key=lambda label: scoring.aim_points(state.board, label))
    return max(value_moves(state, weights))[1]
