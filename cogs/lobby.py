"""The lobby card of a table that is not started yet, and the host's menu behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from cogs import board, table
from cogs.answer import Ack, Answer
from cogs.cards import BLUE, GREEN, GREY, Button, Card, Row, button, row, rows, select
from cogs.dispatch import Press, make, verb
from cogs.text import escaped, plain
from data.words import Words
from engines import games
from render.lobby import Lobby, Seat
from tables.errors import NotHost, Refusal, WrongState
from tables.shown import Look, TableInfo
from tables.table import PACES

if TYPE_CHECKING:
    from cogs.client import ZamkiBot


async def card(bot: ZamkiBot, shown: TableInfo, words: Words) -> Card:
    """The lobby card: open, started or cancelled."""
    picture = await table.drawn(bot.pictures.lobby(_picture(shown), words), shown.id)
    parts = [words(f"{shown.game}.about"), *_facts(shown, words)]
    if shown.state == "lobby":
        parts.append(words("cogs.lobby.hint"))
        buttons, colour = _buttons(shown, words), BLUE
    else:
        parts.append(words(f"cogs.lobby.{shown.state}"))
        if shown.commitment:
            parts.append(f"-# {words('cogs.lobby.commitment', commitment=shown.commitment)}")
        buttons, colour = [], GREEN if shown.state == "playing" else GREY
    title = table.heading(shown, words, "cogs.lobby.title")
    return Card(title=title, picture=picture, text="\n".join(parts), rows=rows(buttons), colour=colour)


def _picture(shown: TableInfo) -> Lobby:
    game = games()[shown.game]
    seats = [Seat(plain(seat.name), level=seat.level, host=seat.user == shown.host) for seat in shown.seats]
    free = game.seats[-1] - len(seats) if shown.state == "lobby" else 0
    return Lobby(
        game=shown.game,
        options=shown.options,
        seats=(*seats, *[None] * free),
        least=game.seats[0],
        random_order=shown.random_order and shown.state == "lobby",
        state=shown.state,
    )


def _facts(shown: TableInfo, words: Words) -> list[str]:
    """Seats, options, order and pace as text, complete without the picture."""
    game = games()[shown.game]
    lines = []
    for number, seat in enumerate(shown.seats):
        mark = "🤖" if seat.level is not None else "👤"
        host = f" — {words('cogs.lobby.host')}" if seat.user == shown.host else ""
        lines.append(f"{mark} {table.LETTERS[number]} · {escaped(seat.name)}{host}")
    if shown.state == "lobby" and (free := game.seats[-1] - len(shown.seats)) > 0:
        lines.append(f"▫️ {words.count('cogs.lobby.free', free)}")
    options = (words(f"{game.key}.option.{key}.{value}") for key, value in shown.options.items())
    order = words("cogs.lobby.order-random" if shown.random_order else "cogs.lobby.order-shown")
    facts = [*options, words(f"cogs.pace.{shown.pace}"), order]
    return [*lines, f"-# {' · '.join(facts)}"]


def _buttons(shown: TableInfo, words: Words) -> list[Button]:
    least, most = games()[shown.game].seats[0], games()[shown.game].seats[-1]
    full = len(shown.seats) >= most
    success, primary = discord.ButtonStyle.success, discord.ButtonStyle.primary
    return [
        button(words("cogs.lobby.join"), make("join", shown.id), style=success, emoji="🪑", disabled=full),
        button(words("cogs.lobby.leave"), make("leave", shown.id)),
        button(words("cogs.lobby.computer"), make("robot", shown.id), emoji="🤖", disabled=full),
        button(words("cogs.lobby.start"), make("begin", shown.id), style=primary, emoji="▶️", disabled=len(shown.seats) < least),
        button(words("cogs.lobby.menu"), make("lobby", shown.id), emoji="⚙️"),
    ]


@verb("join", Ack.UPDATE)
async def join(answer: Answer, press: Press) -> None:
    """Take a seat; the card is its answer."""
    await answer.hall.join(press.table, answer.person, request=answer.request)


@verb("leave", Ack.UPDATE)
async def leave(answer: Answer, press: Press) -> None:
    """Get up."""
    await answer.hall.leave(press.table, answer.user, request=answer.request)


@verb("robot", Ack.UPDATE)
async def robot(answer: Answer, press: Press) -> None:
    """Add a computer player of the usual level."""
    await answer.hall.add_computer(press.table, answer.user, request=answer.request)


@verb("begin", Ack.UPDATE)
async def begin(answer: Answer, press: Press) -> None:
    """Start the game."""
    await answer.hall.start(press.table, answer.user, request=answer.request)


@verb("lobby", Ack.PRIVATE)
async def menu(answer: Answer, press: Press) -> None:
    """The host's menu: options, pace, order, computer players."""
    look = await answer.hall.look(press.table, answer.user)
    await answer.tell(_menu(look, answer.user, answer.words))


def _menu(look: Look, user: int, words: Words) -> Card:
    shown = look.table
    title = table.heading(shown, words, "cogs.menu.title")
    if shown.state != "lobby":
        raise WrongState("cogs.refusal.lobby-over")
    if user != shown.host:
        host = next((seat.name for seat in shown.seats if seat.user == shown.host), "?")
        raise NotHost(host=host)
    found = [*_option_menus(shown, words)]
    found.append(_robot_menu(shown, words))
    names = [(str(number), f"{table.LETTERS[number]} · {plain(seat.name)}") for number, seat in enumerate(shown.seats)]
    if len(shown.seats) > 1:
        found.append(row(select(make("first", shown.id), names, placeholder=words("cogs.menu.youngest"))))
    buttons = [button(words("cogs.menu.random"), make("shuffle", shown.id), emoji="🎲", disabled=shown.random_order)]
    if any(seat.level is not None for seat in shown.seats):
        buttons.append(button(words("cogs.menu.no-robot"), make("unrobot", shown.id)))
    danger = discord.ButtonStyle.danger
    buttons.append(button(words("cogs.menu.cancel"), make("cancel", shown.id), style=danger))
    text = "\n".join((*_facts(shown, words), words("cogs.menu.order")))
    return Card(title=title, text=text, rows=(*found, *rows(buttons)), colour=BLUE)


def _option_menus(shown: TableInfo, words: Words) -> list[Row]:
    game = games()[shown.game]
    found = []
    for option in game.options:
        name = words(f"{game.key}.option.{option.key}")
        values = [(value, f"{name}: {words(f'{game.key}.option.{option.key}.{value}')}") for value in option.values]
        chosen = shown.options.get(option.key, option.default)
        found.append(row(select(make("option", shown.id, 0, (option.key,)), values, placeholder=name, chosen=(chosen,))))
    paces = [(pace, words(f"cogs.pace.{pace}")) for pace in PACES]
    found.append(row(select(make("pace", shown.id), paces, placeholder=words("cogs.menu.pace"), chosen=(shown.pace,))))
    return found


def _robot_menu(shown: TableInfo, words: Words) -> Row:
    game = games()[shown.game]
    levels = [(level, words("cogs.menu.add", level=words(f"{game.key}.level.{level}"))) for level in game.levels]
    return row(select(make("level", shown.id), levels, placeholder=words("cogs.menu.robot")))


async def _again(answer: Answer, look: Look) -> None:
    """The menu as it stands after a change."""
    await answer.show(_menu(look, answer.user, answer.words))


@verb("option", Ack.UPDATE)
async def option(answer: Answer, press: Press) -> None:
    """Choose a variant."""
    key, value = "".join(press.words[:1]), "".join(press.values[:1])
    await _again(answer, await answer.hall.set_option(press.table, answer.user, key, value, request=answer.request))


@verb("pace", Ack.UPDATE)
async def pace(answer: Answer, press: Press) -> None:
    """Choose the pace."""
    value = "".join(press.values[:1])
    await _again(answer, await answer.hall.set_pace(press.table, answer.user, value, request=answer.request))


@verb("level", Ack.UPDATE)
async def level(answer: Answer, press: Press) -> None:
    """Add a computer player of this level."""
    value = "".join(press.values[:1])
    await _again(answer, await answer.hall.add_computer(press.table, answer.user, value, request=answer.request))


@verb("unrobot", Ack.UPDATE)
async def unrobot(answer: Answer, press: Press) -> None:
    """Send the last computer player away."""
    await _again(answer, await answer.hall.remove_computer(press.table, answer.user, request=answer.request))


@verb("shuffle", Ack.UPDATE)
async def shuffle(answer: Answer, press: Press) -> None:
    """Let the order be drawn at the start."""
    await _again(answer, await answer.hall.shuffle(press.table, answer.user, request=answer.request))


@verb("first", Ack.UPDATE)
async def first(answer: Answer, press: Press) -> None:
    """Put somebody first in the order of seniority (the youngest); done for one after the other it arranges any order."""
    look = await answer.hall.look(press.table, answer.user)
    numbers = list(range(len(look.table.seats)))
    value = "".join(press.values[:1])
    if not value.isdigit() or int(value) not in numbers:
        raise Refusal("cogs.refusal.unknown-press")
    order = (int(value), *(number for number in numbers if number != int(value)))
    await _again(answer, await answer.hall.arrange(press.table, answer.user, order, request=answer.request))


@verb("cancel", Ack.UPDATE)
async def cancel(answer: Answer, press: Press) -> None:
    """Cancel from the menu: the lobby closes at once."""
    moderator = board.moderates(answer.interaction)
    look = await answer.hall.cancel(press.table, answer.user, request=answer.request, moderator=moderator)
    title = table.heading(look.table, answer.words, "cogs.hand.no-title")
    await answer.show(Card(title=title, text=answer.words("cogs.cancel.done"), colour=GREY))
