"""Cards for the moderators of a server: its tables and the people excluded. Of a game they see what any spectator sees."""

import discord

from asking import players
from asking.names import plain
from chat.cards import links, meant
from chat.press import doors, forms
from chat.press.answer import Answer
from chat.press.presses import Press, make
from chat.wire import limits
from chat.wire.layout import BLUE, RED, Button, Card, Row, button, people, row, rows, select
from chat.wire.text import clip, escape
from data.records.servers import ExclusionRow
from data.words import Words
from tables.errors import Refusal
from tables.model.table_info import TableInfo
from tables.time.timing import DAY

SPANS = {"1d": DAY, "7d": 7 * DAY, "30d": 30 * DAY, "90d": 90 * DAY, "365d": 365 * DAY}
"""Durations of an exclusion, in seconds."""

USUAL = "7d"
"""The default in the form."""

LISTED = 15
"""Maximum exclusions listed."""


async def moderated_server(answer: Answer) -> int:
    """Returns the server of an answer. Raises Refusal if there is none, or if the person does not moderate it."""
    if not await doors.looks_after_server(answer):
        raise Refusal("cogs.server.refusal.not-moderator")
    return answer.guild or 0


def parts(
    found: list[TableInfo], finished: list[TableInfo], excluded: list[ExclusionRow], words: Words
) -> tuple[list[str], list[Row]]:
    """Returns the moderators' page of a server's settings: people excluded, and menus of tables, finished games and people."""
    text = [_line(each, words) for each in excluded[:LISTED]]
    text = text or [words("cogs.server.none-excluded")]
    menus = []
    if found:
        newest = found[-limits.SELECT_OPTIONS :]
        offered = [(str(each.id), meant.one_line(each, words)) for each in newest]
        menus.append(row(select(make("server.table", 0), offered, placeholder=words("cogs.server.choose-table"))))
    if finished:
        offered = [(str(each.id), meant.one_line(each, words)) for each in finished]
        # Its words make the id differ from the menu above: no two in a message may be the same.
        menus.append(
            row(select(make("server.table", 0, 0, ("over",)), offered, placeholder=words("cogs.server.choose-finished")))
        )
    menus.append(row(people(make("server.person", 0), placeholder=words("cogs.server.choose-person"))))
    return text, menus


def person_card(user: int, excluded: ExclusionRow | None, words: Words) -> Card:
    """Returns one person: excluded until when and why, with a button for excluding them or letting them play again."""
    about = words("cogs.server.exclude-about")
    text = [f"<@{user}>" if excluded is None else _line(excluded, words), about]
    danger = discord.ButtonStyle.danger
    buttons = [button(words("cogs.server.exclude"), make("server.exclude", 0, 0, (str(user),)), style=danger, emoji="🚫")]
    if excluded is not None:
        buttons.append(button(words("cogs.server.lift"), make("server.lift", 0, 0, (str(user),)), emoji="↩️"))
    title = words("cogs.server.title", page=words("cogs.server.page.people"))
    return Card(title=title, text="\n".join(text), rows=rows([*buttons, _back(words)]), colour=RED)


def _line(excluded: ExclusionRow, words: Words) -> str:
    """Returns who is excluded, until when, and why."""
    line = words("cogs.server.excluded", user=excluded.user, until=int(excluded.until))
    return words("cogs.server.log.reason", what=line, reason=escape(excluded.reason)) if excluded.reason else line


async def form(answer: Answer, press: Press) -> None:
    """Open a form: for how long to exclude somebody, and why."""
    words = answer.words
    spans = [
        discord.RadioGroupOption(label=words(f"cogs.server.span.{span}"), value=span, default=span == USUAL) for span in SPANS
    ]
    group: discord.ui.RadioGroup[discord.ui.View] = discord.ui.RadioGroup(custom_id="span", options=spans)
    span = discord.ui.Label[discord.ui.View](text=words("cogs.server.exclude-span"), component=group)
    reason = forms.reason(words, words("cogs.server.exclude-reason-about"), required=False)
    await forms.form(answer, press, "server.excluding", words("cogs.server.exclude-form"), span, reason)


async def table_card(answer: Answer, info: TableInfo) -> Card:
    """Returns one table, with buttons to close it, void its game or hand it to another of its people, and a link to it."""
    words = answer.words
    buttons: list[Button] = []
    if info.state in {"lobby", "playing"}:
        danger = discord.ButtonStyle.danger
        buttons.append(button(words("cogs.server.close"), make("ending.ask", info.id), style=danger, emoji="✖️"))
    if info.state == "over" and info.closed != "void":
        danger = discord.ButtonStyle.danger
        buttons.append(button(words("cogs.server.void"), make("ending.ask", info.id), style=danger, emoji="⚖️"))
    if info.closed == "void":
        buttons.append(button(words("cogs.server.restore"), make("ending.ask", info.id), emoji="⚖️"))
    buttons.append(await links.to_board(answer.app, info, words))
    buttons.append(_back(words))
    menus = []
    others = [seat for seat in info.seats if players.playing(seat) and seat.user != info.host]
    if others and info.state in {"lobby", "playing"}:
        offered = [(str(seat.user), plain(clip(seat.name, limits.OPTION_LABEL))) for seat in others]
        menus.append(row(select(make("server.handover", info.id), offered, placeholder=words("cogs.server.hand-over"))))
    host = next((seat.name for seat in info.seats if seat.user == info.host), "?")
    text = f"{meant.one_line(info, words, safe=True)}\n{words('cogs.server.hosted', host=escape(host))}"
    title = words("cogs.server.title", page=words("cogs.server.page.people"))
    return Card(title=title, text=text, rows=(*menus, *rows(buttons)), colour=BLUE)


def _back(words: Words) -> Button:
    return button(words("cogs.server.back"), make("server.page", 0, 0, ("people",)), emoji="⬅️")
