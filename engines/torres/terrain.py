"""What follows from the heights of the 64 stacks: castles, where segments may go (T7), how knights may walk (T4-T6).

A terrain knows no figures: whoever asks takes the occupied squares away. It never changes; what it works out on demand is
kept in it, and `terrain()` keeps the terrains met last, since a search meets the same ones over and over.
"""

from __future__ import annotations

from engines.torres.components import CASTLES_AT_LEAST
from engines.torres.squares import FULL, NEXT, bits, flood, lowest, spread

_LEVELS = 96
_TABLES = tuple(bytes(49 if height >= level else 48 for height in range(256)) for level in range(_LEVELS))


class Terrain:
    """The board without figures.

    `heights`: 64 bytes. `least[k]`: squares at least k high (k up to two above the highest). `castles`: one set of squares
    each, in the order of their first squares; `around[i]`: squares that share an edge with castle i. `grow`: ground next to
    exactly one castle, `joint`: ground next to several, `clear`: ground next to none. `rise`: stacks that may still grow
    (T7: not above the base).
    """

    __slots__ = (
        "_gates",
        "_rooms",
        "_shifts",
        "around",
        "castles",
        "clear",
        "grow",
        "heights",
        "joint",
        "least",
        "links",
        "rise",
    )

    def __init__(self, heights: bytes) -> None:
        self.heights = heights
        backwards = heights[::-1]
        self.least = [FULL, *(int(backwards.translate(_TABLES[k]), 2) for k in range(1, max(heights) + 1)), 0, 0, 0]
        self.castles: list[int] = []
        left = self.least[1]
        while left:
            castle = flood(left & -left, left)
            self.castles.append(castle)
            left &= ~castle
        self.around = [spread(castle) & ~castle for castle in self.castles]
        self.links: list[int | None] = [None] * 64
        self._rooms: dict[int, list[tuple[int, int]]] = {}
        self._sort_out()

    def _sort_out(self) -> None:
        """Tell the squares where segments may go from the others."""
        least = self.least
        tops = len(least) - 1
        once = twice = rise = 0
        for castle, around in zip(self.castles, self.around, strict=True):
            twice |= once & around
            once |= around
            base = castle.bit_count()
            rise |= castle & ~least[base] if base < tops else castle
        self.joint = twice
        self.grow = once & ~twice
        self.clear = FULL & ~once & ~least[1]
        self.rise = rise
        self._shifts: list[tuple[int, int]] | None = None
        self._gates: list[int] | None = None

    def castle_of(self, square: int) -> int:
        """The castle a stack belongs to as a set of squares; 0 for the ground."""
        bit = 1 << square
        for castle in self.castles:
            if castle & bit:
                return castle
        return 0

    def raised(self, square: int) -> Terrain:
        """The terrain with one more segment on a square where T7 (or a founding) allows one."""
        heights = self.heights
        height = heights[square]
        after = heights[:square] + bytes((height + 1,)) + heights[square + 1 :]
        return _met.get(after) or _keep(self._raised(square, height, after))

    def _raised(self, square: int, height: int, after: bytes) -> Terrain:
        bit = 1 << square
        new = Terrain.__new__(Terrain)
        new.heights = after
        new.least = self.least.copy()
        new.least[height + 1] |= bit
        if new.least[-3]:
            new.least.append(0)
        new.links = self.links.copy()
        if height:
            new.castles, new.around = self.castles, self.around
            castle = self.castle_of(square)
            base = castle.bit_count()
            new.joint, new.grow, new.clear = self.joint, self.grow, self.clear
            new.rise = self.rise & ~castle | (castle & ~new.least[base] if base < len(new.least) else castle)
            new._shifts = new._gates = None  # noqa: SLF001
            # Below this height nothing has changed but the steps to the square itself.
            changed = NEXT[square] | bit | (castle | spread(castle)) & self.least[height]
        else:
            near = NEXT[square]
            castle = bit
            rest = [other for other in self.castles if not other & near]
            if len(rest) < len(self.castles):
                castle |= next(other for other in self.castles if other & near)
            new.castles = sorted([*rest, castle], key=_first)
            new.around = [
                self.around[self.castles.index(other)] if other != castle else spread(castle) & ~castle for other in new.castles
            ]
            new._sort_out()  # noqa: SLF001
            changed = castle | spread(castle)
        for stop in bits(changed):
            new.links[stop] = None
        new._rooms = {  # noqa: SLF001
            floor: [room for room in rooms if floor < height or not room[0] & castle] for floor, rooms in self._rooms.items()
        }
        return new

    def lifted(self, square: int) -> Terrain:
        """The terrain with the top segment of a stack taken away (it may be no lawful one)."""
        heights = self.heights
        return terrain(heights[:square] + bytes((heights[square] - 1,)) + heights[square + 1 :])

    def link(self, square: int) -> int:
        """Where one AP takes a knight from this square: a step (T4) or a passage through a castle (T5)."""
        known = self.links[square]
        if known is not None:
            return known
        level = self.heights[square]
        near = NEXT[square]
        reached = near & ~self.least[level + 2]
        gates = near & self.least[level + 1]
        while gates:
            room, exits = self._room(level, gates & -gates)
            reached |= exits
            gates &= ~room
        reached &= ~(1 << square)
        self.links[square] = reached
        return reached

    def _room(self, floor: int, inside: int) -> tuple[int, int]:
        """The stacks that can be walked through on this floor from one of them, and all squares outside that can be reached
        from there on this floor or, having sunk, on a lower one.

        What borders on such a room and is not of it is at most as high as the floor, so its whole border can be stepped on.
        """
        if not floor:
            return next(room for room in zip(self.castles, self.around, strict=True) if room[0] & inside)
        rooms = self._rooms.setdefault(floor, [])
        for room in rooms:
            if room[0] & inside:
                return room
        stacks = flood(inside, self.least[floor + 1])
        exits = (spread(stacks) & ~stacks) | self._room(floor - 1, inside)[1]
        rooms.append((stacks, exits))
        return stacks, exits

    def gates(self, square: int) -> int:
        """Where the card `gate` takes a knight from this square."""
        if self._gates is None:
            self._gates = [self._leave(castle, around) for castle, around in zip(self.castles, self.around, strict=True)]
        doors = NEXT[square] & self.least[self.heights[square] + 1]
        if not doors:
            return 0
        reached = 0
        for castle, exits in zip(self.castles, self._gates, strict=True):
            if castle & doors:
                reached |= exits
        return reached & ~(1 << square)

    def _leave(self, castle: int, around: int) -> int:
        exits = around
        for level in range(1, len(self.least) - 1):
            higher = castle & self.least[level + 1]
            if not higher:
                break
            exits |= spread(higher) & castle & self.least[level] & ~higher
        return exits

    def shifts(self) -> list[tuple[int, int]]:
        """For the card `shift`: each stack whose top may be lifted, and where that segment may then go."""
        if self._shifts is None:
            tall = self.least[2]
            open_ = self.grow | self.rise | self.clear
            self._shifts = []
            for index, castle in enumerate(self.castles):
                for square in bits(castle):
                    bit = 1 << square
                    targets = open_ & ~bit if tall & bit else self._moved_base(index, square)
                    if targets:
                        self._shifts.append((square, targets))
        return self._shifts

    def _moved_base(self, index: int, square: int) -> int:
        """Where the only segment of a base square may go; 0 when it may not be lifted."""
        castle = self.castles[index]
        bit = 1 << square
        rest = castle & ~bit
        base = castle.bit_count() - 1
        if rest:
            top = self.least[base + 1] if base + 1 < len(self.least) else 0
            if rest & top or flood(rest & -rest, rest) != rest:
                return 0
        around = spread(rest) & ~rest
        once = twice = 0
        for other, border in enumerate(self.around):
            edge = around if other == index else border
            twice |= once & edge
            once |= edge
        rise = self.rise & ~castle
        if rest:
            rise |= rest & ~self.least[base] if base < len(self.least) else rest
        targets = FULL & ~once & ~self.least[1]
        if rest or len(self.castles) > CASTLES_AT_LEAST:
            targets |= (once & ~twice & ~self.least[1]) | rise
        return targets & ~bit


def _first(castle: int) -> int:
    return castle & -castle


_KEPT = 8192
_met: dict[bytes, Terrain] = {}


def _keep(new: Terrain) -> Terrain:
    if len(_met) >= _KEPT:
        _met.clear()
    _met[new.heights] = new
    return new


def terrain(heights: bytes) -> Terrain:
    """The terrain of these heights."""
    return _met.get(heights) or _keep(Terrain(heights))


def walk(land: Terrain, square: int, occupied: int, ap: int) -> list[int]:
    """T4-T6: by number of AP from 1, the squares reached with that many and not with fewer."""
    layers: list[int] = []
    reached = seen = 1 << square
    while len(layers) < ap and reached:
        further = 0
        for stop in bits(reached):
            further |= land.link(stop)
        reached = further & ~occupied & ~seen
        seen |= reached
        layers.append(reached)
    return layers


def path(land: Terrain, square: int, target: int, occupied: int, ap: int) -> list[int]:
    """The stops of a cheapest walk, one for each AP, the target last; steps are preferred to passages on the way back."""
    layers = walk(land, square, occupied, ap)
    cost = next(cost for cost, mask in enumerate(layers, 1) if mask >> target & 1)
    stops = [target]
    for mask in reversed(layers[: cost - 1]):
        before = sum(1 << stop for stop in bits(mask) if land.link(stop) >> stops[-1] & 1)
        stops.append(lowest(before & NEXT[stops[-1]] or before))
    return stops[::-1]
