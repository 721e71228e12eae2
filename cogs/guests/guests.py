"""The cards for guests of lobbies: inviting, the invitation, and a new table that somebody waited for."""

from collections.abc import Sequence

import discord

from chat.app import App
from chat.cards import guests, table
from chat.press.presses import make
from chat.wire.layout import BLUE, GOLD, GREEN, GREY, Card, PublicCard, Row, button, people, row, rows, select
from data.words import Words
from tables.errors import NotSeated, WrongState
from tables.model.models import Guests, TableInfo, TableView
from tables.rules.guests import MOST


def card(look: TableView, user: int, words: Words) -> Card:
    """Returns the menu for inviting; the host also chooses whether seats are by invitation, and whom to turn away. Raises
    WrongState, NotSeated.
    """
    info = look.table
    if info.state != "lobby":
        raise WrongState("cogs.refusal.lobby-over")
    if look.seat is None:
        raise NotSeated("tables.refusal.not-seated-lobby")
    host = info.host == user
    found: list[Row] = []
    if host or not info.guests.only:
        most = MOST - len(info.guests.invites)
        if most > 0:
            found.append(row(people(make("guests.invite", info.id), placeholder=words("cogs.guests.whom"), most=most)))
    if host:
        found.append(row(people(make("guests.away", info.id), placeholder=words("cogs.guests.away"))))
        on = info.guests.only
        label = words("cogs.guests.for-all" if on else "cogs.guests.for-invited")
        found.append(row(button(label, make("guests.only", info.id, 0, ("off" if on else "on",)), emoji="🔓" if on else "🔒")))
    about = [
        *guests.lines(info, words),
        words("cogs.guests.about" if host or not info.guests.only else "cogs.guests.host-invites"),
    ]
    title = table.heading(info, words, "cogs.guests.title")
    return Card(title=title, text="\n".join(about), rows=tuple(found), colour=BLUE)


async def panel(app: App, look: TableView, user: int, words: Words, *, pictured: bool = True) -> Card:
    """Returns the menu for inviting, or why nobody can be invited: the game has begun, or the person has left the seat."""
    del pictured
    info = look.table
    if info.state == "lobby" and look.seat is not None:
        return card(look, user, words)
    key = "tables.refusal.not-seated-lobby" if info.state == "lobby" else f"cogs.menu.closed-{info.state}"
    way = await table.to_board(app, info, words)
    return Card(title=table.heading(info, words, "cogs.guests.title"), text=words(key), rows=rows([way]), colour=GREY)


async def invitation(app: App, info: TableInfo, user: int, words: Words, *, waited: bool) -> tuple[str, str, tuple[Row, ...]]:
    """Returns the heading, the text and the buttons of an invitation."""
    number = (str(info.guests.open[user]),)
    by = next((each.by for each in info.guests.invites if each.user == user), 0)
    until = next((each.until for each in info.guests.waiting if each.user == user), None)
    key = "cogs.guests.free" if waited else "cogs.guests.invitation"
    text = words(key, who=f"<@{user}>", by=f"<@{by}>", when=table.moment(until or 0))
    success = discord.ButtonStyle.success
    found = [
        button(words("cogs.guests.accept"), make("guests.accept", info.id, 0, number), style=success, emoji="🪑"),
        button(words("cogs.guests.decline"), make("guests.decline", info.id, 0, number)),
        await table.to_board(app, info, words),
    ]
    return table.heading(info, words, "cogs.guests.heading"), text, rows(found)


async def answered(app: App, info: TableInfo, words: Words, *, taken: bool) -> Card:
    """Returns an invitation by direct message that is answered or has expired."""
    title = table.heading(info, words, "cogs.guests.heading")
    link = await table.to_board(app, info, words)
    text = words("cogs.guests.accepted" if taken else "cogs.guests.over")
    return Card(title=title, text=text, rows=rows([link]), colour=GREEN if taken else GREY)


async def called(app: App, info: TableInfo, words: Words, users: Sequence[int] = ()) -> PublicCard:
    """Returns the notice about a new table for people who wanted it; a direct message names nobody."""
    who = " ".join(f"<@{user}>" for user in users)
    link = button(words("cogs.guests.to-lobby"), url=await table.board_link(app, info))
    text = words("cogs.guests.called", who=who, game=table.game_name(info.game, words)).strip()
    title = table.heading(info, words, "cogs.hand.no-title")
    return PublicCard(title=title, text=text, rows=rows([link]), colour=GOLD, pings=tuple(users))


def challenge(app: App, user: int, words: Words) -> Card:
    """Returns the choice of a game for a challenge."""
    games = [(game, words(f"{game}.name")) for game in app.games][:25]
    menu = select(make("guests.duel", 0, 0, (str(user),)), games, placeholder=words("cogs.guests.which"))
    text = words("cogs.guests.challenge", who=f"<@{user}>")
    return Card(title=words("cogs.guests.challenge-title"), text=text, rows=(row(menu),), colour=BLUE)


def is_waiting(guests: Guests, user: int) -> bool:
    """Returns whether a seat is reserved for somebody who has waited for it."""
    return any(each.user == user and each.id for each in guests.waiting)
