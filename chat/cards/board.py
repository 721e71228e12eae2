"""The board in the channel: one message a turn, what happened, whom the table waits for, and what stands behind its buttons."""

from __future__ import annotations

from collections.abc import Sequence

import discord
import msgspec

from chat.app import App
from chat.cards import hand, picker, review, table, timing
from chat.cards.result import ranking
from chat.press.answer import Answer
from chat.press.presses import make
from chat.wire import limits, plainer
from chat.wire.layout import BLUE, GOLD, GREEN, Button, Card, PublicCard, Row, button, rows
from chat.wire.messenger import Spot
from chat.wire.plainer import Form
from chat.wire.rest import UNREACHED
from chat.wire.text import escaped, fit, plain
from data.words import Words
from engines.contract import Event
from render.turns import Turn
from tables.model.models import TableInfo, TableView
from tables.model.outbox_rows import BoardRow, FinalRow, Log, SceneRow
from tables.store.posts import TOLD

UNTOLD = ("points", "elements")
"""Reasons for a result that the figures beside the names tell already."""

LINES = 1500
"""Characters of event lines on one board."""

MENU = 2 * limits.SELECT_OPTIONS
"""Words that may follow on the board itself: two menus."""


class Walk(msgspec.Struct, frozen=True):
    """What a game that hides nothing asks of the one who is on turn: the question, and buttons or a menu where so few
    words may follow that they stand on the board.
    """

    asked: str
    rows: Sequence[Row] = ()


def event_lines(app: App, shown: TableInfo, told: Log, words: Words, *more: Event) -> str:
    """What happened, a line each (`more` events last); the oldest lines go when there is too much."""
    events = [*table.events(app, shown, told.events), *more]
    audience = table.audience(shown, words, safe=True)
    lines = [table.renderer(app, shown).line(event, audience) for event in events if event.to is None]
    lines += [words(note.key, name=table.seat_name(shown, note.seat), before=escaped(note.before)) for note in told.notes]
    return fit([line for line in lines if line], LINES)


async def card(app: App, look: TableView, told: BoardRow, words: Words, *, pings: Sequence[int] = ()) -> PublicCard:
    """The board of a table being played, for everybody. `look` is a spectator's; `pings` are mentioned. What is to be seen for
    a while only (`look.fleeting`) is shown here and nowhere else. Raises Outdated where the game moves on before all of it is
    made.
    """
    shown, view = look.table, table.spectators(look).fleeting or look.view
    assert view is not None, "a table being played has a view"
    audience, turn = table.audience(shown, words, safe=False), table.turn(app, shown)
    picture = None
    if shown.display != "text":
        picture = await table.drawn(app.pictures.board(shown.game, view, audience, turn), shown.id)
    walk = _walk(app, look, words)
    parts = [event_lines(app, shown, told, words)]
    if picture is None or shown.display != "picture":
        parts.append(table.renderer(app, shown).text(view, table.audience(shown, words, safe=True)))
    parts.append(table.levels(shown, words))
    if picture is None and shown.display != "text" and plainer.form() is not Form.WHOLE:
        parts.append(f"-# {words('cogs.board.no-picture')}")
    asks = [(walk and walk.asked) or table.progress(shown, words), *timing.told(shown, words)]
    if pings:
        asks.append(words("cogs.board.your-move", who=" ".join(f"<@{user}>" for user in pings)))
    return PublicCard(
        title=table.heading(shown, words, "cogs.board.title", when=table.when(app, shown, shown.turn, words)),
        picture=picture,
        text="\n".join(part for part in parts if part),
        asks="\n".join(part for part in asks if part),
        rows=(*(walk.rows if walk else ()), *rows(_buttons(shown, words, walk))),
        colour=GOLD,
        pings=tuple(pings),
        text_first=shown.display == "both",
    )


def _buttons(shown: TableInfo, words: Words, walk: Walk | None) -> list[Button]:
    """Where one person alone is to move and has no buttons of their own on the board, the first button calls them by name."""
    primary, secondary = discord.ButtonStyle.primary, discord.ButtonStyle.secondary
    owing = [shown.seats[seat] for seat in shown.pending]
    found = []
    if len(owing) == 1 and table.playing(owing[0]) and not (walk and walk.rows):
        label = words("cogs.board.turn", name=plain(owing[0].name))
        found.append(button(label, make("turn", shown.id, shown.stage), style=primary, emoji="👉"))
    if walk:  # nothing is hidden, so there is no hand to speak of
        mine = button(words("cogs.board.mine"), make("hand", shown.id, shown.stage), style=secondary, emoji="👁️")
    else:
        style = secondary if found else primary
        mine = button(words("cogs.board.hand"), make("hand", shown.id, shown.stage), style=style, emoji="🃏")
    if shown.timing.pause is not None:
        found.append(button(words("cogs.time.resume"), make("timing.resume", shown.id, shown.stage), emoji="▶️"))
    return [
        *found,
        mine,
        button(words("cogs.board.text"), make("text", shown.id, shown.stage), emoji="📝"),
        button(words("cogs.rules.button"), make("rules.open", shown.id, shown.stage), emoji="📖"),
        button(words("cogs.board.more"), make("more", shown.id, shown.stage), emoji="⚙️"),
    ]


def _walk(app: App, spectator: TableView, words: Words) -> Walk | None:
    """The picker of the one who is on turn, where their choices are nobody's secret (the game hides nothing)."""
    shown = spectator.table
    if len(shown.pending) != 1 or (user := shown.seats[shown.pending[0]].user) is None:
        return None
    look = spectator.seen_by(user)
    if look.view is None or look.seat is None or look.view.private:
        return None
    ask = look.after
    said, choices = picker.advance(ask, ())
    asked = f"👉 {table.seat_name(shown, look.seat)}: {hand.asked(shown.game, choices, words)}" if choices.ask else ""
    if not choices.words or choices.together > 1 or choices.slots > 1 or len(choices.words) > MENU:
        return Walk(asked)
    if picker.rotated(ask, said):
        return Walk(asked)  # what is turned is seen in private only
    labels = table.labels(app, look, choices, said, words)
    if len(choices.words) > picker.BUTTONS:
        return Walk(asked, picker.rows_of(picker.Step(shown.id, shown.stage, said, choices, labels), words, verb="open"))
    made = []
    for label, word in zip(labels, choices.words, strict=True):
        move, following = picker.finished(ask, (*said, word))
        meant = "do" if following.complete and not following.words and not following.warn else "open"
        made.append(button(label, make(meant, shown.id, shown.stage, move), style=discord.ButtonStyle.primary))
    return Walk(asked, rows(made))


async def scene(app: App, shown: TableInfo, told: SceneRow, words: Words, *, open_hand: bool = False) -> PublicCard:
    """What a turn's board becomes when it is played: the picture of what happened, told in words, without buttons; `open_hand`:
    but for the one that opens the hand, so that whoever is asked next need not wait for the board.
    """
    (event,) = table.events(app, shown, [told.event])
    audience = table.audience(shown, words, safe=False)
    picture = None
    if shown.display != "text":
        picture = await table.drawn(app.pictures.scene(shown.game, event, audience, Turn(shown.id)), shown.id)
    title = table.heading(shown, words, "cogs.board.title", when=table.when(app, shown, told.turn, words))
    parts = [event_lines(app, shown, told, words, event)]
    if picture is None or shown.display != "picture":
        parts.append(table.renderer(app, shown).told(event, table.audience(shown, words, safe=True)))
    text = "\n".join(filter(None, parts)) or words("cogs.board.played")
    buttons: list[Button] = []
    if open_hand and shown.state == "playing":
        label = words("cogs.board.hand")
        buttons.append(button(label, make("hand", shown.id, shown.stage), style=discord.ButtonStyle.primary, emoji="🃏"))
    return PublicCard(
        title=title, picture=picture, text=text, rows=rows(buttons), colour=GREEN, text_first=shown.display == "both"
    )


def bare(shown: TableInfo, words: Words, *, past: bool) -> PublicCard:
    """What a turn's message becomes where Discord refuses what it should show: hardly anything, so that it takes it. `past`:
    the turn is over.
    """
    title = table.heading(shown, words, "cogs.hand.no-title")
    if past:
        return PublicCard(title=title, text=words("cogs.board.played"), colour=GREEN)
    return PublicCard(title=title, asks=table.progress(shown, words), rows=rows(_buttons(shown, words, None)), colour=GOLD)


async def final(
    app: App, look: TableView, told: FinalRow, words: Words, *, more: Sequence[str] = (), pings: Sequence[int] = ()
) -> PublicCard:
    """The end: the final picture with the scoring, who came where, what verifies the game, and `more`; `pings` are
    mentioned.
    """
    shown, view, result = look.table, table.spectators(look).view, look.table.result
    assert view is not None
    assert result is not None, "a game that is over has a result"
    audience = table.audience(shown, words, safe=False)
    picture, ended = None, []
    if shown.display != "text":
        picture = await table.drawn(app.pictures.final(shown.game, view, result, audience, Turn(shown.id)), shown.id)
    if picture is None or shown.display != "picture":
        ended = [table.renderer(app, shown).ended(view, result, table.audience(shown, words, safe=True))]
    reason = "" if result.reason in UNTOLD else words("cogs.board.reason", reason=words(f"{shown.game}.reason.{result.reason}"))
    return PublicCard(
        title=table.heading(shown, words, "cogs.board.over"),
        picture=picture,
        text="\n".join(
            filter(
                None,
                (
                    event_lines(app, shown, told, words),
                    *ended,
                    *ranking(app, shown, words),
                    reason,
                    checked(shown, words),
                    *more,
                ),
            )
        ),
        rows=rows(
            [*await after(app, shown, words), replayed(shown, words), story(shown, words), *review.offer(app, shown, words)]
        ),
        colour=BLUE,
        pings=tuple(pings),
        text_first=shown.display == "both",
    )


def checked(shown: TableInfo, words: Words) -> str:
    """What verifies a game that is over."""
    return f"-# {words('cogs.board.verify', table=shown.id, seed=shown.seed)}"


def replayed(shown: TableInfo, words: Words) -> Button:
    """The game step by step."""
    return button(words("replay.button"), make("replay.open", shown.id), emoji="🎞️")


def story(shown: TableInfo, words: Words) -> Button:
    """What the game was like."""
    return button(words("replay.story"), make("story.open", shown.id), emoji="📖")


async def after(app: App, shown: TableInfo, words: Words) -> list[Button]:
    """Where it goes on after a game: the same once more, or the way to its tournament."""
    if shown.tournament is not None:
        url = await table.tournament_link(app, shown)
        return [button(words("cogs.tournament.card"), url=url, emoji="🏆")] if url else []
    again = button(words("cogs.board.again"), make("start.again", shown.id), style=discord.ButtonStyle.success, emoji="🔁")
    return [again]


async def post_again(answer: Answer, look: TableView) -> None:
    """Have the board posted again where its message is gone, or edited where it shows another stage than the game's, for
    a person who plays there.
    """
    shown = look.table
    if table.playing_seat(look) is None or shown.state != "playing" or answer.guild != shown.place.guild:
        return
    messages = answer.tables.messages
    found, told = await messages.get(shown.id, "board"), await messages.get(shown.id, TOLD)
    if found is not None:
        try:
            if await answer.app.messenger.stands(Spot(found.channel, found.message)):
                if told is None or told.shows.stage != shown.stage:
                    await answer.tables.show_again(shown.id)
                return
        except (discord.DiscordException, *UNREACHED):
            return
        await messages.drop(shown.id, "board")
    await answer.tables.show_again(shown.id)


async def text_card(app: App, look: TableView, user: int, words: Words, *, pictured: bool = True, page: int = 0) -> Card:
    """The board as text, the last page where there are not as many any more."""
    if table.playing_seat(look) is None:
        look = look.seen_by(None)
    shown = look.table
    if look.view is None:
        return await hand.card(app, look, user, words, pictured=pictured)
    pages = table.renderer(app, shown).pages(look.view, table.audience(shown, words, safe=True))
    page = min(page, len(pages) - 1)
    link = button(words("cogs.hand.board"), url=await table.board_link(app, shown))
    own = [button(words("cogs.board.hand"), make("hand", shown.id, shown.stage))] if look.seat is not None else []
    title = table.heading(shown, words, "cogs.board.text-title")
    text = [pages[page], table.levels(shown, words), table.progress(shown, words)]
    sheets: list[Button] = []
    if len(pages) > 1:
        text.append(f"-# {words('cogs.display.page', page=page + 1, pages=len(pages))}")
        back, on = make("sheet", shown.id, 0, (f"_{page - 1}",)), make("sheet", shown.id, 0, (f"_{page + 1}",))
        sheets += [button(words("cogs.picker.back"), back)] if page else []
        sheets += [button(words("cogs.picker.on"), on)] if page + 1 < len(pages) else []
    return Card(title=title, text="\n".join(filter(None, text)), rows=rows([*sheets, *own, link]))


async def glance(app: App, look: TableView, user: int, words: Words, *, pictured: bool = True) -> Card:
    """The public board for one person alone, with the way to where it is played; not `pictured`: as text."""
    public = look.seen_by(None)
    shown = public.table
    if public.view is None or shown.state != "playing":
        return await hand.card(app, look, user, words, pictured=pictured)
    picture, own = None, await app.tables.people.person(user)
    display = own.display
    if pictured and display != "text":
        audience = table.audience(shown, words, safe=False, theme=own.theme)
        picture = await table.drawn(app.pictures.board(shown.game, public.view, audience, table.turn(app, shown)), shown.id)
    text = table.progress(shown, words)
    if picture is None or display != "picture":
        text = f"{table.renderer(app, shown).text(public.view, table.audience(shown, words, safe=True))}\n{text}"
    buttons = [
        button(words("cogs.board.hand"), make("hand", shown.id, shown.stage), emoji="🃏"),
        button(words("cogs.board.text"), make("text", shown.id, shown.stage), emoji="📝"),
        button(words("cogs.hand.board"), url=await table.board_link(app, shown)),
    ]
    title = table.heading(shown, words, "cogs.board.title", when=table.when(app, shown, shown.turn, words))
    first = display == "both"
    return Card(title=title, picture=picture, text=text, rows=rows(buttons), colour=BLUE, text_first=first)
