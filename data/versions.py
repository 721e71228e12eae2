"""How our databases and their versions are recognized, the same for both kinds of store."""

from pathlib import Path

from data.errors import TooNew, TooOld

APPLICATION_ID = 0x5A616D6B
"""The mark of our databases, "Zamk": SQLite's `application_id`, PostgreSQL's advisory lock."""


def scripts(folder: Path) -> dict[int, str]:
    """Returns the migrations by number, in order. The first one makes an empty database one of its number; each other one makes
    one of its number from one of the number before. Raises ValueError on a gap in the numbers.
    """
    found = {int(path.name.split("_")[0]): path for path in sorted(folder.glob("[0-9]*.sql"))}
    if list(found) != list(range(min(found), min(found) + len(found))):
        raise ValueError(f"the migrations are not numbered without gaps: {list(found)}")
    return {number: path.read_text(encoding="utf-8") for number, path in found.items()}


def newest(folder: Path) -> int:
    """Returns the number of a database that is up to date."""
    return max(scripts(folder))


def check_number(where: object, version: int, folder: Path, compatible: int | None = None) -> None:
    """Check whether the migrations of a folder lead on from a database of this version (0: empty). `compatible`: the oldest
    version of the code that can work with it, if not the same. Raises TooNew, TooOld.
    """
    known = scripts(folder)
    if (version if compatible is None else compatible) > max(known):
        raise TooNew(f"{where} has version {version}, but this version of the bot knows only up to {max(known)}.")
    if 0 < version < min(known):
        raise TooOld(f"{where} has version {version}, but this version of the bot knows only those from {min(known)} on.")
