"""Which table a command means, and how tables are named in a list."""

import math
from collections.abc import Awaitable, Callable, Sequence

from asking.names import plain
from chat.app import App
from chat.cards.headings import game_name
from chat.cards.links import board_link
from chat.press.answer import PrivateAnswer
from chat.press.presses import make
from chat.wire.layout import BLUE, Card, button, rows
from chat.wire.text import escape
from data.words import Words
from tables.errors import Refusal
from tables.model.table_info import TableInfo

OPEN = ("lobby", "playing")
"""States of a table that is not over."""

LISTED = 10
"""Maximum tables to choose from."""

Identify = Callable[[TableInfo], Awaitable[str]]
"""Returns the `custom_id` of the button that chooses a table."""


async def near(app: App, user: int, guild: int | None, channel: int | None) -> list[TableInfo]:
    """Returns the person's own tables (those in this channel first), then the channel's other tables."""
    mine = [table for table in await app.tables.looks.tables_of(user, guild) if table.state in {"lobby", "playing"}]
    mine = urgent_first(mine, user)
    mine.sort(key=lambda table: channel not in {table.place.channel, table.home})
    here = await app.tables.looks.tables_in(channel) if channel is not None else []
    known = {table.id for table in mine}
    return [*mine, *(table for table in here if table.id not in known)]


def urgent_first(tables: Sequence[TableInfo], user: int) -> list[TableInfo]:
    """Sort the tables: those that wait for this person (soonest deadline first), then the other games, then the lobbies."""
    return sorted(tables, key=lambda table: (not table.waits_for(user), table.state != "playing", table.due_of(user), table.id))


async def line(app: App, table: TableInfo, user: int, speak: Words) -> str:
    """Returns a table as one line of a message: whether it waits for this person and until when, with a link to it."""
    owed, due = table.waits_for(user), table.due_of(user)
    turn = f" — **{speak('cogs.tables.your-move')}**" if owed else ""
    if due is not math.inf:
        turn += " " + speak("cogs.board.deadline", when=f"<t:{int(due)}:R>")
    if table.expires is not None:
        turn += " " + speak("cogs.tables.closes", when=f"<t:{int(table.expires)}:R>")
    url = await board_link(app, table)
    return f"{'🟡' if owed else '▫️'} {one_line(table, speak, safe=True)}{turn} [→]({url})"


def one_line(table: TableInfo, speak: Words, *, safe: bool = False) -> str:
    """Returns a table in one line, for a list of suggestions or (`safe`) for a message."""
    names = ", ".join((escape if safe else plain)(seat.name) for seat in table.seats)
    state = speak("cogs.state.set-aside" if table.set_aside else f"cogs.state.{table.state}")
    return f"{table.id} · {game_name(table.game, speak)} · {names} · {state}"


async def which_finished(answer: PrivateAnswer, verb: str, subject: str) -> None:
    """Ask which of the channel's and the person's finished games is meant. `subject`: what the messages are about. Raises
    Refusal if there are none.
    """
    channel = answer.channel if answer.guild is not None else None
    found = await answer.tables.looks.finished_games(channel, answer.user, LISTED)
    if not found:
        raise Refusal(f"{subject}.none")
    lines = "\n".join(f"▫️ {one_line(each, answer.words, safe=True)}" for each in found)
    buttons = [button(f"{each.id} · {game_name(each.game, answer.words)}", make(verb, each.id)) for each in found]
    title = answer.words(f"{subject.removesuffix('.refusal')}.which")
    await answer.tell(Card(title=title, text=lines, rows=rows(buttons), colour=BLUE))


def _here(answer: PrivateAnswer, tables: Sequence[TableInfo]) -> list[TableInfo]:
    return [table for table in tables if _is_here(answer, table)]


async def at_table(
    answer: PrivateAnswer,
    named: int | None,
    verb: str,
    do: Callable[[PrivateAnswer, int], Awaitable[None]],
    *,
    seated: bool = False,
    states: Sequence[str] = ("playing",),
    identify: Identify | None = None,
) -> None:
    """Does it at the table that a command means: the one named, else the only one of this channel (if `seated`, where the
    person plays; else theirs first). If there are several, or some in other channels only, the person is asked instead: each
    button does `verb` at its table, or has the id that `identify` returns. Raises Refusal if there is no table to choose.
    """
    if named is not None:
        await do(answer, named)
        return
    found = await near(answer.app, answer.user, answer.guild, answer.channel)
    fitting = [table for table in found if table.state in states]
    mine = [table for table in fitting if any(seat.user == answer.user for seat in table.seats)]
    here = _here(answer, mine) or ([] if seated else _here(answer, fitting))
    if len(here) == 1:
        await do(answer, here[0].id)
        return
    if not (here or mine):
        raise Refusal("cogs.refusal.no-table-here")
    await _ask(answer, here or mine, identify or (lambda table: _plain(verb, table)), here=bool(here))


def _is_here(answer: PrivateAnswer, table: TableInfo) -> bool:
    return answer.channel in {table.place.channel, table.home}


async def _plain(verb: str, table: TableInfo) -> str:
    return make(verb, table.id, table.stage)


async def _ask(answer: PrivateAnswer, tables: Sequence[TableInfo], identify: Identify, *, here: bool) -> None:
    """Ask which of these tables is meant, before anything is done at any of them."""
    words = answer.words
    key = "here" if here else "elsewhere" if answer.guild is not None else "all"
    offered = tables[:LISTED]
    lines = [await line(answer.app, table, answer.user, words) for table in offered]
    buttons = [button(f"{table.id} · {words(f'{table.game}.name')}", await identify(table)) for table in offered]
    text = "\n".join([words(f"cogs.choose.{key}"), *lines])
    await answer.tell(Card(title=words("cogs.choose.title"), text=text, rows=rows(buttons), colour=BLUE))
