"""The words people read: gettext catalogues in `data/locale/<language>/<domain>.po`.

Message ids are symbolic keys. All domains of a language form one catalogue (`data.catalogues`), read once per process and
language. What a language does not say yet is said in English. What it calls itself and how it writes numbers is in the header
of its `cogs.po` (`NAME`, `DECIMAL`, `ZONE`); `python -m tools.words` writes them as CLDR has them.

The domain `game` has what all games say alike: where a game (a domain with a `name`) lacks `<game>.over`, `game.over` is said.
"""

from __future__ import annotations

import functools
import gettext
from pathlib import Path
from typing import Any

from data.catalogues import Catalogue, catalogue

LOCALE = Path(__file__).parent / "locale"
DEFAULT = "en"
SHARED = "game"
"""The domain of the messages that all games share."""
NAME, DECIMAL, ZONE, COMPLETE = "X-Native-Name", "X-Decimal", "X-Time-Zone", "X-Complete"
"""Fields of a language's header: what it calls itself, its decimal sign, its speakers' time zone if they have one; and "yes" if
no message may lack in it."""


class MissingMessage(KeyError):
    """A key that the catalogue of a language does not have: a fault of ours, found by the tests."""


class Words:
    """The catalogue of one language; `others`: the one that says what this one does not say yet."""

    def __init__(self, language: str, found: Catalogue, others: Words | None = None) -> None:
        self.language = language
        self._others = others
        self.header = found.header
        self._said = found.said
        self._form_of = gettext.c2py(found.plural)
        self._keys = frozenset(found.said)

    def __call__(self, key: str, /, **values: Any) -> str:
        """The text of `key` with `{name}` fields filled in; raises MissingMessage. Of several forms: the one for 1."""
        own = self.own(key)
        if own is None:
            return self._instead(key)(key, **values)
        text = self._form(own, 1)
        return text.format_map(values) if values else text

    def count(self, key: str, n: int, /, **values: Any) -> str:
        """The plural form of `key` for `n`, which fills the field `{n}`; raises MissingMessage."""
        own = self.own(key)
        if own is None:
            return self._instead(key).count(key, n, **values)
        return self._form(own, n).format_map({"n": n, **values})

    def _form(self, own: str, n: int) -> str:
        forms = self._said[own]
        return forms[0] if len(forms) == 1 else forms[self._form_of(n)]

    def number(self, value: float, places: int) -> str:
        """A number with at most this many decimal places, as this language writes it."""
        said = f"{round(value, places) + 0.0:.{places}f}"  # + 0.0: no "-0"
        return (said.rstrip("0").rstrip(".") if places else said).replace(".", self.header.get(DECIMAL, "."))

    def has(self, key: str) -> bool:
        return self.own(key) is not None or (self._others is not None and self._others.has(key))

    def keys(self) -> frozenset[str]:
        """What this language says itself."""
        return self._keys

    def own(self, key: str) -> str | None:
        """The key under which this language has the message; None where it has none."""
        if key in self._keys:
            return key
        game, _, rest = key.partition(".")
        shared = f"{SHARED}.{rest}"
        if shared not in self._keys:
            return None
        said = f"{game}.name" in self._keys if self._others is None else self._others.own(key) == shared
        return shared if said else None

    def _instead(self, key: str) -> Words:
        if self._others is None:
            raise MissingMessage(f"{key} ({self.language})")
        return self._others


def own_name(language: str) -> str:
    """What a language calls itself, with its share while that is not all."""
    name, said = words(language).header.get(NAME, language), share(language)
    return name if said == 100 else f"{name} ({said}%)"


def share(language: str) -> int:
    """How much of what English says a language says itself, in percent; 100 for all of it and nothing less."""
    asked = words(DEFAULT).keys()
    return 100 * len(asked & words(language).keys()) // len(asked)


def typed_words(key: str) -> frozenset[str]:
    """The words, in small letters, that a message lists in any language: all of them may be typed in each."""
    return frozenset(word for language in languages() for word in words(language)(key).split())


@functools.cache
def languages() -> tuple[str, ...]:
    """The languages that have a folder, in alphabetical order."""
    return tuple(sorted(folder.name for folder in LOCALE.iterdir() if any(folder.glob("*.po"))))


def language_of(locale: str | None) -> str:
    """Our language for a Discord locale (`pl`, `en-GB`, `de`, …): what we do not speak becomes English."""
    start = (locale or DEFAULT).replace("_", "-").split("-")[0].lower()
    return start if start in languages() else DEFAULT


@functools.cache
def words(language: str) -> Words:
    """The catalogue of a language (or Discord locale); cached."""
    known = language_of(language)
    if known != language:
        return words(known)
    return Words(known, catalogue(LOCALE / known), None if known == DEFAULT else words(DEFAULT))
