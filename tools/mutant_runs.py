"""Tries mutants quickly.

Both ways fork a process for each mutant. In it the tests that reach the mutant run one after the other, the most promising
first, until one fails:

- `try_in_place`: a fault inside a function. The child of a process that has collected the tests replaces the function's code,
  and nothing is imported again.
- `try_imported`: a fault in what runs at import (a table of numbers, a default). The child of a process that has loaded
  everything except the game imports the game with the fault in it.
"""

from __future__ import annotations

import ast
import contextlib
import functools
import gc
import importlib.abc
import importlib.util
import mmap
import os
import resource
import signal
import struct
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import TypeAlias

import msgspec
import pytest

from tools.faults import Mutant, mutated
from tools.reached import PLAIN, ROOT, Reached, files_of, hush

BUDGET = 12.0
"""Seconds: a mutant survives when its tests have used this time together, as measured without the fault. Like `LONGEST` it can
only make the figures lower than they are.
"""
SLOWER, GRACE, HANGS = 5, 1.0, 120.0
"""A test has noticed the mutant when it takes this many times its usual CPU time and this many seconds more, or this many
seconds of wall-clock time.
"""
MORE_MEMORY = 1 << 30
"""Bytes of memory that a mutant may use beyond what the process has."""

Exchange: TypeAlias = list[tuple[FunctionType, CodeType]]
"""Functions, and the new code of each."""


class Verdict(msgspec.Struct):
    """The result for a mutant: `by` is the test that noticed it, "" if none did; None if it has to be imported to be tried."""

    mutant: Mutant
    by: str | None


class _Order:
    """The order in which tests are tried: by the chance that one notices, learned from earlier mutants, per second."""

    def __init__(self, took: dict[str, float]) -> None:
        self._took = took
        self._tried: Counter[str] = Counter()
        self._noticed: Counter[str] = Counter()

    def of(self, tests: Sequence[str]) -> list[str]:
        """Returns the tests to try, at most `BUDGET` seconds of them."""
        ordered = sorted(tests, key=lambda test: (-self._promise(test), test))
        spent, chosen = 0.0, []
        for test in ordered:
            if spent + self._took[test] <= BUDGET:
                spent += self._took[test]
                chosen.append(test)
        return chosen

    def learn(self, tried: Sequence[str], by: str) -> None:
        self._tried.update(tried)
        if by:
            self._noticed[by] += 1

    def _promise(self, test: str) -> float:
        return (self._noticed[test] + 0.3) / (self._tried[test] + 1) / (self._took[test] + 0.003)


class _Runner:
    """A pytest plugin that runs the given tests in their order and ends the process with 1 as soon as one fails."""

    def __init__(self, tests: Sequence[str], took: dict[str, float], place: mmap.mmap) -> None:
        self._tests, self._took, self._place = tests, took, place

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:  # a module could not be imported
            os._exit(1)
        self.run({item.nodeid: item for item in session.items})
        return True

    def run(self, items: dict[str, pytest.Item]) -> None:
        chosen = [items[test] for test in self._tests if test in items]
        for number, item in enumerate(chosen):
            self._place[:4] = struct.pack("i", self._tests.index(item.nodeid))
            signal.setitimer(signal.ITIMER_PROF, GRACE + SLOWER * self._took.get(item.nodeid, 0.0))
            following = chosen[number + 1] if number + 1 < len(chosen) else None
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        os._exit(0)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> pytest.TestReport:
        """Returns a report without text; a failure needs none."""
        skipped = call.excinfo is not None and issubclass(call.excinfo.type, pytest.skip.Exception)
        if call.excinfo is not None and not skipped:
            os._exit(1)
        outcome = "skipped" if skipped else "passed"
        return pytest.TestReport(item.nodeid, item.location, {}, outcome, None, call.when)  # type: ignore[arg-type]


def _forked(work: Callable[[mmap.mmap], object], tests: Sequence[str]) -> str:
    """Run the work in a forked process, which records the current test. Returns the test that failed or hung, or ""."""
    place = mmap.mmap(-1, 4)
    place[:4] = struct.pack("i", 0)
    child = os.fork()
    if child == 0:
        os.setsid()
        hush()
        code = 3
        try:
            used = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * resource.getpagesize()
            resource.setrlimit(resource.RLIMIT_AS, (used + MORE_MEMORY, used + MORE_MEMORY))
            signal.signal(signal.SIGPROF, signal.SIG_DFL)
            code = int(work(place) or 0)  # type: ignore[call-overload]
        finally:
            os._exit(code)
    ends, pause = time.monotonic() + HANGS, 0.001
    while time.monotonic() < ends:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            break
        time.sleep(pause)
        pause = min(pause * 1.3, 0.02)
    else:
        status = 1
        os.killpg(child, signal.SIGKILL)
        os.waitpid(child, 0)
    return tests[struct.unpack("i", place[:4])[0]] if status else ""


# -- A fault inside a function -----------------------------------------------------------------------------------------------


class _Trier:
    """A pytest plugin that tries mutants of functions with the collected tests instead of running them."""

    def __init__(self, game: str, work: dict[str, list[Mutant]], known: Reached, tell: Callable[[str, Verdict], None]) -> None:
        self._game, self._work, self._known, self._tell = game, work, known, tell

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = {item.nodeid: item for item in session.items}
        functions = [thing for thing in gc.get_objects() if isinstance(thing, FunctionType)]
        gc.collect()
        gc.freeze()
        for module, chosen in self._work.items():
            path = ROOT / "engines" / self._game / f"{module}.py"
            ours = [function for function in functions if function.__code__.co_filename == str(path)]
            source, order = path.read_text(encoding="utf-8"), _Order(self._known.took)
            for mutant in chosen:
                tests, at_import = self._known.tests(module, mutant)
                changed = _exchange(source, mutant, path, ours)
                if at_import or changed is None:
                    self._tell(module, Verdict(mutant, None))
                    continue
                tests = order.of(tests)
                by = _forked(functools.partial(self._with, changed, tests, items), tests) if tests else ""
                order.learn(tests[: tests.index(by) + 1] if by else tests, by)
                self._tell(module, Verdict(mutant, by))
        return True

    def _with(self, changed: Exchange, tests: list[str], items: dict[str, pytest.Item], place: mmap.mmap) -> None:
        for function, code in changed:
            try:
                function.__code__ = code
            except ValueError:  # other free variables than before: it cannot be replaced
                os._exit(1)
        runner = _Runner(tests, self._known.took, place)
        next(iter(items.values())).config.pluginmanager.register(runner)
        runner.run(items)


def _exchange(
    source: str, mutant: Mutant, path: Path, functions: list[FunctionType]
) -> list[tuple[FunctionType, CodeType]] | None:
    """Returns the live functions that a mutant changes, with their new code; None if it changes what runs at import."""
    before, after = compile(source, str(path), "exec"), compile(mutated(source, mutant), str(path), "exec")
    living = {(function.__code__.co_qualname, function.__code__.co_firstlineno) for function in functions}
    new: dict[tuple[str, int], CodeType] = {}
    for changed in _outermost(before, after, living):
        if changed is None:
            return None
        new |= {(code.co_qualname, code.co_firstlineno): code for code in _with_inner(changed)}
    pairs = [(function, new.get((function.__code__.co_qualname, function.__code__.co_firstlineno))) for function in functions]
    found = [(function, code) for function, code in pairs if code is not None]
    if any(len(function.__code__.co_freevars) != len(code.co_freevars) for function, code in found):
        return None
    return found or None


def _outermost(before: CodeType, after: CodeType, living: set[tuple[str, int]]) -> Iterator[CodeType | None]:
    """Yields the new code of the outermost functions that differ; None if the code around them differs."""
    if before == after:
        return
    if (before.co_qualname, before.co_firstlineno) in living:
        yield after
        return
    inner, changed = _inner(before), _inner(after)
    if len(inner) != len(changed) or _own(before) != _own(after):
        yield None
        return
    for one, other in zip(inner, changed, strict=True):
        yield from _outermost(one, other, living)


def _inner(code: CodeType) -> list[CodeType]:
    return [constant for constant in code.co_consts if isinstance(constant, CodeType)]


def _with_inner(code: CodeType) -> Iterator[CodeType]:
    yield code
    for inner in _inner(code):
        yield from _with_inner(inner)


def _own(code: CodeType) -> tuple[object, ...]:
    """Returns the contents of a code object without the functions in it."""
    constants = tuple(repr(constant) for constant in code.co_consts if not isinstance(constant, CodeType))
    return code.co_code, constants, code.co_names, code.co_varnames


def try_in_place(game: str, work: dict[str, list[Mutant]], known: Reached, tell: Callable[[str, Verdict], None]) -> None:
    """Try the mutants of each module, in a separate process. `tell` is called in this one."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        hush()

        def pass_on(module: str, verdict: Verdict) -> None:
            os.write(writing, msgspec.json.encode((module, verdict)) + b"\n")

        code = 3
        with contextlib.suppress(BaseException), tempfile.TemporaryDirectory() as folder:
            arguments = [*PLAIN, "--no-summary", f"--basetemp={folder}/tests", *map(str, files_of(game))]
            code = int(pytest.main(arguments, plugins=[_Trier(game, work, known, pass_on)]))
        os._exit(code)
    os.close(writing)
    with os.fdopen(reading, "rb") as lines:
        for line in lines:
            tell(*msgspec.json.decode(line, type=tuple[str, Verdict]))
    os.waitpid(child, 0)


# -- A fault in what runs at import ------------------------------------------------------------------------------------------


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports one module with a fault in it."""

    def __init__(self, name: str, path: Path, tree: ast.Module) -> None:
        self._name, self._path, self._tree = name, path, tree

    def find_spec(self, fullname: str, _path: Sequence[str] | None, _target: ModuleType | None = None) -> ModuleSpec | None:
        return importlib.util.spec_from_loader(fullname, self, origin=str(self._path)) if fullname == self._name else None

    def create_module(self, _spec: ModuleSpec) -> None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        module.__file__ = str(self._path)
        exec(compile(self._tree, str(self._path), "exec"), module.__dict__)  # noqa: S102 - our own source with a fault in it


def try_imported(game: str, module: str, chosen: list[Mutant], known: Reached, tell: Callable[[str, Verdict], None]) -> None:
    """Try mutants of what runs when the module is imported."""
    path = ROOT / "engines" / game / f"{module}.py"
    source, order = path.read_text(encoding="utf-8"), _Order(known.took)
    for mutant in chosen:
        tests = order.of(known.tests(module, mutant)[0])
        finder = _Finder(f"engines.{game}.{module}", path, mutated(source, mutant))
        by = ""
        for some in _in_two(tests):
            with tempfile.TemporaryDirectory() as folder:
                by = by or _forked(functools.partial(_imported, finder, some, known.took, folder), some)
        order.learn(tests[: tests.index(by) + 1] if by else tests, by)
        tell(module, Verdict(mutant, by))


def _in_two(tests: list[str]) -> list[list[str]]:
    """Splits the tests into those of the most promising file and all others: collecting one file takes a third of the time."""
    first = tests[0].partition("::")[0] + "::" if tests else ""
    parts = [test for test in tests if test.startswith(first)], [test for test in tests if not test.startswith(first)]
    return [part for part in parts if part]


def _imported(finder: _Finder, tests: list[str], took: dict[str, float], folder: str, place: mmap.mmap) -> int:
    sys.meta_path.insert(0, finder)
    files = list(dict.fromkeys(test.partition("::")[0] for test in tests))
    runner = _Runner(tests, took, place)
    return int(pytest.main([*PLAIN, f"--basetemp={folder}/tests", *files], plugins=[runner]))
