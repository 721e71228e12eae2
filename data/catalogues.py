"""The `.po` files of a language as one catalogue: parsed, or read from a compiled form.

`python -m data.catalogues` compiles them, which saves most of the parsing at each start; `zamki.py` calls it when they have
changed, as does the container's build. A compiled catalogue with changed sources is ignored. Both need only Python, not Babel.

The parser reads the parts of the format that our files use: comments, `msgid`, `msgid_plural`, `msgstr`, `msgstr[n]`, and
strings over several lines.
"""

import re
import sys
from pathlib import Path

import msgspec

COMPILED = Path(__file__).parent / "compiled"

GERMANIC = "n != 1"
"""The default plural rule of a catalogue."""

_LINE = re.compile(r'(?:(msgid|msgid_plural|msgstr)(?:\[(\d+)\])? )?"((?:[^"\\]|\\.)*)"')
_ESCAPE = re.compile(r"\\(.)")
_MEANS = {"n": "\n", "t": "\t", "r": "\r"}


class Malformed(ValueError):
    """A line of a `.po` file cannot be parsed; the text names it."""


class Catalogue(msgspec.Struct, frozen=True):
    """The messages of one language: the forms of each, only one if it has no plural. Messages with an empty form and fuzzy ones
    are left out.
    """

    plural: str
    """The form for `n`, as a C expression."""
    said: dict[str, tuple[str, ...]]
    header: dict[str, str] = {}
    """The fields of the headers of its files."""
    sources: tuple[tuple[str, int, int], ...] = ()
    """Name, size and time of each source file and of this module; in whole seconds, as images keep no more."""


def catalogue(folder: Path) -> Catalogue:
    """Returns the catalogue of a language's folder. Raises Malformed."""
    compiled = _read_compiled(folder)
    return compiled if compiled is not None else read(folder)


def _read_compiled(folder: Path) -> Catalogue | None:
    """Returns the compiled catalogue of a language; None if its sources have changed since."""
    try:
        compiled = msgspec.json.decode((COMPILED / f"{folder.name}.json").read_bytes(), type=Catalogue)
    except (OSError, msgspec.MsgspecError):
        return None
    return compiled if compiled.sources == _sources(folder) else None


def read(folder: Path) -> Catalogue:
    """Parse the catalogue from its sources. Raises Malformed."""
    said: dict[str, tuple[str, ...]] = {}
    header: dict[str, str] = {}
    for path in sorted(folder.glob("*.po")):
        for key, forms in parse(path):
            if not key:
                header |= dict(line.split(": ", 1) for line in forms[0].splitlines() if ": " in line)
            elif all(forms):
                said[key] = forms
    rule = re.search(r"\bplural=([^;]+)", header.get("Plural-Forms", ""))
    return Catalogue(rule[1] if rule else GERMANIC, said, header, _sources(folder))


def parse(path: Path) -> list[tuple[str, tuple[str, ...]]]:
    """Returns the messages of a file in order, each with its forms; the header has the key "". Raises Malformed."""
    messages: list[tuple[str, tuple[str, ...]]] = []
    parts: dict[str, list[str]] = {}
    fuzzy = marked = False
    at: list[str] = []

    def end() -> None:
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
            end()
            fuzzy, marked = marked, False
        if piece is None or (name in parts if name else not parts):
            raise Malformed(f"{path}, line {number}: {line}")
        if name:
            at = parts[name] = []
        at.append(_ESCAPE.sub(lambda found: _MEANS.get(found[1], found[1]), piece[3]) if "\\" in piece[3] else piece[3])
    end()
    return messages


def _sources(folder: Path) -> tuple[tuple[str, int, int], ...]:
    used = (Path(__file__), *sorted(folder.glob("*.po")))
    return tuple((path.name, (stat := path.stat()).st_size, int(stat.st_mtime)) for path in used)


def compile_all(locale: Path) -> None:
    """Compile the catalogue of each language whose sources have changed. Raises OSError and Malformed."""
    COMPILED.mkdir(exist_ok=True)
    for folder in sorted(locale.iterdir()):
        if any(folder.glob("*.po")) and _read_compiled(folder) is None:
            (COMPILED / f"{folder.name}.json").write_bytes(msgspec.json.encode(read(folder)))


if __name__ == "__main__":
    try:
        compile_all(Path(__file__).parent / "locale")
    except OSError as failed:
        sys.stderr.write(f"The catalogues stay as they are ({failed}): the bot reads their text at each start.\n")
