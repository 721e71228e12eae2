"""The colours that people choose to play in: a card with those of a game, and the offer of another one."""

from collections.abc import Sequence

import discord

from asking.names import plain
from chat.app import App
from chat.cards import headings
from chat.press.answer import Answer
from chat.press.presses import make
from chat.wire.layout import BLUE, GOLD, Button, Card, button, rows
from data.words import Words
from engines.contract import Seat
from render.seat_marks import MOST_SEATS, seat_colour
from tables.model.people import Preferences
from tables.model.table_info import TableInfo

NONE = "any"
"""The word of no colour in particular."""

_SIGNS = {
    "sky": "🩵", "yellow": "💛", "blue": "💙", "vermilion": "🧡", "gold": "💛", "green": "💚", "violet": "💜", "red": "❤️",
}  # fmt: skip


def sign(colour: str) -> str:
    """Returns the emoji of a colour; "" for none."""
    return _SIGNS.get(colour, "")


def of_seat(info: TableInfo, seat: Seat | None, own: Preferences) -> tuple[int, str]:
    """Returns the colour in which a person sees a seat in pictures: that of a message's edge, and its emoji."""
    if seat is None or len(info.seats) > MOST_SEATS:
        return GOLD, ""
    word, (red, green, blue) = seat_colour(seat, tuple(each.colour for each in info.seats), own.theme or info.theme)
    return red << 16 | green << 8 | blue, sign(word)


def buttons(app: App, info: TableInfo, words: Words) -> list[Button]:
    """Returns the lobby card's button for choosing a colour; [] if the game has none to choose from."""
    if not app.games[info.game].colours:
        return []
    return [button(words("colours.button"), make("colours.open", info.id), emoji="🎨")]


def card(app: App, info: TableInfo, user: int, words: Words, liked: Sequence[str]) -> Card:
    """Returns the colours of a game, those that others have chosen switched off. Others choose for later."""
    offered = app.games[info.game].colours
    own = next((seat.colour for seat in info.seats if seat.user == user), None)
    taken: dict[str, str] = {}
    if own is None:
        own, about = next((each for each in liked if each in offered), ""), "colours.about-later"
    else:
        taken, about = {seat.colour: plain(seat.name) for seat in info.seats if seat.user != user}, "colours.about"
    found = [_choice(info, colour, own, taken.get(colour, "") if colour else "", words) for colour in (*offered, "")]
    return Card(title=headings.heading(info, words, "colours.title"), text=words(about), rows=rows(found), colour=BLUE)


def _choice(info: TableInfo, colour: str, own: str, off: str, words: Words) -> Button:
    style = discord.ButtonStyle.success if colour == own else discord.ButtonStyle.secondary
    choose = make("colours.choose", info.id, 0, (colour or NONE,))
    return button(words(f"colours.{colour or 'none'}"), choose, style=style, emoji=sign(colour) or None, off=off)


async def offer(answer: Answer, info: TableInfo) -> None:
    """Offer the free colours to somebody who has sat down where somebody else plays in the one that they like."""
    own = next((seat for seat in info.seats if seat.user == answer.user), None)
    liked = [each for each in answer.preferences.liked if each in answer.app.games[info.game].colours]
    if info.state == "lobby" and own is not None and not own.colour and liked:
        await answer.tell(card(answer.app, info, answer.user, answer.words, liked))
