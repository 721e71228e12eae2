"""The laid tiles and their areas, which are joined as tiles are laid.

Each area of a tile is a *node*, numbered as tiles are laid; the first nodes are the start fields. Joined nodes carry the same
*label*, the number of one of them; the sums of the area are stored under it.
"""

from __future__ import annotations

from bisect import insort

import msgspec

from engines.zamek.components import AROUND, INNER, MEADOW, ROAD, SQUARES, WALL, WORDS
from engines.zamek.turned_tiles import AREA_KINDS, CHAPEL, COUNT, LOCAL, MEETS, NODE, OPEN, SHOWS, SOLID, SUBJECTS_ON, SUMS


class Board(msgspec.Struct):
    """The board. Lists by square have SQUARES entries; lists by node and by label have as many as there are nodes."""

    laid: list[int]
    """(square << 8) + turned tile, in the order the tiles were laid."""
    first: list[int]
    """By square: the first node of its tile; -1 while empty."""
    turned: list[int]
    """By square: its turned tile; -1 while empty."""
    code: list[int]
    """By square: what surrounds it, as a code (turned_tiles.py)."""
    sees: list[tuple[tuple[int, int], ...]]
    """By square: the nodes of its neighbours that face it, as (node, port)."""
    frontier: list[int]
    """The empty squares beside a tile or start field, ascending."""
    label: list[int]
    """By node: its label."""
    after: list[int]
    """By node: another node of the same label (they form a ring)."""
    kind: list[int]
    """By node: the kind of area."""
    sums: list[int]
    """By label: the sums of the area (turned_tiles.py)."""
    span: list[int]
    """By label: a mask of the area's squares and, above them, of its start fields."""

    def copy(self) -> Board:
        return Board(
            self.laid[:],
            self.first[:],
            self.turned[:],
            self.code[:],
            self.sees[:],
            self.frontier[:],
            self.label[:],
            self.after[:],
            self.kind[:],
            self.sums[:],
            self.span[:],
        )

    def lay(self, square: int, turned: int) -> list[int]:
        """Lay a turned tile where it fits and join its areas (Z7). Returns the labels of the areas it finishes (Z8, Z9)."""
        label, after, sums, span, sees = self.label, self.after, self.sums, self.span, self.sees
        base = len(label)
        free = INNER[square] & ~(self.code[square] >> 4)
        nodes = range(base, base + COUNT[turned])
        label += nodes
        after += nodes
        self.kind += AREA_KINDS[turned]
        sums += SUMS[turned][free]
        bit = 1 << square
        span += [bit] * len(nodes)
        local = LOCAL[turned]
        touched = [*nodes[: SOLID[turned]]]
        for node, port in sees[square]:
            mine = local[port]
            if port < 12:
                sums[label[node]] -= 1  # that edge is no longer open, whatever meets it
                if mine < 0:
                    touched.append(node)
                    continue
            elif mine < 0:
                continue
            mine += base
            one, other = label[node], label[mine]
            if other == mine and after[mine] == mine:
                # Inlined `_join` for a new area, which is the most frequent case.
                label[mine] = one
                after[one], after[mine] = mine, after[one]
                sums[one] += sums[mine]
                span[one] |= bit
                sums[mine] = span[mine] = 0
            elif one != other:
                self._join(one, other)
        code, frontier, meets, shows = self.code, self.frontier, MEETS[turned], SHOWS[turned]
        for neighbour, side in AROUND[square][free]:
            known = code[neighbour]
            if not known:
                insort(frontier, neighbour)
            code[neighbour] = known | meets[side]
            sees[neighbour] += tuple([(base + part, port) for part, port in shows[side]])
        frontier.remove(square)
        self.laid.append((square << 8) + turned)
        self.first[square] = base
        self.turned[square] = turned
        finished: list[int] = []
        for node in touched:
            one = label[node]
            if not sums[one] & OPEN and one not in finished:
                finished.append(one)
        return finished

    def _join(self, one: int, other: int) -> None:
        """Join two labels: the one with fewer nodes takes the other's."""
        label, after, sums = self.label, self.after, self.sums
        if (sums[one] >> 16) & 255 < (sums[other] >> 16) & 255:
            one, other = other, one
        node = other
        while True:
            label[node] = one
            node = after[node]
            if node == other:
                break
        after[one], after[other] = after[other], after[one]
        sums[one] += sums[other]
        self.span[one] |= self.span[other]
        sums[other] = self.span[other] = 0

    # -- what is asked of areas ---------------------------------------------------------------------------------------------

    def free(self, square: int, turned: int) -> list[int]:
        """Z6: returns the areas of a turned tile, if it were laid here, without a subject; of those joined outside it only the
        lowest (Z19).
        """
        return [part for part, joined in enumerate(self.joins(square, turned)) if joined == (part, False)]

    def joins(self, square: int, turned: int) -> list[tuple[int, bool]]:
        """Returns by area of a turned tile, if it were laid here: (lowest area of the tile it would be joined with, whether
        occupied).
        """
        lowest = list(range(COUNT[turned]))
        through: dict[int, int] = {}
        taken: set[int] = set()
        for node, port in self.sees[square]:
            mine = LOCAL[turned][port]
            if mine < 0:
                continue
            label = self.label[node]
            one, other = sorted((lowest[mine], lowest[through.setdefault(label, mine)]))
            lowest = [one if each == other else each for each in lowest]
            if self.sums[label] & SUBJECTS_ON:
                taken.add(mine)
        occupied = {lowest[part] for part in taken}
        return [(each, each in occupied) for each in lowest]

    def majority(self, label: int) -> int:
        """Returns the seat with strictly more subjects on the area, or -1."""
        sums = self.sums[label]
        zero, one = sums >> 8 & 15, sums >> 12 & 15
        return int(zero < one) if zero != one else -1

    def tiles(self, label: int) -> int:
        """Z7: returns the number of its tiles, each counted once, including start fields."""
        return self.span[label].bit_count()

    def place(self, label: int) -> tuple[int, int]:
        """Returns the name of an area: its smallest square and the lowest of its areas on that tile. Start fields alone have no
        name.
        """
        span = self.span[label] & ((1 << SQUARES) - 1)
        square = (span & -span).bit_length() - 1
        return square, self.label.index(label, self.first[square]) - self.first[square]

    def word(self, square: int, part: int) -> str:
        return WORDS[self.turned[square] >> 2][part]

    def squares(self, label: int) -> list[int]:
        return [square for square in range(SQUARES) if self.span[label] >> square & 1]

    def starts(self, label: int) -> list[int]:
        """Returns the numbers of the start fields in the area."""
        return [start for start in range(len(WALL.starts)) if self.span[label] >> SQUARES + start & 1]


def _empty() -> Board:
    starts = WALL.starts
    board = Board(
        laid=[],
        first=[-1] * SQUARES,
        turned=[-1] * SQUARES,
        code=[0] * SQUARES,
        sees=[()] * SQUARES,
        frontier=sorted({start.square for start in starts}),
        label=list(range(len(starts))),
        after=list(range(len(starts))),
        kind=[start.kind for start in starts],
        sums=[NODE + CHAPEL * start.chapel + (start.kind != MEADOW) for start in starts],
        span=[1 << SQUARES + number for number in range(len(starts))],
    )
    for number, start in enumerate(starts):
        board.code[start.square] |= (16 + (start.kind == ROAD)) << start.side
        # Z3: a road start field shows only its road, no meadow beside it.
        port = 12 + 2 * start.side if start.kind == MEADOW else 3 * start.side + start.kind
        board.sees[start.square] += ((number, port),)
    return board


_EMPTY = _empty()


def empty_board() -> Board:
    """Returns the castle before the first tile."""
    return _EMPTY.copy()
