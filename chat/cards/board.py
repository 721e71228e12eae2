"""The board in the channel: one message a turn, with what happened, whom the table waits for, and the effect of its buttons."""

from collections.abc import Sequence

import discord
import msgspec

from asking import pictures, players
from asking.names import plain
from chat.app import App
from chat.cards import (
    audiences,
    board_lines,
    board_question,
    clocks,
    drawing,
    headings,
    seating,
    wording,
)
from chat.press.answer import Answer
from chat.press.presses import make
from chat.wire import extent
from chat.wire.extent import Extent
from chat.wire.layout import GOLD, GREEN, Button, PublicCard, button, rows
from chat.wire.messenger import MessageSpot
from chat.wire.outcomes import UNREACHED
from chat.wire.text import mentions
from data.records.messages import Shows
from data.records.results import SEVERAL
from data.words import Words
from render.turns import Turn
from tables.model.outbox_rows import BoardRow, SceneRow
from tables.model.table_info import TableInfo
from tables.rules.reading import Reading
from tables.store.messages import TOLD


def goes_on(shows: Shows, info: TableInfo, turns: int) -> bool:
    """Returns whether a board's message that shows `shows` can continue with the current question: within its turn, while
    computer players move, when the same person is asked again, and with another person's question within a row of turns if the
    game has several turns on one message (`turns`).
    """
    if shows.turn is None:
        return False  # it showed what was taken back
    in_a_row = shows.turn < info.turn and (shows.turn - 1) // turns == (info.turn - 1) // turns
    return shows.turn == info.turn or asks_again(shows, info) or in_a_row


def asks_again(shows: Shows, info: TableInfo) -> bool:
    """Returns whether the current question is to the person asked before, or to no person."""
    now = players.asked_seat(info)
    return now is None or (now != SEVERAL and shows.seat in {now, None})


def shown_by(before: Shows | None, info: TableInfo) -> Shows:
    """Returns what a board's message with the current question shows. If no person is asked, that is what it showed `before`;
    within a turn, its seat is the one asked first (a turn may end with a question to the next player).
    """
    now = players.asked_seat(info)
    if before is not None and (now is None or (before.turn == info.turn and before.seat is not None)):
        return Shows(turn=before.turn, seat=before.seat)
    return Shows(turn=info.turn, seat=now)


async def past(app: App, reading: Reading, payload: BoardRow, turn: int, words: Words) -> PublicCard:
    """Returns what a board becomes when the next board asks another person: the table after its turn, one line on how the turn
    ended, and no question. `reading` is a spectator's.
    """
    info, view = reading.info, audiences.spectators(reading).view
    assert view is not None, "a table being played has a view"
    left = msgspec.structs.replace(view, pending=())  # it asks nobody
    audience, turn_of = audiences.audience(info, words, safe=False), Turn(info.id)
    picture = await drawing.picture_of(info.display, info.id, app.pictures.board, info.game, left, audience, turn_of)
    title = headings.heading(info, words, "cogs.board.title", when=headings.when(app, info, turn, words))
    asks = " ".join((await board_lines.became(app, info, turn, words), *board_lines.notes(info, payload, words, turn)))
    return PublicCard(title=title, picture=picture, asks=asks, colour=GREEN)


async def card(
    app: App,
    reading: Reading,
    payload: BoardRow,
    words: Words,
    shows: Shows | None = None,
    *,
    pings: Sequence[int] = (),
    joining: Sequence[int] = (),
) -> PublicCard:
    """Returns the public board of a table being played. `reading` is a spectator's; it mentions `pings`, and the people who
    become members of the thread by it (`joining`). What is shown only for a while (`reading.fleeting`) is shown here and
    nowhere else. Raises Outdated if the game moves on before the card is complete.
    """
    info, view = reading.info, audiences.spectators(reading).fleeting or reading.view
    assert view is not None, "a table being played has a view"
    audience, turn = audiences.audience(info, words, safe=False), pictures.turn(app.asker, info)
    picture = await drawing.picture_of(info.display, info.id, app.pictures.board, info.game, view, audience, turn)
    walk = board_question.public_question(app, reading, words)
    parts = await board_lines.lines_since(app, reading, payload, words, shows)
    if picture is None or info.display != "picture":
        parts.append(audiences.renderer(app, info).text(view, audiences.audience(info, words, safe=True)))
    parts.append(seating.levels(info, words))
    if picture is None and info.display != "text" and extent.current() is not Extent.WHOLE:
        parts.append(f"-# {words('cogs.board.no-picture')}")
    asks = [(walk and walk.asked) or seating.progress(info, words), *clocks.times(info, words)]
    if pings:
        asks.append(words.count("cogs.board.your-move", len(pings), names=mentions(pings)))
    if joining:
        parts.append(words.count("cogs.thread.members", len(joining), names=mentions(joining)))
    return PublicCard(
        title=headings.heading(info, words, "cogs.board.title", when=headings.when(app, info, info.turn, words)),
        picture=picture,
        text="\n".join(part for part in parts if part),
        asks="\n".join(part for part in asks if part),
        rows=(*(walk.rows if walk else ()), *rows(_buttons(info, words, walk, watched=bool(app.web)))),
        colour=GOLD,
        pings=(*pings, *joining),
        text_first=info.display == "both",
    )


def _buttons(
    info: TableInfo, words: Words, walk: board_question.PublicQuestion | None, *, watched: bool = False
) -> list[Button]:
    """Returns the buttons; `watched`: one of them leads to the table's page. If only one person is to move and has no buttons
    on the board, the first button names them.
    """
    primary, secondary = discord.ButtonStyle.primary, discord.ButtonStyle.secondary
    owing = [info.seats[seat] for seat in info.pending]
    found = []
    if len(owing) == 1 and players.playing(owing[0]) and not (walk and walk.rows):
        label = words("cogs.board.turn", name=plain(owing[0].name))
        found.append(button(label, make("play.turn", info.id, info.stage), style=primary, emoji="👉"))
    if walk and not walk.private:  # nothing is hidden, so there is no hand to open
        mine = button(words("cogs.board.mine"), make("play.hand", info.id, info.stage), style=secondary, emoji="👁️")
    else:
        style = secondary if found else primary
        mine = button(words("cogs.board.hand"), make("play.hand", info.id, info.stage), style=style, emoji="🃏")
    if info.timing.pause is not None:
        found.append(button(words("cogs.time.resume"), make("timing.resume", info.id, info.stage), emoji="▶️"))
    return [
        *found,
        mine,
        button(words("cogs.board.text"), make("board.text", info.id, info.stage), emoji="📝"),
        button(words("cogs.rules.button"), make("rules.open", info.id, info.stage), emoji="📖"),
        *([button(words("watch.button"), make("watching.open", info.id), emoji="🌐")] if watched else []),
        button(words("cogs.board.more"), make("board.more", info.id, info.stage), emoji="⚙️"),
    ]


async def scene(app: App, info: TableInfo, payload: SceneRow, words: Words, *, open_hand: bool = False) -> PublicCard:
    """Returns what a turn's board becomes when the turn is played: a picture and the events in words, without buttons. With
    `open_hand` it keeps the one that opens the hand, so that the next player need not wait for the board.
    """
    (event,) = wording.events(app, info, [payload.event])
    audience = audiences.audience(info, words, safe=False)
    picture = await drawing.picture_of(info.display, info.id, app.pictures.scene, info.game, event, audience, Turn(info.id))
    title = headings.heading(info, words, "cogs.board.title", when=headings.when(app, info, payload.turn, words))
    parts = [board_lines.event_lines(app, info, payload, words, event, room=board_lines.SCENE)]
    rendered = audiences.renderer(app, info)
    if rendered.passes(event):  # one line a turn, like the boards around it
        parts = [
            board_lines.summary(app, info, [*wording.events(app, info, payload.events), event], words, board_lines.SCENE),
            *board_lines.notes(info, payload, words),
        ]
    if picture is None or info.display != "picture":
        parts.append(rendered.scene_text(event, audiences.audience(info, words, safe=True)))
    text = "\n".join(filter(None, parts)) or words("cogs.board.played")
    buttons: list[Button] = []
    if open_hand and info.state == "playing":
        label = words("cogs.board.hand")
        buttons.append(button(label, make("play.hand", info.id, info.stage), style=discord.ButtonStyle.primary, emoji="🃏"))
    return PublicCard(
        title=title, picture=picture, text=text, rows=rows(buttons), colour=GREEN, text_first=info.display == "both"
    )


def bare(info: TableInfo, words: Words, *, past: bool) -> PublicCard:
    """Returns a nearly empty card for a turn's message, used if Discord rejects the full one. `past`: the turn is over."""
    title = headings.heading(info, words, "cogs.hand.no-title")
    if past:
        return PublicCard(title=title, text=words("cogs.board.played"), colour=GREEN)
    return PublicCard(title=title, asks=seating.progress(info, words), rows=rows(_buttons(info, words, None)), colour=GOLD)


async def post_again(answer: Answer, reading: Reading) -> None:
    """Have the board posted again if its message is gone, or edited if it shows another stage than the game's. Only for a
    person who plays there.
    """
    info = reading.info
    if players.playing_seat(reading) is None or info.state != "playing" or answer.guild != info.place.guild:
        return
    messages = answer.tables.messages
    found, previous = await messages.get(info.id, "board"), await messages.get(info.id, TOLD)
    if found is not None:
        try:
            if await answer.app.messenger.stands(MessageSpot(found.channel, found.message)):
                if previous is None or previous.shows.stage != info.stage:
                    await answer.tables.show_again(info.id)
                return
        except (discord.DiscordException, *UNREACHED):
            return
        await messages.drop(info.id, "board")
    await answer.tables.show_again(info.id)
