"""The host's menu of a lobby, and the warning that a lobby is about to be closed."""

import discord

from chat.app import App
from chat.cards import lobby, table
from chat.press import forms
from chat.press.answer import Answer
from chat.press.presses import Press, make
from chat.wire.layout import BLUE, GOLD, GREY, Card, PublicCard, Row, button, row, rows, select
from chat.wire.text import escaped, plain
from data.words import Words
from tables.errors import NotHost, WrongState
from tables.model.models import BEST_OF, TableInfo, TableView
from tables.model.outbox_rows import ExpiryRow
from tables.time.timing import LATE, PACES, read_pace

FIELD = 40
"""Maximum characters of a field of the form."""

PANEL = "setup"
"""The name of the host's menu among the private answers that are kept up to date."""


def expiry(info: TableInfo, payload: ExpiryRow, words: Words) -> PublicCard:
    """Returns the warning that a lobby is about to be closed and how to keep it open, or the notice that it stays open."""
    title = table.heading(info, words, "cogs.hand.no-title")
    at = table.moment(info.expires or 0)
    if payload.extended or info.state != "lobby":
        return PublicCard(title=title, text=words("cogs.end.extended", when=at), colour=GREY)
    extend = button(words("cogs.end.extend"), make("lobby.extend", info.id), style=discord.ButtonStyle.primary, emoji="⏳")
    text = words("cogs.end.expiry", who=f"<@{info.host}>", when=at)
    return PublicCard(title=title, text=text, rows=rows([extend]), colour=GOLD, pings=(info.host,))


def menu(app: App, look: TableView, user: int, words: Words) -> Card:
    """Returns the host's menu: options, pace, order, computer players. Raises NotHost, WrongState."""
    info = look.table
    title = table.heading(info, words, "cogs.menu.title")
    if info.state != "lobby":
        raise WrongState("cogs.refusal.lobby-over")
    if user != info.host:
        host = next((seat.name for seat in info.seats if seat.user == info.host), "?")
        raise NotHost(host=host)
    found = [*_option_menus(app, info, words)]
    found.append(_robot_menu(app, info, words))
    names = [(str(number), f"{table.LETTERS[number]} · {plain(seat.name)}") for number, seat in enumerate(info.seats)]
    if len(info.seats) > 1:
        found.append(row(select(make("lobby.first", info.id), names, placeholder=words("cogs.menu.youngest"))))
    games = BEST_OF[(BEST_OF.index(info.best_of) + 1) % len(BEST_OF)] if info.best_of in BEST_OF else 0
    buttons = [
        button(
            words("cogs.menu.rated" if info.friendly else "cogs.menu.friendly"),
            make("lobby.casual", info.id, 0, ("off" if info.friendly else "on",)),
            emoji="🤝",
        ),
        button(
            words("cogs.menu.best-of", n=games) if games else words("cogs.menu.single"),
            make("lobby.bestof", info.id, 0, (str(games),)),
            emoji="🏆",
            off=words("cogs.off.series") if info.series is not None else "",
        ),
        button(words("cogs.menu.own-pace"), make("lobby.pacing", info.id), emoji="⏱️"),
        button(
            words("cogs.menu.random"),
            make("lobby.shuffle", info.id),
            emoji="🎲",
            off=words("cogs.off.chosen") if info.random_order else "",
        ),
    ]
    if info.place.guild > 0:
        label = words("cogs.menu.hands-private" if info.direct else "cogs.menu.hands-direct")
        joined = not info.direct and any(seat.user not in {None, user} for seat in info.seats)
        word = "off" if info.direct else "on"
        off = words("cogs.off.joined") if joined else ""
        buttons.append(button(label, make("lobby.direct", info.id, 0, (word,)), emoji="✉️", off=off))
    buttons.append(button(words("cogs.display.button"), make("preferences.oftable", info.id), emoji="📝"))
    if any(seat.level is not None for seat in info.seats):
        buttons.append(button(words("cogs.menu.no-robot"), make("lobby.unrobot", info.id)))
    danger = discord.ButtonStyle.danger
    buttons.append(button(words("cogs.menu.cancel"), make("ending.cancel", info.id), style=danger))
    text = "\n".join((*lobby.lines(app, info, words), *_hints(app, info, words), words("cogs.menu.order")))
    return Card(title=title, text=text, rows=(*found, *rows(buttons)), colour=BLUE)


async def panel(app: App, look: TableView, user: int, words: Words, *, pictured: bool = True) -> Card:
    """Returns the host's menu, or why there is none: the game has begun, or somebody else is the host."""
    del pictured
    info = look.table
    if info.state == "lobby" and user == info.host:
        return menu(app, look, user, words)
    host = next((escaped(seat.name) for seat in info.seats if seat.user == info.host), "?")
    way = await table.to_board(app, info, words)
    title = table.heading(info, words, "cogs.menu.title")
    return Card(title=title, text=words(f"cogs.menu.closed-{info.state}", host=host), rows=rows([way]), colour=GREY)


def _hints(app: App, info: TableInfo, words: Words) -> list[str]:
    """Returns the effect of each chosen variant."""
    keys = [f"{info.game}.option.{option.key}" for option in app.games[info.game].options]
    return [f"**{words(key)}** – {words(f'{key}.hint')}" for key in keys if words.has(f"{key}.hint")]


def _option_menus(app: App, info: TableInfo, words: Words) -> list[Row]:
    game = app.games[info.game]
    found = []
    for option in game.options:
        name = words(f"{game.key}.option.{option.key}")
        values = [(value, f"{name}: {words(f'{game.key}.option.{option.key}.{value}')}") for value in option.values]
        chosen = info.options.get(option.key, option.default)
        found.append(row(select(make("lobby.option", info.id, 0, (option.key,)), values, placeholder=name, chosen=(chosen,))))
    keys = [*PACES] if info.pace in PACES else [*PACES, info.pace]
    paces = [(key, table.pace_name(key, words)) for key in keys]
    found.append(row(select(make("lobby.pace", info.id), paces, placeholder=words("cogs.menu.pace"), chosen=(info.pace,))))
    if read_pace(info.pace).each is not None:
        late = [(each, words(f"cogs.menu.late-{each}")) for each in LATE]
        marked = (info.timing.late,)
        found.append(row(select(make("lobby.late", info.id), late, placeholder=words("cogs.menu.late"), chosen=marked)))
    return found


def _robot_menu(app: App, info: TableInfo, words: Words) -> Row:
    game = app.games[info.game]
    levels = [(level, words("cogs.menu.add", level=words(f"{game.key}.level.{level}"))) for level in game.levels]
    about = {level: words(f"cogs.level.{level}") for level in game.levels if words.has(f"cogs.level.{level}")}
    return row(select(make("lobby.level", info.id), levels, placeholder=words("cogs.menu.robot"), about=about))


async def form(answer: Answer, press: Press) -> None:
    """Open a form for a custom pace."""
    words = answer.words
    fields = [
        forms.text(key, words(f"cogs.pacing.{key}"), words(f"cogs.pacing.{key}-about"), most=FIELD, required=required)
        for key, required in (("each", True), ("bank", False))
    ]
    await forms.form(answer, press, "lobby.paced", words("cogs.pacing.title"), *fields)
