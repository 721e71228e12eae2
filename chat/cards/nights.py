"""Game nights in lists: their titles, their dates and the links to their messages."""

from chat.app import App
from chat.press import doors
from chat.press.answer import Answer
from chat.wire.text import link
from data.records.nights import EveningRow
from data.words import Words
from tables.nights.night import EVERY, Night
from tables.nights.night_rows import evening_tables

KIND = "night"
"""The kind under which the card of a night is noted."""

EVERY_NAMES = {days: name for name, days in EVERY.items()}


def title(night: Night, words: Words) -> str:
    """Returns a message's first line."""
    return words("cogs.nights.title", game=game_of(night, words))


def game_of(night: Night | EveningRow, words: Words) -> str:
    """Returns what is played."""
    return words(f"{night.game}.name") if night.game else words("cogs.nights.any")


def evening_line(evening: EveningRow, words: Words) -> str:
    """Returns an evening that is over as a line of a list: how many games were drawn, and how many people came."""
    games = words.count("cogs.standings.games", len(evening_tables(evening)))
    return f"▸ <t:{int(evening.starts)}:D> · {game_of(evening, words)} · {games} · 🙋 {evening.came}"


def when(night: Night, words: Words) -> str:
    """Returns its date, and how often it is held."""
    parts = [f"<t:{int(night.starts)}:F>", f"<t:{int(night.starts)}:R>"]
    return " · ".join([*parts, words(f"cogs.nights.every.{EVERY_NAMES[night.every]}")] if night.every else parts)


async def list_lines(answer: Answer, guild: int) -> list[str]:
    """Returns a server's nights that the reader may know of as lines of a list, each with a link to its card."""
    found = await answer.tables.nights.nights_in(guild)
    seen = await doors.visible_channels(answer, {each.place.channel for each in found}) if found else set()
    there = [each for each in found if each.place.channel in seen or each.concerns(answer.user)]
    return [await _list_line(answer.app, each, answer.words) for each in there]


async def _list_line(app: App, night: Night, words: Words) -> str:
    head = f"{title(night, words).removeprefix('### ')} · {when(night, words)}"
    if night.lost:
        return f"{head} — {words('cogs.nights.waits', number=night.id)}"
    return f"{head} [→]({await address(app, night)})"


async def address(app: App, night: Night) -> str:
    """Returns a link to its card, or to its channel."""
    card, where = await app.tables.messages.get(night.id, KIND), night.place
    return link(where.guild, where.channel) if card is None else link(where.guild, card.channel, card.message)
