"""The `.po` files of a language as one catalogue: read from their text, or from what was compiled of them beforehand.

`python -m data.catalogues` compiles them, which saves most of the reading at each start; `zamki.py` calls it when they have
changed, and so does the container's build. A compiled catalogue whose sources have changed since is not used. Nothing but
Python is needed for either: Babel is a developer's tool.

Of the format it reads what we write: comments, `msgid`, `msgid_plural`, `msgstr`, `msgstr[n]`, and strings over several lines.
"""

import re
import sys
from pathlib import Path

import msgspec

COMPILED = Path(__file__).parent / "compiled"

GERMANIC = "n != 1"
"""The plural rule of a catalogue that names none."""

_LINE = re.compile(r'(?:(msgid|msgid_plural|msgstr)(?:\[(\d+)\])? )?"((?:[^"\\]|\\.)*)"')
_ESCAPE = re.compile(r"\\(.)")
_MEANS = {"n": "\n", "t": "\t", "r": "\r"}


class Malformed(ValueError):
    """A line of a `.po` file that cannot be read; the text names it."""


class Catalogue(msgspec.Struct, frozen=True):
    """What one language says: the forms of each message, one where it has no plural. A message with an empty form, and one
    that is marked as fuzzy, is not said.
    """

    plural: str
    """Which form stands for `n`, as an expression in C."""
    said: dict[str, tuple[str, ...]]
    header: dict[str, str] = {}
    """The fields of the headers of its files."""
    sources: tuple[tuple[str, int, int], ...] = ()
    """Name, size and time (whole seconds: images keep no more) of each file it was made from, and of this one."""


def catalogue(folder: Path) -> Catalogue:
    """The catalogue of a language's folder. Raises Malformed."""
    compiled = _compiled(folder)
    return compiled if compiled is not None else read(folder)


def _compiled(folder: Path) -> Catalogue | None:
    """What was compiled of a language, unless its sources have changed since."""
    try:
        compiled = msgspec.json.decode((COMPILED / f"{folder.name}.json").read_bytes(), type=Catalogue)
    except (OSError, msgspec.MsgspecError):
        return None
    return compiled if compiled.sources == _sources(folder) else None


def read(folder: Path) -> Catalogue:
    """The catalogue from the text of its sources. Raises Malformed."""
    said: dict[str, tuple[str, ...]] = {}
    header: dict[str, str] = {}
    for path in sorted(folder.glob("*.po")):
        for key, forms in parsed(path):
            if not key:
                header |= dict(line.split(": ", 1) for line in forms[0].splitlines() if ": " in line)
            elif all(forms):
                said[key] = forms
    rule = re.search(r"\bplural=([^;]+)", header.get("Plural-Forms", ""))
    return Catalogue(rule[1] if rule else GERMANIC, said, header, _sources(folder))


def parsed(path: Path) -> list[tuple[str, tuple[str, ...]]]:
    """The messages of a file, in order, each with its forms; the header has the key "". Raises Malformed."""
    messages: list[tuple[str, tuple[str, ...]]] = []
    parts: dict[str, list[str]] = {}
    fuzzy = marked = False
    at: list[str] = []

    def ended() -> None:
        if parts and not fuzzy:
            messages.append(("".join(parts.pop("msgid")), tuple("".join(parts[name]) for name in parts if "msgstr" in name)))
        parts.clear()

    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
        if not line or line.startswith("#"):
            marked |= line.startswith("#,") and "fuzzy" in line
            continue
        piece = _LINE.fullmatch(line)
        name = piece and (piece[1] or "") + (piece[2] or "")
        if name == "msgid":
            ended()
            fuzzy, marked = marked, False
        if piece is None or (name in parts if name else not parts):
            raise Malformed(f"{path}, line {number}: {line}")
        if name:
            at = parts[name] = []
        at.append(_ESCAPE.sub(lambda found: _MEANS.get(found[1], found[1]), piece[3]) if "\\" in piece[3] else piece[3])
    ended()
    return messages


def _sources(folder: Path) -> tuple[tuple[str, int, int], ...]:
    used = (Path(__file__), *sorted(folder.glob("*.po")))
    return tuple((path.name, (stat := path.stat()).st_size, int(stat.st_mtime)) for path in used)


def compile_all(locale: Path) -> None:
    """Compile the catalogue of each language whose sources have changed. Raises OSError and Malformed."""
    COMPILED.mkdir(exist_ok=True)
    for folder in sorted(locale.iterdir()):
        if any(folder.glob("*.po")) and _compiled(folder) is None:
            (COMPILED / f"{folder.name}.json").write_bytes(msgspec.json.encode(read(folder)))


if __name__ == "__main__":
    try:
        compile_all(Path(__file__).parent / "locale")
    except OSError as failed:
        sys.stderr.write(f"The catalogues stay as they are ({failed}): the bot reads their text at each start.\n")
