"""The listing in Discord's app directory: its texts fit, and its pictures have their sizes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tools import listing

PAGE = (Path(__file__).parent.parent / "docs" / "listing.md").read_text(encoding="utf-8")

SUMMARY, DESCRIPTION, TAGS = 200, 400, 5
"""What Discord takes: characters, and how many tags."""


def test_texts_fit() -> None:
    tags, *texts = [block.strip() for block in re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)]
    assert len(tags.split(", ")) <= TAGS
    assert len(texts) == 9, "a summary, a description and an expanded description in three languages"
    for at in (0, 3, 6):
        assert (len(texts[at]) <= SUMMARY, len(texts[at + 1]) <= DESCRIPTION) == (True, True), [*map(len, texts)]


@pytest.mark.long
def test_pictures_have_their_sizes() -> None:
    art = listing.art()
    assert all(f"`{name}`" in PAGE for name in art)
    sizes = {"icon.png": listing.ICON, "banner.png": listing.BANNER}
    for name, image in art.items():
        size = sizes.get(name, listing.SHOWN)
        assert image.size == size, name
        assert f"({size[0]} × {size[1]})" in PAGE
