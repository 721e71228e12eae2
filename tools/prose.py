"""Phrases that a native engineer would not write, with better words: `python -m tools.prose`, part of `make lint`.

Checks the documents, the English catalogues, and the docstrings, comments and strings (log lines among them) of the packages in
`PACKAGES`. Text in backticks and code blocks is skipped. A phrase is matched across line breaks.

Phrases of `COUNTED`, and all phrases in tests (their names included), have too many old places: `tools/prose.toml` has their
number for each file, and it may only fall. `python -m tools.prose --count` writes the numbers of today, also after a file has
moved; it refuses if their sum would rise. Subjects of commits after `SUBJECTS_SINCE` have at most 72 characters.
"""

from __future__ import annotations

import functools
import io
import re
import subprocess
import sys
import tokenize
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

from babel.messages.pofile import read_po

ROOT = Path(__file__).parent.parent

EVERYWHERE = {
    r"can not": "cannot",
    r"anew": "again",
    r"so many": "the unit or the number (“seconds”, “at most five”, “this many”)",
    r"(?:for|of|to|by|from|than|with) who": "“people who …” or “somebody who …”",
    r"for ever": "forever",
    r"(?:in|into|from) the midst of": "in the middle of",
    r"databases? of before": "databases of earlier versions",
    r"reckoned from": "computed from",
    r"dearest": "costliest",
    r"sees? to it": "“handles it” or “makes sure”",
    r"tell(?:s|ing)? of": "“report”, “show” or “say”",
    r"tells (?:what|how|which|whether|that|when|where)": "“says” or “shows”",
    r"mend(?:s|ed|ing)?": "“fix” or “correct”",
    r"hangs on": "depends on",
    r"(?:takes|knows|lets|goes|stays|comes) (?:it |us |them )?not": "“does not …”",
    r"the house (?:takes|knows|thinks|does|has)": "“the project” or “the bot”",
    r"(?:game|cog|face)s? (?:of|to) (?:the|this) house": "“our games”, “a cog”",
    r"no(?: such)? \w+ (?:of|from) (?:Discord|ours)": "“not a Discord …”, “not ours”",
    r"Nobody of": "“nobody in” or “none of”",
    r"is no (?:setting|token|hash|JSON)": "“is not a …”",
    r"itself the": "“the … itself”",
}
"""Phrase (a regular expression; a space matches any white space) → better words."""

DOCUMENTS = EVERYWHERE | {
    r"(?:stands|stand|stood) in(?! for)": "“is in”",
    r"who has (?:it|a|an|the|no)": "“people who have”",
    r"all that is told": "“messages”",
}
"""The same for documents."""

COUNTED = {
    r"(?!leave|let|stand|left)\w+ alone": "“only”",
    r"ma[dk]es? (?:\w+ ){0,2}void": "“void …”",
    r"(?:is|are) (?:gone|away)": "“is missing”, “is down”, “has left”",
    r"\d an? (?:tile|chapel|second|move|turn)": "“per”",
    r"the house": "“the project” or “the bot”",
    r"[.;] (?:Who|What|Whom|Whoever) \w+ [^.;]*? (?:is|has|gets|loses)": "the noun as the subject (“players who …”)",
}
"""Phrases of which there are many old places."""

COUNTS = Path(__file__).with_suffix(".toml")
"""File → how many phrases it may have of those that are only counted."""

SUBJECTS_SINCE = "44a1e5bc"
SUBJECT = 72
"""Characters that the subject of a commit may have."""

FILES = (
    *("*.md", "docs/*.md", "docs/decisions/*.md", "docs/rules/*.md", "docs/computers/*.md", "docs/pictures/*.md"),
    *(".github/**/*.md", ".github/**/*.yml", "docs/monitoring/alerts.yaml", ".env.example", "deploy/*"),
)

PACKAGES = (
    *("data", "engines", "render", "tables", "asking", "chat", "web", "cogs", "sandbox", "service"),
    *("tools", "bench", "bot.py", "zamki.py"),
)
"""Packages and modules whose docstrings, comments and strings are checked, but for this one, which names the phrases."""

ENDS = {"docs/privacy.md": "<!-- from here on:"}
"""Where the part of a file that is checked ends."""

CODE = re.compile(r"^```.*?^```|`[^`\n]+`", re.MULTILINE | re.DOTALL)


def matches(text: str, phrases: dict[str, str]) -> Iterator[tuple[int, str, str]]:
    """Line (from 0), the phrase as written, and the better words, of each phrase found in a text."""
    if not _any_of(tuple(phrases)).search(text):
        return
    for phrase, better in phrases.items():
        for found in re.finditer(rf"\b(?:{_spread(phrase)})\b", text, re.IGNORECASE):
            yield text.count("\n", 0, found.start()), " ".join(found[0].replace("#", " ").split()), better


def _spread(phrase: str) -> str:
    return phrase.replace(" ", r"[\s#]+")


@functools.cache
def _any_of(phrases: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(map(_spread, phrases))})\b", re.IGNORECASE)


ANY = _any_of(tuple(EVERYWHERE | COUNTED))
"""A file in which this finds nothing has no phrase, and is not parsed."""


@functools.cache
def prose_of(source: str) -> list[tuple[int, str]]:
    """First line (from 1) and text of each string, each block of comments and each name of a test in Python source."""
    return list(_prose_of(source))


def _prose_of(source: str) -> Iterator[tuple[int, str]]:
    block: list[str] = []
    begun = 0
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            if block and token.start[0] != begun + len(block):
                yield begun, "\n".join(block)
                block = []
            begun = begun if block else token.start[0]
            block.append(token.string)
        elif token.type == tokenize.STRING:
            yield token.start[0], token.string
        elif token.string.startswith("test_"):
            yield token.start[0], token.string.replace("_", " ")
    if block:
        yield begun, "\n".join(block)


def in_document(path: Path, phrases: dict[str, str] = DOCUMENTS) -> Iterator[tuple[int, str, str]]:
    """What is found in a file of text: line, phrase and better words."""
    text = path.read_text(encoding="utf-8")
    text = text.partition(ENDS.get(str(path.relative_to(ROOT)), "\0"))[0] if path.is_relative_to(ROOT) else text
    text = CODE.sub(lambda code: re.sub(r"[^\n]", "_", code[0]), text)
    for line, phrase, better in matches(text, phrases):
        yield line + 1, phrase, better


def in_catalogue(path: Path, phrases: dict[str, str] = EVERYWHERE) -> Iterator[tuple[int, str, str]]:
    """The same in a catalogue's texts; the line is that of the message."""
    with path.open("rb") as file:
        for message in read_po(file, locale="en"):
            texts = [message.string] if isinstance(message.string, str) else message.string or ()
            for text in texts if message.id else ():
                for _, phrase, better in matches(text, phrases):
                    yield message.lineno or 0, phrase, better


def in_code(path: Path, phrases: dict[str, str] = EVERYWHERE) -> Iterator[tuple[int, str, str]]:
    """The same in the strings, the comments and the names of tests of a Python file."""
    source = path.read_text(encoding="utf-8")
    for first, text in prose_of(source) if ANY.search(source.replace("_", " ")) else ():
        for line, phrase, better in matches(CODE.sub("_", text), phrases):
            yield first + line, phrase, better


def found() -> list[str]:
    """Returns everything found in the repository where nothing may be found, as `file:line: “phrase”: better words`."""
    checked = [(path, in_document) for path in _documents()] + [(path, in_code) for path in _code(*PACKAGES)]
    checked += [(path, in_catalogue) for path in sorted((ROOT / "data/locale/en").glob("*.po"))]
    return [line for path, read in checked for line in _lines(path, read)]


def counted() -> dict[str, list[str]]:
    """Returns the same of what is only counted, by file."""
    files = [(path, in_document, COUNTED) for path in _documents()]
    files += [(path, in_code, COUNTED) for path in _code(*PACKAGES)]
    files += [(path, in_code, EVERYWHERE | COUNTED) for path in _code("tests")]
    lines = {str(path.relative_to(ROOT)): _lines(path, read, phrases) for path, read, phrases in files}
    return {path: places for path, places in lines.items() if places}


def risen(places: dict[str, list[str]], most: dict[str, int]) -> list[str]:
    """Returns the places of the files that have more than they may."""
    return [line for path, lines in places.items() if len(lines) > most.get(path, 0) for line in lines]


def long_subjects() -> list[str]:
    """Returns the subjects of commits that are too long; none where the history is not at hand."""
    command = ("git", "log", "--format=%h %s", f"{SUBJECTS_SINCE}..HEAD")
    log = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout
    return [f"commit {line}" for line in log.splitlines() if len(line.partition(" ")[2]) > SUBJECT]


def _documents() -> list[Path]:
    return [path for name in FILES for path in sorted(ROOT.glob(name))]


def _code(*packages: str) -> list[Path]:
    names = [package if "." in package else f"{package}/**/*.py" for package in packages]
    return [path for name in names for path in sorted(ROOT.glob(name)) if path.stem not in {"prose", "test_prose"}]


def _lines(path: Path, read: Callable[..., Iterator[tuple[int, str, str]]], *phrases: dict[str, str]) -> list[str]:
    where = path.relative_to(ROOT)
    return [f"{where}:{line}: “{phrase}”: write {better}" for line, phrase, better in sorted(read(path, *phrases))]


def main(arguments: list[str]) -> int:
    """Print what is found, or with `--count` write what may be found from now on. Returns the exit code."""
    places, most = counted(), tomllib.loads(COUNTS.read_text(encoding="utf-8"))
    if "--count" in arguments:
        if sum(map(len, places.values())) > sum(most.values()):
            print("There are more phrases than before:", *risen(places, most), sep="\n")
            return 1
        COUNTS.write_text("".join(f'"{path}" = {len(lines)}\n' for path, lines in sorted(places.items())), encoding="utf-8")
        return 0
    more = risen(places, most)
    note = [
        f"These files have more than {COUNTS.name} allows: rewrite some, or run `python -m tools.prose --count` after a move"
    ]
    lines = [*found(), *long_subjects(), *(note if more else ()), *more]
    print("\n".join(lines) if lines else "Prose: nothing found")
    return bool(lines)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
