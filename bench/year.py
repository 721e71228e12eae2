"""`python -m bench year [--days N] [--seed N] [--postgres | --update [COMMIT]]`: a year of a server (`tests/support/year.py`),
its figures as JSON, and what was wrong. One process lives in a file; on PostgreSQL there are two. With `--update` the code of
an earlier commit lives the first half and is killed in the middle of a post (`bench/before_update.py`), and this code goes on
with its database.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import pickle
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Sequence
from pathlib import Path

from tests.support.postgres_server import running
from tests.support.year import POPULATION, Year

EARLIER = "9be6abd7"
"""The last commit with the database's version 48."""


def main(arguments: Sequence[str]) -> int:
    """Returns 1 if anything is wrong."""
    parser = argparse.ArgumentParser(prog="python -m bench year")
    parser.add_argument("--days", type=int, default=0, help="how many days (default: a year)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--postgres", action="store_true", help="two processes on a PostgreSQL of their own")
    parser.add_argument("--update", nargs="?", const=EARLIER, help=f"a commit that lives the first half (default: {EARLIER})")
    asked = parser.parse_args(arguments)
    with contextlib.ExitStack() as stack:
        where: str | Path = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "zamki.db"
        if asked.update:
            year = _half(Path(where), asked.update, asked.days or POPULATION["days"], asked.seed)
            return asyncio.run(_live(year, year.resume(where)))
        if asked.postgres:
            where = stack.enter_context(running()).new_database()
        year = Year(where, days=asked.days, seed=asked.seed, processes=1 + asked.postgres)
        return asyncio.run(_live(year, year.run()))


def _half(where: Path, commit: str, days: int, seed: int) -> Year:
    """Let the bot of a commit live half of the days in a process of its own. Returns what the simulation knows then."""
    code, state = where.with_name("earlier"), where.with_name("state")
    code.mkdir()
    files = subprocess.run(["git", "archive", commit], check=True, stdout=subprocess.PIPE).stdout
    subprocess.run(["tar", "-x", "-C", str(code)], check=True, input=files)
    shutil.copy("tests/support/year.py", code / "tests/support/year.py")
    script = str(Path(__file__).with_name("before_update.py"))
    subprocess.run(
        [sys.executable, "-P", script, str(where), str(state), str(days), str(seed), str(days // 2)],
        check=True,
        cwd=code,
        env={**os.environ, "PYTHONPATH": str(code)},
    )
    year: Year = pickle.loads(state.read_bytes())
    return year


async def _live(year: Year, life: Awaitable[None]) -> int:
    try:
        await life
        print(json.dumps(await year.figures(), indent=1))
        faults = await year.faults()
    finally:
        await year.stop()
    print("\n".join(faults), file=sys.stderr)
    return int(bool(faults))
