"""How one text of a statement becomes each database's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from data.sql.statements import LOCK, insert, upsert
from data.sqlite.connection import fill, in_sqlite
from data.sqlite.store import SqliteStore


def test_postgres_gets_numbered_places_and_arrays() -> None:
    connection = pytest.importorskip("data.postgres.connection", exc_type=ImportError)
    assert connection.in_postgres("a = ? AND b = ? AND c IN (SELECT 1)") == "a = $1 AND b = $2 AND c IN (SELECT 1)"
    assert (
        connection.in_postgres("a = ?2 AND b = ?1 AND c IN (??) AND d = ?1") == "a = $2 AND b = $1 AND c = ANY ($3) AND d = $1"
    )
    assert connection.in_postgres("a = $2 AND b = ?1") == "a = $2 AND b = $1"


def test_sqlite_gets_its_own_words_and_a_place_for_each_item() -> None:
    sql = 'SELECT least(a, b)::bigint FROM t WHERE c = true AND true_name = false ORDER BY d COLLATE "C"'
    assert in_sqlite(sql + LOCK) == "SELECT min(a, b) FROM t WHERE c = 1 AND true_name = 0 ORDER BY d"
    assert in_sqlite("SELECT a FROM t FOR UPDATE SKIP LOCKED") == "SELECT a FROM t"
    assert fill("a = ?1 AND b IN (??) AND c IN (??) AND d = ?1", (1, [2, 3], [])) == (
        "a = ?1 AND b IN (?, ?) AND c IN () AND d = ?1",
        (1, 2, 3),
    )


def test_a_row_is_stored_in_the_place_of_the_one_with_its_key() -> None:
    assert insert("t", "user", "a") == 'INSERT INTO t ("user", "a") VALUES (?, ?)'
    assert upsert("t", ("user",), "a") == (
        'INSERT INTO t ("user", "a") VALUES (?, ?) ON CONFLICT ("user") DO UPDATE SET "a" = excluded."a"'
    )


@pytest.mark.long
@pytest.mark.parametrize(
    ("sql", "index"),
    [
        ("SELECT id FROM tables WHERE thinking = true", "tables_thinking"),
        ("SELECT tournament FROM tournament_games WHERE ended = true", "tournament_games_ended"),
        ("SELECT 1 FROM results WHERE guild = 1 AND rated = true AND at > 0", "results_recent"),
    ],
)
async def test_sqlite_finds_what_is_true_by_its_index(tmp_path: Path, sql: str, index: str) -> None:
    store = await SqliteStore.open(tmp_path / "zamki.sqlite")
    plan = await store.read(f"EXPLAIN QUERY PLAN {in_sqlite(sql)}")
    await store.close()
    assert index in plan[0][-1]
