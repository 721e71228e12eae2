"""The tests' own PostgreSQL server: Debian's package, a loopback port, a temporary folder; ended by its process id."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import uuid
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tests.support import postgres_rows

PACKAGES = Path("/usr/lib/postgresql")
USER = "postgres"
START_SECONDS = 120.0
QUICK = {
    "fsync": "off",
    "full_page_writes": "off",
    "wal_level": "minimal",
    "max_wal_senders": 0,
    "autovacuum": "off",
    "shared_buffers": "16MB",
    "max_connections": 50,
    "max_wal_size": "64MB",
}
"""Settings for tests: there are no power cuts, and databases that exist for a second need no vacuum. With them, creating and
dropping one costs less than half.
"""

HERE = ("127.0.0.1",)


def missing() -> str | None:
    """Returns what a test on PostgreSQL lacks here, or None."""
    if programs() is None:
        return f"no PostgreSQL in {PACKAGES} (Debian's package postgresql)"
    try:
        import asyncpg  # noqa: F401
    except ImportError:
        return "no asyncpg (requirements-postgres.lock)"
    return None


def programs() -> Path | None:
    """Returns the folder of the newest server installed."""
    found = [path for path in PACKAGES.glob("*/bin") if (path / "postgres").exists() and int(path.parent.name) >= 15]
    return max(found, key=lambda path: int(path.parent.name), default=None)


class Server:
    """A running server."""

    def __init__(self, folder: Path, settings: Mapping[str, object] = QUICK, addresses: tuple[str, ...] = HERE) -> None:
        bin_ = programs()
        assert bin_ is not None
        self._bin, self._data = bin_, folder / "data"
        import pwd  # a system without it has no such server, and can run the other tests

        # The server refuses to run as root.
        self._as: dict[str, Any] = (
            {"user": USER, "group": pwd.getpwnam(USER).pw_gid, "extra_groups": []} if os.getuid() == 0 else {}
        )
        if self._as:
            shutil.chown(folder, USER)
        self._log = folder / "log"
        self._empty, self._clearing = "", ""
        self._copies, self._free = set[str](), list[str]()
        self._settings = {**settings, "listen_addresses": ",".join(addresses)}
        self.port = _free_port()
        self._make()
        with (self._data / "pg_hba.conf").open("a") as rules:
            rules.writelines(f"host all all {address}/24 trust\n" for address in addresses)
        self.start()

    def _make(self) -> None:
        make = [
            str(self._bin / "initdb"),
            "-D",
            str(self._data),
            "-U",
            "zamki",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--locale=C.UTF-8",
        ]
        subprocess.run([*make, "--no-sync"], check=True, capture_output=True, cwd="/", **self._as)

    def start(self) -> None:
        """Start it and wait until it accepts connections."""
        settings = {**self._settings, "unix_socket_directories": "", "port": self.port}
        options = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        with self._log.open("ab") as log:
            self.process = subprocess.Popen(
                [self._bin / "postgres", "-D", self._data, *options], stdout=log, stderr=log, cwd="/", **self._as
            )
        until = time.monotonic() + START_SECONDS
        while subprocess.run([self._bin / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.port)], check=False).returncode:
            assert self.process.poll() is None, self._log.read_text()
            assert time.monotonic() < until, self._log.read_text()
            time.sleep(0.05)

    def stop(self) -> None:
        """Stop it immediately, by a fast shutdown."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait(60)

    def again(self) -> None:
        """Start it if it has ended."""
        if self.process.poll() is not None:
            self.start()

    def url(self, database: str) -> str:
        return f"postgresql://zamki@127.0.0.1:{self.port}/{database}"

    def new_database(self, template: str = "") -> str:
        """Create a database, empty or as a copy of the one at the URL `template`, which must not be in use. Returns its URL."""
        if template and template == self._empty and self._free:
            return self._free.pop()
        url = self.url(f"t{uuid.uuid4().hex}")
        # Copying the files takes a quarter of the time that writing each page to the log takes.
        copying = f" TEMPLATE {name_of(template)}" if template else ""
        self.run("postgres", f"CREATE DATABASE {name_of(url)}{copying} STRATEGY FILE_COPY")
        if template and template == self._empty:
            self._copies.add(url)
        return url

    def drop(self, url: str) -> None:
        """Drop a database and disconnect its users. A copy of the template of `reuse` is cleared instead."""
        if url in self._copies and self._cleared(url):
            self._free.append(url)
        else:
            self.run("postgres", f"DROP DATABASE {name_of(url)} WITH (FORCE)")

    def reuse(self, template: str) -> None:
        """From now on copies of this database are used again: clearing one takes a tenth of the time of making one."""
        name = name_of(template)
        shape = self.run(name, postgres_rows.SHAPE).strip()
        rows = self._rows(name, self.run(name, postgres_rows.TABLES))
        sequences = self._rows(name, self.run(name, postgres_rows.SEQUENCES))
        again = postgres_rows.put_back([(table, found or None) for table, found in rows], [each for (each,) in sequences])
        self._empty, self._clearing = (
            template,
            (
                "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
                f"; DO $do$ BEGIN ASSERT ({postgres_rows.SHAPE}) = '{shape}'; END $do$; {again}"
            ),
        )

    def _cleared(self, url: str) -> bool:
        """Returns whether a database is as its template again."""
        self._copies.discard(url)
        done = subprocess.run(self._psql(name_of(url)), input=self._clearing, check=False, capture_output=True, text=True)
        if done.returncode == 0:
            self._copies.add(url)
        return done.returncode == 0

    def _rows(self, database: str, sql: str) -> list[list[str]]:
        done = subprocess.run(
            [*self._psql(database), "-F", "\x1f", "-R", "\x1e"], input=sql, check=True, capture_output=True, text=True
        )
        return [line.split("\x1f") for line in done.stdout.rstrip("\n").split("\x1e") if line]

    def tool(self, name: str, *words: str) -> None:
        """Run one of the server's own programs."""
        subprocess.run([str(self._bin / name), *words], check=True, capture_output=True, cwd="/")

    def run(self, database: str, sql: str) -> str:
        """Run a statement from outside."""
        return subprocess.run([*self._psql(database), "-c", sql], check=True, capture_output=True, text=True).stdout

    def _psql(self, database: str) -> list[str]:
        return [str(self._bin / "psql"), "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", self.url(database)]


def name_of(url: str) -> str:
    """Returns the database of a URL."""
    return url.rpartition("/")[2]


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@contextlib.contextmanager
def running(
    settings: Mapping[str, object] = QUICK, where: Path | None = None, addresses: tuple[str, ...] = HERE
) -> Iterator[Server]:
    """Yields a server at these addresses that ends with the block and is deleted with its folder (below `where`)."""
    # Not pytest's own folder, which only root may enter.
    folder = Path(tempfile.mkdtemp(prefix="zamki-postgres-", dir=where))
    try:
        server = Server(folder, settings, addresses)
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
