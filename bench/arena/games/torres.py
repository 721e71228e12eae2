"""The yardsticks that play Torres alone."""

from bench.arena.games.torres_builder import builder
from bench.arena.games.torres_former import former

YARDSTICKS = {"builder": builder, "former": former}
