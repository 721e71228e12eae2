"""The databases that 1.0.0, the first release, wrote (tests/data/fixtures): a file, and the dump of a PostgreSQL one."""

from __future__ import annotations

import gzip
import random
from pathlib import Path

import engines
from engines.contract import Move, View
from engines.notation import random_move
from tests.support.postgres_server import Server, name_of

COMMIT = "1edd67f3"
VERSION = 28
"""The commit of the release, and the version of its databases."""

FIXTURES = Path(__file__).parents[1] / "data" / "fixtures"

NOW = 1_759_622_400.0
"""When they were written, in Unix seconds: 5 October 2025."""


TOURNAMENTS = {24: "over", 29: "running", 34: "lobby"}


class AtRandom:
    """Computer players that move at random: this is not about their wit."""

    async def choose_move(self, game: str, view: View, level: str, seed: int) -> Move:
        assert view.seat is not None
        rng = random.Random(seed)
        return random_move(engines.games()[game].determinize(view, rng), view.seat, rng)

    async def close(self) -> None:
        pass


def write_file(path: Path) -> Path:
    """Write the SQLite file."""
    path.write_bytes(gzip.decompress((FIXTURES / f"version-{VERSION}.sqlite.gz").read_bytes()))
    return path


def new_database(server: Server, folder: Path) -> str:
    """Make the PostgreSQL database, and return its URL. `folder`: for the dump."""
    dump, url = folder / "dump.sql", server.new_database()
    dump.write_bytes(gzip.decompress((FIXTURES / f"version-{VERSION}.sql.gz").read_bytes()))
    server.tool("psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-f", str(dump), server.url(name_of(url)))
    return url
