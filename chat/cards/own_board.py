"""The board as one person opens it: as text, or a look at it in private."""

from asking import pictures, players
from chat.app import App
from chat.cards import (
    audiences,
    drawing,
    hand,
    headings,
    links,
    seating,
)
from chat.press.presses import make
from chat.wire.layout import BLUE, Button, Card, button, rows
from data.words import Words
from tables.rules.reading import Reading


async def text_card(app: App, reading: Reading, user: int, words: Words, *, pictured: bool = True, page: int = 0) -> Card:
    """Returns the board as text; the last page if `page` no longer exists."""
    if players.playing_seat(reading) is None:
        reading = reading.seen_by(None)
    info = reading.info
    if reading.view is None:
        return await hand.card(app, reading, user, words, pictured=pictured)
    pages = audiences.renderer(app, info).pages(reading.view, audiences.audience(info, words, safe=True))
    page = min(page, len(pages) - 1)
    link = await links.to_board(app, info, words)
    own = [button(words("cogs.board.hand"), make("play.hand", info.id, info.stage))] if reading.seat is not None else []
    title = headings.heading(info, words, "cogs.board.text-title")
    text = [pages[page], seating.levels(info, words), seating.progress(info, words)]
    sheets: list[Button] = []
    if len(pages) > 1:
        text.append(f"-# {words('cogs.display.page', page=page + 1, pages=len(pages))}")
        back, on = make("board.sheet", info.id, 0, (f"_{page - 1}",)), make("board.sheet", info.id, 0, (f"_{page + 1}",))
        sheets += [button(words("cogs.picker.back"), back)] if page else []
        sheets += [button(words("cogs.picker.on"), on)] if page + 1 < len(pages) else []
    return Card(title=title, text="\n".join(filter(None, text)), rows=rows([*sheets, *own, link]))


async def glance(app: App, reading: Reading, user: int, words: Words, *, pictured: bool = True) -> Card:
    """Returns the public board for one person alone, with a link to where it is played; as text if not `pictured`."""
    public = reading.seen_by(None)
    info = public.info
    if public.view is None or info.state != "playing":
        return await hand.card(app, reading, user, words, pictured=pictured)
    picture, own = None, await app.tables.people.person(user)
    display = own.display
    if pictured and display != "text":
        audience = audiences.audience(info, words, safe=False, own=own)
        picture = await drawing.attempt(
            app.pictures.board(info.game, public.view, audience, pictures.turn(app.asker, info)), info.id
        )
    text = seating.progress(info, words)
    if picture is None or display != "picture":
        text = f"{audiences.renderer(app, info).text(public.view, audiences.audience(info, words, safe=True))}\n{text}"
    buttons = [
        button(words("cogs.board.hand"), make("play.hand", info.id, info.stage), emoji="🃏"),
        button(words("cogs.board.text"), make("board.text", info.id, info.stage), emoji="📝"),
        await links.to_board(app, info, words),
    ]
    title = headings.heading(info, words, "cogs.board.title", when=headings.when(app, info, info.turn, words))
    first = display == "both"
    return Card(title=title, picture=picture, text=text, rows=rows(buttons), colour=BLUE, text_first=first)
