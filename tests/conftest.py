import asyncio
import collections
import gc
import logging
import os
import re
import uuid
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from data import telemetry
from data.opening import open_store
from engines import games
from render import renderers
from render.pool import Pool
from sandbox import MovableClock
from sandbox.components import BUTTON, walk
from sandbox.rest import Exchange
from tables.rules import ledger
from tests.support import postgres_server, sqlite_work
from tests.support.blank_pictures import BlankPool
from tests.support.extra_games import House
from tests.support.openapi import violations
from tests.support.random_game_count import WHOLE
from tests.support.sqlite_same_thread import in_the_same_thread
from tests.support.store_backends import ON_POSTGRES, DatabaseHome, FileHome, Home, empty_file
from tests.support.world import NewHome, World
from tests.support.world import world as make_world

IN_CI = "ZAMKI_CI" in os.environ
"""Whether a lack on this machine fails a test instead of skipping it (`.ci/run`)."""


FIRST = 3
"""The number of tests of each file that CI runs on PostgreSQL besides those of the store."""

Logging = tuple[int, list[logging.Handler], list[Any], bool, bool]
"""What can be set for a logger: level, handlers, filters, whether it is disabled, whether lines reach its parents' handlers."""

UNSET: Logging = (logging.NOTSET, [], [], False, True)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Run the tests with the longest time limits first, then the other long ones, so that no process is left alone with one at
    the end. Mark the tests that run on PostgreSQL: all that have a store, except long ones with a time limit of their own.
    """
    items.sort(key=_time_given, reverse=True)
    if ON_POSTGRES:
        also = [item for item in items if "new_home" in fixtures(item) and not item.get_closest_marker("postgres")]
        for item in also:
            item.add_marker(pytest.mark.postgres)
        if not WHOLE:
            left_out = {item for item in also if item.get_closest_marker("timeout") and item.get_closest_marker("long")}
            left_out |= _further_cases(items, {*also} - left_out)
            left_out |= _further_tests([item for item in also if item not in left_out])
            config.hook.pytest_deselected(items=left_out)
            items[:] = [item for item in items if item not in left_out]


def _further_cases(items: list[pytest.Item], also: set[pytest.Item]) -> set[pytest.Item]:
    """Returns further cases among those that `also` run on PostgreSQL, of tests that have a quick case there, or whose first
    case runs there. Another language, game or channel makes the same statements, so these cases run on SQLite. What
    `_is_of_the_store` is exempt.
    """
    played = {_function(item) for item in items if not item.get_closest_marker("long")}
    further = set()
    for item in items:
        if item in also and item.get_closest_marker("long"):
            if _function(item) in played and not _is_of_the_store(item):
                further.add(item)
            played.add(_function(item))
    return further


def _further_tests(also: list[pytest.Item]) -> set[pytest.Item]:
    """Returns the tests, among those that `also` run on PostgreSQL, after the FIRST of each file, long ones first. Of the
    267 statements that 500 end-to-end tests make, the first three make 265, and the store's own tests the others. What
    `_is_of_the_store` is exempt.
    """
    counts, further = collections.Counter[Path](), set()
    for item in also:
        if not _is_of_the_store(item):
            counts[item.path] += 1
            if counts[item.path] > FIRST:
                further.add(item)
    return further


def _is_of_the_store(item: pytest.Item) -> bool:
    """Returns whether a test is about the store itself, killed bots or other behaviour of PostgreSQL."""
    return (
        "home" in fixtures(item)
        or item.path.parent.name in {"data", "tables", "service"}
        or hasattr(getattr(item, "module", None), "ON_POSTGRES")
    )


def fixtures(item: pytest.Item) -> Sequence[str]:
    return getattr(item, "fixturenames", ())


def _function(item: pytest.Item) -> tuple[Path, str]:
    return item.path, getattr(item, "originalname", item.name)


def pytest_collection_finish() -> None:
    """Freeze what is loaded now and stays until the end, so that the collector does not check it again and again. Have it check
    garbage of the tests less often.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def pytest_sessionfinish() -> None:
    """Keep what is left from being collected five times: pytest looks for errors in destructors when it ends."""
    gc.collect()
    gc.freeze()


def _time_given(item: pytest.Item) -> float:
    given = item.get_closest_marker("timeout")
    if given is not None:
        return float(given.args[0])
    return 1.0 if {"long", "browser"} & {mark.name for mark in item.iter_markers()} else 0.0


@pytest.fixture(scope="session", autouse=True)
def counted_statements() -> Iterator[None]:
    """SQLite's statements are counted while they run, so that tests which move the time know when all is done."""
    with pytest.MonkeyPatch.context() as patch:
        sqlite_work.count_statements(patch)
        yield


@pytest.fixture(scope="session")
def house() -> House:
    """The games that the world plays. A module that plays others has its own fixture of this name."""
    return House(games(), renderers())


@pytest.fixture(scope="session")
def drawing_pool() -> Iterator[Pool]:
    """Draws the pictures of the project's own games, for all tests together."""
    pool = Pool(renderers())
    yield pool
    pool.close()


@pytest.fixture(scope="session")
def blank_pool() -> Iterator[Pool]:
    pool = BlankPool(renderers())
    yield pool
    pool.close()


@pytest.fixture
def real_pictures() -> None:
    """Requested by tests in whose world real pictures are drawn."""


@pytest.fixture
def in_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Requested by long walks in which people act one after the other: without threads for SQLite they take four fifths of the
    CPU. Other tests show what happens while statements take time.
    """
    in_the_same_thread(monkeypatch)


@pytest.fixture
def pictures(request: pytest.FixtureRequest) -> str:
    """Whether the world's pictures are "real" or "blank". A test of which some cases draw has a parameter of this name."""
    return "real" if "real_pictures" in request.fixturenames else "blank"


@pytest.fixture
def pool(request: pytest.FixtureRequest, pictures: str) -> Pool:
    """The source of the world's pictures."""
    chosen: Pool = request.getfixturevalue({"real": "drawing_pool", "blank": "blank_pool"}[pictures])
    return chosen


@pytest.fixture
def clock() -> MovableClock:
    return MovableClock()


@pytest.fixture(scope="session")
def held() -> set[str]:
    """The kinds of exchanges that have been validated against Discord's description in this session."""
    return set()


@pytest.fixture(scope="session")
def postgres() -> Iterator[postgres_server.Server]:
    """A server for all tests together. Without one, tests are skipped with a reason, or fail in CI."""
    if lacking := postgres_server.missing():
        (pytest.fail if IN_CI else pytest.skip)(lacking)
    with postgres_server.running() as server:
        yield server


@pytest.fixture(scope="session")
def migrated(postgres: postgres_server.Server) -> str:
    """An empty database of the current version, for copying."""

    async def made(url: str) -> str:
        await (await open_store(url)).close()
        return url

    url = asyncio.run(made(postgres.new_database()))
    postgres.reuse(url)
    return url


@pytest.fixture
def new_home(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[NewHome]:
    """Where this test's stores are: files, or databases that are deleted after the test (ZAMKI_TEST_STORE=postgres)."""
    made: list[str] = []
    if not ON_POSTGRES:
        yield lambda: empty_file(tmp_path / f"zamki-{uuid.uuid4().hex}.sqlite")
        return
    server, template = request.getfixturevalue("postgres"), request.getfixturevalue("migrated")

    def new() -> str:
        made.append(server.new_database(template))
        return made[-1]

    yield new
    for url in made:
        server.drop(url)


@pytest.fixture
def home(request: pytest.FixtureRequest, new_home: NewHome) -> Iterator[Home]:
    """Where the store of a scene is that is restored again and again."""
    where = new_home()
    made: Home = FileHome(where) if isinstance(where, Path) else DatabaseHome(where)
    yield made
    made.close()


@pytest.fixture
def many_openings(monkeypatch: pytest.MonkeyPatch) -> None:
    """People may open as many tables as they like in a moment."""
    monkeypatch.setitem(ledger.BOUNDS, "open", ledger.Bound(1000, 1.0))


@pytest.fixture
def told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rounds of tournaments are told at once, perhaps before their tables are there."""
    monkeypatch.setattr("tables.service.stored_tournaments.LINKED_SECONDS", 0.0)


@pytest.fixture
def own_chance() -> None:
    """Requested by tests in which people's presses are part of a game's seed, as in production (see `known_chance`)."""


@pytest.fixture(autouse=True)
def no_press() -> Iterator[None]:
    """What a test does outside any loop on behalf of a press is over with it: what later tests store names no press."""
    yield
    telemetry.begin(0)


@pytest.fixture(autouse=True)
def logging_as_it_was() -> Iterator[None]:
    """Take back what a test sets up for logging. Otherwise later tests would see lines of other levels, and write them to a
    stream that is closed.
    """
    before = _logging()
    yield
    if (after := _logging()) != before:
        for name in {*before, *after}:
            logger = logging.getLogger(name)
            level, handlers, filters, logger.disabled, logger.propagate = before.get(name, UNSET)
            logger.setLevel(level)
            logger.handlers[:], logger.filters[:] = handlers, filters


def _logging() -> dict[str | None, Logging]:
    """Returns the loggers, by name, for which anything is set."""
    loggers = logging.Logger.manager.loggerDict.items()
    state = {name: _set_for(logger) for name, logger in loggers if isinstance(logger, logging.Logger)}
    return {None: _set_for(logging.root)} | {name: each for name, each in state.items() if each != UNSET}


def _set_for(logger: logging.Logger) -> Logging:
    return logger.level, [*logger.handlers], [*logger.filters], logger.disabled, logger.propagate


@pytest.fixture(autouse=True)
def known_chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes the seed the bot's part alone, which tests choose: ids of presses differ each time, and so would every game."""
    if "own_chance" not in request.fixturenames:
        for module in ("rules.lobby", "history.verify"):
            monkeypatch.setattr(f"tables.{module}.mix_seed", lambda secret, _presses: secret)


@pytest.fixture
async def world(  # noqa: PLR0917 - fixtures
    request: pytest.FixtureRequest, new_home: NewHome, clock: MovableClock, pool: Pool, house: House, held: set[str]
) -> AsyncIterator[World]:
    """The bot at work in a sandbox. At the end, all traffic is validated against Discord's description."""
    async with make_world(new_home(), clock, pool, house) as made:
        yield made
        record = made.sandbox.record
    assert not unexplained(record), "a grey button says why it is grey"
    # Exchanges of the same kind (same route, same keys and kinds of values) pass or fail together: one of each kind is checked,
    # and in a long test one of each again.
    known = set() if request.node.get_closest_marker("long") else held
    new = {name: exchange for exchange in record if (name := make(exchange)) not in known}
    assert not violations(new.values())
    held.update(new)


def unexplained(record: list[Exchange]) -> list[str]:
    """Returns the labels of sent buttons that cannot be pressed and do not say why: screen readers do not announce that."""
    sent = [part for each in record if isinstance(each.body, dict) for part in walk(layout(each.body))]
    off = [str(part.get("label")) for part in sent if part.get("type") == BUTTON and part.get("disabled")]
    return [label for label in off if not re.fullmatch(r".+ \(.+\)", label)]


def layout(body: dict[str, Any]) -> list[Any]:
    """Returns the components of a sent message, or of an answer to an interaction."""
    inner = body.get("data")
    return list((inner if isinstance(inner, dict) else body).get("components") or ())


def make(exchange: Exchange) -> str:
    return repr((exchange.method, exchange.route, exchange.status, kinds(exchange.body), kinds(exchange.answer)))


def kinds(value: Any) -> str:
    if isinstance(value, dict):
        inside = [f"{key}:{inner if key == 'type' else kinds(inner)}" for key, inner in value.items()]
        inside.sort()
        return f"{{{','.join(inside)}}}"
    if isinstance(value, list):
        return f"[{','.join(sorted({*map(kinds, value)}))}]"
    return type(value).__name__
