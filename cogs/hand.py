"""A person's own hand: the picture, the question and its menus, as a private answer and as a direct message.

Both copies are built from the store at each press and are equally complete; what is chosen in one shows in the other.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Callable
from typing import TYPE_CHECKING

import discord
import msgspec

from cogs import form as forms
from cogs import picker, private, table
from cogs.answer import Ack, Answer
from cogs.cards import BLUE, GOLD, GREEN, GREY, RED, Button, Card, Row, button, rows
from cogs.dispatch import Press, make, verb
from data.words import Words
from engines.contract import Choices, Move, View
from render.contract import Picture
from tables.errors import Stale
from tables.shown import Look

if TYPE_CHECKING:
    from cogs.client import ZamkiBot

log = logging.getLogger(__name__)


@private.kind("hand")
async def card(bot: ZamkiBot, look: Look, user: int, words: Words, *, said: Move = (), page: int = 0, note: str = "") -> Card:
    """The hand of `user` as it is now, walked as far as `said`; `note` stands above the question.
    Whoever has no hand here is told how things stand.
    """
    shown = look.table
    if shown.state != "playing" or look.view is None or table.playing_seat(look) is None:
        return await _no_hand(bot, look, user, words, note)
    view = look.view
    chosen = _chosen(view)

    async def ask(so_far: Move) -> Choices:
        return await bot.hall.choices(shown.id, user, so_far)

    if forms.EMPTY not in said:
        said, choices = await picker.advance(ask, said)
    form = await forms.form_of(ask, said, chosen)
    if form is not None:
        said, choices = form.said, form.choices
    picture = await _picture(bot, look, words, said)
    parts = [note] if note else []
    if picture is None:
        parts.append(table.room(shown).text(view, table.setting(shown, words, safe=True)))
    if choices.words or choices.complete:
        parts.append(asked(shown.game, choices, words))
    if chosen:
        parts.append(words("cogs.hand.chosen", what=table.said_as(shown, chosen, view, words)))
    elif look.seat not in shown.pending:
        parts.append(words("cogs.hand.wait"))
    if shown.pending and look.seat not in shown.pending:
        parts.append(table.progress(shown, words))
    walk: list[Row] = []
    if form is not None:
        stock = msgspec.structs.replace(choices, words=tuple(dict.fromkeys(choices.stock)))
        label = dict(zip(stock.words, table.labels(shown, stock, form.base, view, words), strict=True))
        before = [(*form.base, *(forms.EMPTY,) * at) for at in range(len(form.places))]
        places = [table.label(shown, forms.EMPTY, said_before, view, words) for said_before in before]
        walk = forms.rows_of(form, (shown.id, shown.stage), label, places, words)
    elif choices.words:
        labels = table.labels(shown, choices, said, view, words)
        turned = await picker.dialled(ask, said)
        step = picker.Step(shown.id, shown.stage, said, choices, labels, chosen=chosen, page=page, turned=turned)
        walk = picker.rows_of(step, words)
    begun = (await picker.advance(ask, ()))[0] if said else ()
    buttons = await _buttons(bot, look, words, () if form is not None else said, choices, walked=form is None and said != begun)
    title = "cogs.hand.title" if await table.hidden(bot, look, words) else "cogs.hand.mine-title"
    return Card(
        title=table.heading(shown, words, title),
        picture=picture,
        text="\n".join(part for part in parts if part),
        rows=(*walk, *rows(buttons)),
        colour=GREEN if chosen else GOLD,
    )


async def _picture(bot: ZamkiBot, look: Look, words: Words, said: Move) -> Picture | None:
    """How it would be with the words said (none yet: what may be said), where the game shows that; else the hand's picture, or
    the public board's where the game hides nothing. None where the picture fails.
    """
    shown, setting = look.table, table.setting(look.table, words, safe=False)
    if look.view is None:
        return None
    if said or look.seat in shown.pending:
        preview = await table.drawn(bot.pictures.preview(shown.game, look.view, said, setting), shown.id)
        if preview is not None:
            return preview
    if await table.hidden(bot, look, words):
        return await table.drawn(bot.pictures.hand(shown.game, look.view, setting), shown.id)
    public = (await bot.hall.look(shown.id)).view
    return await table.drawn(bot.pictures.board(shown.game, public, setting), shown.id) if public is not None else None


def asked(game: str, choices: Choices, words: Words) -> str:
    """The question that the words of `choices` answer."""
    return f"**{words(f'{game}.ask.{choices.ask}')}**" if choices.ask else ""


def _chosen(view: View) -> Move:
    """The words of one's own choice that is not revealed yet, where the game's view tells them."""
    choice = getattr(view, "choice", ())
    return ((choice,) if choice else ()) if isinstance(choice, str) else tuple(choice)


async def _buttons(bot: ZamkiBot, look: Look, words: Words, said: Move, choices: Choices, *, walked: bool) -> list[Button]:
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
    found.append(button(words("cogs.board.text"), make("text", shown.id, shown.stage), emoji="📝"))
    found.append(button(words("cogs.hand.board"), url=await table.board_link(bot, shown)))
    return found


async def _no_hand(bot: ZamkiBot, look: Look, user: int, words: Words, note: str) -> Card:
    """What somebody is shown who has no hand at this table now: a spectator, or anybody before and after the game."""
    shown = look.table
    if shown.state == "playing":
        mine = next((seat for seat in shown.seats if seat.user == user), None)
        key = "cogs.hand.resigned" if mine is not None else "cogs.hand.spectator"
    else:
        key = f"cogs.hand.{shown.state}"
    link = button(words("cogs.hand.board"), url=await table.board_link(bot, shown))
    title = table.heading(shown, words, "cogs.hand.no-title")
    text = "\n".join(filter(None, (note, words(key))))
    return Card(title=title, text=text, rows=rows([link]), colour=GREY)


async def show(
    answer: Answer, number: int, *, said: Move = (), page: int = 0, note: str = "", look: Look | None = None
) -> None:
    """Answer with the hand as it is now, and keep that answer's token so that the copy can follow."""
    look = look or await answer.hall.look(number, answer.user)
    made = await card(answer.bot, look, answer.user, answer.words, said=said, page=page, note=note)
    if look.seat is None:
        await answer.show(made)
    else:
        await private.show(answer, "hand", look, made)


async def play(answer: Answer, press: Press, move: Move) -> None:
    """Play a whole move for the presser and show the hand after it; a stale press shows how things stand now."""
    try:
        look = await answer.hall.play(press.table, answer.user, move, stage=press.stage, request=answer.request)
    except Stale as stale:
        await show(answer, press.table, note=answer.words(stale.key, **stale.values))
        return
    note = "" if look.can_take_back and _chosen_of(look) else answer.words("cogs.hand.played")
    await show(answer, press.table, note=note, look=look)


def _chosen_of(look: Look) -> Move:
    return _chosen(look.view) if look.view is not None else ()


@verb("hand", Ack.PRIVATE)
async def my_hand(answer: Answer, press: Press) -> None:
    """Behind "My hand" on a board message: the private copy, where the person has not switched it off."""
    await open_hand(answer, press.table)


@verb("turn", Ack.PRIVATE)
async def my_turn(answer: Answer, press: Press) -> None:
    """The button that calls the one on turn by name: their whole turn is played in the answer to it."""
    await open_hand(answer, press.table)


async def open_hand(answer: Answer, number: int) -> None:
    """The private copy of the hand, or the way to the direct message for who has switched the private one off."""
    look = await answer.hall.look(number, answer.user)
    habits = answer.habits
    if not habits.private and habits.dm and not habits.dm_closed and look.seat is not None and look.table.state == "playing":
        where = await table.hand_link(answer.bot, look.table, answer.user)
        if where is not None:
            link = button(answer.words("cogs.hand.to-dm"), url=where)
            await answer.tell(Card(text=answer.words("cogs.hand.in-dm"), rows=rows([link]), colour=BLUE))
            return
    note = answer.words("cogs.hand.dm-closed") if habits.dm and habits.dm_closed and look.seat is not None else ""
    await show(answer, number, note=note, look=look)


@verb("pick", Ack.UPDATE)
async def pick(answer: Answer, press: Press) -> None:
    """A word (or the last one) chosen in a private copy or a direct message."""
    await _said(answer, press)


@verb("open", Ack.PRIVATE)
async def open_walk(answer: Answer, press: Press) -> None:
    """A first word pressed on the board itself: the walk goes on in private."""
    await _said(answer, press)


async def _said(answer: Answer, press: Press) -> None:
    look = await answer.hall.look(press.table, answer.user)
    if table.playing_seat(look) is None or look.table.state != "playing":
        await show(answer, press.table, look=look)
        return
    if press.stage != look.table.stage:
        await show(answer, press.table, look=look, note=answer.words("cogs.hand.stale"))
        return

    async def ask(so_far: Move) -> Choices:
        return await answer.hall.choices(press.table, answer.user, so_far)

    said, following = await picker.finished(ask, picker.picked(press))
    finished = not press.values and press.words == said and following.complete and following.words
    if following.words and not (finished and press.verb == "pick"):
        await show(answer, press.table, said=said, look=look)
    elif following.warn:
        await answer.show(await warning(answer, look, said, following.warn))
    else:
        await play(answer, press, said)


async def warning(answer: Answer, look: Look, move: Move, warn: str) -> Card:
    """What a whole move would waste, and whether it is meant all the same."""
    shown, words = look.table, answer.words
    buttons = [
        button(
            words("cogs.hand.sure"), make("sure", shown.id, shown.stage, move), style=discord.ButtonStyle.danger, emoji="✅"
        ),
        button(words("cogs.hand.back"), make("fresh", shown.id, shown.stage), emoji="↩️"),
    ]
    return Card(
        title=table.heading(shown, words, "cogs.hand.title"),
        picture=await _picture(answer.bot, look, words, move),
        text=f"⚠️ {words(f'{shown.game}.warn.{warn}')}",
        rows=rows(buttons),
        colour=RED,
    )


@verb("sure", Ack.UPDATE)
async def sure(answer: Answer, press: Press) -> None:
    """A move that was warned of, meant all the same."""
    await play(answer, press, press.words)


@verb("place", Ack.UPDATE)
async def place(answer: Answer, press: Press) -> None:
    """A place of a form filled or emptied, or the whole form filled in another way."""
    said, at, word = forms.placed(press)
    await _filled(answer, press, said, lambda form: form.put(at, word))


@verb("deal", Ack.UPDATE)
async def deal(answer: Answer, press: Press) -> None:
    """The empty places of a form filled by lot. No draw of the game: it is the person's own plan, and theirs to change."""
    await _filled(answer, press, press.words, lambda form: form.dealt(random.SystemRandom()))


async def _filled(answer: Answer, press: Press, said: Move, change: Callable[[forms.Form], forms.Form]) -> None:
    """The hand with its form changed; as things stand now where there is no such form any more."""
    look = await answer.hall.look(press.table, answer.user)
    form = await forms.form_of(lambda so_far: answer.hall.choices(press.table, answer.user, so_far), said)
    if press.stage != look.table.stage or form is None:
        note = answer.words("cogs.hand.stale") if look.table.state == "playing" and look.seat is not None else ""
        await show(answer, press.table, look=look, note=note)
        return
    await show(answer, press.table, look=look, said=change(form).said)


@verb("do", Ack.UPDATE)
async def do(answer: Answer, press: Press) -> None:
    """A whole move pressed on the board itself: the board is its answer."""
    warn = (await answer.hall.choices(press.table, answer.user, press.words)).warn
    if warn:
        look = await answer.hall.look(press.table, answer.user)
        await answer.tell(await warning(answer, look, press.words, warn))
        return
    try:
        await answer.hall.play(press.table, answer.user, press.words, stage=press.stage, request=answer.request)
    except Stale as stale:
        look = await answer.hall.look(press.table, answer.user)
        note = answer.words(stale.key, **stale.values)
        await answer.tell(await card(answer.bot, look, answer.user, answer.words, note=note))


@verb("page", Ack.UPDATE)
async def turn_page(answer: Answer, press: Press) -> None:
    """Another page of a long list of words."""
    digits = "".join(letter for letter in (press.words[0] if press.words else "") if letter.isdigit())[:3]
    await show(answer, press.table, said=picker.picked(press), page=int(digits or 0))


@verb("fresh", Ack.UPDATE)
async def fresh(answer: Answer, press: Press) -> None:
    """The same message again, as things stand now."""
    await show(answer, press.table)
