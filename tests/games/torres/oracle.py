"""A second Torres, slow and plain, to check the first by: it lists a position's legal moves from the rules' text alone.

It shares no code with the engine and reads only the position's fields (heights, knights, king, towers, cards).
"""

from __future__ import annotations

import itertools
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

from engines.torres.state import State

Square: TypeAlias = tuple[int, int]
"""Column and row."""
Heights: TypeAlias = Mapping[Square, int]
Moves: TypeAlias = Iterator[Sequence[str]]

CARDS = ["climb", "under", "supply", "gate", "diagonal", "six", "seven", "shift", "jump", "higher"]
BOARD = [(x, y) for x in range(8) for y in range(8)]


def name(square: Square) -> str:
    return "abcdefgh"[square[0]] + str(square[1] + 1)


def sides(square: Square) -> list[Square]:
    x, y = square
    return [s for s in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)) if s in ON]


ON = set(BOARD)


class Table:
    """The position once more, as dictionaries and sets of (column, row)."""

    def __init__(self, position: State) -> None:
        self.height = {square: position.heights[8 * square[0] + square[1]] for square in BOARD}
        self.knights = [{s for s in BOARD if mask >> (8 * s[0] + s[1]) & 1} for mask in position.knights]
        self.king = divmod(position.king, 8) if position.king >= 0 else None
        self.figures = set().union(*self.knights) | ({self.king} if self.king else set())
        self.own = self.knights[position.seat]


def castles(height: Heights) -> list[set[Square]]:
    """The castles as a list of sets."""
    left = {square for square in BOARD if height[square]}
    found = []
    while left:
        piece, edge = set(), [left.pop()]
        while edge:
            square = edge.pop()
            piece.add(square)
            new = [s for s in sides(square) if s in left]
            left.difference_update(new)
            edge += new
        found.append(piece)
    return found


def castle_at(height: Heights, square: Square) -> set[Square]:
    return next((castle for castle in castles(height) if square in castle), set())


def may_add(height: Heights, square: Square, found: bool = False) -> bool:
    """T7: whether one more segment may lie here; `found`: also alone, as a new castle."""
    if height[square] == 0:
        touched = [castle for castle in castles(height) if any(s in castle for s in sides(square))]
        if len(touched) > 1 or (not touched and not found):
            return False
    after = dict(height)
    after[square] += 1
    return after[square] <= len(castle_at(after, square))


# -- walking (T4-T6) --------------------------------------------------------------------------------------------------------


def one_point(table: Table, start: Square) -> set[Square]:
    """All squares that one AP reaches: a step, or one passage searched stack by stack and floor by floor."""
    height, level = table.height, table.height[start]
    reached = {s for s in sides(start) if s not in table.figures and height[s] <= level + 1}
    for castle in castles(height):
        inside = {(s, level) for s in sides(start) if s in castle and height[s] > level}
        queue = list(inside)
        while queue:
            stack, floor = queue.pop()
            new = [(stack, floor - 1)] if floor else []
            new += [(s, floor) for s in sides(stack) if s in castle and floor <= height[s] - 1]
            reached |= {s for s in sides(stack) if s not in table.figures and height[s] <= floor}
            for state in new:
                if state not in inside:
                    inside.add(state)
                    queue.append(state)
    return reached - {start}


def walk(table: Table, start: Square, points: int) -> dict[Square, int]:
    """The fewest AP to each square within reach."""
    cost = {start: 0}
    queue = deque([start])
    while queue:
        square = queue.popleft()
        if cost[square] < points:
            for target in one_point(table, square):
                if target not in cost:
                    cost[target] = cost[square] + 1
                    queue.append(target)
    del cost[start]
    return cost


# -- the moves of each kind -------------------------------------------------------------------------------------------------


def legal(position: State) -> set[str]:
    """All legal moves of the seat that acts, as a set of lines of words."""
    return {" ".join(words) for words in _MODES[position.mode](position, Table(position))}


def _castles(position: State, table: Table) -> Moves:
    taken = [square for square in BOARD if table.height[square]]
    for square in BOARD:
        if all(abs(square[0] - s[0]) + abs(square[1] - s[1]) >= 3 for s in taken):
            yield "castle", name(square)


def _starts(position: State, table: Table) -> Moves:
    for square in BOARD:
        if table.height[square] and square not in table.figures:
            yield "start", name(square)


def _crowns(position: State, table: Table) -> Moves:
    for _verb, square in _starts(position, table):
        yield "king", square


def _kings(position: State, table: Table) -> Moves:
    assert table.king is not None
    royal = castle_at(table.height, table.king)
    for square in BOARD:
        if table.height[square] and square not in table.figures and square not in royal:
            yield "king", name(square)
    yield ("stay",)


def _firsts(position: State, table: Table) -> Moves:
    for seat in range(position.seats):
        yield "first", str(seat)


def _keeps(position: State, table: Table) -> Moves:
    cards = [CARDS[number] for number in position.looked]
    for order in itertools.permutations(cards):
        kept, rest = order[0], order[1:]
        for tops in range(len(rest) + 1):
            words = ["keep", kept]
            for at, card in enumerate(rest):
                words += ["top" if at < tops else "bottom", card]
            yield words


def _acts(position: State, table: Table) -> Moves:
    yield from _ends(position)
    if position.ap >= 1:
        yield ("point",)
        yield from _walks(position, table)
        yield from _builds(position, table)
        yield from _draws(position)
    if position.ap >= 2 and len(table.own) < 6:
        yield from _knights(table)
    if not position.carded:
        yield from _plays(position, table)


def _walks(position: State, table: Table) -> Moves:
    for start in table.own:
        for target in walk(table, start, position.ap):
            yield "move", name(start), name(target)


def _builds(position: State, table: Table) -> Moves:
    heights = {height for height in position.towers[position.seat] if height > 0}
    for square in BOARD:
        if square in table.figures or not may_add(table.height, square):
            continue
        if position.used > 0 or (position.used < 0 and len(heights) == 1):
            yield "build", name(square)
        elif position.used < 0:
            for height in heights:
                yield "build", str(height), name(square)


def _draws(position: State) -> Moves:
    if not position.masters and position.drawn < 2:
        deck = 0 if position.common else position.seat
        if position.tops[deck] or position.unseen[deck] or position.bottoms[deck]:
            yield ("draw",)


def _knights(table: Table) -> Moves:
    for square in BOARD:
        beside = [table.height[s] for s in sides(square) if s in table.own]
        if square not in table.figures and beside and table.height[square] <= max(beside):
            yield "place", name(square)


def _plays(position: State, table: Table) -> Moves:
    for card in set(position.hands[position.seat]):
        for words in _CARDS[CARDS[card]](position, table):
            yield "card", CARDS[card], *words


def _ends(position: State) -> Moves:
    towers, used = position.towers[position.seat], position.used
    cases: list[tuple[tuple[str, ...], tuple[int, ...], int]] = [((), towers, used)]
    if used < 0:
        cases = []
        for at, height in enumerate(towers):
            named = (str(height),) if len(set(towers)) > 1 else ()
            cases.append((named, towers[:at] + towers[at + 1 :], height))
    for words, others, segments in set(cases):
        ways: dict[tuple[int, ...], tuple[int, ...]] = {}
        for order, result in _spread(list(others), segments):
            ways[result] = max(ways.get(result, ()), order)
        for order in ways.values():
            yield ("end", *words, *(map(str, order) if len(ways) > 1 else ()))


def _spread(towers: list[int], segments: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    if segments == 0 or all(height == 3 for height in towers):
        yield (), tuple(sorted(towers))
        return
    for at, height in enumerate(towers):
        if height < 3:
            for order, result in _spread([*towers[:at], height + 1, *towers[at + 1 :]], segments - 1):
                yield (height, *order), result


# -- the cards --------------------------------------------------------------------------------------------------------------


def _climb(position: State, table: Table) -> Moves:
    for start in table.own:
        for target in sides(start):
            if target not in table.figures and table.height[target] == table.height[start] + 2:
                yield name(start), name(target)


def _under(position: State, table: Table) -> Moves:
    heights = {height for height in (*position.towers[position.seat], position.used) if height > 0}
    for square in table.own:
        if may_add(table.height, square, found=True):
            for height in heights:
                yield name(square), str(height)


def _supply(position: State, table: Table) -> Moves:
    for square in BOARD:
        if position.supply and square not in table.figures and may_add(table.height, square):
            yield (name(square),)


def _gate(position: State, table: Table) -> Moves:
    height = table.height
    for start in table.own:
        for castle in castles(height):
            if any(s in castle and height[s] > height[start] for s in sides(start)):
                for target in BOARD:
                    if target not in table.figures and any(s in castle and height[s] > height[target] for s in sides(target)):
                        yield name(start), name(target)


def _diagonal(position: State, table: Table) -> Moves:
    for x, y in table.own:
        for target in ((x - 1, y - 1), (x - 1, y + 1), (x + 1, y - 1), (x + 1, y + 1)):
            if target in ON and target not in table.figures and table.height[target] <= table.height[x, y] + 1:
                yield name((x, y)), name(target)


def _extra(position: State, table: Table) -> Moves:
    yield ()


def _shift(position: State, table: Table) -> Moves:
    for start in BOARD:
        if not table.height[start] or start in table.figures:
            continue
        rest = castle_at(table.height, start) - ({start} if table.height[start] == 1 else set())
        lifted = dict(table.height)
        lifted[start] -= 1
        if rest:
            pieces = [castle for castle in castles(lifted) if castle & rest]
            if len(pieces) > 1 or any(lifted[square] > len(rest) for square in rest):
                continue
        for target in BOARD:
            if target != start and target not in table.figures and may_add(lifted, target, found=True):
                after = dict(lifted)
                after[target] += 1
                if len(castles(after)) >= 6:
                    yield name(start), name(target)


def _jump(position: State, table: Table) -> Moves:
    for x, y in table.own:
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            over, target = (x + dx, y + dy), (x + 2 * dx, y + 2 * dy)
            free = target in ON and over in table.figures and target not in table.figures
            if free and table.height[target] <= table.height[x, y] + 1:
                yield name((x, y)), name(target)


def _higher(position: State, table: Table) -> Moves:
    if len(table.own) < 6:
        for square in BOARD:
            beside = [table.height[s] for s in sides(square) if s in table.own]
            if square not in table.figures and beside and table.height[square] <= max(beside) + 1:
                yield (name(square),)


_CARDS = {
    "climb": _climb,
    "under": _under,
    "supply": _supply,
    "gate": _gate,
    "diagonal": _diagonal,
    "six": _extra,
    "seven": _extra,
    "shift": _shift,
    "jump": _jump,
    "higher": _higher,
}
_MODES: list[Callable[[State, Table], Moves]] = [
    _castles,
    _starts,
    _crowns,
    _acts,
    _keeps,
    _kings,
    _firsts,
    lambda _position, _table: iter(()),
]


# -- points -----------------------------------------------------------------------------------------------------------------


def castle_points(table: Table, seat: int) -> int:
    """T14 for one seat."""
    points = 0
    for castle in castles(table.height):
        inside = [table.height[square] for square in table.knights[seat] if square in castle]
        points += max(inside, default=0) * len(castle)
    return points


def royal_points(table: Table, seat: int, phase: int) -> int:
    """T15 for one seat."""
    assert table.king is not None
    royal = castle_at(table.height, table.king)
    return 5 * phase if any(s in royal and table.height[s] == phase for s in table.knights[seat]) else 0


def master_points(table: Table, card: str, phase: int) -> list[int]:
    """T21 for all seats."""
    return [_master(table, seat, card, phase) for seat in range(len(table.knights))]


def _master(table: Table, seat: int, card: str, phase: int) -> int:
    own = table.knights[seat]
    levels = [table.height[square] for square in own]
    if card in {"border", "diagonals"}:
        on = (lambda s: 0 in s or 7 in s) if card == "border" else (lambda s: s[0] in {s[1], 7 - s[1]})
        counts = [sum(map(on, knights)) for knights in table.knights]
        bonus = all(counts[seat] > count for other, count in enumerate(counts) if other != seat)
        return (2, 5, 10)[phase - 1] * (counts[seat] + bonus)
    if card == "castles":
        return (5, 15, 30)[phase - 1] if sum(bool(c & own) for c in castles(table.height)) == phase + 3 else 0
    if phase < 3:
        return 0
    if card == "square":
        sides_ = range(1, 8)
        return 50 * any({(x, y), (x + d, y), (x, y + d), (x + d, y + d)} <= own for x, y in own for d in sides_)
    if len(own) < 6:
        return 0
    if card == "neighbours":
        return 40 * (len(_group(own)) == 6)
    if card == "levels":
        return 40 * (len(set(levels)) == 6)
    if card == "same":
        return 50 * (len(set(levels)) == 1)
    return 50 * (len({x for x, _ in own}) == 1 or len({y for _, y in own}) == 1)


def _group(own: set[Square]) -> set[Square]:
    met, edge = set(), [min(own)]
    while edge:
        square = edge.pop()
        met.add(square)
        edge += [s for s in sides(square) if s in own and s not in met]
    return met


def cards_everywhere(position: State) -> Counter[int]:
    """How often each card stands anywhere at all."""
    lists = (position.fresh, position.looked, *position.hands, *position.played, *position.tops, *position.unseen)
    return Counter(itertools.chain(*lists, *position.bottoms))
