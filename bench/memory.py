"""Resident memory of the process that draws, with everything that the bot loads: after loading, after warming up, and over many
different pictures.

The pictures are boards, hands, scenes and finals of random games of every title, in both languages, each for other people (one
name in ten as long as Discord allows). It runs in a separate process, since memory used by others would count. The goal (issue
11): at most 200 MiB after 20,000 pictures and flat over the second half. Reached: 128 MiB warm, then 151, 154, 172, 176, 180,
156, 171 and 181 after each 2,500 pictures; up to 40 more while a picture is drawn, 211 at most.
"""

from __future__ import annotations

import asyncio
import importlib
import json
import random
import resource
import subprocess
import sys
from collections.abc import Iterator
from itertools import count

from data.words import words
from engines import games
from engines.notation import random_move
from render import renderers
from render.contract import Audience, Epilogue, Person
from render.memory import resident
from render.pool import Pool

PICTURES, PARTS = 2000, 8
LETTERS = "aąbcćdeęfghijklłmnńoóprsśtuwyzźż"


def lines() -> Iterator[tuple[str, float, str]]:
    """Yields name, value and unit; `python -m bench.memory 20000` draws that number of pictures."""
    done = subprocess.run([sys.executable, "-m", "bench.memory"], capture_output=True, text=True, check=True)
    for line in done.stdout.splitlines():
        name, value = json.loads(line)
        yield name, value, "MiB"


def somebody(rng: random.Random) -> str:
    """Returns a name that is rarely repeated."""
    return "".join(rng.choices(LETTERS, k=32 if rng.random() < 0.1 else rng.randint(3, 14))).capitalize()


async def work(pictures: int) -> None:
    """Draw, and print the memory after each part."""
    importlib.import_module("service.run")  # discord.py and everything else that the bot needs
    pool = Pool(renderers())
    report("memory loaded")
    await pool.warm()
    report("memory warm")
    rng, made = random.Random(1), 0
    parts = iter(range(1, PARTS + 1))
    wanted = next(parts)
    for number in count():
        key = sorted(games())[number % len(games())]
        game = games()[key]
        seats = rng.choice(game.seats)
        try:
            position = game.start(
                seats, {option.key: rng.choice(option.values) for option in game.options}, bytes([number % 256] * 16)
            )
        except ValueError:
            continue
        people = tuple(Person(somebody(rng)) for _ in range(seats))
        audience = Audience(people, words("pl" if number % 2 else "en"))
        while pending := position.pending():
            seat = rng.choice(pending)
            events = position.play(seat, random_move(position, seat, rng))
            jobs = [pool.scene(key, event, audience) for event in events if event.scene]
            if rng.random() < 0.25:
                jobs.append(pool.board(key, position.view(None), audience))
                made += await pool.hand(key, position.view(seat), audience) is not None
            for job in jobs:
                await job
                made += 1
            if made >= wanted * pictures / PARTS:
                report(f"memory after {made} pictures")
                wanted = next(parts, 0)
                if not wanted:
                    report("memory at most meanwhile", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)
                    return
        result = position.result()
        assert result is not None
        await pool.final(key, position.view(None), result, Epilogue(), audience)
        made += 1


def report(name: str, held: int | None = None) -> None:
    """Print a number of bytes, or the current memory use of the process."""
    print(json.dumps([name, round((held or resident()) / 2**20, 1)]), flush=True)


if __name__ == "__main__":
    asyncio.run(work(int(sys.argv[1]) if len(sys.argv) > 1 else PICTURES))
