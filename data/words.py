"""The texts people read: gettext catalogues in `data/locale/<language>/<domain>.po`.

Message ids are symbolic keys. All domains of a language form one catalogue (`data.catalogues`), read once per process and
language. Missing texts fall back to English. A language's own name and number format are in the header of its `cogs.po`
(`NAME`, `DECIMAL`, `ZONE`), written from CLDR by `python -m tools.words`.

The domain `game` has the texts that games share: if a game (a domain with a `name`) lacks `<game>.over`, `game.over` is used.
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
"""Header fields: the language's own name, decimal sign, speakers' time zone, and "yes" if its catalogue must be complete."""


class MissingMessage(KeyError):
    """A key is missing in the catalogue of a language: a fault of ours, found by the tests."""


class Words:
    """The catalogue of one language; `others`: the one to fall back to."""

    def __init__(self, language: str, found: Catalogue, others: Words | None = None) -> None:
        self.language = language
        self._others = others
        self.header = found.header
        self._said = found.said
        self._form_of = gettext.c2py(found.plural)
        self._keys = frozenset(found.said)

    def __call__(self, key: str, /, **values: Any) -> str:
        """Returns the text of `key`, with values for its `{name}` fields; of several forms, that for 1.
        Raises MissingMessage.
        """
        own = self.own_key(key)
        if own is None:
            return self._instead(key)(key, **values)
        text = self._form(own, 1)
        return text.format_map(values) if values else text

    def count(self, key: str, n: int, /, **values: Any) -> str:
        """Returns the plural form of `key` for `n`, which fills the field `{n}`. Raises MissingMessage."""
        own = self.own_key(key)
        if own is None:
            return self._instead(key).count(key, n, **values)
        return self._form(own, n).format_map({"n": n, **values})

    def _form(self, own: str, n: int) -> str:
        forms = self._said[own]
        return forms[0] if len(forms) == 1 else forms[self._form_of(n)]

    def number(self, value: float, places: int) -> str:
        """Returns a number with at most this many decimal places, as this language writes it."""
        said = f"{round(value, places) + 0.0:.{places}f}"  # + 0.0: no "-0"
        return (said.rstrip("0").rstrip(".") if places else said).replace(".", self.header.get(DECIMAL, "."))

    def amount(self, key: str, value: float, places: int = 2) -> str:
        """Returns the plural form of `key` for a number that may have decimal places; `key`.part is the form for those.
        Raises MissingMessage.
        """
        return self.count(key, round(value)) if value == round(value) else self(f"{key}.part", n=self.number(value, places))

    def has(self, key: str) -> bool:
        return self.own_key(key) is not None or (self._others is not None and self._others.has(key))

    def keys(self) -> frozenset[str]:
        """Returns the keys that this language has itself."""
        return self._keys

    def own_key(self, key: str) -> str | None:
        """Returns the key under which this language has the message; None if it has none."""
        if key in self._keys:
            return key
        game, _, rest = key.partition(".")
        shared = f"{SHARED}.{rest}"
        if shared not in self._keys:
            return None
        said = f"{game}.name" in self._keys if self._others is None else self._others.own_key(key) == shared
        return shared if said else None

    def _instead(self, key: str) -> Words:
        if self._others is None:
            raise MissingMessage(f"{key} ({self.language})")
        return self._others


def own_name(language: str) -> str:
    """Returns a language's own name, with the percentage translated unless complete."""
    name, said = words(language).header.get(NAME, language), share(language)
    return name if said == 100 else f"{name} ({said}%)"


def share(language: str) -> int:
    """Returns the percentage of the English messages that a language has itself; 100 only if it has all of them."""
    asked = words(DEFAULT).keys()
    return 100 * len(asked & words(language).keys()) // len(asked)


def typed_words(key: str) -> frozenset[str]:
    """Returns the lower-case words that a message lists in any language; all of them may be typed in each."""
    return frozenset(word for language in languages() for word in words(language)(key).split())


@functools.cache
def languages() -> tuple[str, ...]:
    """Returns the languages that have a folder, in alphabetical order."""
    return tuple(sorted(folder.name for folder in LOCALE.iterdir() if any(folder.glob("*.po"))))


def language_of(locale: str | None) -> str:
    """Returns our language for a Discord locale (`pl`, `en-GB`, `de`, …); English if it is not supported."""
    start = (locale or DEFAULT).replace("_", "-").split("-")[0].lower()
    return start if start in languages() else DEFAULT


@functools.cache
def words(language: str) -> Words:
    """Returns the catalogue of a language (or Discord locale); cached."""
    known = language_of(language)
    if known != language:
        return words(known)
    return Words(known, catalogue(LOCALE / known), None if known == DEFAULT else words(DEFAULT))
