"""Invariants of every position of Chomp."""

from __future__ import annotations

from engines.chomp.position import ChompPosition

OPEN = True


def laws(position: ChompPosition) -> None:
    walls = position.walls()
    columns, rows = map(int, position.wall.split("x"))
    assert walls[0] == (rows,) * columns
    for wall in walls:
        assert list(wall) == sorted(wall, reverse=True), "a wall never rises to the right"
    assert all(count > 0 for count in position.falls()), "each turn brings down a stone"
    assert sum(position.falls()) + sum(walls[-1]) == columns * rows
    assert position.over == ("a1" in position.taken)
    assert sum(position.points()) == position.over
