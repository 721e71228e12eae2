"""The cards of endings: how a game ended, a table that is dying, a lobby about to close, a seat that is offered."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from chat.app import App
from chat.cards import board, hint, review, story, table
from chat.cards.result import changes, ranking, why
from chat.press.presses import make
from chat.wire.layout import BLUE, GOLD, GREEN, GREY, RED, PublicCard, button, rows
from chat.wire.text import escaped
from data.words import Words
from tables.model.models import SeriesScore, TableInfo, TableView
from tables.model.outbox_rows import AsideRow, DeadRow, ExpiryRow, FinalRow, OfferRow


def when(at: float) -> str:
    """A time that each client tells in its own way."""
    return f"<t:{int(at)}:R>"


def series_line(score: SeriesScore, shown: TableInfo, words: Words) -> str:
    """How the series stands; "" where there is none to speak of."""
    if not shown.best_of and shown.series is None:
        return ""
    wins = " · ".join(f"{escaped(name)} {won}" for _, name, won in score.wins)
    head = words("cogs.series.best-of", n=shown.best_of) if shown.best_of else words("cogs.series.open")
    number = words("cogs.series.number", n=shown.series_number)
    line = f"🏆 {head} · {number}" + (f": {wins}" if wins else "")
    if score.winner is not None:
        line += "\n" + words(
            "cogs.series.won", name=next(escaped(name) for user, name, _ in score.wins if user == score.winner)
        )
    return line


async def final(app: App, look: TableView, told: FinalRow, words: Words, pings: Sequence[int]) -> PublicCard:
    """The end of a game, however it came; `pings` are mentioned once."""
    shown = look.table
    who = words("cogs.board.ended", who=" ".join(f"<@{user}>" for user in pings)) if pings else ""
    score = await app.tables.endings.series(shown)
    hints = await hint.counted(app, shown, words)
    numbers = changes(await app.tables.ratings.rating_changes(shown), shown, words)
    if await app.tables.ratings.unearned(shown):
        numbers = "\n".join(filter(None, (f"-# {words('cogs.rating.unearned')}", numbers)))
    if shown.result is not None and shown.closed is None:
        more = (hints, *await story.summary(app, shown, words), numbers, series_line(score, shown, words), who)
        return await board.final(app, look, told, words, more=more, pings=pings)
    picture = None
    view = table.spectators(look).view
    if view is not None and shown.display != "text":
        picture = await table.drawn(app.pictures.board(shown.game, view, table.audience(shown, words, safe=False)), shown.id)
    text = [board.event_lines(app, shown, told, words), *why(shown, words), *ranking(app, shown, words)]
    text += [board.checked(shown, words) if shown.seed else "", hints, numbers, series_line(score, shown, words), who]
    below = [*await board.after(app, shown, words), *([board.replayed(shown, words)] if shown.state == "over" else [])]
    below += review.offer(app, shown, words)
    return PublicCard(
        title=table.heading(shown, words, "cogs.board.over"),
        picture=picture,
        text="\n".join(filter(None, text)),
        rows=rows(below),
        colour=BLUE if shown.result is not None else GREY,
        pings=tuple(pings),
    )


async def dead(app: App, shown: TableInfo, told: DeadRow, words: Words) -> PublicCard:
    """Nobody has moved for very long: the table is about to be closed."""
    pings = tuple(seat.user for seat in shown.seats if table.playing(seat) and seat.user is not None)
    text = words("cogs.end.dead", who=" ".join(f"<@{user}>" for user in pings), when=when(told.closes))
    link = button(words("cogs.hand.board"), url=await table.board_link(app, shown))
    title = table.heading(shown, words, "cogs.hand.no-title")
    return PublicCard(title=title, text=text, rows=rows([link]), colour=GOLD, pings=pings)


def void(shown: TableInfo, words: Words, pings: Sequence[int]) -> PublicCard:
    """A moderator has made a finished game void: who played is told, and why."""
    lines = [" ".join(f"<@{user}>" for user in pings), words("cogs.void.told")]
    lines += [words("cogs.end.reason", reason=escaped(shown.reason, limit=300))] if shown.reason else []
    title = table.heading(shown, words, "cogs.hand.no-title")
    return PublicCard(title=title, text="\n".join(filter(None, lines)), colour=GREY, pings=tuple(pings))


def aside(shown: TableInfo, told: AsideRow, words: Words) -> PublicCard:
    """The table has failed again and again: it stands still for a while, and what can be done."""
    pings = tuple(seat.user for seat in shown.seats if table.playing(seat) and seat.user is not None)
    text = words("cogs.end.aside", who=" ".join(f"<@{user}>" for user in pings), when=when(told.until))
    return PublicCard(title=table.heading(shown, words, "cogs.hand.no-title"), text=text, colour=RED, pings=pings)


def expiry(shown: TableInfo, told: ExpiryRow, words: Words) -> PublicCard:
    """A lobby is about to be closed, and what keeps it open; or it stays open."""
    title = table.heading(shown, words, "cogs.hand.no-title")
    at = when(shown.expires or 0)
    if told.extended or shown.state != "lobby":
        return PublicCard(title=title, text=words("cogs.end.extended", when=at), colour=GREY)
    extend = button(words("cogs.end.extend"), make("extend", shown.id), style=discord.ButtonStyle.primary, emoji="⏳")
    text = words("cogs.end.expiry", who=f"<@{shown.host}>", when=at)
    return PublicCard(title=title, text=text, rows=rows([extend]), colour=GOLD, pings=(shown.host,))


def offer(shown: TableInfo, told: OfferRow, words: Words) -> PublicCard:
    """A seat that somebody may take over, or what has become of the offer."""
    title = table.heading(shown, words, "cogs.offer.title")
    name = f"{table.LETTERS[told.offer.seat]} · {escaped(told.name)}"
    if told.ended:
        colour = GREEN if told.ended == "taken" else GREY
        return PublicCard(title=title, text=words(f"cogs.offer.{told.ended}", name=name, now=escaped(told.now)), colour=colour)
    to = told.offer.to
    asks = words("cogs.offer.to-one", who=f"<@{to}>", name=name) if to is not None else words("cogs.offer.to-all", name=name)
    number = (str(told.offer.id),)
    buttons = [
        button(words("cogs.offer.take"), make("sit", shown.id, 0, number), style=discord.ButtonStyle.success, emoji="🪑"),
        button(words("cogs.back.withdraw"), make("unoffer", shown.id, 0, number)),
    ]
    return PublicCard(
        title=title, text=asks, rows=rows(buttons), colour=GOLD, pings=() if to is None or not told.mention else (to,)
    )
