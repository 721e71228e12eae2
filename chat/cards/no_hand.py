"""What people without a hand see at a table: spectators, and everybody before and after the game."""

from asking import readers
from chat.app import App
from chat.cards import drawing, headings, links, result, story
from chat.press.presses import make
from chat.wire.layout import GREY, Card, button, rows
from data.words import Words
from render.contract import Picture
from render.turns import Turn
from tables.model.people import Preferences
from tables.rules.reading import Reading


async def no_hand(  # noqa: PLR0917 - what is shown, to whom
    app: App, reading: Reading, user: int, words: Words, note: str, own: Preferences | None
) -> Card:
    """Returns what somebody without a hand sees; `note` answers the press. After the end they see its picture, as they prefer
    it; `own` is None if they are shown no picture. Raises Outdated.
    """
    info = reading.info
    if info.state == "playing":
        mine = next((seat for seat in info.seats if seat.user == user), None)
        gone = any(each.user == user for each in info.departed)
        key = "cogs.hand.resigned" if mine is not None else "cogs.hand.handed-on" if gone else "cogs.hand.spectator"
        lines = [words(key)]
    elif info.state == "lobby":
        lines = [words("cogs.hand.lobby")]
    else:
        lines = [*result.why(info, words), *result.ranking(app, info, words)]
        if info.closed is None and info.state == "over":
            lines.insert(0, words("cogs.hand.over"))
    text_board = button(words("cogs.board.text"), make("board.text", info.id, info.stage), emoji="📝")
    link = await links.to_board(app, info, words)
    title = headings.heading(info, words, "cogs.hand.no-title")
    found = [text_board, link] if lines == [words("cogs.hand.spectator")] else [link]
    if await app.tables.guests.may_want_calls(user, info):
        lines.append(words("cogs.notify.first"))
        found.append(button(words("cogs.notify.bell"), make("company.bell", info.id), emoji="🔔"))
    picture = None if own is None else await _end(app, reading, words, own)
    text = "\n".join(filter(None, (note, *lines)))
    return Card(title=title, picture=picture, text=text, rows=rows(found), colour=GREY)


async def _end(app: App, reading: Reading, words: Words, own: Preferences) -> Picture | None:
    """Returns the picture of the end; None if there is none, or if they read. Raises Outdated."""
    info, view = reading.info, reading.seen_by(None).view
    if info.state != "over" or info.closed is not None or view is None or info.result is None:
        return None
    said, people = await story.epilogue(app, info, words, safe=False), readers.audience(info, words, own=own)
    return await drawing.picture_of(
        own.display, info.id, app.pictures.final, info.game, view, info.result, said, people, Turn(info.id)
    )
