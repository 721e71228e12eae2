"""Guests on the lobby card: who is invited, who waits, and the buttons for them."""

import discord

from chat.app import App
from chat.cards import clocks
from chat.press.presses import make
from chat.wire.layout import Button, button
from chat.wire.text import mentions
from data.words import Words
from tables.model.table_info import TableInfo

CALL = "call"
"""The kind of the message that tells subscribers of a new table."""

PANEL = "guests"
"""The name of the guests' menu among the private answers that are kept up to date."""


def lines(info: TableInfo, words: Words) -> list[str]:
    """Returns the lines of the lobby card that name the invited and the waiting people."""
    guests, found = info.guests, []
    if guests.only:
        found.append(f"🔒 {words('cogs.guests.only')}")
    if guests.invites:
        found.append(f"✉️ {words('cogs.guests.invited', names=mentions(each.user for each in guests.invites))}")
    if queue := [each.user for each in guests.waiting if not each.by]:
        found.append(f"⏳ {words.count('cogs.guests.waiting', len(queue), names=mentions(queue))}")
    for until in dict.fromkeys(each.until for each in guests.waiting if each.until is not None):
        who = [each.user for each in guests.waiting if each.until == until]
        kept = words.count("cogs.guests.kept", len(who), names=mentions(who), when=clocks.moment(until))
        found.append(f"🪑 {kept}")
    if asked := len(guests.unanswered):
        found.append(f"❔ {words.count('cogs.guests.checks', asked)}")
    return found


def buttons(app: App, info: TableInfo, words: Words) -> list[Button]:
    """Returns the lobby card's buttons for taking or waiting for a seat, and for inviting."""
    join = button(words("cogs.lobby.join"), make("lobby.join", info.id), style=discord.ButtonStyle.success, emoji="🪑")
    wait = button(words("cogs.guests.wait"), make("guests.wait", info.id), emoji="⏳")
    invite = button(words("cogs.guests.invite"), make("guests.open", info.id), emoji="✉️")
    first = [wait] if full(app, info) else [join, wait] if keeps_all_seats(app, info) else [join]
    return [*first, invite] if info.place.guild > 0 else first


def full(app: App, info: TableInfo) -> bool:
    """Returns whether somebody sits on every seat."""
    return len(info.seats) >= app.games[info.game].seats[-1]


def keeps_all_seats(app: App, info: TableInfo) -> bool:
    """Returns whether every free seat is kept for somebody."""
    return not full(app, info) and len(info.seats) + info.guests.kept >= app.games[info.game].seats[-1]
