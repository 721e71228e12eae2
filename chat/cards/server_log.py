"""Entries of a server's log as text."""

from collections.abc import Mapping

from chat.wire import limits
from chat.wire.text import cut, escape
from data.words import Words


def log_fields(about: Mapping[str, str], words: Words) -> dict[str, str]:
    """Returns the fields of an entry as its text takes them. A variant is stored as the key of its name."""
    named = {name: words(value) if name == "variant" and words.has(value) else value for name, value in about.items()}
    return {name: cut(escape(value), limits.OPTION_LABEL) for name, value in named.items()}
