"""Writes the contents of `data/personal.toml` into `docs/privacy.md`: `python -m tools.privacy`."""

from __future__ import annotations

from pathlib import Path

from data.personal import page

PAGE = Path(__file__).parent.parent / "docs" / "privacy.md"
MARK = "<!-- from here on: data/personal.toml, by `python -m tools.privacy` -->\n"


def written(text: str) -> str:
    """Returns the page with its last part regenerated."""
    return text[: text.index(MARK)] + MARK + "\n" + page()


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
