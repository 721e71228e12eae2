"""What messages and lists call a game night: its title and its date."""

from data.words import Words
from tables.nights.night import EVERY, Night

EVERY_NAMES = {days: name for name, days in EVERY.items()}


def title(night: Night, words: Words) -> str:
    """Returns a message's first line."""
    game = words(f"{night.game}.name") if night.game else words("cogs.nights.any")
    return words("cogs.nights.title", game=game)


def when(night: Night, words: Words) -> str:
    """Returns its date, and how often it is held."""
    parts = [f"<t:{int(night.starts)}:F>", f"<t:{int(night.starts)}:R>"]
    return " · ".join([*parts, words(f"cogs.nights.every.{EVERY_NAMES[night.every]}")] if night.every else parts)
