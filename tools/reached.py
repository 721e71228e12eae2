"""Which tests reach which lines of a game: they run once under coverage, in a forked process."""

from __future__ import annotations

import gc
import importlib
import json
import os
import tempfile
import time
from pathlib import Path
from typing import Any

import coverage
import hypothesis
import msgspec
import pytest

from tools.faults import Mutant

ROOT = Path(__file__).parent.parent

LONGEST = 5.0
"""Maximum seconds of a test. Slower tests are left out, which can only make the figures lower than they are. All times are CPU
times under coverage, several times a test's usual time.
"""

TOLD = ("test_e2e_", "test_pictures", "test_prose", "test_long", "test_learning", "test_reviews_bench")
"""Test files that are left out: they are about what people see, or take most of the time."""

LOADED = ("tests.support.world", "tests.support.extra_games", "tests.support.blank_pictures", "tests.support.openapi")
"""Imported once, before forking: they load everything except the games."""

PLAIN = (
    *("-q", "--no-header", "--assert=plain", "-p", "no:cacheprovider", "-p", "no:xdist", "-o", "timeout=0"),
    *("-m", "not browser and not postgres"),
)


class Reached(msgspec.Struct):
    """Which tests reach which lines of a game, and how long each takes."""

    lines: dict[str, dict[int, list[str]]]
    """By module and line, the tests; "" means that the line runs at import."""
    took: dict[str, float]
    """By test, its CPU seconds."""

    def of(self, file: str) -> Reached:
        """Returns the same for the tests of one file, and for what runs at import."""
        lines = {
            module: {line: [test for test in tests if not test or test.startswith(file)] for line, tests in by.items()}
            for module, by in self.lines.items()
        }
        return Reached(lines, {test: took for test, took in self.took.items() if test.startswith(file)})

    def tests(self, module: str, mutant: Mutant) -> tuple[list[str], bool]:
        """Returns the tests that reach a mutant, and whether it also runs at import (then all tests may notice it)."""
        lines = self.lines.get(module, {})
        found = {test for line in range(mutant.first, mutant.last + 1) for test in lines.get(line, [])}
        at_import = "" in found
        tests = set(self.took) if at_import else found
        return [test for test in tests if self.took.get(test, LONGEST + 1) <= LONGEST], at_import


def files_of(game: str) -> list[Path]:
    """Returns the test files that are about a game's rules."""
    return sorted(path for path in (ROOT / "tests" / "games" / game).glob("test_*.py") if not path.name.startswith(TOLD))


def hush() -> None:
    """Stop all output of this process."""
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)


class Watcher:
    """A pytest plugin that records which lines each test reaches, and how long it takes."""

    def __init__(self, game: str, out: Path) -> None:
        self._game, self._out = game, out
        self._cover = coverage.Coverage(config_file=False, data_file=None, include=[f"{ROOT / 'engines' / game}/*"])
        self._took: dict[str, float] = {}
        self._began = 0.0
        self._caches: list[Any] = []

    def pytest_sessionstart(self) -> None:
        self._cover.start()

    def pytest_collection_finish(self) -> None:
        ours = (f"engines.{self._game}.", f"tests.games.{self._game}.")
        self._caches = [
            thing
            for thing in gc.get_objects()
            if type(thing).__name__ == "_lru_cache_wrapper" and str(thing.__module__).startswith(ours)
        ]

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """Clear the caches: what an earlier test left in them would hide what this one reaches."""
        for cache in self._caches:
            cache.cache_clear()
        self._cover.switch_context(nodeid)
        self._began = time.process_time()  # independent of other processes

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        self._took[nodeid] = time.process_time() - self._began

    def pytest_sessionfinish(self) -> None:
        self._cover.stop()
        data = self._cover.get_data()
        lines = {
            Path(name).stem: {str(line): tests for line, tests in data.contexts_by_lineno(name).items()}
            for name in data.measured_files()
        }
        self._out.write_text(json.dumps({"lines": lines, "took": self._took}))


def load() -> None:
    """Load everything except the games, once, in the process from which all others are forked."""
    hypothesis.settings.register_profile(
        "mutants", database=None, derandomize=True, phases=(hypothesis.Phase.explicit, hypothesis.Phase.generate)
    )
    hypothesis.settings.load_profile("mutants")
    for name in LOADED:
        importlib.import_module(name)
    gc.collect()


def together(parts: list[Reached]) -> Reached:
    """Returns what the tests of several files reach."""
    whole = Reached({}, {})
    for part in parts:
        whole.took |= part.took
        for module, by in part.lines.items():
            lines = whole.lines.setdefault(module, {})
            for line, tests in by.items():
                lines[line] = [*lines.get(line, ()), *tests]
    return whole


def measure(files: list[str]) -> Reached:
    """Run the tests of these files of one game once. Raises SystemExit if one fails without any mutant."""
    game = Path(files[0]).parent.name
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "reached.json"
        child = os.fork()
        if child == 0:
            hush()
            os._exit(int(pytest.main([*PLAIN, *files], plugins=[Watcher(game, out)])))
        _, status = os.waitpid(child, 0)
        if os.waitstatus_to_exitcode(status) not in {pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED}:
            raise SystemExit(f"the tests of {game} fail without any mutant")
        return msgspec.json.decode(out.read_bytes(), type=Reached)
