import asyncio
import gc
import os
import re
import uuid
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from data.opening import open_store
from engines import games
from render import renderers
from render.pool import Pool
from sandbox import MovableClock
from sandbox.components import BUTTON, walk
from sandbox.rest import Exchange
from tests.support import postgres_server
from tests.support.blank_pictures import BlankPool
from tests.support.extra_games import House
from tests.support.openapi import violations
from tests.support.random_game_count import WHOLE
from tests.support.store_backends import ON_POSTGRES, DatabaseHome, FileHome, Home, empty_file
from tests.support.world import NewHome, World
from tests.support.world import world as make_world

IN_CI = "ZAMKI_CI" in os.environ
"""Whether nothing may be skipped for what this machine lacks (`.ci/run`)."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Tests begin with those that are given most time, then come the other long ones, so that no process is left alone with one
    at the end. What plays on PostgreSQL is marked so.
    """
    items.sort(key=_time_given, reverse=True)
    if ON_POSTGRES:
        for item in items:
            if "new_home" in getattr(item, "fixturenames", ()):
                item.add_marker(pytest.mark.postgres)
        if not WHOLE:
            left_out = _further_cases(items)
            config.hook.pytest_deselected(items=left_out)
            items[:] = [item for item in items if item not in left_out]


def _further_cases(items: list[pytest.Item]) -> set[pytest.Item]:
    """Further cases of what plays on PostgreSQL in a quick case, or where there is none in its first: another language, game or
    channel makes the same statements, and these cases play on SQLite. Not those of tests of the store itself, of bots that are
    killed, and of what is otherwise on PostgreSQL.
    """
    played = {_function(item) for item in items if not {"more", "long"} & {mark.name for mark in item.iter_markers()}}
    further = set()
    for item in items:
        if item.get_closest_marker("more") and item.get_closest_marker("postgres") and not item.get_closest_marker("long"):
            own = "home" in getattr(item, "fixturenames", ()) or item.path.parent.name == "data"
            if _function(item) in played and not own and not hasattr(getattr(item, "module", None), "ON_POSTGRES"):
                further.add(item)
            played.add(_function(item))
    return further


def _function(item: pytest.Item) -> tuple[Path, str]:
    return item.path, getattr(item, "originalname", item.name)


def pytest_collection_finish() -> None:
    """What is loaded by now stays until the end: the collector need not look through it again and again, and it looks through
    what each test leaves less often.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def _time_given(item: pytest.Item) -> float:
    given = item.get_closest_marker("timeout")
    if given is not None:
        return float(given.args[0])
    return 1.0 if {"long", "browser"} & {mark.name for mark in item.iter_markers()} else 0.0


@pytest.fixture(scope="session")
def house() -> House:
    """The games that the world plays; a module that plays others says so by a fixture of its own of this name."""
    return House(games(), renderers())


@pytest.fixture(scope="session")
def drawing_pool() -> Iterator[Pool]:
    """Draws the pictures of the house's own games, for all tests together."""
    pool = Pool(renderers())
    yield pool
    pool.close()


@pytest.fixture(scope="session")
def blank_pool() -> Iterator[Pool]:
    pool = BlankPool(renderers())
    yield pool
    pool.close()


@pytest.fixture
def pool(request: pytest.FixtureRequest) -> Pool:
    """What the world's pictures come from: blank ones, but in long tests that are not `blank`, and where a test `draws`."""
    marks = {mark.name for mark in request.node.iter_markers()}
    draws = "draws" in marks or ("long" in marks and "blank" not in marks)
    chosen: Pool = request.getfixturevalue("drawing_pool" if draws else "blank_pool")
    return chosen


@pytest.fixture
def clock() -> MovableClock:
    return MovableClock()


@pytest.fixture(scope="session")
def held() -> set[str]:
    """The makes of exchanges that have been held to Discord's description in this session."""
    return set()


@pytest.fixture(scope="session")
def postgres() -> Iterator[postgres_server.Server]:
    """A server for all tests together; skipped with a word where there is none to be had, but in CI."""
    if lacking := postgres_server.missing():
        (pytest.fail if IN_CI else pytest.skip)(lacking)
    with postgres_server.running() as server:
        yield server


@pytest.fixture(scope="session")
def migrated(postgres: postgres_server.Server) -> str:
    """A database of today's version with nothing in it, to be copied."""

    async def made(url: str) -> str:
        await (await open_store(url)).close()
        return url

    return asyncio.run(made(postgres.new_database()))


@pytest.fixture
def new_home(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[NewHome]:
    """Where the stores of this test are: files, or databases that go with the test (ZAMKI_TEST_STORE=postgres)."""
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
    """Where the store of a scene lives that is put back again and again."""
    where = new_home()
    made: Home = FileHome(where) if isinstance(where, Path) else DatabaseHome(request.getfixturevalue("postgres"), where)
    yield made
    made.close()


@pytest.fixture
def own_chance() -> None:
    """Asked for by tests in which people's presses are part of a game's seed, as they are in truth (see `known_chance`)."""


@pytest.fixture(autouse=True)
def known_chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The seed is the bot's part alone, which tests choose: ids of presses are others each time, and so would be every game."""
    if "own_chance" not in request.fixturenames:
        for module in ("rules.lobby", "history.verify"):
            monkeypatch.setattr(f"tables.{module}.mixed", lambda secret, _presses: secret)


@pytest.fixture
async def world(  # noqa: PLR0917 - fixtures
    request: pytest.FixtureRequest, new_home: NewHome, clock: MovableClock, pool: Pool, house: House, held: set[str]
) -> AsyncIterator[World]:
    """The bot at work in a sandbox; afterwards all that went over the wire is held to Discord's description."""
    async with make_world(new_home(), clock, pool, house) as made:
        yield made
        record = made.sandbox.record
    assert not unexplained(record), "a grey button says why it is grey"
    # Exchanges of the same make (same route, same keys and kinds of values) hold or fail together: one of each is looked at,
    # in a long test one of each anew.
    known = set() if request.node.get_closest_marker("long") else held
    new = {name: exchange for exchange in record if (name := make(exchange)) not in known}
    assert not violations(new.values())
    held.update(new)


def unexplained(record: list[Exchange]) -> list[str]:
    """The labels of the buttons sent that cannot be pressed and do not say why: a screen reader does not tell that."""
    sent = [part for each in record if isinstance(each.body, dict) for part in walk(layout(each.body))]
    off = [str(part.get("label")) for part in sent if part.get("type") == BUTTON and part.get("disabled")]
    return [label for label in off if not re.fullmatch(r".+ \(.+\)", label)]


def layout(body: dict[str, Any]) -> list[Any]:
    """The components of a message sent, or of an answer to an interaction."""
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
