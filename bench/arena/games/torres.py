"""The yardsticks that play only Torres."""

from bench.arena.games.torres_builder import builder
from bench.arena.games.torres_former import former

YARDSTICKS = {"builder": builder, "former": former}
