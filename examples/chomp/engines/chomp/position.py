"""The position of Chomp: the wall, which stones may be taken, and what falls. Nothing is hidden and nothing is drawn by lot."""

import itertools

from engines.base import BaseState, NoJointStage, among, by_points, check_seat, common
from engines.chomp.events import StonesFell
from engines.chomp.view import ChompView
from engines.contract import Choices, Event, IllegalMove, Move, Result, Seat

VERB = "take"
COLUMNS = "abcdefg"

Wall = tuple[int, ...]
"""By column from the left, the number of stones that stand in it. It never rises to the right."""


class ChompPosition(NoJointStage, BaseState):
    """The whole state: the wall as it was built, and the stones taken since."""

    wall: str
    """The value of the option `wall`, such as 5x4: columns and rows (C1)."""
    taken: list[str]
    """The stones taken, in order, such as c2 (C2)."""
    version: int = 1
    """The version of the snapshot."""

    @property
    def seats(self) -> int:
        """The number of players."""
        return 2

    @property
    def over(self) -> bool:
        """C4: whether the cursed stone has been taken."""
        return not self.heights()[0]

    @property
    def turn(self) -> int:
        """The number of the turn, from 1."""
        return len(self.taken) + (not self.over)

    @property
    def stage(self) -> int:
        """The number of the question. Each turn asks one."""
        return len(self.taken) + 1

    def heights(self) -> Wall:
        """Returns the wall as it stands."""
        return self.walls()[-1]

    def walls(self) -> list[Wall]:
        """Returns the wall before the first turn and after each."""
        columns, rows = map(int, self.wall.split("x"))
        walls: list[Wall] = [(rows,) * columns]
        for stone in self.taken:
            walls.append(without(walls[-1], stone))
        return walls

    def falls(self) -> list[int]:
        """Returns how many stones each turn has brought down."""
        return [sum(before) - sum(after) for before, after in itertools.pairwise(self.walls())]

    def pending(self) -> tuple[Seat, ...]:
        """C2: the seats take turns."""
        return () if self.over else (len(self.taken) % 2,)

    def choices(self, seat: Seat, said: Move = ()) -> Choices:
        """C2: offers every stone that stands. The cursed one is last: a player who is late takes the first."""
        return among([(VERB, stone) for stone in stones(self.heights())] if seat in self.pending() else (), said, VERB)

    def play(self, seat: Seat, move: Move) -> list[Event]:
        """Take a stone. Raises IllegalMove."""
        check_seat("chomp", self, seat)
        if seat not in self.pending():
            raise IllegalMove("chomp.illegal.not-your-turn")
        if len(move) != 2 or move[0] != VERB:
            raise IllegalMove("chomp.illegal.one-stone")
        if move[1] not in stones(self.heights()):
            raise IllegalMove("chomp.illegal.no-stone", stones=" ".join(stones(self.heights())))
        self.taken.append(move[1])
        return [Event(StonesFell(seat, move[1], self.falls()[-1], self.heights()))]

    def view(self, seat: Seat | None) -> ChompView:
        """Returns what the seat (None: a spectator) may know: everything."""
        given = common(self, seat, self.pending(), {"wall": self.wall})
        return ChompView(**given, taken=tuple(self.taken), heights=self.heights(), points=self.points())

    def points(self) -> tuple[int, ...]:
        """C4: whoever takes the cursed stone has lost, and the other one has won."""
        return tuple(int(self.over and seat == len(self.taken) % 2) for seat in range(2))

    def result(self) -> Result | None:
        """C4: returns who has won."""
        return by_points(self.points()) if self.over else None


def stones(wall: Wall) -> list[str]:
    """Returns the stones that stand, the top right one first."""
    return [f"{COLUMNS[column]}{row}" for column in reversed(range(len(wall))) for row in range(wall[column], 0, -1)]


def without(wall: Wall, stone: str) -> Wall:
    """C3: returns the wall after a stone has fallen with all that stand above it or to its right, or both."""
    column, row = COLUMNS.index(stone[0]), int(stone[1:])
    return (*wall[:column], *(min(height, row - 1) for height in wall[column:]))
