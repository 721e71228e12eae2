"""Mutation testing of the games' rules: `python -m tools.mutants <game> [module…] [--sample N] [--seed S] [--fresh]`.

Each mutant is one small fault put into one module of `engines/<game>/` (tools/faults.py); it is killed when one of the game's
own tests (`tests/games/<game>`) fails. Prints a line for each module, and the survivors; exits with 1 under 90 percent.
Results are stored in var/mutants/: an interrupted run continues where it stopped, a second one tries the survivors and what has
changed (`--fresh`: everything again). Faults that no test can notice are in tools/equivalent_mutants.toml, with the reason, and
are not counted (`--equivalent`: try them, too). `python -m tools.mutants --table` prints the stored results of all games, as in
docs/mutants.md, and runs nothing.
"""

from __future__ import annotations

import argparse
import hashlib
import random
import sys
from collections import Counter
from collections.abc import Iterator

import msgspec

from engines import games
from tools import mutant_runs, reached
from tools.faults import Mutant, mutants
from tools.mutant_runs import Verdict
from tools.reached import ROOT, Reached

GOAL = 0.9
"""The share of each module's mutants that should be killed."""

BOTS = {
    *("advice", "answers", "bots", "evaluate", "fast", "laying", "leaf", "plans", "policy", "prospect", "rounds", "search"),
    "value",
}
"""Modules of a game that are part of its computer player."""

NOT_RULES = BOTS | {"__init__", "components", "statistics"}
"""Modules of a game that are not its rules: the computer player, tables of data, and achievements (`tests/tables`)."""

KEPT = ROOT / "var" / "mutants"

HEAD = """# Do the tests notice a fault in the rules?

Each mutant is one small fault put into a rules module (`tools/faults.py`); it is killed when one of the game's own tests
(`tests/games/<game>`, without pictures, prose, end to end and what takes more than a few seconds) fails. Of each module at
least 90 of 100 should be. Equivalent are those that change nothing anybody could see, each with its reason in
`tools/equivalent_mutants.toml`; they are not counted. Where fewer were tried than there are, it was a sample drawn by a seed,
and the 95 % interval of the whole stands beside it. Only survivors were checked for equivalence, so the untried mutants still
include some.
`make mutants GAME=…` runs them, `python -m tools.mutants --table > docs/mutants.md` makes this page of what was found.
"""


class Kept:
    """The stored results about the mutants of a game, in a file that only grows."""

    def __init__(self, game: str, *, fresh: bool = False) -> None:
        self._game, self._path = game, KEPT / f"{game}.jsonl"
        self._found: dict[tuple[str, str], dict[Mutant, str]] = {}
        KEPT.mkdir(parents=True, exist_ok=True)
        if fresh:
            self._path.unlink(missing_ok=True)
        for line in self._path.read_bytes().splitlines() if self._path.exists() else ():
            module, digest, verdict = msgspec.json.decode(line, type=tuple[str, str, Verdict])
            self._found.setdefault((module, digest), {})[verdict.mutant] = verdict.by or ""

    def of(self, module: str) -> dict[Mutant, str]:
        """Returns by mutant of the module's current version the test that noticed it, "" if none did."""
        return self._found.setdefault((module, _digest(self._game, module)), {})

    def before(self, module: str) -> tuple[int, int]:
        """For the module before its last change: how many mutants were killed, and of how many, including equivalent ones."""
        now = _digest(self._game, module)
        versions = [found for (name, digest), found in self._found.items() if name == module and digest != now and found]
        return (sum(map(bool, versions[-1].values())), len(versions[-1])) if versions else (0, 0)

    def add(self, module: str, verdict: Verdict) -> None:
        self.of(module)[verdict.mutant] = verdict.by or ""
        with self._path.open("ab") as file:
            file.write(msgspec.json.encode((module, _digest(self._game, module), verdict)) + b"\n")


def _digest(game: str, module: str) -> str:
    return hashlib.sha256((ROOT / "engines" / game / f"{module}.py").read_bytes()).hexdigest()[:16]


class Measured(msgspec.Struct):
    """What the tests of a game reach, by test file. A file is measured again when it has changed, all files when a rule has."""

    rules: str
    """Digest of the game, and of the code that its tests share."""
    files: dict[str, tuple[str, Reached]]
    """By test file: its digest, and the measurement."""


def known_of(game: str, *, fresh: bool) -> Reached:
    """Returns what the game's tests reach."""
    tests = ROOT / "tests" / "games" / game
    shared = [path for path in sorted(tests.glob("*.py")) if not path.name.startswith("test_")]
    rules = hashlib.sha256(b"".join(path.read_bytes() for path in [*sorted((ROOT / "engines" / game).glob("*.py")), *shared]))
    path = KEPT / f"{game}.json"
    known = Measured("", {})
    if path.exists() and not fresh:
        known = msgspec.json.decode(path.read_bytes(), type=Measured)
    if known.rules != rules.hexdigest():
        known = Measured(rules.hexdigest(), {})
    files = {str(path.relative_to(ROOT)): hashlib.sha256(path.read_bytes()).hexdigest() for path in reached.files_of(game)}
    known.files = {file: kept for file, kept in known.files.items() if files.get(file) == kept[0]}
    if missing := sorted(files.keys() - known.files.keys()):
        measured = reached.measure(missing)
        known.files |= {file: (files[file], measured.of(file)) for file in missing}
        path.write_bytes(msgspec.json.encode(known))
    return reached.together([each for _, each in known.files.values()])


def rules_modules(game: str) -> list[str]:
    """The names of a game's rules modules."""
    return sorted(path.stem for path in (ROOT / "engines" / game).glob("*.py") if path.stem not in NOT_RULES)


class Equivalent(msgspec.Struct, forbid_unknown_fields=True):
    """Faults without a visible effect."""

    module: str
    """`<game>.<module>`."""
    code: str
    """The line of the faults, without leading spaces."""
    what: list[str]
    """Their names. `1 → 2 #2`: only the second of those in that line named `1 → 2`, in the order of the syntax tree."""
    why: str
    """Why they have no visible effect."""


def equivalents() -> list[Equivalent]:
    """Returns the faults that are not counted."""
    return msgspec.toml.decode((ROOT / "tools" / "equivalent_mutants.toml").read_bytes(), type=dict[str, list[Equivalent]])[
        "equivalent"
    ]


def every(game: str, module: str) -> list[Mutant]:
    """All mutants of a module that a test could notice. Raises SystemExit if a line named as equivalent is gone."""
    return told_apart(game, module)[0]


def told_apart(game: str, module: str) -> tuple[list[Mutant], list[Mutant]]:
    """Returns the mutants of a module that a test could notice, and those that are named as equivalent."""
    source = (ROOT / "engines" / game / f"{module}.py").read_text(encoding="utf-8")
    lines = [line.strip() for line in source.splitlines()]
    ours = [one for one in equivalents() if one.module == f"{game}.{module}"]
    for one in ours:
        if one.code not in lines:
            raise SystemExit(f"tools/equivalent_mutants.toml: {one.module} has no line any more that reads {one.code}")
    unseen = {(one.code, what) for one in ours for what in one.what}
    noticeable: list[Mutant] = []
    equivalent: list[Mutant] = []
    count: Counter[tuple[int, str]] = Counter()
    for mutant in mutants(source):
        count[mutant.line, mutant.what] += 1
        named = {mutant.what, f"{mutant.what} #{count[mutant.line, mutant.what]}"}
        unnoticed = any((lines[mutant.line - 1], what) in unseen for what in named)
        (equivalent if unnoticed else noticeable).append(mutant)
    return noticeable, equivalent


def run(game: str, modules: list[str], sample: int | None, seed: int, *, fresh: bool) -> bool:
    """Try the mutants of these modules. Returns whether each module reached the goal."""
    chosen = {}
    for module in modules:
        chosen[module] = every(game, module)
        if sample is not None and sample < len(chosen[module]):
            chosen[module] = random.Random(seed).sample(chosen[module], sample)  # noqa: S311 - a sample, no secret
    kept = _tried(game, chosen, fresh=fresh)
    strong = True
    for module, some in chosen.items():
        killed = sum(bool(kept.of(module)[mutant]) for mutant in some)
        part = killed / len(some) if some else 1.0
        print(f"{game}.{module}: {killed} of {len(some)} killed ({part:.0%})", flush=True)
        strong = strong and part >= GOAL
    return strong


def none_noticed(game: str, modules: list[str]) -> bool:
    """Returns whether no test notices any of the mutants named as equivalent; prints those that one does."""
    chosen = {module: told_apart(game, module)[1] for module in modules}
    kept = _tried(game, chosen)
    noticed = [(module, mutant) for module, some in chosen.items() for mutant in some if kept.of(module)[mutant]]
    for module, mutant in noticed:
        by = kept.of(module)[mutant]
        print(f"  not equivalent: engines/{game}/{module}.py:{mutant.line}: {mutant.what}, noticed by {by}", flush=True)
    return not noticed


def _tried(game: str, chosen: dict[str, list[Mutant]], *, fresh: bool = False) -> Kept:
    """Try those of these mutants that no test has noticed yet. Returns the results."""
    reached.load()
    kept, known = Kept(game, fresh=fresh), known_of(game, fresh=fresh)
    work = {module: [mutant for mutant in some if not kept.of(module).get(mutant)] for module, some in chosen.items()}
    to_import: dict[str, list[Mutant]] = {}

    def tell(module: str, verdict: Verdict) -> None:
        if verdict.by is None:
            to_import.setdefault(module, []).append(verdict.mutant)
            return
        kept.add(module, verdict)
        if not verdict.by:
            print(f"  survived: engines/{game}/{module}.py:{verdict.mutant.line}: {verdict.mutant.what}", flush=True)

    if any(work.values()):
        mutant_runs.try_in_place(game, work, known, tell)
    for module, some in to_import.items():
        mutant_runs.try_imported(game, module, some, known, tell)
    return kept


def table() -> Iterator[str]:
    """Yields the lines of a Markdown page with the stored results for the current modules."""
    yield HEAD
    yield "| module | mutants | equivalent | tried | killed | |"
    yield "|---|--:|--:|--:|--:|--:|"
    for game in games():
        kept, sums = Kept(game), [0, 0, 0, 0]
        for module in rules_modules(game):
            noticeable, equivalent = told_apart(game, module)
            known = kept.of(module)
            found = [known[mutant] for mutant in noticeable if mutant in known]
            row = (len(noticeable), len(equivalent), len(found), sum(map(bool, found)))
            sums = [before + more for before, more in zip(sums, row, strict=True)]
            yield table_row(f"{game}.{module}", row, kept.before(module))
        whole = f"{sums[3] / sums[0]:.0%}" if sums[2] == sums[0] else ""
        yield f"| **{game}** | {' | '.join(map(str, sums))} | {whole} |"


def table_row(name: str, counts: tuple[int, int, int, int], before: tuple[int, int] = (0, 0)) -> str:
    """Returns the line of a module, or of a whole game."""
    there, equivalent, tried, killed = counts
    if not there:
        share = "nothing to change"
    elif not tried and any(before):
        share = "not measured since its last change; before it {} of {}, equivalent ones counted as survivors".format(*before)
    elif not tried:
        share = "not measured"
    else:
        share = f"{killed / tried:.0%}"
        if tried < there:
            share += " ({:.0%}–{:.0%})".format(*interval(killed, tried))
    return f"| {name} | {there} | {equivalent} | {tried} | {killed} | {share} |"


def interval(killed: int, tried: int) -> tuple[float, float]:
    """Returns the 95 % interval (Wilson's) of a share that was measured by a sample."""
    z, part = 1.96, killed / tried
    middle = (part + z * z / (2 * tried)) / (1 + z * z / tried)
    half = z / (1 + z * z / tried) * (part * (1 - part) / tried + z * z / (4 * tried * tried)) ** 0.5
    return max(0.0, middle - half), min(1.0, middle + half)


def main(arguments: list[str]) -> int:
    """Try the mutants of a game's rules modules, or of the named ones; or print the table."""
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description="Do the tests notice a fault in the rules?")
    parser.add_argument("game", nargs="?")
    parser.add_argument("modules", nargs="*", help="modules of engines/<game>/ (all rules modules without)")
    parser.add_argument("--sample", type=int, help="at most this many mutants per module, drawn by --seed")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fresh", action="store_true", help="forget what earlier runs found")
    parser.add_argument("--equivalent", action="store_true", help="try those named as equivalent: does really no test notice?")
    parser.add_argument("--table", action="store_true", help="print what earlier runs found of all games, and run nothing")
    asked = parser.parse_args(arguments)
    if asked.table:
        print("\n".join(table()))
        return 0
    if asked.game is None:
        parser.error("which game?")
    if not (ROOT / "engines" / asked.game).is_dir():
        parser.error(f"there is no folder engines/{asked.game}")
    if asked.equivalent:
        return not none_noticed(asked.game, asked.modules or rules_modules(asked.game))
    return not run(asked.game, asked.modules or rules_modules(asked.game), asked.sample, asked.seed, fresh=asked.fresh)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
