"""A person's own hand: the picture, the question and its menus, as a private answer and as a direct message.

Both copies are built from the store at each press and are equally complete; what is chosen in one shows in the other.
"""

from __future__ import annotations

import logging

import discord
import msgspec

from chat import ahead, hint, picker, private, result, shortcuts, table, timing
from chat import form as forms
from chat.answer import PrivateAnswer
from chat.app import App
from chat.layout import GOLD, GREEN, GREY, Button, Card, Row, beneath, button, rows
from chat.presses import make
from chat.text import fit
from data.words import Words
from engines.contract import Choices, Move
from render.contract import Picture
from tables.models import Preferences, TableView

log = logging.getLogger(__name__)

SINCE = 600
"""Characters that tell what has happened since one's last move."""

DISPENSABLE = ("recap", "what", "text", "ahead")
"""What a hand goes without where the question needs the room: it is offered elsewhere too."""


async def card(
    app: App,
    look: TableView,
    user: int,
    words: Words,
    *,
    said: Move = (),
    page: int = 0,
    note: str = "",
    pictured: bool = True,
    own: Preferences | None = None,
) -> Card:
    """The hand of `user` as it is now, walked as far as `said`; `note` stands above the question; not `pictured`: as text;
    `own`: how they want it, where that has been read.
    Whoever has no hand here is told how things stand. Raises Outdated where the game moves on before the picture's turn comes.
    """
    shown = look.table
    if shown.state != "playing" or look.view is None or table.playing_seat(look) is None:
        return await _no_hand(app, look, user, words, note)
    view = look.view
    mine, first = view.chosen, not said

    async def ask(so_far: Move) -> Choices:
        return await app.tables.choices(shown.id, user, so_far)

    if forms.EMPTY not in said:
        said, choices = await picker.advance(ask, said)
    form = await forms.form_of(ask, said, mine)
    if form is not None:
        said, choices = form.said, form.choices
    own = own or await app.tables.person(user)
    display = own.display
    picture = await picture_of(app, look, words, said, own.theme) if pictured and display != "text" else None
    parts = [note] if note else []
    if first:
        parts += await _since(app, look, user, words)
        parts += ahead.told(app, look, words)
    if picture is None or display != "picture":
        renderer, readers = table.renderer(app, shown), table.audience(shown, words, safe=True)
        parts.append(renderer.text(view, readers))
        if said:
            parts.append(renderer.saying(view, said, readers))
    if choices.words or choices.complete:
        parts.append(asked(shown.game, choices, words))
    if mine:
        parts.append(words("cogs.hand.chosen", what=table.said_as(app, look, mine, words)))
    elif look.seat not in shown.pending:
        parts.append(words("cogs.hand.wait"))
    if shown.pending and look.seat not in shown.pending:
        parts.append(table.progress(shown, words))
    if look.seat is not None:
        parts += timing.mine(shown, look.seat, words)
    walk: list[Row] = []
    if form is not None:
        stock = msgspec.structs.replace(choices, words=tuple(dict.fromkeys(choices.stock)))
        label = dict(zip(stock.words, table.labels(app, look, stock, form.base, words), strict=True))
        before = [(*form.base, *(forms.EMPTY,) * at) for at in range(len(form.places))]
        places = [table.label(app, look, forms.EMPTY, said_before, words) for said_before in before]
        walk = forms.rows_of(form, (shown.id, shown.stage), label, places, words)
    elif choices.words:
        labels = table.labels(app, look, choices, said, words)
        turned = await picker.rotated(ask, said)
        step = picker.Step(shown.id, shown.stage, said, choices, labels, chosen=mine, page=page, turned=turned)
        walk = [] if said else await shortcuts.first(app, look, choices, ask, words)
        walk = walk or await _endings(app, look, step, ask, words) or picker.rows_of(step, words)
    begun = (await picker.advance(ask, ()))[0] if said else ()
    buttons = await _buttons(app, look, words, () if form is not None else said, choices, walked=form is None and said != begun)
    title = "cogs.hand.title" if view.private else "cogs.hand.mine-title"
    return Card(
        title=table.heading(shown, words, title),
        picture=picture,
        text="\n".join(part for part in parts if part),
        rows=beneath(walk, buttons, DISPENSABLE),
        colour=GREEN if mine else GOLD,
        text_first=display == "both",
    )


async def _since(app: App, look: TableView, user: int, words: Words) -> list[str]:
    """What has happened from this person's last move on: the result of the round it ended stands before the next question."""
    told = table.events(app, look.table, await app.tables.since(look.table.id, user))
    audience = table.audience(look.table, words, safe=True)
    lines = [line for line in (table.renderer(app, look.table).line(event, audience) for event in told) if line]
    return [words("cogs.hand.since"), fit([f"> {line}" for line in lines], SINCE)] if lines else []


async def _endings(app: App, look: TableView, step: picker.Step, ask: picker.Ask, words: Words) -> list[Row]:
    """All that is left of the move as one question, where there are few ways to end it."""
    moves = () if step.turned or len(step.choices.words) > picker.WAYS else await picker.endings(ask, step.said)
    if not moves:
        return []
    labels = []
    for move in moves:
        told = [picker.name(table.label(app, look, move[at], move[:at], words)) for at in range(len(step.said), len(move))]
        squares = all(picker.SQUARE.fullmatch(word) for word in move[len(step.said) :])
        labels.append((" → " if squares else ", ").join(told))
    return picker.ending_rows(step, moves, labels)


async def picture_of(app: App, look: TableView, words: Words, said: Move, theme: str | None) -> Picture | None:
    """How it would be with the words said (none yet: what may be said), where the game shows that; else the hand's picture, or
    the public board's where the game hides nothing; in the viewer's theme. None where the picture fails.
    """
    shown, audience = look.table, table.audience(look.table, words, safe=False, theme=theme)
    turn = table.turn(app, shown)
    if look.view is None:
        return None
    if said or look.seat in shown.pending:
        preview = await table.drawn(app.pictures.preview(shown.game, look.view, said, audience, turn), shown.id)
        if preview is not None:
            return preview
    if look.view.private:
        return await table.drawn(app.pictures.hand(shown.game, look.view, audience, turn), shown.id)
    public = (await app.tables.view(shown.id)).view
    if public is None:
        return None
    return await table.drawn(app.pictures.board(shown.game, public, audience, turn), shown.id)


def asked(game: str, choices: Choices, words: Words) -> str:
    """The question that the words of `choices` answer."""
    return f"**{words(f'{game}.ask.{choices.ask}')}**" if choices.ask else ""


async def _buttons(app: App, look: TableView, words: Words, said: Move, choices: Choices, *, walked: bool) -> list[Button]:
    """What stands below the question; `walked`: words have been said that were not the only ones."""
    shown = look.table
    found = []
    if choices.complete and choices.words:
        done = make("pick", shown.id, shown.stage, said)
        found.append(button(words("cogs.hand.done"), done, style=discord.ButtonStyle.success))
    if walked:
        found.append(button(words("cogs.hand.again"), make("fresh", shown.id, shown.stage), emoji="↩️"))
    else:
        found.append(button(words("cogs.hand.refresh"), make("fresh", shown.id, shown.stage, ("_",)), emoji="🔄"))
    if look.can_take_back:
        found.insert(-1, button(words("cogs.hand.take-back"), make("undo", shown.id, shown.stage), emoji="↩️"))
    if ahead.may_plan(app, look):
        found.append(ahead.offer(look, words))
    found += hint.offer(app, look, words)
    found.append(button(words("cogs.board.text"), make("text", shown.id, shown.stage), emoji="📝"))
    found.append(button(words("cogs.rules.what"), make("what", shown.id, shown.stage), emoji="❓"))
    if not walked:
        found.append(button(words("replay.recap"), make("recap", shown.id), emoji="🕰️"))
    found.append(button(words("cogs.hand.board"), url=await table.board_link(app, shown)))
    return found


async def _no_hand(app: App, look: TableView, user: int, words: Words, note: str) -> Card:
    """What somebody is shown who has no hand at this table now: a spectator, or anybody before and after the game."""
    shown = look.table
    if shown.state == "playing":
        mine = next((seat for seat in shown.seats if seat.user == user), None)
        gone = any(each.user == user for each in shown.departed)
        key = "cogs.hand.resigned" if mine is not None else "cogs.hand.handed-on" if gone else "cogs.hand.spectator"
        told = [words(key)]
    elif shown.state == "lobby":
        told = [words("cogs.hand.lobby")]
    else:
        told = [*result.why(shown, words), *result.ranking(shown, words)]
        if shown.closed is None and shown.state == "over":
            told.insert(0, words("cogs.hand.over"))
    link = button(words("cogs.hand.board"), url=await table.board_link(app, shown))
    title = table.heading(shown, words, "cogs.hand.no-title")
    text = "\n".join(filter(None, (note, *told)))
    return Card(title=title, text=text, rows=rows([link]), colour=GREY)


async def show(
    answer: PrivateAnswer, number: int, *, said: Move = (), page: int = 0, note: str = "", look: TableView | None = None
) -> None:
    """Answer with the hand as it is now, and keep that answer's token so that the copy can follow."""
    look = look or await answer.tables.view(number, answer.user)
    stage = look.table.stage

    async def make(now: TableView, pictured: bool) -> Card:
        app, user, words, own = answer.app, answer.user, answer.words, answer.preferences
        if now.table.stage == stage:
            return await card(app, now, user, words, said=said, page=page, note=note, pictured=pictured, own=own)
        return await card(app, now, user, words, note=words("cogs.hand.stale") if said else note, pictured=pictured, own=own)

    if look.seat is None:
        await answer.show(await make(look, True))
    else:
        await private.show(answer, "hand", card, look, make)
