"""Hooks of mkdocs (mkdocs.yml) that make a site of `docs/` and of the pages beside the code: `python zamki.py site`.

The menu follows the folders, so that no page has to be listed. A link to a file of the code becomes its path: the site has no
code.
"""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath
from posixpath import normpath, relpath
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parents[1]
BESIDE = {
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "CHANGELOG.md": "changelog.md",
    "README.md": "readme.md",
}
"""Pages beside the code, and what they are called on the site."""

_LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")

Menu = list[dict[str, Any]]


def on_config(config: Any) -> Any:
    """Make the menu: a way through the pages for each kind of reader."""
    config["nav"] = [
        {"Home": "index.md"},
        {
            "Play": [
                "players.md",
                {"Rules": _pages("rules")},
                "computers.md",
                "faq.md",
                "privacy.md",
                "terms.md",
                {"Auf Deutsch": _pages("de")},
                {"Po polsku": _pages("pl")},
            ]
        },
        {
            "Host": [
                "hosting.md",
                "settings.md",
                "operations.md",
                "faq.md",
                "program-api.md",
                "security.md",
                "discord-errors.md",
                "listing.md",
            ]
        },
        {
            "Develop": [
                "contributing.md",
                "architecture.md",
                "new-game.md",
                {"Decisions": _pages("decisions")},
                "record.md",
                {"Events": _pages("events")},
                {"Computer players": _pages("computers")},
                "mutants.md",
                "year.md",
                "upstream.md",
                "pictures/sizes.md",
                "changelog.md",
            ]
        },
        {"About": ["readme.md"]},
    ]
    return config


def _pages(folder: str) -> list[str]:
    return sorted(path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs" / folder).glob("*.md"))


def on_files(files: Files, config: Any) -> Files:
    """Add the pages beside the code."""
    for name, page in BESIDE.items():
        files.append(File.generated(config, page, content=(ROOT / name).read_text(encoding="utf-8")))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Let links lead where their files are on the site."""
    source = page.file.src_uri
    inside = {site: name for name, site in BESIDE.items()}.get(source, f"docs/{source}")

    def relinked(found: re.Match[str]) -> str:
        mark, said, target = found.groups()
        path, _, part = target.partition("#")
        if "://" in target or target.startswith(("#", "mailto:")) or not path:
            return found[0]
        led = normpath(str(PurePosixPath(inside).parent / path))
        on_site = BESIDE.get(led, led.removeprefix("docs/") if led.startswith("docs/") else "")
        if not on_site or (ROOT / led).is_dir():
            return "" if mark else said if "`" in said else f"{said} (`{led}`)"
        to = relpath(on_site, str(PurePosixPath(source).parent))
        return f"{mark}[{said}]({to}{'#' + part if part else ''})"

    return _LINK.sub(relinked, markdown)
