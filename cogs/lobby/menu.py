"""The host's menu of a lobby, and the warning that a lobby is about to be closed."""

from __future__ import annotations

import discord

from chat.app import App
from chat.cards import lobby, table, timing
from chat.press import forms
from chat.press.answer import Answer
from chat.press.presses import Press, make
from chat.wire.layout import BLUE, GOLD, GREY, Card, PublicCard, Row, button, row, rows, select
from chat.wire.text import escaped, plain
from data.words import Words
from tables.errors import NotHost, WrongState
from tables.model.models import BEST_OF, TableInfo, TableView
from tables.model.outbox_rows import ExpiryRow
from tables.time.pace import PACES
from tables.time.pace import read as read_pace
from tables.time.timing import LATE

FIELD = 40
"""Characters that a field of the form takes."""

PANEL = "setup"
"""The name of the host's menu among the private answers that are kept true."""


def expiry(shown: TableInfo, told: ExpiryRow, words: Words) -> PublicCard:
    """A lobby is about to be closed, and what keeps it open; or it stays open."""
    title = table.heading(shown, words, "cogs.hand.no-title")
    at = timing.moment(shown.expires or 0)
    if told.extended or shown.state != "lobby":
        return PublicCard(title=title, text=words("cogs.end.extended", when=at), colour=GREY)
    extend = button(words("cogs.end.extend"), make("extend", shown.id), style=discord.ButtonStyle.primary, emoji="⏳")
    text = words("cogs.end.expiry", who=f"<@{shown.host}>", when=at)
    return PublicCard(title=title, text=text, rows=rows([extend]), colour=GOLD, pings=(shown.host,))


def menu(app: App, look: TableView, user: int, words: Words) -> Card:
    """The host's menu: options, pace, order, computer players. Raises NotHost, WrongState."""
    shown = look.table
    title = table.heading(shown, words, "cogs.menu.title")
    if shown.state != "lobby":
        raise WrongState("cogs.refusal.lobby-over")
    if user != shown.host:
        host = next((seat.name for seat in shown.seats if seat.user == shown.host), "?")
        raise NotHost(host=host)
    found = [*_option_menus(app, shown, words)]
    found.append(_robot_menu(app, shown, words))
    names = [(str(number), f"{table.LETTERS[number]} · {plain(seat.name)}") for number, seat in enumerate(shown.seats)]
    if len(shown.seats) > 1:
        found.append(row(select(make("first", shown.id), names, placeholder=words("cogs.menu.youngest"))))
    games = BEST_OF[(BEST_OF.index(shown.best_of) + 1) % len(BEST_OF)] if shown.best_of in BEST_OF else 0
    buttons = [
        button(
            words("cogs.menu.rated" if shown.friendly else "cogs.menu.friendly"),
            make("friendly", shown.id, 0, ("off" if shown.friendly else "on",)),
            emoji="🤝",
        ),
        button(
            words("cogs.menu.best-of", n=games) if games else words("cogs.menu.single"),
            make("bestof", shown.id, 0, (str(games),)),
            emoji="🏆",
            disabled=shown.series is not None,
        ),
        button(words("cogs.menu.own-pace"), make("pacing", shown.id), emoji="⏱️"),
        button(words("cogs.menu.random"), make("shuffle", shown.id), emoji="🎲", disabled=shown.random_order),
    ]
    buttons.append(button(words("cogs.display.button"), make("preferences.oftable", shown.id), emoji="📝"))
    if any(seat.level is not None for seat in shown.seats):
        buttons.append(button(words("cogs.menu.no-robot"), make("unrobot", shown.id)))
    danger = discord.ButtonStyle.danger
    buttons.append(button(words("cogs.menu.cancel"), make("ending.cancel", shown.id), style=danger))
    text = "\n".join((*lobby.lines(app, shown, words), *_hints(app, shown, words), words("cogs.menu.order")))
    return Card(title=title, text=text, rows=(*found, *rows(buttons)), colour=BLUE)


async def panel(app: App, look: TableView, user: int, words: Words, *, pictured: bool = True) -> Card:
    """The host's menu, or why there is none any more: the game has begun, or somebody else is the host."""
    del pictured
    shown = look.table
    if shown.state == "lobby" and user == shown.host:
        return menu(app, look, user, words)
    host = next((escaped(seat.name) for seat in shown.seats if seat.user == shown.host), "?")
    way = button(words("cogs.hand.board"), url=await table.board_link(app, shown))
    title = table.heading(shown, words, "cogs.menu.title")
    return Card(title=title, text=words(f"cogs.menu.closed-{shown.state}", host=host), rows=rows([way]), colour=GREY)


def _hints(app: App, shown: TableInfo, words: Words) -> list[str]:
    """What each variant changes, where it is chosen."""
    keys = [f"{shown.game}.option.{option.key}" for option in app.games[shown.game].options]
    return [f"**{words(key)}** – {words(f'{key}.hint')}" for key in keys if words.has(f"{key}.hint")]


def _option_menus(app: App, shown: TableInfo, words: Words) -> list[Row]:
    game = app.games[shown.game]
    found = []
    for option in game.options:
        name = words(f"{game.key}.option.{option.key}")
        values = [(value, f"{name}: {words(f'{game.key}.option.{option.key}.{value}')}") for value in option.values]
        chosen = shown.options.get(option.key, option.default)
        found.append(row(select(make("option", shown.id, 0, (option.key,)), values, placeholder=name, chosen=(chosen,))))
    keys = [*PACES] if shown.pace in PACES else [*PACES, shown.pace]
    paces = [(key, timing.name(key, words)) for key in keys]
    found.append(row(select(make("pace", shown.id), paces, placeholder=words("cogs.menu.pace"), chosen=(shown.pace,))))
    if read_pace(shown.pace).each is not None:
        late = [(each, words(f"cogs.menu.late-{each}")) for each in LATE]
        marked = (shown.timing.late,)
        found.append(row(select(make("late", shown.id), late, placeholder=words("cogs.menu.late"), chosen=marked)))
    return found


def _robot_menu(app: App, shown: TableInfo, words: Words) -> Row:
    game = app.games[shown.game]
    levels = [(level, words("cogs.menu.add", level=words(f"{game.key}.level.{level}"))) for level in game.levels]
    about = {level: words(f"cogs.level.{level}") for level in game.levels if words.has(f"cogs.level.{level}")}
    return row(select(make("level", shown.id), levels, placeholder=words("cogs.menu.robot"), about=about))


async def form(answer: Answer, press: Press) -> None:
    """Open a form for a pace of the host's own."""
    words = answer.words
    fields = [
        forms.text(key, words(f"cogs.pacing.{key}"), words(f"cogs.pacing.{key}-about"), most=FIELD, required=required)
        for key, required in (("each", True), ("bank", False))
    ]
    await forms.form(answer, press, "paced", words("cogs.pacing.title"), *fields)
