"""The cards of endings: how a game ended, a table about to be closed or set aside, a void game."""

from collections.abc import Sequence

from asking import players
from chat.app import App
from chat.cards import audiences, board_lines, clocks, drawing, end_card, headings, hint, links
from chat.cards.result import changes, new_records, ranking, series_line, why
from chat.wire.layout import BLUE, GOLD, GREY, RED, PublicCard, rows
from chat.wire.text import escape, mentions
from data.words import Words
from tables.model.outbox_rows import AsideRow, DeadRow, FinalRow
from tables.model.table_info import TableInfo
from tables.rules.reading import Reading


async def final(app: App, reading: Reading, payload: FinalRow, words: Words, pings: Sequence[int]) -> PublicCard:
    """Returns the end of a game, of any kind; `pings` are mentioned once."""
    info = reading.info
    who = words("cogs.board.ended", names=mentions(pings)) if pings else ""
    score = await app.tables.endings.series(info)
    hints = await hint.hint_counts(app, info, words)
    numbers = changes(await app.tables.ratings.rating_changes(info), info, words)
    if await app.tables.ratings.is_unearned(info):
        numbers = "\n".join(filter(None, (f"-# {words('cogs.rating.unearned')}", numbers)))
    numbers = await new_records(app, info, words) or numbers
    if info.result is not None and info.closed is None:
        more = (hints, numbers, series_line(score, info, words), who)
        return await end_card.final(app, reading, payload, words, more=more, pings=pings)
    picture, view = None, audiences.spectators(reading).view
    if view is not None:
        audience = audiences.audience(info, words, safe=False)
        picture = await drawing.picture_of(info.display, info.id, app.pictures.board, info.game, view, audience)
    text = [board_lines.event_lines(app, info, payload, words), *why(info, words), *ranking(app, info, words)]
    text += [hints, numbers, series_line(score, info, words), who, end_card.hash_line(info, words)]
    below = [*await end_card.after(app, info, words), *([end_card.replay_button(info, words)] if info.state == "over" else [])]
    below += [*links.to_review(app, info, words), *end_card.verify_buttons(info, words)]
    return PublicCard(
        title=headings.heading(info, words, "cogs.board.over"),
        picture=picture,
        text="\n".join(filter(None, text)),
        rows=rows(below),
        colour=BLUE if info.result is not None else GREY,
        pings=tuple(pings),
    )


async def dead(app: App, info: TableInfo, payload: DeadRow, words: Words) -> PublicCard:
    """Returns the warning that nobody has moved for very long and the table will be closed."""
    pings = tuple(seat.user for seat in info.seats if players.playing(seat) and seat.user is not None)
    text = words("cogs.end.dead", names=mentions(pings), when=clocks.moment(payload.closes))
    link = await links.to_board(app, info, words)
    title = headings.heading(info, words, "cogs.hand.no-title")
    return PublicCard(title=title, text=text, rows=rows([link]), colour=GOLD, pings=pings)


def void(info: TableInfo, restored: str, words: Words, pings: Sequence[int]) -> PublicCard:
    """Returns the notice to the players that a moderator has voided a finished game, and why, or has `restored` it for that
    reason.
    """
    lines = [mentions(pings), words("cogs.restore.told" if restored else "cogs.void.told")]
    reason = restored or info.reason
    lines += [words("cogs.end.reason", reason=escape(reason, limit=300))] if reason else []
    title = headings.heading(info, words, "cogs.hand.no-title")
    return PublicCard(title=title, text="\n".join(filter(None, lines)), colour=GREY, pings=tuple(pings))


def aside(info: TableInfo, payload: AsideRow, words: Words) -> PublicCard:
    """Returns the notice that the table has failed repeatedly and is set aside for a while, and what people can do."""
    pings = tuple(seat.user for seat in info.seats if players.playing(seat) and seat.user is not None)
    text = words.count("cogs.end.aside", len(pings), names=mentions(pings), when=clocks.moment(payload.until))
    return PublicCard(title=headings.heading(info, words, "cogs.hand.no-title"), text=text, colour=RED, pings=pings)
