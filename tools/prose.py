"""Phrases that a native engineer would not write, with better words: `python -m tools.prose`, part of `make lint`.

Checks the documents, the English catalogues, and the docstrings and comments of the packages in `PACKAGES`. Text in backticks
and code blocks is skipped. A phrase is matched across line breaks.
"""

from __future__ import annotations

import io
import re
import sys
import tokenize
from collections.abc import Iterator
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
}
"""Phrase (a regular expression; a space matches any white space) → better words."""

DOCUMENTS = EVERYWHERE | {
    r"(?:stands|stand|stood) in(?! for)": "“is in”",
    r"who has (?:it|a|an|the|no)": "“people who have”",
    r"all that is told": "“messages”",
}
"""The same for documents."""

FILES = ("README.md", "CONTRIBUTING.md", "SECURITY.md", "docs/*.md", "docs/decisions/*.md")

PACKAGES = ("data", "engines", "render", "tables", "chat", "cogs", "sandbox", "service", "tools", "bench", "bot.py", "zamki.py")
"""Packages and modules whose docstrings and comments are checked."""

ENDS = {"docs/privacy.md": "<!-- from here on:"}
"""Where the part of a file that is checked ends."""

CODE = re.compile(r"^```.*?^```|`[^`\n]+`", re.MULTILINE | re.DOTALL)


def matches(text: str, phrases: dict[str, str]) -> Iterator[tuple[int, str, str]]:
    """Line (from 0), the phrase as written, and the better words, of each phrase found in a text."""
    for phrase, better in phrases.items():
        for found in re.finditer(rf"\b(?:{_spread(phrase)})\b", text, re.IGNORECASE):
            yield text.count("\n", 0, found.start()), " ".join(found[0].replace("#", " ").split()), better


def _spread(phrase: str) -> str:
    return phrase.replace(" ", r"[\s#]+")


ANY = re.compile(rf"\b(?:{'|'.join(map(_spread, EVERYWHERE))})\b", re.IGNORECASE)
"""A file in which this finds nothing has no phrase in its docstrings and comments, and is not parsed."""


def prose_of(source: str) -> Iterator[tuple[int, str]]:
    """First line (from 1) and text of each docstring and each block of comments in Python source."""
    block: list[str] = []
    begun, fresh = 0, True
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            if block and token.start[0] != begun + len(block):
                yield begun, "\n".join(block)
                block = []
            begun = begun if block else token.start[0]
            block.append(token.string)
        elif token.type == tokenize.STRING and fresh:
            yield token.start[0], token.string
        if token.type not in {tokenize.COMMENT, tokenize.NL}:
            fresh = token.type in {tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT}
    if block:
        yield begun, "\n".join(block)


def in_document(path: Path) -> Iterator[tuple[int, str, str]]:
    """What is found in a Markdown file: line, phrase and better words."""
    text = path.read_text(encoding="utf-8")
    text = text.partition(ENDS.get(str(path.relative_to(ROOT)), "\0"))[0] if path.is_relative_to(ROOT) else text
    text = CODE.sub(lambda code: re.sub(r"[^\n]", "_", code[0]), text)
    for line, phrase, better in matches(text, DOCUMENTS):
        yield line + 1, phrase, better


def in_catalogue(path: Path) -> Iterator[tuple[int, str, str]]:
    """The same in a catalogue's texts; the line is that of the message."""
    with path.open("rb") as file:
        for message in read_po(file, locale="en"):
            texts = [message.string] if isinstance(message.string, str) else message.string or ()
            for text in texts if message.id else ():
                for _, phrase, better in matches(text, EVERYWHERE):
                    yield message.lineno or 0, phrase, better


def in_code(path: Path) -> Iterator[tuple[int, str, str]]:
    """The same in the docstrings and comments of a Python file."""
    source = path.read_text(encoding="utf-8")
    for first, text in prose_of(source) if ANY.search(source) else ():
        for line, phrase, better in matches(CODE.sub("_", text), EVERYWHERE):
            yield first + line, phrase, better


def found() -> list[str]:
    """Returns everything found in the repository, as `file:line: “phrase”: better words`."""
    documents = [path for name in (*FILES, "CHANGELOG.md") for path in sorted(ROOT.glob(name))]
    readers = [(path, in_document) for path in documents]
    readers += [(path, in_catalogue) for path in sorted((ROOT / "data/locale/en").glob("*.po"))]
    readers += [
        (path, in_code)
        for package in PACKAGES
        for path in sorted(ROOT.glob(package if "." in package else f"{package}/**/*.py"))
    ]
    return [
        f"{path.relative_to(ROOT)}:{line}: “{phrase}”: write {better}"
        for path, read in readers
        for line, phrase, better in sorted(read(path))
    ]


if __name__ == "__main__":
    lines = found()
    print("\n".join(lines) if lines else "Prose: nothing found")
    sys.exit(bool(lines))
