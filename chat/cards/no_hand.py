"""What people without a hand see at a table: spectators, and everybody before and after the game."""

from chat.app import App
from chat.cards import headings, links, result
from chat.press.presses import make
from chat.wire.layout import GREY, Card, button, rows
from data.words import Words
from tables.rules.reading import Reading


async def no_hand(app: App, reading: Reading, user: int, words: Words, note: str) -> Card:
    """Returns what somebody without a hand sees; `note` answers the press."""
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
    label = words("cogs.lobby.to-result" if info.state == "over" else "cogs.hand.board")
    link = button(label, url=await links.board_link(app, info))
    title = headings.heading(info, words, "cogs.hand.no-title")
    text = "\n".join(filter(None, (note, *lines)))
    found = [text_board, link] if lines == [words("cogs.hand.spectator")] else [link]
    return Card(title=title, text=text, rows=rows(found), colour=GREY)
