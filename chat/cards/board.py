"""The board in the channel: one message a turn, with what happened, whom the table waits for, and the effect of its buttons."""

import random
from collections.abc import Sequence

import discord
import msgspec

from asking import pictures, players
from asking.lead import PlayMove, following
from asking.names import plain
from asking.offers import left_to_spend
from asking.question import Walk, question
from chat.app import App
from chat.cards import (
    audiences,
    clocks,
    drawing,
    hand,
    hand_lines,
    headings,
    links,
    picker,
    question_rows,
    row_context,
    seating,
    wording,
)
from chat.cards.result import ranking
from chat.press.answer import Answer
from chat.press.presses import make
from chat.wire import limits, rest
from chat.wire.layout import BLUE, GOLD, GREEN, Button, Card, PublicCard, Row, button, rows
from chat.wire.messenger import MessageSpot
from chat.wire.rest import UNREACHED, Form
from chat.wire.text import cut, escape, fit
from data.records import SEVERAL, Shows
from data.words import Words
from engines.contract import Event, Seat
from render.turns import Outdated, Turn
from tables.errors import Refusal
from tables.model.models import TableInfo, TableView
from tables.model.outbox_rows import BoardRow, FinalRow, Log, PlainEvent, SceneRow
from tables.store.outbox import TOLD

UNTOLD = ("points", "elements")
"""Reasons for a result that the figures beside the names already show."""

LINES, NEWEST = 1500, 3
"""Maximum characters of event lines on one message, and maximum turns that a board shows; a button leads to the rest."""

LINE = LINES // NEWEST
"""Maximum characters for one of these turns."""

SUMMARY = 240
"""Maximum characters for how a turn ended, on the board that showed it."""

MENU = 2 * limits.SELECT_OPTIONS
"""Maximum number of possible words for menus on the board itself: two menus."""

PLACES = 20
"""Maximum number of places shown as buttons on the board itself: four rows, with the board's own buttons below."""


class PublicQuestion(msgspec.Struct, frozen=True):
    """What the player on turn is asked, if everybody may know it: the question, and buttons or a menu if few enough words are
    possible to fit on the board.
    """

    asked: str
    rows: Sequence[Row] = ()
    private: bool = False
    """Whether the choices are partly hidden. If so, the board offers the ways to begin a move that everybody can know."""


def event_lines(app: App, info: TableInfo, log: Log, words: Words, *more: Event) -> str:
    """Returns one line for each event (`more` events last). If that is too long, emoji go first, then the oldest lines."""
    notes = _notes(info, log, words)
    marked, plain = ([*_lines(app, info, log.events, words, room, *more), *notes] for room in (LINES, 0))
    return fit(marked if sum(map(len, marked)) + len(marked) <= LINES else plain, LINES)


def _lines(app: App, info: TableInfo, stored: Sequence[PlainEvent], words: Words, room: int, *more: Event) -> list[str]:
    """Returns one line for each event, and one for equal ones; lines with emoji have at most `room` characters."""
    events = [event for event in (*wording.events(app, info, stored), *more) if event.to is None]
    return [
        wording.public_line(app, info, some, line, audiences.audience(info, words, safe=True), room=room)
        for some, line in wording.join_events(app, info, events, words)
    ]


def _notes(info: TableInfo, log: Log, words: Words, turn: int | None = None) -> list[str]:
    """Returns the notes of a turn, one line each. None means the turn of the log."""
    notes = [note for note in log.notes if (note.turn or log.turn) == (turn or log.turn)]
    return [words(note.key, name=seating.seat_name(info, note.seat), before=escape(note.before)) for note in notes]


async def happened(app: App, look: TableView, payload: BoardRow, words: Words, shows: Shows | None) -> list[str]:
    """Returns what has happened since the asked person's last turn: one line a turn, the newest ones. If several people are
    asked, or nobody yet, returns the board's own turn. `shows` is what the board's message shows so far. Raises Outdated.
    """
    info = look.table
    seat, turn = asked(info), info.turn
    if shows is not None and shows.turn is not None and (seat is None or (shows.turn, shows.seat) == (info.turn, SEVERAL)):
        # Computer players go on: the lines are for the person asked before them. If one of several is left, the lines stay.
        seat, turn = shows.seat, shows.turn
    alone = seat is not None and seat != SEVERAL
    turns = await app.tables.looks.turns_after(info, seat, turn) if seat is not None and alone else {}
    if turns is None:
        raise Outdated
    lines = []
    for at in range(min(turns, default=payload.turn - (not alone)), payload.turn + 1):
        summary = _summed(app, info, wording.events(app, info, turns.get(at, ())), words, LINE)
        if not turns and at == payload.turn:
            lines += _lines(app, info, payload.events, words, LINE)
        lines.append(" ".join(filter(None, (summary, *_notes(info, payload, words, at)))))
    return [cut(line, LINE) for line in filter(None, lines)][-NEWEST:]


def asked(info: TableInfo) -> Seat | None:
    """Returns the seat of the one person asked, `SEVERAL` if there are more, or None if only computer players are."""
    people = [seat for seat in info.pending if players.playing(info.seats[seat])]
    return None if not people else people[0] if len(people) == 1 else SEVERAL


def goes_on(shows: Shows, info: TableInfo) -> bool:
    """Returns whether a board's message that shows `shows` can continue with the current question: within its turn, while
    computer players move, and when the same person is asked again.
    """
    now = asked(info)
    if shows.turn is None:
        return False  # it showed what was taken back
    return shows.turn == info.turn or now is None or (now != SEVERAL and shows.seat in {now, None})


def shown_by(before: Shows | None, info: TableInfo) -> Shows:
    """Returns what a board's message with the current question shows. If no person is asked, that is what it showed `before`;
    within a turn, its seat is the one asked first (a turn may end with a question to the next player).
    """
    now = asked(info)
    if before is not None and (now is None or (before.turn == info.turn and before.seat is not None)):
        return Shows(turn=before.turn, seat=before.seat)
    return Shows(turn=info.turn, seat=now)


async def past(app: App, look: TableView, payload: BoardRow, turn: int, words: Words) -> PublicCard:
    """Returns what a board becomes when the next board asks another person: the table after its turn, one line on how the turn
    ended, and no question. `look` is a spectator's.
    """
    info, view = look.table, audiences.spectators(look).view
    assert view is not None, "a table being played has a view"
    left = msgspec.structs.replace(view, pending=())  # it asks nobody
    audience, turn_of = audiences.audience(info, words, safe=False), Turn(info.id)
    picture = await drawing.picture_of(info.display, info.id, app.pictures.board, info.game, left, audience, turn_of)
    title = headings.heading(info, words, "cogs.board.title", when=headings.when(app, info, turn, words))
    asks = " ".join((await became(app, info, turn, words), *_notes(info, payload, words, turn)))
    return PublicCard(title=title, picture=picture, asks=asks, colour=GREEN)


async def became(app: App, info: TableInfo, turn: int, words: Words) -> str:
    """Returns how a turn ended, in one line."""
    events = wording.events(app, info, await app.tables.looks.told_in(info.id, turn))
    what = _summed(app, info, events, words, SUMMARY)
    key = "over" if info.turn != turn else "ended"
    return words(f"cogs.past.{key}", what=cut(what, SUMMARY)) if what else words(f"cogs.past.{key}-bare")


def _summed(app: App, info: TableInfo, events: Sequence[Event], words: Words, room: int) -> str:
    """Returns a turn in one line, with emoji if they fit too."""
    audience = audiences.audience(info, words, safe=True)
    line = audiences.renderer(app, info).summary(events, audience)
    return wording.public_line(app, info, events, line, audience, room=room)


async def card(
    app: App,
    look: TableView,
    payload: BoardRow,
    words: Words,
    shows: Shows | None = None,
    *,
    pings: Sequence[int] = (),
    joining: Sequence[int] = (),
) -> PublicCard:
    """Returns the public board of a table being played. `look` is a spectator's; it mentions `pings`, and the people who become
    members of the thread by it (`joining`). What is shown only for a while (`look.fleeting`) is shown here and nowhere else.
    Raises Outdated if the game moves on before the card is complete.
    """
    info, view = look.table, audiences.spectators(look).fleeting or look.view
    assert view is not None, "a table being played has a view"
    audience, turn = audiences.audience(info, words, safe=False), pictures.turn(app.asker, info)
    picture = await drawing.picture_of(info.display, info.id, app.pictures.board, info.game, view, audience, turn)
    walk = _walk(app, look, words)
    parts = await happened(app, look, payload, words, shows)
    if picture is None or info.display != "picture":
        parts.append(audiences.renderer(app, info).text(view, audiences.audience(info, words, safe=True)))
    parts.append(seating.levels(info, words))
    if picture is None and info.display != "text" and rest.form_shown() is not Form.WHOLE:
        parts.append(f"-# {words('cogs.board.no-picture')}")
    asks = [(walk and walk.asked) or seating.progress(info, words), *clocks.times(info, words)]
    if pings:
        asks.append(words.count("cogs.board.your-move", len(pings), who=" ".join(f"<@{user}>" for user in pings)))
    if joining:
        parts.append(words("cogs.thread.members", who=" ".join(f"<@{user}>" for user in joining)))
    return PublicCard(
        title=headings.heading(info, words, "cogs.board.title", when=headings.when(app, info, info.turn, words)),
        picture=picture,
        text="\n".join(part for part in parts if part),
        asks="\n".join(part for part in asks if part),
        rows=(*(walk.rows if walk else ()), *rows(_buttons(info, words, walk))),
        colour=GOLD,
        pings=(*pings, *joining),
        text_first=info.display == "both",
    )


def _buttons(info: TableInfo, words: Words, walk: PublicQuestion | None) -> list[Button]:
    """Returns the buttons. If only one person is to move and has no buttons on the board, the first button names them."""
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
        button(words("cogs.board.more"), make("board.more", info.id, info.stage), emoji="⚙️"),
    ]


def _walk(app: App, spectator: TableView, words: Words) -> PublicQuestion | None:
    """Returns the picker for the player on turn, if their choices are not secret (the game hides nothing)."""
    info = spectator.table
    if len(info.pending) != 1 or (user := info.seats[info.pending[0]].user) is None:
        return None
    look = spectator.confirmed(user)
    if look.view is None or look.seat is None:
        return None
    if left_to_spend(app.asker, look) is not None:
        return _begun(app, spectator, look.seat, words, private=look.view.private)
    if look.view.private:
        return None
    asked = question(look.after)
    said, choices = asked.said, asked.choices
    ask = f"👉 {seating.seat_name(info, look.seat)}: {hand_lines.of_choices(info.game, choices, words)}" if choices.ask else ""
    if not choices.words or choices.together > 1 or choices.slots > 1 or len(choices.words) > MENU:
        return PublicQuestion(ask)
    if isinstance(asked.asked, Walk) and asked.asked.turned:
        return PublicQuestion(ask)  # rotations are shown in private only
    context = row_context.of_table(app, look, words, marked=info.display != "text", public=True)
    ways = [following(look.after, (*said, word)) for word in choices.words]
    verbs = ["play.do" if isinstance(way, PlayMove) else "play.open" for way in ways]
    if len(choices.words) > picker.BUTTONS:
        # A whole move is answered by the board alone: a private message would push away what the board shows for a while.
        whole = all(isinstance(way, PlayMove) and len(way.said) == len(said) + 1 for way in ways)
        step = question_rows.step(context, asked)
        return PublicQuestion(ask, picker.rows_of(step, words, verb="play.do" if whole else "play.open", grid=PLACES))
    labels, signs = context.labels.words(choices, said), context.signs(choices.words, said)
    buttons = [
        button(label, make(verb, info.id, info.stage, way.said), style=discord.ButtonStyle.primary, emoji=sign or None)
        for label, sign, verb, way in zip(labels, signs, verbs, ways, strict=True)
    ]
    return PublicQuestion(ask, rows(buttons))


def _begun(app: App, spectator: TableView, seat: Seat, words: Words, *, private: bool) -> PublicQuestion:
    """Returns the ways to begin a move of a turn of many moves, as far as everybody can know: they come from a table imagined
    from the spectator's view. Each continues in private, where the turn is drafted and may turn out to be impossible.
    """
    info = spectator.table
    imagined = app.games[info.game].determinize(spectator.view, random.Random(f"{info.id} {info.stage}"))  # noqa: S311
    choices = imagined.choices(seat)
    labels = [words(f"{info.game}.begin.{word}") for word in choices.words]
    signs = row_context.of_table(app, spectator, words, marked=info.display != "text", public=True).signs(choices.words, ())
    made = [
        button(label, make("play.open", info.id, info.stage, (word,)), style=discord.ButtonStyle.primary, emoji=sign or None)
        for word, label, sign in zip(choices.words, labels, signs, strict=True)
    ]
    asked = f"👉 {seating.seat_name(info, seat)}: {hand_lines.of_choices(info.game, choices, words)}"
    return PublicQuestion(asked, rows(made), private)


def open_question(spectator: TableView, words: Words) -> str:
    """Returns what the player on turn is asked, or "" if that is secret."""
    info = spectator.table
    user = info.seats[info.pending[0]].user if len(info.pending) == 1 else None
    look = None if user is None else spectator.confirmed(user)
    if look is None or look.view is None or look.seat is None or look.view.private:
        return ""
    return hand_lines.of_choices(info.game, question(look.after).choices, words)


async def scene(app: App, info: TableInfo, payload: SceneRow, words: Words, *, open_hand: bool = False) -> PublicCard:
    """Returns what a turn's board becomes when the turn is played: a picture and the events in words, without buttons. With
    `open_hand` it keeps the one that opens the hand, so that the next player need not wait for the board.
    """
    (event,) = wording.events(app, info, [payload.event])
    audience = audiences.audience(info, words, safe=False)
    picture = await drawing.picture_of(info.display, info.id, app.pictures.scene, info.game, event, audience, Turn(info.id))
    title = headings.heading(info, words, "cogs.board.title", when=headings.when(app, info, payload.turn, words))
    parts = [event_lines(app, info, payload, words, event)]
    rendered = audiences.renderer(app, info)
    if rendered.passes(event):  # one line a turn, like the boards around it
        parts = [
            _summed(app, info, [*wording.events(app, info, payload.events), event], words, LINE),
            *_notes(info, payload, words),
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


async def final(
    app: App, look: TableView, payload: FinalRow, words: Words, *, more: Sequence[str] = (), pings: Sequence[int] = ()
) -> PublicCard:
    """Returns the end: the final picture with the scoring, the ranking and `more`. It mentions `pings`."""
    info, view, result = look.table, audiences.spectators(look).view, look.table.result
    assert view is not None
    assert result is not None, "a game that is over has a result"
    audience = audiences.audience(info, words, safe=False)
    ended, turn = [], Turn(info.id)
    picture = await drawing.picture_of(info.display, info.id, app.pictures.final, info.game, view, result, audience, turn)
    if picture is None or info.display != "picture":
        ended = [audiences.renderer(app, info).ended(view, result, audiences.audience(info, words, safe=True))]
    reason = "" if result.reason in UNTOLD else words("cogs.board.reason", reason=words(f"{info.game}.reason.{result.reason}"))
    return PublicCard(
        title=headings.heading(info, words, "cogs.board.over"),
        picture=picture,
        text="\n".join(
            filter(
                None,
                (event_lines(app, info, payload, words), *ended, *ranking(app, info, words), reason, *more, bound(info, words)),
            )
        ),
        rows=rows(
            [
                *await after(app, info, words),
                replayed(info, words),
                story(info, words),
                *links.to_review(app, info, words),
                *checked(info, words),
            ]
        ),
        colour=BLUE,
        pings=tuple(pings),
        text_first=info.display == "both",
    )


def checked(info: TableInfo, words: Words) -> list[Button]:
    """Returns the button that verifies a finished game by its seed, or [] if no seed is known."""
    return [button(words("cogs.verify.button"), make("verify.open", info.id), emoji="🔏")] if info.seed else []


def bound(info: TableInfo, words: Words) -> str:
    """Returns the line with the hash of a finished game, by which anyone can know its record; "" if it has none."""
    return f"-# {words('cogs.board.final', final=info.final)}" if info.final else ""


def replayed(info: TableInfo, words: Words) -> Button:
    """Returns the button that opens the replay."""
    return button(words("replay.button"), make("replay.open", info.id), emoji="🎞️")


def story(info: TableInfo, words: Words) -> Button:
    """Returns the button that opens the story of the game."""
    return button(words("replay.story"), make("story.open", info.id), emoji="📖")


async def after(app: App, info: TableInfo, words: Words) -> list[Button]:
    """Returns the buttons for what follows a game: a rematch, or the way to its tournament."""
    if info.tournament is not None:
        url = await links.tournament_link(app, info)
        return [button(words("cogs.tournament.card"), url=url, emoji="🏆")] if url else []
    again = button(words("cogs.board.again"), make("start.again", info.id), style=discord.ButtonStyle.success, emoji="🔁")
    return [again]


async def post_again(answer: Answer, look: TableView) -> None:
    """Have the board posted again if its message is gone, or edited if it shows another stage than the game's. Only for a
    person who plays there.
    """
    info = look.table
    if players.playing_seat(look) is None or info.state != "playing" or answer.guild != info.place.guild:
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


async def text_card(app: App, look: TableView, user: int, words: Words, *, pictured: bool = True, page: int = 0) -> Card:
    """Returns the board as text; the last page if `page` no longer exists."""
    if players.playing_seat(look) is None:
        look = look.seen_by(None)
    info = look.table
    if look.view is None:
        return await hand.card(app, look, user, words, pictured=pictured)
    pages = audiences.renderer(app, info).pages(look.view, audiences.audience(info, words, safe=True))
    page = min(page, len(pages) - 1)
    link = await links.to_board(app, info, words)
    own = [button(words("cogs.board.hand"), make("play.hand", info.id, info.stage))] if look.seat is not None else []
    title = headings.heading(info, words, "cogs.board.text-title")
    text = [pages[page], seating.levels(info, words), seating.progress(info, words)]
    sheets: list[Button] = []
    if len(pages) > 1:
        text.append(f"-# {words('cogs.display.page', page=page + 1, pages=len(pages))}")
        back, on = make("board.sheet", info.id, 0, (f"_{page - 1}",)), make("board.sheet", info.id, 0, (f"_{page + 1}",))
        sheets += [button(words("cogs.picker.back"), back)] if page else []
        sheets += [button(words("cogs.picker.on"), on)] if page + 1 < len(pages) else []
    return Card(title=title, text="\n".join(filter(None, text)), rows=rows([*sheets, *own, link]))


async def glance(app: App, look: TableView, user: int, words: Words, *, pictured: bool = True) -> Card:
    """Returns the public board for one person alone, with a link to where it is played; as text if not `pictured`."""
    public = look.seen_by(None)
    info = public.table
    if public.view is None or info.state != "playing":
        return await hand.card(app, look, user, words, pictured=pictured)
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


async def turn_was(app: App, number: int, turn: int) -> str:
    """Returns how a board's turn ended. The board shows it instead of its question once another board has replaced it."""
    try:
        info = (await app.tables.looks.view(number, anyway=True)).table
        words = await audiences.public_words(app, info)
        if info.game not in app.games or not turn or (info.state == "playing" and info.turn == turn):
            return words("cogs.past.moved")
        return await became(app, info, turn, words)
    except Refusal:  # the buttons of a table that cannot be loaded are removed all the same
        return ""
