"""Texts that are written as Markdown, as plain text."""

import re

_MARKED = re.compile(r"[\\*_`~|<>#\[\]()-]")
_MARKUP = re.compile(r"\\(.)|^(?:-#|#{1,3}|>|[-*])\s+|\*\*|__|[*_`]|\|\|", re.MULTILINE)


def guard(name: str) -> str:
    """Returns a name so that it stands unchanged in the plain text, whatever characters it has."""
    return _MARKED.sub(r"\\\g<0>", name)


def plain_text(markdown: str) -> str:
    """Returns a text without its markup; what `guard` has guarded is as it was."""
    return _MARKUP.sub(lambda found: found[1] or "", markdown)
