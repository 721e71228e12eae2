"""Writes the contents of `data/personal.toml` into `docs/privacy.md`: `python -m tools.privacy`."""

from __future__ import annotations

from pathlib import Path

from data.personal import Erase, TablePolicy, table_policies

PAGE = Path(__file__).parent.parent / "docs" / "privacy.md"
MARK = "<!-- from here on: data/personal.toml, by `python -m tools.privacy` -->\n"

KEEPS = {
    "person": "until the person changes it or is forgotten",
    "table": "as long as the table; of a lobby that never became a game a day after it was closed",
    "history": "as the table, three years after the game at most",
    "server": "until 30 days after the bot has left the server",
    "exclusion": "until it ends",
    "sent": "until Discord has been told",
    "day": "a day",
    "wish": "until a week after its end",
    "league": "until the season has ended",
    "night": "until a week after its end; who came to one of its dates, until the next one",
    "page": "until 30 days after the session was last used; a link two minutes",
    "wait": "60 days; nothing about people after the wish is deleted",
    "running": "while the bot runs; nothing about people",
    "installation": "while the bot runs; whose games have yet to follow their settings, until they do",
}
"""The meaning of `keep`, with the default settings."""

ERASES: dict[Erase, str] = {"delete": "deleted", "rename": '"Player n" takes their place', "keep": "it stays"}


def page() -> str:
    """Returns the list of everything that is stored, as Markdown for people who want to know."""
    found = []
    for table, what in sorted(table_policies().items()):
        found.append(f"### `{table}`\nKept: {KEEPS[what.keep]}.{_erased(what)}\n\n| column | what for |\n|---|---|")
        found += [f"| `{column}` | {about} |" for column, about in what.columns.items()]
        found += [f"| `document.{field}` | {about} |" for field, about in what.document.items()]
        found.append("")
    return "\n".join(found).rstrip() + "\n"


def _erased(what: TablePolicy) -> str:
    """Returns what happens to a table's rows when a person is forgotten, and what that person cannot read of them."""
    if not what.people:
        return ""
    said = "; ".join(f"`{column}`: {ERASES[named.erase]}" for column, named in what.people.items())
    hidden = [f"`{column}`" for column, named in what.people.items() if named.shown == ()]
    hidden += [f"`{way}`" for way, part in what.parts.items() if not part.shown]
    note = f" Not shown to a person named in {', '.join(hidden)}: it is somebody else's decision." if hidden else ""
    return f" When a person is forgotten: {said}.{note}"


def written(text: str) -> str:
    """Returns the page with its last part regenerated."""
    return text[: text.index(MARK)] + MARK + "\n" + page()


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
