"""Names and descriptions of the commands in every language of the catalogues."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from data.words import language_of, languages, words

_SPOKEN = {locale: language_of(locale.value) for locale in discord.Locale if locale.value.split("-")[0] in languages()}


def told(key: str) -> Any:
    """A text of the catalogue as a command shows it: English by default, translated when the commands are published."""
    return app_commands.locale_str(words("en")(key), key=key)


class Translator(app_commands.Translator):
    """Looks texts marked by `told` up in the catalogues; other locales keep the English default."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,  # noqa: ARG002 - the key says it all
    ) -> str | None:
        key = string.extras.get("key")
        language = _SPOKEN.get(locale)
        return words(language)(key) if key is not None and language is not None else None
