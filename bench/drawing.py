"""Shared by the benches of pictures: the audience, and how drawing is measured."""

from __future__ import annotations

import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping

from bench.measure import milliseconds
from data.words import words
from render import renderers
from render.contract import Audience, Person, Picture

ROUNDS = 15
NAMES = ("Grażyna", "Łucja", "Świętosława", "Jędrzej")

Draw = Callable[[], Picture | None]


def audience(seats: int = 4) -> Audience:
    """Returns people with names of ordinary length, in Polish."""
    return Audience(tuple(Person(name) for name in NAMES[:seats]), words("pl"))


def warm() -> None:
    """Draw what the bot draws at start-up."""
    for renderer in renderers().values():
        renderer.warm()


def figures(
    title: str, jobs: Mapping[str, Draw], earliest: Callable[[str], float] | None = None
) -> Iterator[tuple[str, float, str]]:
    """Yields by picture, if there is one: CPU time with cached sprites, optionally that of the first one after start-up (goal:
    120 ms), and bytes.
    """
    for name, draw in jobs.items():
        picture = draw()
        if picture is None:
            continue
        yield f"{title} {name} warm", statistics.median(milliseconds(draw) for _ in range(ROUNDS)), "ms"
        if earliest is not None:
            yield f"{title} {name} first after start-up", earliest(name), "ms"
        yield f"{title} {name}", len(picture.data), "bytes"


def first(bench: str, job: str) -> float:
    """Returns the CPU milliseconds of a bench's job (an expression) in a fresh process that has warmed up."""
    code = "from bench.drawing import warm; warm(); from bench.measure import milliseconds; "
    code += f"from bench.{bench} import jobs; print(milliseconds({job}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return float(done.stdout)
