"""Mutation testing of the games' rules: `python -m tools.mutants [<game> [module…]] [--sample N] [--seed S] [--fresh]`.

Each mutant is one small fault put into one module of `engines/<game>/` (tools/faults.py); it is killed when one of the game's
own tests (`tests/games/<game>`) fails. Prints a line for each module, and the survivors; exits with 1 under 90 percent.
Without a game it tries the modules of all games that have changed since they were measured.

The result of each module is kept in tools/mutants.json, and docs/mutants.md is the page made of it; both are written at the end
(`--table`: only the page). Each verdict is stored in var/mutants/ at once: an interrupted run continues where it stopped, a
second one tries the survivors and what has changed (`--fresh`: everything again). Faults that no test can notice are in
tools/equivalent_mutants.toml, with the reason, and are not counted (`--equivalent`: try them, too).
"""

from __future__ import annotations

import argparse
import hashlib
import random
import sys
from collections import Counter
from collections.abc import Iterator

import msgspec

from tools import mutant_results, mutant_runs, reached
from tools.faults import Mutant, mutants
from tools.mutant_results import Result
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

PAGE = ROOT / "docs" / "mutants.md"

HEAD = """# Do the tests notice a fault in the rules?

Each mutant is one small fault put into a rules module (`tools/faults.py`); it is killed when one of the game's own tests
(`tests/games/<game>`, without pictures, prose, end to end and what takes more than a few seconds) fails. Of each module at
least 90 of 100 should be. Equivalent are those that change nothing anybody could see, each with its reason in
`tools/equivalent_mutants.toml`; they are not counted. Where fewer were tried than there are, it was a sample drawn by a seed,
and the 95 % interval of the whole stands beside it. Only survivors were checked for equivalence, so the untried mutants still
include some.
`make mutants GAME=…` runs them, and `make mutants` those of the modules whose code has changed since; both write
`tools/mutants.json`, which also names the survivors, and this page.
"""


class Kept:
    """The verdicts about the mutants of a game on this machine, in a file that only grows."""

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


def games() -> list[str]:
    """The names of all games. None is imported: a process that tries mutants must not have loaded their modules before."""
    return sorted(path.parent.name for path in (ROOT / "engines").glob("*/rules.py"))


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
    source, unseen = _source(game, module), _named_equivalent(game, module)
    lines = [line.strip() for line in source.splitlines()]
    for code, _ in unseen:
        if code not in lines:
            raise SystemExit(f"tools/equivalent_mutants.toml: {game}.{module} has no line any more that reads {code}")
    noticeable: list[Mutant] = []
    equivalent: list[Mutant] = []
    for mutant, code, number in _numbered(source):
        unnoticed = {(code, mutant.what), (code, f"{mutant.what} #{number}")} & unseen
        (equivalent if unnoticed else noticeable).append(mutant)
    return noticeable, equivalent


def _source(game: str, module: str) -> str:
    return (ROOT / "engines" / game / f"{module}.py").read_text(encoding="utf-8")


def _named_equivalent(game: str, module: str) -> set[tuple[str, str]]:
    """Returns the lines and names of the module's faults that are not counted."""
    return {(one.code, what) for one in equivalents() if one.module == f"{game}.{module}" for what in one.what}


def _numbered(source: str) -> Iterator[tuple[Mutant, str, int]]:
    """Yields each mutant, its line, and which of those in the line with its name it is, from 1."""
    lines = source.splitlines()
    count: Counter[tuple[int, str]] = Counter()
    for mutant in mutants(source):
        count[mutant.line, mutant.what] += 1
        yield mutant, lines[mutant.line - 1].strip(), count[mutant.line, mutant.what]


def run(game: str, modules: list[str], sample: int | None, seed: int, *, fresh: bool) -> bool:
    """Try the mutants of these modules and keep the results. Returns whether each module reached the goal. Survivors of earlier
    samples are tried, too.
    """
    kept = Kept(game, fresh=fresh)
    chosen = {}
    for module in modules:
        chosen[module] = every(game, module)
        if sample is not None and sample < len(chosen[module]):
            drawn = random.Random(seed).sample(chosen[module], sample)  # noqa: S311 - a sample, no secret
            chosen[module] = [mutant for mutant in chosen[module] if mutant in drawn or kept.of(module).get(mutant) == ""]
    _try(kept, game, chosen, fresh=fresh)
    keep(game, {module: result(game, module, kept.of(module)) for module in modules}, fresh=fresh)
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
    kept = Kept(game)
    _try(kept, game, chosen)
    noticed = [(module, mutant) for module, some in chosen.items() for mutant in some if kept.of(module)[mutant]]
    for module, mutant in noticed:
        by = kept.of(module)[mutant]
        print(f"  not equivalent: engines/{game}/{module}.py:{mutant.line}: {mutant.what}, noticed by {by}", flush=True)
    return not noticed


def _try(kept: Kept, game: str, chosen: dict[str, list[Mutant]], *, fresh: bool = False) -> None:
    """Try those of these mutants that no test has noticed yet, and keep the verdicts."""
    reached.load()
    known = known_of(game, fresh=fresh)
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


def result(game: str, module: str, known: dict[Mutant, str]) -> Result:
    """Returns what was found about the current version of a module; `known` is by mutant the test that noticed it, or ""."""
    source = _source(game, module)
    tried = [mutant for mutant in every(game, module) if mutant in known]
    survivors = {mutant for mutant in tried if not known[mutant]}
    names = tuple((code, f"{mutant.what} #{number}") for mutant, code, number in _numbered(source) if mutant in survivors)
    return Result(mutant_results.digest(source), len(tried), len(tried) - len(survivors), names)


def keep(game: str, new: dict[str, Result], *, fresh: bool) -> None:
    """Keep new results of a game's modules, unless more was tried of the same version before. `fresh`: keep them anyway."""
    there = {f"{game}.{module}" for game in games() for module in rules_modules(game)}
    results = {name: before for name, before in mutant_results.read().items() if name in there}
    for module, now in new.items():
        before = results.get(f"{game}.{module}")
        if fresh or before is None or before.digest != now.digest or counted(game, module, before)[0] <= now.tried:
            results[f"{game}.{module}"] = now
    mutant_results.write(results)


def measured_games() -> list[str]:
    """The games with results. A new one has none until its author measures it."""
    return sorted({name.partition(".")[0] for name in mutant_results.read()} & {*games()})


def unmeasured() -> list[tuple[str, str]]:
    """Returns the games and names of the rules modules that have changed since their game was measured."""
    results = mutant_results.read()
    return [
        (game, module)
        for game in measured_games()
        for module in rules_modules(game)
        if mutants(source := _source(game, module))
        if (known := results.get(f"{game}.{module}")) is None or known.digest != mutant_results.digest(source)
    ]


def counted(game: str, module: str, known: Result) -> tuple[int, int]:
    """Returns how many mutants were tried and killed, without survivors that have been named as equivalent since."""
    unseen = _named_equivalent(game, module)
    names = [{(code, what), (code, what.partition(" #")[0])} for code, what in known.survived]
    return known.tried - sum(bool(name & unseen) for name in names), known.killed


def table() -> Iterator[str]:
    """Yields the lines of the page with the results of all games."""
    yield HEAD
    yield "| module | mutants | equivalent | tried | killed | |"
    yield "|---|--:|--:|--:|--:|--:|"
    results, changed = mutant_results.read(), unmeasured()
    for game in measured_games():
        sums = [0, 0, 0, 0]
        for module in rules_modules(game):
            noticeable, equivalent = told_apart(game, module)
            found = counted(game, module, results.get(f"{game}.{module}", Result("", 0, 0)))
            now, before = ((0, 0), found) if (game, module) in changed else (found, (0, 0))
            row = (len(noticeable), len(equivalent), *now)
            sums = [so_far + more for so_far, more in zip(sums, row, strict=True)]
            yield table_row(f"{game}.{module}", row, before)
        whole = f"{sums[3] / sums[0]:.0%}" if sums[2] == sums[0] else ""
        yield f"| **{game}** | {' | '.join(map(str, sums))} | {whole} |"


def table_row(name: str, counts: tuple[int, int, int, int], before: tuple[int, int] = (0, 0)) -> str:
    """Returns the line of a module. `before` is how many were tried and killed before its last change."""
    there, equivalent, tried, killed = counts
    if not there:
        share = "nothing to change"
    elif not tried and any(before):
        share = "not measured since its last change; before it {1} of {0}".format(*before)
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
    """Try the mutants of a game's rules modules, of the named ones, or of all that have changed; or write the page."""
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description="Do the tests notice a fault in the rules?")
    parser.add_argument("game", nargs="?", help="without one: all modules that have changed since they were measured")
    parser.add_argument("modules", nargs="*", help="modules of engines/<game>/ (all rules modules without)")
    parser.add_argument("--sample", type=int, help="at most this many mutants per module, drawn by --seed")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fresh", action="store_true", help="forget what earlier runs found")
    parser.add_argument("--equivalent", action="store_true", help="try those named as equivalent: does really no test notice?")
    parser.add_argument("--table", action="store_true", help="write docs/mutants.md from tools/mutants.json, and run nothing")
    asked = parser.parse_args(arguments)
    if asked.game is None and asked.equivalent:
        parser.error("which game?")
    if asked.game is not None and not (ROOT / "engines" / asked.game).is_dir():
        parser.error(f"there is no folder engines/{asked.game}")
    work: dict[str, list[str]] = {}
    if asked.game is not None:
        work[asked.game] = asked.modules or rules_modules(asked.game)
    else:
        for game, module in unmeasured():
            work.setdefault(game, []).append(module)
    if asked.equivalent:
        return not none_noticed(asked.game, work[asked.game])
    strong = []
    if not asked.table:
        strong = [run(game, modules, asked.sample, asked.seed, fresh=asked.fresh) for game, modules in work.items()]
    PAGE.write_text("\n".join(table()) + "\n", encoding="utf-8")
    return not all(strong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
