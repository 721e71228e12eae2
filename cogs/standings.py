"""The leaderboard of a server: the picture, and the same as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cogs import table
from cogs.answer import Ack, Answer
from cogs.cards import BLUE, Card, button, rows
from cogs.dispatch import Press, make, verb
from cogs.text import escaped, plain
from data.words import Words
from engines import games
from render.standings import PAGE, Board, Row
from tables.errors import Refusal
from tables.shown import Standing, Standings

if TYPE_CHECKING:
    from cogs.client import ZamkiBot

ALL = "all"


async def card(bot: ZamkiBot, guild: int, game: str | None, words: Words, *, user: int, page: int = 0) -> Card:
    """A page of the leaderboard; the reader's own line is marked."""
    found = await bot.hall.standings(guild, game)
    pages = max(1, -(-len(found.rows) // PAGE))
    page = min(max(page, 0), pages - 1)
    shown = found.rows[page * PAGE : (page + 1) * PAGE]
    picture = await table.drawn(bot.pictures.standings(_picture(bot, found, shown, user, (page + 1, pages)), words), 0)
    name = words(f"{game}.name") if game is not None else words("cogs.standings.all")
    lines = [_line(row, user, words) for row in shown] or [words("cogs.standings.empty")]
    if pages > 1:
        lines.append(f"-# {words('cogs.standings.page', page=page + 1, pages=pages)}")
    buttons = []
    if page > 0:
        buttons.append(button(words("cogs.picker.back"), make("rank", page - 1, 0, (game or ALL, "_back"))))
    if page < pages - 1:
        buttons.append(button(words("cogs.picker.on"), make("rank", page + 1, 0, (game or ALL, "_on"))))
    title = words("cogs.standings.title", game=name)
    return Card(title=title, picture=picture, text="\n".join(lines), rows=rows(buttons), colour=BLUE)


def _picture(bot: ZamkiBot, found: Standings, shown: Sequence[Standing], user: int, page: tuple[int, int]) -> Board:
    guild = bot.get_guild(found.guild)
    lines = (Row(row.place, plain(row.name), row.games, row.wins, row.places, you=row.user == user) for row in shown)
    return Board(plain(guild.name) if guild is not None else "", found.game, tuple(lines), *page)


def _line(row: Standing, user: int, words: Words) -> str:
    name = f"**{escaped(row.name)}**" if row.user == user else escaped(row.name)
    wins, played = words.count("cogs.standings.wins", row.wins), words.count("cogs.standings.games", row.games)
    return f"{row.place}. {name} — {wins}, {played} ({' / '.join(map(str, row.places))})"


@verb("rank", Ack.UPDATE)
async def turn_page(answer: Answer, press: Press) -> None:
    """Another page of the leaderboard; the page stands where other presses name their table."""
    game = press.words[0] if press.words else ALL
    if answer.guild is None or (game != ALL and game not in games()):
        raise Refusal("cogs.refusal.unknown-press")
    key = game if game != ALL else None
    await answer.show(await card(answer.bot, answer.guild, key, answer.words, user=answer.user, page=press.table))
