"""The messages of game nights: the card with the people who come, the host's own card, and how an evening was."""

from collections import Counter
from collections.abc import Collection, Sequence

import discord

from chat.app import App
from chat.cards import games
from chat.cards.nights import evening_line, title, when
from chat.cards.result import briefly, medal
from chat.press.presses import make
from chat.wire.layout import BLUE, GOLD, GREEN, GREY, Button, Card, PublicCard, button, rows
from chat.wire.text import escape, fit, link, mentions
from data.records.nights import EveningRow
from data.words import Words
from engines.contract import Result
from tables.errors import Refusal
from tables.model.table_info import TableInfo
from tables.nights.night import Comer, Night
from tables.nights.night_rows import evening_tables

LISTED = 12
"""The most names of one answer on the card."""

TEXT = 3500
"""Maximum characters of how an evening was."""

BEST = 3
"""How many of an evening are named at its end."""

SUCCESS = discord.ButtonStyle.success


async def public_card(app: App, night: Night, words: Words, pings: Collection[int] = ()) -> PublicCard:
    """Returns the card of a night; people in `pings` are called to it."""
    if night.state == "over":
        text = words(f"cogs.nights.over.{night.note or 'played'}", when=f"<t:{int(night.starts)}:f>")
        return PublicCard(title=title(night, words), text=text, colour=GREY)
    begun = night.step == "begun"
    lines = [f"{words('cogs.nights.call')} {mentions(pings)}"] if pings else []
    if night.note:
        lines.append(f"-# {words(f'cogs.nights.note.{night.note}')}")
    lines.append(when(night, words))
    lines += await _evening(app, night, words) if begun else _answers(night, words)
    said = ("here", "leave") if begun else ("yes", "maybe", "no")
    buttons = [_press(night, each, words) for each in said]
    if begun and len(night.waiting) == 1 and night.draw is None:
        buttons.append(games.play_now(words, night.game))
    buttons.append(_press(night, "more", words))
    return PublicCard(
        title=title(night, words),
        text="\n".join(lines),
        rows=rows(buttons),
        colour=GREEN if begun else BLUE,
        pings=tuple(pings),
    )


def _press(night: Night, what: str, words: Words) -> Button:
    emoji = {"yes": "✅", "maybe": "🤔", "no": "✖️", "here": "🙋", "leave": "👋", "more": "⚙️"}
    style = SUCCESS if what in {"yes", "here"} else discord.ButtonStyle.secondary
    return button(words(f"cogs.nights.{what}"), make(f"nights.{what}", night.id), style=style, emoji=emoji[what])


def _answers(night: Night, words: Words) -> list[str]:
    yes, maybe, no = night.who_says("yes"), night.who_says("maybe"), night.who_says("no")
    lines = [words.count("cogs.nights.coming", len(yes), names=_names(yes, words))] if yes else []
    lines += [words.count("cogs.nights.perhaps", len(maybe), names=_names(maybe, words))] if maybe else []
    lines += [words.count("cogs.nights.not-coming", len(no))] if no else []
    if len(yes) == 1 and night.step != "planned":
        lines.append(words("cogs.nights.short"))
    if night.event_fault:
        lines.append(f"-# 📅 {words(f'cogs.nights.event.{night.event_fault}')}")
    return [*lines, f"-# {words('cogs.nights.hint')}"]


async def _evening(app: App, night: Night, words: Words) -> list[str]:
    lines = []
    for game in night.playing:
        if game.table is not None:
            info = (await app.tables.looks.read(game.table)).info
            url = link(info.place.guild, info.place.channel)
            lines.append(f"▸ {words(f'{info.game}.name')}: {_seats(info)} [→]({url})")
    waiting = night.waiting
    if waiting:
        lines.append(words.count("cogs.nights.waiting", len(waiting), names=_names(waiting, words)))
    if night.draw is not None:
        lines.append(words("cogs.nights.draw", when=f"<t:{int(night.draw)}:R>"))
    else:
        lines.append(words("cogs.nights.alone" if len(waiting) == 1 else "cogs.nights.again"))
    return lines


def _names(people: Sequence[Comer], words: Words) -> str:
    names = ", ".join(escape(each.name) for each in people[:LISTED])
    others = len(people) - LISTED
    return names + (words.count("cogs.nights.others", others) if others > 0 else "")


def _seats(info: TableInfo) -> str:
    """Returns who sits at a table, by place if its game is over."""
    result = info.result
    if result is None:
        return ", ".join(escape(seat.name) for seat in info.seats)
    seats = sorted(range(len(info.seats)), key=lambda seat: result.places[seat])
    return " · ".join(f"{medal(result.places[seat], len(seats))} {escape(info.seats[seat].name)}" for seat in seats)


def host_card(night: Night, words: Words, *, new: bool = False) -> Card:
    """Returns what the host of a night, or a moderator, may do about it."""
    text = words("cogs.nights.opened" if new else "cogs.nights.about")
    danger = discord.ButtonStyle.danger
    once = [button(words("cogs.nights.off"), make("nights.off", night.id), style=danger)] if night.every else []
    key = "cogs.nights.end" if night.every else "cogs.nights.off"
    whole = button(words(key), make("nights.end", night.id), style=danger)
    return Card(title=title(night, words), text=f"{when(night, words)}\n{text}", rows=rows([*once, whole]), colour=BLUE)


def past_card(night: Night, words: Words) -> PublicCard:
    """Returns what is left of the card of a date before."""
    return PublicCard(title=title(night, words), text=words("cogs.nights.past"), colour=GREY)


def question(night: Night, words: Words, pings: Sequence[int] = ()) -> PublicCard:
    """Ask the host whether a night goes on."""
    goes = button(words("cogs.nights.go-on"), make("nights.on", night.id), style=SUCCESS)
    ends = button(words("cogs.nights.end"), make("nights.stop", night.id))
    text = words("cogs.nights.ask", channel=f"<#{night.place.channel}>", when=f"<t:{int(night.starts)}:f>")
    text = f"{mentions(pings)} {text}" if pings else text
    return PublicCard(title=title(night, words), text=text, rows=rows([goes, ends]), colour=GOLD, pings=tuple(pings))


async def evening_card(app: App, night: Night, tables: Sequence[int], words: Words) -> PublicCard:
    """Returns how an evening was, and when the next one is."""
    lines, buttons = await _evening_of(app, tables, words)
    if night.state == "open":
        lines.append(words("cogs.nights.next", when=f"<t:{int(night.starts)}:F>"))
    past = button(words("cogs.history.nights"), make("history.open", 0, 0, ("nights",)), emoji="📜")
    return PublicCard(title=words("cogs.nights.played"), text=fit(lines, TEXT), rows=rows([*buttons, past]), colour=GOLD)


async def past_evening_card(app: App, evening: EveningRow, words: Words) -> Card:
    """Returns how an evening was that has long been over."""
    lines, buttons = await _evening_of(app, evening_tables(evening), words)
    back = button(words("cogs.history.nights"), make("history.page", 0, 0, ("nights",)), emoji="📜")
    text = fit([evening_line(evening, words), *lines], TEXT)
    return Card(title=words("cogs.nights.played"), text=text, rows=rows([*buttons, back]), colour=BLUE)


async def _evening_of(app: App, tables: Sequence[int], words: Words) -> tuple[list[str], list[Button]]:
    """Returns who played whom at an evening's tables and the best three of all its games, in lines, and a button to the film of
    its closest game, of those played to the end if there are any. Tables that have been deleted since are left out.
    """
    lines, points, ended = [], Counter[tuple[int, str]](), list[tuple[bool, float, int]]()
    for table in tables:
        try:
            info = (await app.tables.looks.read(table)).info
        except Refusal:
            continue
        url = link(info.place.guild, info.place.channel)
        counts = info.result is not None and info.closed != "void"
        said = _seats(info) if counts or info.state == "playing" else f"{_seats(info)} ({briefly(info, words)})"
        lines.append(f"▸ {words(f'{info.game}.name')}: {said} [→]({url})")
        if info.result is not None and counts:
            ended.append((info.closed is not None, info.result.margin, -table))
            for person, beaten in _points(info, info.result):
                points[person] += beaten
    best = [(name, n) for (_, name), n in points.most_common(BEST) if n]
    if len(ended) > 1 and best:
        names = " · ".join(f"{medal(1 + at, BEST)} {escape(name)} ({n})" for at, (name, n) in enumerate(best))
        lines.append(words("cogs.nights.best", best=names))
    film = [button(words("cogs.nights.film"), make("film.see", -min(ended)[2]), emoji="🎬")] if ended else []
    return lines, film


def _points(info: TableInfo, result: Result) -> list[tuple[tuple[int, str], int]]:
    """Returns how many others each person at a table has left behind."""
    return [
        ((seat.user, seat.name), sum(other > place for other in result.places))
        for seat, place in zip(info.seats, result.places, strict=False)
        if seat.user is not None
    ]
