"""`python -m bench year [--days N] [--seed N] [--postgres]`: a year of a server (`tests/support/year.py`), its figures as JSON,
and what was wrong. One process lives in a file; on PostgreSQL there are two.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.support.postgres_server import running
from tests.support.year import Year


def main(arguments: Sequence[str]) -> int:
    """Returns 1 if anything is wrong."""
    parser = argparse.ArgumentParser(prog="python -m bench year")
    parser.add_argument("--days", type=int, default=0, help="how many days (default: a year)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--postgres", action="store_true", help="two processes on a PostgreSQL of their own")
    asked = parser.parse_args(arguments)
    with contextlib.ExitStack() as stack:
        where: str | Path = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "zamki.db"
        if asked.postgres:
            where = stack.enter_context(running()).new_database()
        return asyncio.run(_live(Year(where, days=asked.days, seed=asked.seed, processes=1 + asked.postgres)))


async def _live(year: Year) -> int:
    try:
        await year.run()
        print(json.dumps(await year.figures(), indent=1))
        faults = await year.faults()
    finally:
        await year.stop()
    print("\n".join(faults), file=sys.stderr)
    return int(bool(faults))
