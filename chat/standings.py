"""The leaderboard of a server: the picture, and the same as text."""

from __future__ import annotations

from collections.abc import Sequence

from chat import table
from chat.answer import Answer
from chat.layout import BLUE, Card, button, rows
from chat.presses import make
from chat.text import escaped, plain
from data.themes import DEFAULT
from data.words import Words
from render.standings import PAGE, Board, Row
from tables.errors import Refusal
from tables.models import Standing, Standings

ALL = "all"


async def card(answer: Answer, game: str | None, page: int = 0) -> Card:
    """A page of the leaderboard of the reader's server, of one game or all; the reader's own line is marked. Raises Refusal in
    a direct message.
    """
    if answer.guild is None:
        raise Refusal("cogs.refusal.not-in-direct-messages")
    words, user = answer.words, answer.user
    found = await answer.tables.standings(answer.guild, game, page=page, size=PAGE, user=user)
    page, pages, shown = found.page, found.pages, found.rows
    board = _board(answer, found, shown, (page + 1, pages))
    picture = await table.drawn(answer.app.pictures.standings(board, words, theme=answer.preferences.theme or DEFAULT), 0)
    name = words(f"{game}.name") if game is not None else words("cogs.standings.all")
    lines = [_line(row, user, words) for row in shown] or _empty(found, words)
    if pages > 1:
        lines.append(f"-# {words('cogs.standings.page', page=page + 1, pages=pages)}")
    buttons = []
    if page > 0:
        buttons.append(button(words("cogs.picker.back"), make("rank", page - 1, 0, (game or ALL, "_back"))))
    if page < pages - 1:
        buttons.append(button(words("cogs.picker.on"), make("rank", page + 1, 0, (game or ALL, "_on"))))
    title = words("cogs.standings.title", game=name)
    return Card(title=title, picture=picture, text="\n".join(lines), rows=rows(buttons), colour=BLUE)


def _board(answer: Answer, found: Standings, shown: Sequence[Standing], page: tuple[int, int]) -> Board:
    guild = answer.interaction.guild
    lines = (Row(row.place, plain(row.name), row.games, row.wins, row.places, you=row.user == answer.user) for row in shown)
    return Board(plain(guild.name) if guild is not None and guild.name else "", found.game, tuple(lines), *page)


def _line(row: Standing, user: int, words: Words) -> str:
    name = f"**{escaped(row.name)}**" if row.user == user else escaped(row.name)
    wins, played = words.count("cogs.standings.wins", row.wins), words.count("cogs.standings.games", row.games)
    return f"{row.place}. {name} — {wins}, {played} ({' / '.join(map(str, row.places))})"


def _empty(found: Standings, words: Words) -> list[str]:
    """Why nobody stands on the leaderboard."""
    why = [(key, n) for key, n in (("void", found.void), ("friendly", found.friendly), ("computers", found.computers)) if n]
    return [words("cogs.standings.empty"), *(words.count(f"cogs.standings.{key}", n) for key, n in why)]
