"""Releases: `make release X.Y.Z` makes one, in a clean checkout of `main`; `python -m tools.release notes X.Y.Z` prints its
notes.

Making one runs the tests, writes the version into `data/program.py` and the changelog, commits and tags that, and goes on with
the next version in development. It pushes nothing. It needs only Python and git.
"""

from __future__ import annotations

import datetime as dt
import re
import subprocess
import sys
from pathlib import Path

from data.program import ZAMKI
from data.versions import newest

ROOT = Path(__file__).parent.parent

PROGRAM = Path("data/program.py")
"""Holds the version, and nothing else does."""

CHANGELOG = Path("CHANGELOG.md")

NEWS = "## Unreleased"

RELEASE = re.compile(r"(\d+)\.(\d+)\.(\d+)")

HEADING = re.compile(r"^## (\d+\.\d+\.\d+) \(([\d-]+)(?:, database (\d+))?\)$", re.MULTILINE)
"""Of a release in the changelog: version, day, and the version of its database."""


class NoRelease(Exception):
    """Why a release cannot be made."""


def notes(version: str, changelog: str) -> str:
    """Returns the part of the changelog about a version, and what it does to databases. Raises NoRelease if there is none."""
    parts = re.split(r"^## (.+)$", changelog, flags=re.MULTILINE)
    told = {title.partition(" ")[0]: text.strip() for title, text in zip(parts[1::2], parts[2::2], strict=True)}
    if not told.get(version):
        raise NoRelease(f"{CHANGELOG} has no part `## {version}`")
    return told[version] + _migrations(version, changelog)


def _migrations(version: str, changelog: str) -> str:
    databases = [(each[1], each[3]) for each in HEADING.finditer(changelog) if each[3]]
    at = next((number for number, (name, _) in enumerate(databases) if name == version), None)
    if at is None or at + 1 == len(databases):
        return ""
    (_, to), (before, since) = databases[at], databases[at + 1]
    if to == since:
        return f"\n\nThe database is that of {before}: nothing is migrated."
    steps = f"from version {since} (Zamki {before}) to {to}"
    return f"\n\nThe first start migrates the database {steps}; an SQLite file is copied before."


def make(version: str, root: Path, tested: list[str]) -> str:
    """Make a release in a checkout, and return what to do next. `tested`: the command that must succeed before. Raises
    NoRelease; then nothing is changed.
    """
    changelog = (root / CHANGELOG).read_text(encoding="utf-8")
    previous = max((_numbers(each[1]) for each in HEADING.finditer(changelog)), default=(0, 0, 0))
    if not RELEASE.fullmatch(version) or _numbers(version) <= previous:
        raise NoRelease(f"{version} is no version after {'.'.join(map(str, previous))}: write three numbers, such as 1.2.3")
    if changes := _git(root, "status", "--porcelain"):
        raise NoRelease(f"the checkout has changes that are not committed:\n{changes}")
    if _git(root, "tag", "--list", f"v{version}"):
        raise NoRelease(f"there is a tag v{version} already")
    news = re.search(rf"^{NEWS}$(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL)
    if news is None or not news[1].strip():
        raise NoRelease(f"{CHANGELOG} has nothing under {NEWS!r}")
    if subprocess.run(tested, cwd=root, check=False).returncode:
        raise NoRelease("the tests have failed")
    database = newest(root / "data" / "sqlite" / "migrations")
    heading = f"## {version} ({dt.datetime.now(dt.UTC):%Y-%m-%d}, database {database})"
    released = changelog.replace(NEWS, heading, 1)
    _write(root, version, released, f"Version {version}")
    _git(
        root,
        "tag",
        "--annotate",
        f"v{version}",
        "--cleanup=verbatim",
        "--message",
        f"Zamki {version}\n\n{notes(version, released)}",
    )
    major, minor, _ = _numbers(version)
    following = f"{major}.{minor + 1}.0"
    _write(root, f"{following}.dev", released.replace(heading, f"{NEWS}\n\n{heading}", 1), f"Begin {following}")
    return f"v{version} is tagged. Look at it (git show v{version}), then: git push --follow-tags"


def stale(root: Path, version: str) -> str | None:
    """Returns the tag of an earlier commit that already has this version; None if there is none."""
    tag = f"v{version}"
    if not _git(root, "tag", "--list", tag) or _git(root, "rev-parse", f"{tag}^{{commit}}") == _git(root, "rev-parse", "HEAD"):
        return None
    return tag


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split("."))) if RELEASE.fullmatch(version) else ()


def _write(root: Path, version: str, changelog: str, subject: str) -> None:
    program = (root / PROGRAM).read_text(encoding="utf-8")
    (root / PROGRAM).write_text(re.sub(r'(?m)^ZAMKI = ".*"$', f'ZAMKI = "{version}"', program), encoding="utf-8")
    (root / CHANGELOG).write_text(changelog, encoding="utf-8")
    _git(root, "commit", "--quiet", "--all", "--message", subject)


def _git(root: Path, *words: str) -> str:
    call = ["git", *words]
    done = subprocess.run(call, cwd=root, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NoRelease(f"git {words[0]}: {done.stderr.strip()}")
    return done.stdout.strip()


def _carried_out(arguments: list[str]) -> str:
    match arguments:
        case ["notes", version] if version == ZAMKI:
            return notes(version, (ROOT / CHANGELOG).read_text(encoding="utf-8"))
        case ["notes", version]:
            raise NoRelease(f"{version} is asked for; {PROGRAM} has {ZAMKI}")
        case ["make", version]:
            return make(version, ROOT, [sys.executable, "zamki.py", "test"])
    raise NoRelease("write `make release X.Y.Z`, or `python -m tools.release notes X.Y.Z`")


def main(arguments: list[str]) -> int:
    """Make a release, or print its notes. Returns 1, and says why, if that cannot be."""
    try:
        print(_carried_out(arguments))
    except NoRelease as error:
        sys.stderr.write(f"release: {error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
