"""What follows from the heights of the 64 stacks: castles, where segments may go (T7), how knights may walk (T4-T6).

A terrain knows no figures: the caller removes the occupied squares. It never changes; results computed on demand are cached in
it, and `terrain()` caches recent terrains, since a search meets the same ones repeatedly.
"""

from __future__ import annotations

from engines.torres.components import CASTLES_AT_LEAST
from engines.torres.squares import FULL, NEXT, SIZE, STEPS, bits, flood, lowest, spread

_LEVELS = 96
_TABLES = tuple(bytes(49 if height >= level else 48 for height in range(256)) for level in range(_LEVELS))
_SEGMENTS = tuple(bytes((height,)) for height in range(256))

_KEPT = 8192


class Terrain:
    """The board without figures.

    `heights`: 64 bytes. `least[k]`: squares at least k high (k up to two above the highest). `castles`: one set of squares
    each, in the order of their first squares; `around[i]`: squares that share an edge with castle i. `grow`: ground next to
    exactly one castle, `joint`: ground next to several, `clear`: ground next to none. `rise`: stacks that may still grow (T7:
    not above the base). `steps`: by direction (`squares.STEPS`) the squares from which a step that way is not too high (T4).
    `stairs`: stacks with a higher one beside them; `passages`: where passages from some of them lead (`through`).
    """

    __slots__ = (
        "_leaves",
        "_rooms",
        "_shifts",
        "around",
        "castles",
        "clear",
        "grow",
        "heights",
        "joint",
        "least",
        "passages",
        "rise",
        "stairs",
        "steps",
    )

    def __init__(self, heights: bytes, *, bare: bool = False) -> None:
        """`bare`: the caller sets the other fields."""
        self.heights = heights
        if bare:
            return
        backwards = heights[::-1]
        self.least = [FULL, *(int(backwards.translate(_TABLES[k]), 2) for k in range(1, max(heights) + 1)), 0, 0, 0]
        self.castles: list[int] = []
        left = self.least[1]
        while left:
            castle = flood(left & -left, left)
            self.castles.append(castle)
            left &= ~castle
        self.around = [spread(castle) & ~castle for castle in self.castles]
        self._rooms: list[tuple[int, int, int]] = []
        self.passages: dict[int, int] = {}
        self._leaves: dict[int, int] = {}
        self._shifts: list[tuple[int, int]] | None = None
        self._sort_out()

    def _sort_out(self) -> None:
        """Find the squares where segments may go, and those from which a knight can step or climb."""
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
        up, down, right, left = STEPS
        stairs = 0
        for low, high, next_higher in zip(least, least[1:], least[2:], strict=False):
            foot = low & ~high
            stairs |= foot & spread(high)
            up &= ~(foot & next_higher >> 1)
            down &= ~(foot & next_higher << 1)
            right &= ~(foot & next_higher >> SIZE)
            left &= ~(foot & next_higher << SIZE)
        self.steps = up, down, right, left
        self.stairs = stairs & least[1]

    def castle_of(self, square: int) -> int:
        """Returns the castle that a stack belongs to, as a set of squares; 0 for the ground."""
        bit = 1 << square
        for castle in self.castles:
            if castle & bit:
                return castle
        return 0

    def with_segment(self, square: int) -> Terrain:
        """Returns the terrain with one more segment on a square where T7 (or a founding) allows one."""
        heights = self.heights
        height = heights[square]
        after = heights[:square] + _SEGMENTS[height + 1] + heights[square + 1 :]
        return _met.get(after) or _keep(self._with_segment(square, height, after))

    def _with_segment(self, square: int, height: int, after: bytes) -> Terrain:
        """Returns the new terrain with all cached results that the segment does not change: most moves are builds."""
        bit = 1 << square
        near = NEXT[square]
        new = Terrain(after, bare=True)
        new.least = least = self.least.copy()
        least[height + 1] |= bit
        if least[-3]:
            least.append(0)
        if height:
            castle = self.castle_of(square)
            new.castles, new.around = self.castles, self.around
            new.joint, new.grow, new.clear = self.joint, self.grow, self.clear
        else:
            castle = self._grow(new, bit, near)
        base = castle.bit_count()
        new.rise = self.rise & ~castle | (castle & ~least[base] if base < len(least) else castle)
        new.stairs = self.stairs & ~bit | near & least[1] & ~least[height + 1] | (bit if near & least[height + 2] else 0)
        new.steps = self._steps_after(bit, near, height)
        new._shifts = None
        # Only rooms on this floor or above it, and in this castle, have changed.
        changed = castle & least[height]
        known, leaves, rooms = self.passages, self._leaves, self._rooms
        new.passages = {stair: exits for stair, exits in known.items() if not stair & changed} if known else {}
        new._leaves = {other: exits for other, exits in leaves.items() if not other & castle} if leaves else {}
        new._rooms = [room for room in rooms if room[0] < height or not room[1] & castle] if rooms else []
        return new

    def _grow(self, new: Terrain, bit: int, near: int) -> int:
        """Set the base of a new terrain with a segment on the ground here; returns the castle it belongs to."""
        new.castles, new.around = castles, around = self.castles.copy(), self.around.copy()
        for index, castle in enumerate(castles):  # noqa: B007 - used after the loop
            if castle & near:
                break
        else:
            index, castle = len(castles), 0
            castles.append(0)
            around.append(0)
        border = near & ~castle & ~around[index]
        castles[index] = grown = castle | bit
        around[index] = around[index] & ~bit | border
        if not castle or bit < castle & -castle:
            pairs = sorted(zip(castles, around, strict=True), key=_first)
            new.castles, new.around = [each for each, _ in pairs], [each for _, each in pairs]
        new.joint = self.joint | border & self.grow
        new.grow = (self.grow & ~bit | border) & ~new.joint
        new.clear = self.clear & ~(bit | border)
        return grown

    def _steps_after(self, bit: int, near: int, height: int) -> tuple[int, int, int, int]:
        """Returns `steps` after a segment is put onto a stack of this height."""
        least = self.least
        barred = near & ~least[height]
        opened = near & least[height + 2] & ~least[height + 3]
        if not barred and not opened:
            return self.steps
        up, down, right, left = self.steps
        if barred:
            up &= ~(barred & bit >> 1)
            down &= ~(barred & bit << 1)
            right &= ~(barred & bit >> SIZE)
            left &= ~(barred & bit << SIZE)
        if opened & bit << 1:
            up |= bit
        if opened & bit >> 1:
            down |= bit
        if opened & bit << SIZE:
            right |= bit
        if opened & bit >> SIZE:
            left |= bit
        return up, down, right, left

    def without_segment(self, square: int) -> Terrain:
        """Returns the terrain without the top segment of a stack (it may not be a legal one)."""
        heights = self.heights
        return terrain(heights[:square] + bytes((heights[square] - 1,)) + heights[square + 1 :])

    def link(self, square: int) -> int:
        """Returns the squares a knight reaches from this one with one AP: by a step (T4) or a passage through a castle (T5)."""
        return sum(walk(self, square, 0, 1))

    def through(self, stair: int) -> int:
        """The squares reached by a passage through the castle (T5) from one of the `stairs`, a set of one square."""
        known = self.passages.get(stair)
        if known is not None:
            return known
        square = stair.bit_length() - 1
        level = self.heights[square]
        reached = 0
        gates = NEXT[square] & self.least[level + 1]
        while gates:
            room, exits = self._room(level, gates & -gates)
            reached |= exits
            gates &= ~room
        self.passages[stair] = reached
        return reached

    def _room(self, floor: int, inside: int) -> tuple[int, int]:
        """Returns the stacks that a knight can walk through on this floor from one of them, and all squares outside that it
        reaches from there on this floor or, after sinking, on a lower one.

        The squares around such a room are at most as high as the floor, so all of them can be stepped on.
        """
        if not floor:
            index = 0
            while not self.castles[index] & inside:
                index += 1
            return self.castles[index], self.around[index]
        for level, stacks, exits in self._rooms:
            if level == floor and stacks & inside:
                return stacks, exits
        stacks = flood(inside, self.least[floor + 1])
        exits = (spread(stacks) & ~stacks) | self._room(floor - 1, inside)[1]
        self._rooms.append((floor, stacks, exits))
        return stacks, exits

    def gates(self, square: int) -> int:
        """Returns the squares that a knight on this square reaches with the card `gate`."""
        doors = NEXT[square] & self.least[self.heights[square] + 1]
        if not doors:
            return 0
        reached = 0
        for castle, around in zip(self.castles, self.around, strict=True):
            if castle & doors:
                exits = self._leaves.get(castle)
                if exits is None:
                    exits = self._leaves[castle] = self._leave(castle, around)
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
        """For the card `shift`: returns each stack whose top may be lifted, and the squares where that segment may then go."""
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
        """Returns the squares where the only segment of a base square may go; 0 if it may not be lifted."""
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


def _first(pair: tuple[int, int]) -> int:
    """The sort key of castles with their borders."""
    return pair[0] & -pair[0]


_met: dict[bytes, Terrain] = {}


def _keep(new: Terrain) -> Terrain:
    if len(_met) >= _KEPT:
        _met.clear()
    _met[new.heights] = new
    return new


def terrain(heights: bytes) -> Terrain:
    """Returns the terrain of these heights."""
    return _met.get(heights) or _keep(Terrain(heights))


def walk(land: Terrain, square: int, occupied: int, ap: int) -> list[int]:
    """T4-T6: by number of AP, from 1, the squares reached with that many and not with fewer, as long as there are any."""
    layers: list[int] = []
    up, down, right, left = land.steps
    stairs, known = land.stairs, land.passages
    borders, doors = land.around, land.joint | land.grow
    reached = 1 << square
    free = FULL & ~(reached | occupied)
    while ap:
        ap -= 1
        further = (reached & up) << 1 | (reached & down) >> 1 | (reached & right) << SIZE | (reached & left) >> SIZE
        if entered := reached & doors:
            # Going through the same castle again reaches nothing new.
            others = []
            for border in borders:
                if entered & border:
                    further |= border
                else:
                    others.append(border)
            borders = others
            if not others:
                doors = 0
        climbed = reached & stairs
        while climbed:
            stair = climbed & -climbed
            climbed ^= stair
            exits = known.get(stair)
            further |= land.through(stair) if exits is None else exits
        reached = further & free
        if not reached:
            break
        layers.append(reached)
        free ^= reached
    return layers


def path(land: Terrain, square: int, target: int, occupied: int, ap: int) -> list[int]:
    """The stops of a cheapest walk, one for each AP, the target last. On the way back steps are preferred to passages."""
    layers = walk(land, square, occupied, ap)
    cost = next(cost for cost, mask in enumerate(layers, 1) if mask >> target & 1)
    stops = [target]
    for mask in reversed(layers[: cost - 1]):
        before = sum(1 << stop for stop in bits(mask) if land.link(stop) >> stops[-1] & 1)
        stops.append(lowest(before & NEXT[stops[-1]] or before))
    return stops[::-1]
