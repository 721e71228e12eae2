"""Guests on the lobby card: who is invited, who waits, and what it offers them."""

from collections.abc import Iterable

import discord

from chat.app import App
from chat.cards import table
from chat.press.presses import make
from chat.wire.layout import Button, button
from data.words import Words
from tables.model.models import TableInfo

PANEL = "guests"
"""The name of the menu of guests among the private answers that are kept true."""


def lines(info: TableInfo, words: Words) -> list[str]:
    """Who is invited and who waits, for the lobby card."""
    guests, found = info.guests, []
    if guests.only:
        found.append(f"🔒 {words('cogs.guests.only')}")
    if guests.invites:
        found.append(f"✉️ {words('cogs.guests.invited', who=_named(each.user for each in guests.invites))}")
    if guests.waiting:
        found.append(f"⏳ {words('cogs.guests.waiting', who=_named(each.user for each in guests.waiting))}")
    found += [
        f"🪑 {words('cogs.guests.kept', who=f'<@{each.user}>', when=table.moment(each.until))}"
        for each in guests.waiting
        if each.until is not None
    ]
    return found


def _named(users: Iterable[int]) -> str:
    return " ".join(f"<@{user}>" for user in users)


def buttons(info: TableInfo, words: Words, *, full: bool) -> list[Button]:
    """What the lobby card offers: to take a seat or to wait for one, and to invite."""
    if full:
        first = button(words("cogs.guests.wait"), make("guests.wait", info.id), emoji="⏳")
    else:
        style = discord.ButtonStyle.success
        first = button(words("cogs.lobby.join"), make("lobby.join", info.id), style=style, emoji="🪑")
    invite = button(words("cogs.guests.invite"), make("guests.open", info.id), emoji="✉️")
    return [first, invite] if info.place.guild > 0 else [first]


def full(app: App, info: TableInfo) -> bool:
    """Whether nobody can sit down now but who has waited."""
    return len(info.seats) + info.guests.kept >= app.games[info.game].seats[-1]
