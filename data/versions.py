"""How our databases and their versions are recognized, the same for both kinds of store."""

from pathlib import Path

APPLICATION_ID = 0x5A616D6B
"""The mark of our databases, "Zamk": SQLite's `application_id`, PostgreSQL's advisory lock."""


def scripts(folder: Path) -> list[str]:
    """Returns the migrations in order; the first one fills an empty database. Raises ValueError on a gap in the numbers."""
    paths = sorted(folder.glob("[0-9]*.sql"))
    numbers = [int(path.name.split("_")[0]) for path in paths]
    if numbers != list(range(1, len(numbers) + 1)):
        raise ValueError(f"the migrations are not numbered without gaps: {numbers}")
    return [path.read_text(encoding="utf-8") for path in paths]
