"""A person's own hand: the picture, the question and its menus, as a private answer and as a direct message.

Both copies are built from the store at each press and are equally complete; a choice made in one shows in the other.
"""

import asyncio
import logging

import discord
import msgspec

from asking import players
from asking.form import EMPTY, Form, form_of
from asking.walk import Ask, Joint, advance, endings, joint, rotated
from chat.app import App
from chat.cards import audiences, clocks, drawing, headings, links, picker, result, seating, since, wording
from chat.cards.picker import SQUARE, name
from chat.press import replies
from chat.press.answer import Answer, PrivateAnswer
from chat.press.presses import make
from chat.wire import limits
from chat.wire.layout import GOLD, GREEN, GREY, Button, Card, Row, beneath, button, row, rows, select
from data.records import Noted, Posted
from data.words import Words
from engines.contract import Choices, Fleeting, Move, Planned, Revealing
from render.contract import Picture
from tables.model.models import Preferences, TableInfo, TableView, counts


def may_plan(app: App, look: TableView) -> bool:
    """Returns whether the hand offers planning: its person plays and is not asked, and the next move neither depends on hidden
    things nor removes what everybody is to see.
    """
    info = look.table
    waits = info.state == "playing" and players.playing_seat(look) is not None and look.seat not in info.pending
    return waits and not isinstance(app.games[info.game], Revealing | Fleeting)


def plan_offer(look: TableView, words: Words) -> Button:
    """Returns the button that opens the plan."""
    return button(words("cogs.ahead.plan"), make("ahead.open", look.table.id, look.table.stage), emoji="📌")


def hint_offer(app: App, look: TableView, words: Words) -> list[Button]:
    """Returns the button that asks for a hint, or []. A hint needs a question to this person, in a game that does not count and
    belongs to no tournament.
    """
    info = look.table
    if players.playing_seat(look) is None or look.seat not in info.pending or counts(info) or info.tournament is not None:
        return []
    if not app.tables.advice.advises:
        return []
    return [button(words("hints.ask"), make("hints.ask", info.id, info.stage), emoji="💡")]


def planned_lines(app: App, look: TableView, words: Words) -> list[str]:
    """Returns what is planned and what became of it, for the planner alone."""
    found = [f"{number}. {wording.said_as(app, look, move, words)}" for number, move in enumerate(look.ahead, start=1)]
    if found:
        found.insert(0, words("cogs.ahead.planned"))
    if look.dropped:
        found.append(words("cogs.ahead.dropped", what=wording.said_as(app, look, look.dropped, words)))
    return found


ROWS = 7
"""Maximum rows of buttons and menus. A question without a menu for want of rows has its button."""

THINGS = 4
"""Maximum things of a kind that have a button each."""

BUTTONS = 15
"""Maximum number of buttons."""


class Way(msgspec.Struct, frozen=True):
    """A way to begin a move: the words said, the same with the words that must follow, and the choices after them."""

    said: Move
    reached: Move
    following: Choices
    places: bool
    """Whether the move ends with a place of a board."""


def first_question(
    app: App, look: TableView, choices: Choices, ask: Ask, words: Words, *, said: Move = (), marked: bool = True
) -> list[Row]:
    """Returns the rows of the first question, or (after `said`) of the question which of a few things to move, with the places
    that follow. Returns [] if nothing can be shortened: one kind of action only, or places already. `marked`: show pieces
    before the labels.
    """
    if len(choices.words) < 2 or choices.together > 1 or choices.slots or choices.rotate:
        return []
    if all(map(SQUARE.fullmatch, choices.words)) if not said else len(choices.words) > ROWS:
        return []
    begun = [way for word in choices.words for way in _ways(ask, (*said, word), unfold=not said)]
    if all(len(way.said) == len(said) + 1 and not way.places for way in begun) or len(begun) > BUTTONS:
        return []
    at = look.table.id, look.table.stage
    found: list[Row] = [
        *rows(
            [
                button(
                    _said_so_far(app, look, way.said, words),
                    make("play.pick", *at, way.said),
                    emoji=_sign(app, look, way.said) if marked else None,
                )
                for way in begun
            ]
        )
    ]
    left = ROWS - len(found)
    for menus in sorted((_menus(app, look, way, words) for way in begun if way.places), key=len):
        if len(menus) <= left:
            found += menus
            left -= len(menus)
    return found


def _ways(ask: Ask, said: Move, *, unfold: bool = True) -> list[Way]:
    """Returns how a move that begins with these words can go on: with each of a few things (`unfold`), or as it is."""
    further, following = advance(ask, said)
    plain = following.together == 1 and not (following.slots or following.rotate or following.complete)
    asked = following.words if plain else ()
    if asked and (ask((*further, asked[0]))).complete:
        places = all(map(SQUARE.fullmatch, asked)) and len(asked) > 1
        return [Way(further if len(asked) == 1 else said, further, following, places)]
    if not unfold or not 1 < len(asked) <= THINGS:
        return [Way(said, further, following, places=False)]
    return [(_ways(ask, (*further, thing), unfold=False))[0] for thing in asked]


def _said_so_far(app: App, look: TableView, said: Move, words: Words) -> str:
    return ", ".join(name(wording.label(app, look, word, said[:at], words)) for at, word in enumerate(said))


def _sign(app: App, look: TableView, said: Move) -> str | None:
    """Returns the emoji of the last word that is about a piece."""
    found = [app.emoji.of_word(look.table.game, word, said[:at]) for at, word in enumerate(said)]
    return next(filter(None, reversed(found)), None)


def _menus(app: App, look: TableView, way: Way, words: Words) -> list[Row]:
    """Returns the places as one menu, or as several if there are too many for one."""
    info, places = look.table, way.following.words
    labels = wording.labels(app, look, way.following, way.reached, words)
    asked = _said_so_far(app, look, way.said, words)
    found = []
    for start in range(0, len(places), limits.SELECT_OPTIONS):
        part = range(start, min(start + limits.SELECT_OPTIONS, len(places)))
        spread = f"{name(labels[part[0]])} – {name(labels[part[-1]])}" if len(part) < len(places) else "…"
        # The mark keeps the ids in one message distinct, also from the id of the button with the same words.
        said = make("play.pick", info.id, info.stage, (*way.reached, f"_{start}m"))
        options = [(f"{index}.{places[index]}", labels[index]) for index in part]
        found.append(row(select(said, options, placeholder=f"{asked} → {spread}")))
    return found


log = logging.getLogger(__name__)

DISPENSABLE = ("replay.recap", "rules.what", "board.text", "ahead.open", "play.direct", "takeback.choose", "hints.ask")
"""Verbs whose buttons a hand drops, in this order, if the question needs the room; they are offered elsewhere too."""


class HandParts(msgspec.Struct, frozen=True):
    """What a hand consists of besides its picture: the words said, what has happened, the lines and the rows."""

    said: Move
    own: Preferences
    happened: list[str]
    asks: list[str]
    rows: tuple[Row, ...]


class Hand:
    """The current hand of `user`, after the words `said`. `note` answers the press, directly above the question. `own` (the
    person's preferences), `noted` (the table's messages) and `board` (where its board is) are given if the caller has read
    them. Its cards, with and without the picture, share parts that are computed only once.
    """

    def __init__(
        self,
        app: App,
        look: TableView,
        user: int,
        words: Words,
        *,
        said: Move = (),
        page: int = 0,
        note: str = "",
        own: Preferences | None = None,
        noted: Noted | None = None,
        board: Posted | None = None,
    ) -> None:
        self.look = look
        self._app = app
        self._user = user
        self._words = words
        self._said = said
        self._page = page
        self._note = note
        self._own = own
        self._noted = noted
        self._board = board
        self._parts: HandParts | None = None
        self._once = asyncio.Lock()

    async def card(self, *, pictured: bool = True) -> Card:
        """Returns the hand; as text if not `pictured`. Somebody without a hand here gets the state of the table. Raises
        Outdated if the game moves on before the card is complete.
        """
        app, look, words = self._app, self.look, self._words
        info, view = look.table, look.view
        if info.state != "playing" or view is None or players.playing_seat(look) is None:
            return await _no_hand(app, look, self._user, words, self._note)
        if players.asks_on_board(app.games, look):
            return await self._led()
        async with self._once:
            parts = self._parts = self._parts or await self._made()
        said, display = parts.said, parts.own.display
        picture = await picture_of(app, look, words, said, parts.own) if pictured and display != "text" else None
        board = []
        if picture is None or display != "picture":
            renderer, readers = audiences.renderer(app, info), audiences.audience(info, words, safe=True)
            board.append(renderer.text(view, readers))
            if said:
                board.append(renderer.saying(view, said, readers))
        return Card(
            title=headings.heading(info, words, "cogs.hand.title" if view.private else "cogs.hand.mine-title"),
            picture=picture,
            text="\n".join(part for part in (*board, *parts.happened) if part),
            asks="\n".join(part for part in parts.asks if part),
            rows=parts.rows,
            colour=GREEN if view.chosen else GOLD,
            text_first=display == "both",
        )

    async def _led(self) -> Card:
        """Returns the way to the board, which alone shows what the question is about. It is short, so that the board stays on a
        phone's screen.
        """
        app, look, words = self._app, self.look, self._words
        info = look.table
        to_board = button(words("cogs.hand.board"), url=await links.board_link(app, info, self._noted, self._board), emoji="👉")
        fresh = button(words("cogs.hand.refresh"), make("play.fresh", info.id, info.stage, ("_",)), emoji="🔄")
        times = [] if look.seat is None else clocks.own_times(info, look.seat, words)
        return Card(
            title=headings.heading(info, words, "cogs.hand.no-title"),
            asks="\n".join(filter(None, (self._note, words("cogs.hand.on-board"), *times))),
            rows=rows([to_board, *hint_offer(app, look, words), fresh]),
            colour=GOLD,
        )

    async def _made(self) -> HandParts:
        app, look, words, said = self._app, self.look, self._words, self._said
        info = look.table
        assert look.view is not None
        noted = self._noted or (None if self._own else await app.tables.messages.of(info.id))
        own = self._own or await app.tables.people.person(self._user, noted)
        link = await links.board_link(app, info, noted, self._board)
        mine, first, happened = look.view.chosen, not said, await since.since(app, look, words, own.display)
        ask = look.after
        if EMPTY not in said:
            said, choices = advance(ask, said)
        form = form_of(ask, said, mine)
        if form is not None:
            said, choices = form.said, form.choices
        together = joint(ask, said) if form is None else None
        planned = planned_lines(app, look, words)
        if not (first or together is not None):  # between two words chosen together, no button may move under the finger
            happened, planned = [], []
        walk: list[Row] = []
        marked = own.display != "text"
        if form is not None:
            walk = _form_rows(app, look, form, words, marked=marked)
        elif choices.words:
            step = step_of(app, look, ask, said, choices, words, page=self._page, together=together, marked=marked)
            ended = _endings(app, look, step, ask, words)
            walk = ended if said else []
            walk = walk or first_question(app, look, choices, ask, words, said=said, marked=marked)
            walk = walk or ended or picker.rows_of(step, words)
        begun = advance(ask, ())[0] if said else ()
        walked = form is None and together is None and said != begun
        own_buttons = _own(app, look, words, () if form is not None else said, choices, walked=walked)
        if own.dm is None and not info.direct and info.place.guild > 0 and not walked:
            own_buttons.append(button(words("cogs.hand.also-direct"), make("play.direct", info.id, info.stage), emoji="✉️"))
        always = [*_always(info, words), button(words("cogs.hand.board"), url=link)]
        asks = _asks(app, look, choices, words, said=said if walked else (), together=together)
        lines = [*planned, *listed(app, look, words), self._note, *asks]
        return HandParts(said, own, happened, lines, beneath(walk, own_buttons, always, DISPENSABLE))


async def card(
    app: App, look: TableView, user: int, words: Words, *, said: Move = (), page: int = 0, note: str = "", pictured: bool = True
) -> Card:
    """Returns the card of a hand: see `Hand`."""
    return await Hand(app, look, user, words, said=said, page=page, note=note).card(pictured=pictured)


async def tell(answer: Answer, look: TableView, *, note: str = "") -> None:
    """Answer a press with the current hand, without keeping that answer up to date."""

    async def make(now: TableView, pictured: bool) -> Card:
        return await card(answer.app, now, answer.user, answer.words, note=note, pictured=pictured)

    found, _ = await replies.draw_newest(answer, look, make)
    await answer.tell(found)


def _form_rows(app: App, look: TableView, form: Form, words: Words, *, marked: bool) -> list[Row]:
    """Returns the menus and buttons of a form. `marked`: show pieces before the labels."""
    info, said = look.table, form.base
    stock = msgspec.structs.replace(form.choices, words=tuple(dict.fromkeys(form.choices.stock)))
    label = dict(zip(stock.words, wording.labels(app, look, stock, said, words), strict=True))
    before = [(*said, *(EMPTY,) * at) for at in range(len(form.places))]
    places = [wording.label(app, look, EMPTY, said_before, words) for said_before in before]
    signs = dict(zip(stock.words, wording.signs(app, info.game, stock.words, said), strict=True)) if marked else {}
    return picker.form_rows(form, (info.id, info.stage), label, places, words, signs)


def step_of(  # noqa: PLR0917 - what a walk is made of
    app: App,
    look: TableView,
    ask: Ask,
    said: Move,
    choices: Choices,
    words: Words,
    *,
    page: int = 0,
    together: Joint | None = None,
    marked: bool = True,
) -> picker.PickerStep:
    """Returns the question after `said` for buttons and menus. `together` is the joint choice it is part of. `marked`: show
    pieces before the labels.
    """
    info, mine = look.table, look.view.chosen if look.view is not None else ()
    if together is not None:
        said, choices = together.base, together.choices
    labels = wording.labels(app, look, choices, said, words)
    turned = rotated(ask, said)
    taken = together.taken if together is not None else ()
    signs = wording.signs(app, info.game, choices.words, said) if marked else ()
    step = picker.PickerStep(info.id, info.stage, said, choices, labels, chosen=mine, page=page, turned=turned, taken=taken)
    return msgspec.structs.replace(step, signs=signs)


def _asks(
    app: App, look: TableView, choices: Choices, words: Words, *, said: Move = (), together: Joint | None = None
) -> list[str]:
    """Returns what has been said, what is asked and chosen, who is awaited and until when."""
    info, mine = look.table, look.view.chosen if look.view is not None else ()
    lines = []
    if said:
        lines.append(words("cogs.hand.said", what=wording.said_as(app, look, said, words)))
    if together is not None:
        lines.append(taken(app, look, together, words))
    elif (choices.words or choices.complete) and (said or not mine):
        lines.append(asked(info.game, choices, words))
    if mine:
        key = "cogs.hand.chosen" if together is None else "cogs.hand.until-then"
        lines.append(words(key, what=wording.said_as(app, look, mine, words)))
    elif look.seat not in info.pending:
        lines.append(words("cogs.hand.wait"))
    if info.pending and look.seat not in info.pending:
        lines.append(seating.progress(info, words))
    if look.seat is not None:
        lines += clocks.own_times(info, look.seat, words)
    return lines


def _endings(app: App, look: TableView, step: picker.PickerStep, ask: Ask, words: Words) -> list[Row]:
    """Returns the rest of the move as one question, if there are few ways to end it."""
    moves = () if step.turned or len(step.choices.words) > picker.WAYS else endings(ask, step.said)
    if not moves:
        return []
    labels = []
    for move in moves:
        named = [picker.name(wording.label(app, look, move[at], move[:at], words)) for at in range(len(step.said), len(move))]
        squares = all(picker.SQUARE.fullmatch(word) for word in move[len(step.said) :])
        labels.append((" → " if squares else ", ").join(named))
    return picker.ending_rows(step, moves, labels)


async def picture_of(app: App, look: TableView, words: Words, said: Move, own: Preferences) -> Picture | None:
    """Returns the picture with the words said (at first: what can be said), if the game draws that; else the hand's, or the
    public board's if the game hides nothing. It follows the person's preferences. None if drawing fails. Raises Outdated.
    """
    info, audience = look.table, audiences.audience(look.table, words, safe=False, own=own)
    turn = drawing.turn(app, info)
    if look.view is None:
        return None
    if said or look.seat in info.pending:
        preview = await drawing.drawn(app.pictures.preview(info.game, look.view, said, audience, turn), info.id)
        if preview is not None:
            return preview
    if look.view.private:
        return await drawing.drawn(app.pictures.hand(info.game, look.view, audience, turn), info.id)
    public = look.seen_by(None).view
    if public is None:
        return None
    return await drawing.drawn(app.pictures.board(info.game, public, audience, turn), info.id)


def taken(app: App, look: TableView, together: Joint, words: Words) -> str:
    """Returns which of the words chosen together have been chosen, and that more are asked for."""
    return together.asked(look.table.game, wording.said_as(app, look, together.taken, words, after=together.base), words)


def asked(game: str, choices: Choices, words: Words) -> str:
    """Returns the question that the words of `choices` answer."""
    return f"**{words(f'{game}.ask.{choices.ask}')}**" if choices.ask else ""


def left_to(app: App, look: TableView) -> int | None:
    """Returns what is left to spend for a person whose turn is many moves; None outside such a turn."""
    game = app.games[look.table.game]
    return game.left(look.view) if isinstance(game, Planned) and look.seat in look.table.pending else None


def listed(app: App, look: TableView, words: Words) -> list[str]:
    """Returns a numbered list of what a person has done in their turn, and what is left to spend; [] if that says nothing."""
    info, left = look.table, left_to(app, look)
    if not look.steps or (left is None and len(look.steps) < 2):
        return []
    steps = enumerate((move for _, move in look.steps), start=1)
    lines = [f"{at} {wording.escaped_line(wording.step(app, look, move, words))}" for at, move in steps]
    if left is not None:
        lines.append(f"**{words(f'{info.game}.left', n=left)}**")
    if look.drafted_at is not None:
        lines.append(f"🔏 {words('cogs.hand.drafted')}")
    return [f"📋 {' · '.join(lines)}"]


def _own(app: App, look: TableView, words: Words, said: Move, choices: Choices, *, walked: bool) -> list[Button]:
    """Returns the buttons below this question only. `walked`: words have been said that were a real choice."""
    info = look.table
    found = []
    if choices.complete and choices.words:
        done = make("play.pick", info.id, info.stage, said)
        found.append(button(words("cogs.hand.done"), done, style=discord.ButtonStyle.success))
    if look.can_take_back:
        found.append(button(words("cogs.hand.take-back"), make("takeback.undo", info.id, info.stage), emoji="↩️"))
    if len(look.steps) > 1:
        found.append(button(words("cogs.hand.take-out"), make("takeback.choose", info.id, info.stage), emoji="✂️"))
    if walked:
        found.append(button(words("cogs.hand.again"), make("play.fresh", info.id, info.stage), emoji="↩️"))
    if may_plan(app, look):
        found.append(plan_offer(look, words))
    return [*found, *hint_offer(app, look, words)]


def _always(info: TableInfo, words: Words) -> list[Button]:
    """Returns the buttons below every question, always in the same place."""
    return [
        button(words("cogs.hand.refresh"), make("play.fresh", info.id, info.stage, ("_",)), emoji="🔄"),
        button(words("cogs.board.text"), make("board.text", info.id, info.stage), emoji="📝"),
        button(words("cogs.rules.what"), make("rules.what", info.id, info.stage), emoji="❓"),
        button(words("replay.recap"), make("replay.recap", info.id), emoji="🕰️"),
    ]


async def _no_hand(app: App, look: TableView, user: int, words: Words, note: str) -> Card:
    """Returns what people without a hand at this table see: spectators, and everybody before and after the game."""
    info = look.table
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


async def show(
    answer: PrivateAnswer, number: int, *, said: Move = (), page: int = 0, note: str = "", look: TableView | None = None
) -> None:
    """Answer with the current hand, and keep that answer's token so that it can follow."""
    look = look or await answer.tables.looks.view(number, answer.user)
    stage, before, words = look.table.stage, chosen(look), answer.words
    newest: Hand | None = None

    async def make(now: TableView, pictured: bool) -> Card:
        nonlocal newest
        if newest is None or newest.look is not now:
            same = now.table.stage == stage
            newest = Hand(
                answer.app,
                now,
                answer.user,
                words,
                said=said if same else (),
                page=page if same else 0,
                note=words("cogs.hand.stale") if said and not same else note,
                own=answer.preferences,
                board=answer.pressed.board if now.table.id == answer.table else None,
            )
        return await newest.card(pictured=pictured)

    async def again(app: App, now: TableView, user: int, words: Words, *, pictured: bool = True) -> Card:
        # Keep what has been said while the same question is open and nothing else was chosen: the change may be another's move.
        same = said and now.table.stage == stage and chosen(now) == before
        return await card(app, now, user, words, said=said if same else (), page=page if same else 0, pictured=pictured)

    if look.seat is None:
        await answer.show(await make(look, True))
    else:
        await replies.show(answer, "hand", again, look, make)


def chosen(look: TableView) -> Move:
    """Returns what the person has chosen and can still change."""
    return look.view.chosen if look.view is not None else ()
