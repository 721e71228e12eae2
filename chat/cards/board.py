"""The board in the channel: one message a turn, what happened, whom the table waits for, and what stands behind its buttons."""

import random
from collections.abc import Sequence

import discord
import msgspec

from chat.app import App
from chat.cards import hand, picker, review, table
from chat.cards.result import ranking
from chat.press.answer import Answer
from chat.press.presses import make
from chat.wire import limits, rest
from chat.wire.layout import BLUE, GOLD, GREEN, Button, Card, PublicCard, Row, button, rows
from chat.wire.messenger import Spot
from chat.wire.rest import UNREACHED, Form
from chat.wire.text import cut, escaped, fit, plain
from data.records import SEVERAL, Shows
from data.words import Words
from engines.contract import Event, Seat
from render.pool import Outdated, Turn
from tables.errors import Refusal
from tables.model.models import TableInfo, TableView
from tables.model.outbox_rows import BoardRow, FinalRow, Log, PlainEvent, SceneRow
from tables.store.outbox import TOLD

UNTOLD = ("points", "elements")
"""Reasons for a result that the figures beside the names tell already."""

LINES, NEWEST = 1500, 3
"""Characters of event lines on one message, and how many turns a board tells at most; whoever asks is told the rest."""

LINE = LINES // NEWEST
"""Characters of such a turn."""

SUMMARY = 240
"""Characters of what became of a turn, on the board that showed it."""

MENU = 2 * limits.SELECT_OPTIONS
"""Words that may follow on the board itself: two menus."""

PLACES = 20
"""Places that stand as buttons on the board itself: four rows, and below them the board's own."""


class Walk(msgspec.Struct, frozen=True):
    """What the one who is on turn is asked, where everybody may know it: the question, and buttons or a menu where so few
    words may follow that they stand on the board.
    """

    asked: str
    rows: Sequence[Row] = ()
    private: bool = False
    """They hide something: what is offered is how a move of theirs may begin as far as everybody can know."""


def event_lines(app: App, info: TableInfo, log: Log, words: Words, *more: Event) -> str:
    """What happened, a line each (`more` events last); the oldest lines go when there is too much, their emoji before."""
    notes = _notes(info, log, words)
    marked, plain = ([*_lines(app, info, log.events, words, room, *more), *notes] for room in (LINES, 0))
    return fit(marked if sum(map(len, marked)) + len(marked) <= LINES else plain, LINES)


def _lines(app: App, info: TableInfo, stored: Sequence[PlainEvent], words: Words, room: int, *more: Event) -> list[str]:
    """Events as a line each, of which those with emoji have at most `room` characters."""
    audience, rendered = table.audience(info, words, safe=True), table.renderer(app, info)
    events = [event for event in (*table.events(app, info, stored), *more) if event.to is None]
    lines = ((event, rendered.line(event, audience)) for event in events)
    return [table.public_line(app, info, [event], line, audience, room=room) for event, line in lines if line]


def _notes(info: TableInfo, log: Log, words: Words, turn: int | None = None) -> list[str]:
    """The notes of a turn, a line each; None: of the turn that is told."""
    notes = [note for note in log.notes if (note.turn or log.turn) == (turn or log.turn)]
    return [words(note.key, name=table.seat_name(info, note.seat), before=escaped(note.before)) for note in notes]


async def happened(app: App, look: TableView, payload: BoardRow, words: Words, shows: Shows | None) -> list[str]:
    """What has happened since the asked person's last turn, a line a turn, the newest of it; where several are asked, or
    nobody yet, what the board's own turn tells. `shows`: what the board's message shows so far. Raises Outdated.
    """
    info = look.table
    seat, turn = asked(info), info.turn
    if shows is not None and shows.turn is not None and (seat is None or (shows.turn, shows.seat) == (info.turn, SEVERAL)):
        # Computer players go on: they tell it to the person asked before them. Of several, one is left: the story stays.
        seat, turn = shows.seat, shows.turn
    alone = seat is not None and seat != SEVERAL
    turns = await app.tables.looks.turns_after(info, seat, turn) if seat is not None and alone else {}
    if turns is None:
        raise Outdated
    lines = []
    for at in range(min(turns, default=payload.turn - (not alone)), payload.turn + 1):
        summary = _summed(app, info, table.events(app, info, turns.get(at, ())), words, LINE)
        if not turns and at == payload.turn:
            lines += _lines(app, info, payload.events, words, LINE)
        lines.append(" ".join(filter(None, (summary, *_notes(info, payload, words, at)))))
    return [cut(line, LINE) for line in filter(None, lines)][-NEWEST:]


def asked(info: TableInfo) -> Seat | None:
    """The seat of the one person who is asked; `SEVERAL` where more than one is, None where nobody is but computer players."""
    people = [seat for seat in info.pending if table.playing(info.seats[seat])]
    return None if not people else people[0] if len(people) == 1 else SEVERAL


def goes_on(shows: Shows, info: TableInfo) -> bool:
    """Whether a board's message, which shows this, goes on with what is asked now: while its turn lasts, while computer players
    move, and when the same person is asked again.
    """
    now = asked(info)
    if shows.turn is None:
        return False  # it showed what was taken back
    return shows.turn == info.turn or now is None or (now != SEVERAL and shows.seat in {now, None})


def shown_by(before: Shows | None, info: TableInfo) -> Shows:
    """What a board's message shows that is asked now: where that is nobody, what it did `before`; within a turn, who was asked
    first in it (a turn may end with a question to whoever comes next).
    """
    now = asked(info)
    if before is not None and (now is None or (before.turn == info.turn and before.seat is not None)):
        return Shows(turn=before.turn, seat=before.seat)
    return Shows(turn=info.turn, seat=now)


async def past(app: App, look: TableView, payload: BoardRow, turn: int, words: Words) -> PublicCard:
    """What a board becomes when another person is asked by the next one, which tells this: the table as its turn has left it,
    what became of it in one line, and no question. `look` is a spectator's.
    """
    info, view = look.table, table.spectators(look).view
    assert view is not None, "a table being played has a view"
    picture = None
    if info.display != "text":
        left = msgspec.structs.replace(view, pending=())  # nobody is asked by it
        audience = table.audience(info, words, safe=False)
        picture = await table.drawn(app.pictures.board(info.game, left, audience, Turn(info.id)), info.id)
    title = table.heading(info, words, "cogs.board.title", when=table.when(app, info, turn, words))
    asks = " ".join((await became(app, info, turn, words), *_notes(info, payload, words, turn)))
    return PublicCard(title=title, picture=picture, asks=asks, colour=GREEN)


async def became(app: App, info: TableInfo, turn: int, words: Words) -> str:
    """What became of a turn, in one line."""
    events = table.events(app, info, await app.tables.looks.told_in(info.id, turn))
    what = _summed(app, info, events, words, SUMMARY)
    key = "over" if info.turn != turn else "ended"
    return words(f"cogs.past.{key}", what=cut(what, SUMMARY)) if what else words(f"cogs.past.{key}-bare")


def _summed(app: App, info: TableInfo, events: Sequence[Event], words: Words, room: int) -> str:
    """A turn in one line, with emoji where those fit too."""
    audience = table.audience(info, words, safe=True)
    line = table.renderer(app, info).summary(events, audience)
    return table.public_line(app, info, events, line, audience, room=room)


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
    """The board of a table being played, for everybody. `look` is a spectator's; `pings` are mentioned, as are those who become
    members of the thread by it (`joining`). What is to be seen for a while only (`look.fleeting`) is shown here and nowhere
    else. Raises Outdated where the game moves on before all of it is made.
    """
    info, view = look.table, table.spectators(look).fleeting or look.view
    assert view is not None, "a table being played has a view"
    audience, turn = table.audience(info, words, safe=False), table.turn(app, info)
    picture = None
    if info.display != "text":
        picture = await table.drawn(app.pictures.board(info.game, view, audience, turn), info.id)
    walk = _walk(app, look, words)
    parts = await happened(app, look, payload, words, shows)
    if picture is None or info.display != "picture":
        parts.append(table.renderer(app, info).text(view, table.audience(info, words, safe=True)))
    parts.append(table.levels(info, words))
    if picture is None and info.display != "text" and rest.form_shown() is not Form.WHOLE:
        parts.append(f"-# {words('cogs.board.no-picture')}")
    asks = [(walk and walk.asked) or table.progress(info, words), *table.times(info, words)]
    if pings:
        asks.append(words("cogs.board.your-move", who=" ".join(f"<@{user}>" for user in pings)))
    if joining:
        parts.append(words("cogs.thread.members", who=" ".join(f"<@{user}>" for user in joining)))
    return PublicCard(
        title=table.heading(info, words, "cogs.board.title", when=table.when(app, info, info.turn, words)),
        picture=picture,
        text="\n".join(part for part in parts if part),
        asks="\n".join(part for part in asks if part),
        rows=(*(walk.rows if walk else ()), *rows(_buttons(info, words, walk))),
        colour=GOLD,
        pings=(*pings, *joining),
        text_first=info.display == "both",
    )


def _buttons(info: TableInfo, words: Words, walk: Walk | None) -> list[Button]:
    """Where one person alone is to move and has no buttons of their own on the board, the first button calls them by name."""
    primary, secondary = discord.ButtonStyle.primary, discord.ButtonStyle.secondary
    owing = [info.seats[seat] for seat in info.pending]
    found = []
    if len(owing) == 1 and table.playing(owing[0]) and not (walk and walk.rows):
        label = words("cogs.board.turn", name=plain(owing[0].name))
        found.append(button(label, make("play.turn", info.id, info.stage), style=primary, emoji="👉"))
    if walk and not walk.private:  # nothing is hidden, so there is no hand to speak of
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


def _walk(app: App, spectator: TableView, words: Words) -> Walk | None:
    """The picker of the one who is on turn, where their choices are nobody's secret (the game hides nothing)."""
    info = spectator.table
    if len(info.pending) != 1 or (user := info.seats[info.pending[0]].user) is None:
        return None
    look = spectator.confirmed(user)
    if look.view is None or look.seat is None:
        return None
    if hand.left_to(app, look) is not None:
        return _begun(app, spectator, look.seat, words, private=look.view.private)
    if look.view.private:
        return None
    ask = look.after
    said, choices = picker.advance(ask, ())
    asked = f"👉 {table.seat_name(info, look.seat)}: {hand.asked(info.game, choices, words)}" if choices.ask else ""
    if not choices.words or choices.together > 1 or choices.slots > 1 or len(choices.words) > MENU:
        return Walk(asked)
    if picker.rotated(ask, said):
        return Walk(asked)  # what is turned is seen in private only
    labels = table.labels(app, look, choices, said, words)
    marked = info.display != "text"
    signs = table.signs(app, info.game, choices.words, said, public=True) if marked else ("",) * len(choices.words)
    ways = [picker.finished(ask, (*said, word)) for word in choices.words]
    meant = [
        "play.do" if following.complete and not following.words and not following.warn else "play.open" for _, following in ways
    ]
    if len(choices.words) > picker.BUTTONS:
        # A whole move is answered by the board alone: what it shows for a while would be pushed away by a private message.
        whole = set(meant) == {"play.do"} and all(len(move) == len(said) + 1 for move, _ in ways)
        step = picker.Step(info.id, info.stage, said, choices, labels, signs=signs)
        return Walk(asked, picker.rows_of(step, words, verb="play.do" if whole else "play.open", grid=PLACES))
    primary = discord.ButtonStyle.primary
    made = [
        button(label, make(verb, info.id, info.stage, move), style=primary, emoji=sign or None)
        for label, sign, verb, (move, _) in zip(labels, signs, meant, ways, strict=True)
    ]
    return Walk(asked, rows(made))


def _begun(app: App, spectator: TableView, seat: Seat, words: Words, *, private: bool) -> Walk:
    """How a move of a turn of many may begin, as far as everybody can know: of an imagined table that is made of what they see.
    Each goes on in private, where the turn is drafted and it may prove to be impossible.
    """
    info = spectator.table
    imagined = app.games[info.game].determinize(spectator.view, random.Random(f"{info.id} {info.stage}"))  # noqa: S311
    choices = imagined.choices(seat)
    labels = [words(f"{info.game}.begin.{word}") for word in choices.words]
    signs = table.signs(app, info.game, choices.words, (), public=True) if info.display != "text" else ("",) * len(labels)
    made = [
        button(label, make("play.open", info.id, info.stage, (word,)), style=discord.ButtonStyle.primary, emoji=sign or None)
        for word, label, sign in zip(choices.words, labels, signs, strict=True)
    ]
    asked = f"👉 {table.seat_name(info, seat)}: {hand.asked(info.game, choices, words)}"
    return Walk(asked, rows(made), private)


def question(spectator: TableView, words: Words) -> str:
    """What the one who is on turn is asked, where that is nobody's secret; "" where it is."""
    info = spectator.table
    user = info.seats[info.pending[0]].user if len(info.pending) == 1 else None
    look = None if user is None else spectator.confirmed(user)
    if look is None or look.view is None or look.seat is None or look.view.private:
        return ""
    return hand.asked(info.game, picker.advance(look.after, ())[1], words)


async def scene(app: App, info: TableInfo, payload: SceneRow, words: Words, *, open_hand: bool = False) -> PublicCard:
    """What a turn's board becomes when it is played: the picture of what happened, told in words, without buttons; `open_hand`:
    but for the one that opens the hand, so that whoever is asked next need not wait for the board.
    """
    (event,) = table.events(app, info, [payload.event])
    audience = table.audience(info, words, safe=False)
    picture = None
    if info.display != "text":
        picture = await table.drawn(app.pictures.scene(info.game, event, audience, Turn(info.id)), info.id)
    title = table.heading(info, words, "cogs.board.title", when=table.when(app, info, payload.turn, words))
    parts = [event_lines(app, info, payload, words, event)]
    rendered = table.renderer(app, info)
    if rendered.passes(event):  # as the boards around it tell it: a line a turn
        parts = [
            _summed(app, info, [*table.events(app, info, payload.events), event], words, LINE),
            *_notes(info, payload, words),
        ]
    if picture is None or info.display != "picture":
        parts.append(rendered.scene_text(event, table.audience(info, words, safe=True)))
    text = "\n".join(filter(None, parts)) or words("cogs.board.played")
    buttons: list[Button] = []
    if open_hand and info.state == "playing":
        label = words("cogs.board.hand")
        buttons.append(button(label, make("play.hand", info.id, info.stage), style=discord.ButtonStyle.primary, emoji="🃏"))
    return PublicCard(
        title=title, picture=picture, text=text, rows=rows(buttons), colour=GREEN, text_first=info.display == "both"
    )


def bare(info: TableInfo, words: Words, *, past: bool) -> PublicCard:
    """What a turn's message becomes where Discord refuses what it should show: hardly anything, so that it takes it. `past`:
    the turn is over.
    """
    title = table.heading(info, words, "cogs.hand.no-title")
    if past:
        return PublicCard(title=title, text=words("cogs.board.played"), colour=GREEN)
    return PublicCard(title=title, asks=table.progress(info, words), rows=rows(_buttons(info, words, None)), colour=GOLD)


async def final(
    app: App, look: TableView, payload: FinalRow, words: Words, *, more: Sequence[str] = (), pings: Sequence[int] = ()
) -> PublicCard:
    """The end: the final picture with the scoring, who came where, and `more`; `pings` are mentioned."""
    info, view, result = look.table, table.spectators(look).view, look.table.result
    assert view is not None
    assert result is not None, "a game that is over has a result"
    audience = table.audience(info, words, safe=False)
    picture, ended = None, []
    if info.display != "text":
        picture = await table.drawn(app.pictures.final(info.game, view, result, audience, Turn(info.id)), info.id)
    if picture is None or info.display != "picture":
        ended = [table.renderer(app, info).ended(view, result, table.audience(info, words, safe=True))]
    reason = "" if result.reason in UNTOLD else words("cogs.board.reason", reason=words(f"{info.game}.reason.{result.reason}"))
    return PublicCard(
        title=table.heading(info, words, "cogs.board.over"),
        picture=picture,
        text="\n".join(
            filter(
                None,
                (event_lines(app, info, payload, words), *ended, *ranking(app, info, words), reason, *more),
            )
        ),
        rows=rows(
            [
                *await after(app, info, words),
                replayed(info, words),
                story(info, words),
                *review.offer(app, info, words),
                *checked(info, words),
            ]
        ),
        colour=BLUE,
        pings=tuple(pings),
        text_first=info.display == "both",
    )


def checked(info: TableInfo, words: Words) -> list[Button]:
    """What verifies a game that is over, with its seed; nothing where none is known."""
    return [button(words("cogs.verify.button"), make("verify.open", info.id), emoji="🔏")] if info.seed else []


def replayed(info: TableInfo, words: Words) -> Button:
    """The game step by step."""
    return button(words("replay.button"), make("replay.open", info.id), emoji="🎞️")


def story(info: TableInfo, words: Words) -> Button:
    """What the game was like."""
    return button(words("replay.story"), make("story.open", info.id), emoji="📖")


async def after(app: App, info: TableInfo, words: Words) -> list[Button]:
    """Where it goes on after a game: the same once more, or the way to its tournament."""
    if info.tournament is not None:
        url = await table.tournament_link(app, info)
        return [button(words("cogs.tournament.card"), url=url, emoji="🏆")] if url else []
    again = button(words("cogs.board.again"), make("start.again", info.id), style=discord.ButtonStyle.success, emoji="🔁")
    return [again]


async def post_again(answer: Answer, look: TableView) -> None:
    """Have the board posted again where its message is gone, or edited where it shows another stage than the game's, for
    a person who plays there.
    """
    info = look.table
    if table.playing_seat(look) is None or info.state != "playing" or answer.guild != info.place.guild:
        return
    messages = answer.tables.messages
    found, previous = await messages.get(info.id, "board"), await messages.get(info.id, TOLD)
    if found is not None:
        try:
            if await answer.app.messenger.stands(Spot(found.channel, found.message)):
                if previous is None or previous.shows.stage != info.stage:
                    await answer.tables.show_again(info.id)
                return
        except (discord.DiscordException, *UNREACHED):
            return
        await messages.drop(info.id, "board")
    await answer.tables.show_again(info.id)


async def text_card(app: App, look: TableView, user: int, words: Words, *, pictured: bool = True, page: int = 0) -> Card:
    """The board as text, the last page where there are not as many any more."""
    if table.playing_seat(look) is None:
        look = look.seen_by(None)
    info = look.table
    if look.view is None:
        return await hand.card(app, look, user, words, pictured=pictured)
    pages = table.renderer(app, info).pages(look.view, table.audience(info, words, safe=True))
    page = min(page, len(pages) - 1)
    link = button(words("cogs.hand.board"), url=await table.board_link(app, info))
    own = [button(words("cogs.board.hand"), make("play.hand", info.id, info.stage))] if look.seat is not None else []
    title = table.heading(info, words, "cogs.board.text-title")
    text = [pages[page], table.levels(info, words), table.progress(info, words)]
    sheets: list[Button] = []
    if len(pages) > 1:
        text.append(f"-# {words('cogs.display.page', page=page + 1, pages=len(pages))}")
        back, on = make("board.sheet", info.id, 0, (f"_{page - 1}",)), make("board.sheet", info.id, 0, (f"_{page + 1}",))
        sheets += [button(words("cogs.picker.back"), back)] if page else []
        sheets += [button(words("cogs.picker.on"), on)] if page + 1 < len(pages) else []
    return Card(title=title, text="\n".join(filter(None, text)), rows=rows([*sheets, *own, link]))


async def glance(app: App, look: TableView, user: int, words: Words, *, pictured: bool = True) -> Card:
    """The public board for one person alone, with the way to where it is played; not `pictured`: as text."""
    public = look.seen_by(None)
    info = public.table
    if public.view is None or info.state != "playing":
        return await hand.card(app, look, user, words, pictured=pictured)
    picture, own = None, await app.tables.people.person(user)
    display = own.display
    if pictured and display != "text":
        audience = table.audience(info, words, safe=False, own=own)
        picture = await table.drawn(app.pictures.board(info.game, public.view, audience, table.turn(app, info)), info.id)
    text = table.progress(info, words)
    if picture is None or display != "picture":
        text = f"{table.renderer(app, info).text(public.view, table.audience(info, words, safe=True))}\n{text}"
    buttons = [
        button(words("cogs.board.hand"), make("play.hand", info.id, info.stage), emoji="🃏"),
        button(words("cogs.board.text"), make("board.text", info.id, info.stage), emoji="📝"),
        button(words("cogs.hand.board"), url=await table.board_link(app, info)),
    ]
    title = table.heading(info, words, "cogs.board.title", when=table.when(app, info, info.turn, words))
    first = display == "both"
    return Card(title=title, picture=picture, text=text, rows=rows(buttons), colour=BLUE, text_first=first)


async def turn_was(app: App, number: int, turn: int) -> str:
    """What a board tells in the place of its question when another board has taken its place: how its turn ended."""
    try:
        info = (await app.tables.looks.view(number, anyway=True)).table
        words = await table.public_words(app, info)
        if info.game not in app.games or not turn or (info.state == "playing" and info.turn == turn):
            return words("cogs.past.moved")
        return await became(app, info, turn, words)
    except Refusal:  # a table that cannot be loaded loses its buttons all the same
        return ""
