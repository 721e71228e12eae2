"""The board in the channel: one message a turn, what happened, whom the table waits for, and what stands behind its buttons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import discord
import msgspec

from cogs import hand, limits, picker, private, table
from cogs.answer import Ack, Answer
from cogs.cards import BLUE, GOLD, GREEN, GREY, RED, Button, Card, Row, button, rows
from cogs.dispatch import Press, make, verb
from cogs.text import cut, fit, plain
from data.words import Words
from engines.contract import Choices, Event, Move
from tables.shown import Look, TableInfo

if TYPE_CHECKING:
    from cogs.client import ZamkiBot

STORY = 1500
"""Characters of story on one board."""


MENU = 2 * limits.SELECT_OPTIONS
"""So many words may follow on the board itself: two menus."""


class Walk(msgspec.Struct, frozen=True):
    """What a game that hides nothing asks of the one who is on turn: the question, and buttons or a menu where so few
    words may follow that they stand on the board.
    """

    asked: str
    rows: Sequence[Row] = ()


Told: TypeAlias = Mapping[str, object]
"""An outbox row's payload: public `events` in order and the hall's own `notes` ({key, seat})."""


def story(shown: TableInfo, told: Told, words: Words, *more: Event) -> str:
    """What happened, a line each (`more` events last); the oldest lines go when there is too much."""
    events = [*msgspec.convert(told.get("events", []), list[Event]), *more]
    notes = msgspec.convert(told.get("notes", []), list[dict[str, Any]])
    setting = table.setting(shown, words, safe=True)
    lines = [table.room(shown).line(event, setting) for event in events if event.to is None]
    lines += [words(note["key"], name=table.seat_name(shown, note["seat"])) for note in notes]
    return fit([line for line in lines if line], STORY)


async def card(bot: ZamkiBot, look: Look, told: Told, words: Words, *, pings: Sequence[int] = ()) -> Card:
    """The board of a table being played, for everybody. `look` is a spectator's; `pings` are mentioned. What is to be seen for
    a while only (`look.fleeting`) is shown here and nowhere else.
    """
    shown, view = look.table, look.fleeting or look.view
    assert view is not None, "a table being played has a view"
    picture = await table.drawn(bot.pictures.board(shown.game, view, table.setting(shown, words, safe=False)), shown.id)
    walk = await _walk(bot, shown, words)
    parts = [story(shown, told, words)]
    if picture is None:
        parts.append(table.room(shown).text(view, table.setting(shown, words, safe=True)))
    parts.append((walk and walk.asked) or table.progress(shown, words))
    if shown.deadline is not None:
        parts.append(words("cogs.board.deadline", when=f"<t:{int(shown.deadline)}:R>"))
    if pings:
        parts.append(words("cogs.board.your-move", who=" ".join(f"<@{user}>" for user in pings)))
    return Card(
        title=table.heading(shown, words, "cogs.board.title", turn=shown.turn),
        picture=picture,
        text="\n".join(part for part in parts if part),
        rows=(*(walk.rows if walk else ()), *rows(_buttons(shown, words, walk))),
        colour=GOLD,
        pings=tuple(pings),
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
    return [
        *found,
        mine,
        button(words("cogs.board.text"), make("text", shown.id, shown.stage), emoji="📝"),
        button(words("cogs.board.more"), make("more", shown.id, shown.stage), emoji="⚙️"),
    ]


async def _walk(bot: ZamkiBot, shown: TableInfo, words: Words) -> Walk | None:
    """The picker of the one who is on turn, where their choices are nobody's secret (the game hides nothing)."""
    if len(shown.pending) != 1 or (user := shown.seats[shown.pending[0]].user) is None:
        return None
    look = await bot.hall.look(shown.id, user)
    if look.view is None or look.seat is None:
        return None
    if await table.hidden(bot, look, words):
        return None

    async def ask(so_far: Move) -> Choices:
        return await bot.hall.choices(shown.id, user, so_far)

    said, choices = await picker.advance(ask, ())
    asked = f"👉 {table.seat_name(shown, look.seat)}: {hand.asked(shown.game, choices, words)}" if choices.ask else ""
    if not choices.words or choices.together > 1 or choices.slots > 1 or len(choices.words) > MENU:
        return Walk(asked)
    if await picker.dialled(ask, said):
        return Walk(asked)  # what is turned is seen in private only
    labels = table.labels(shown, choices, said, look.view, words)
    if len(choices.words) > picker.BUTTONS:
        return Walk(asked, picker.rows_of(picker.Step(shown.id, shown.stage, said, choices, labels), words, verb="open"))
    made = []
    for label, word in zip(labels, choices.words, strict=True):
        move, following = await picker.finished(ask, (*said, word))
        meant = "do" if following.complete and not following.words and not following.warn else "open"
        made.append(button(label, make(meant, shown.id, shown.stage, move), style=discord.ButtonStyle.primary))
    return Walk(asked, rows(made))


async def scene(bot: ZamkiBot, shown: TableInfo, told: Told, words: Words) -> Card:
    """What a turn's board becomes when it is played: the picture of what happened, told in words, without buttons."""
    event = msgspec.convert(told["event"], Event)
    picture = await table.drawn(bot.pictures.scene(shown.game, event, table.setting(shown, words, safe=False)), shown.id)
    title = table.heading(shown, words, "cogs.board.title", turn=told["turn"])
    text = story(shown, told, words, event) or words("cogs.board.played")
    return Card(title=title, picture=picture, text=text, colour=GREEN)


def bare(shown: TableInfo, words: Words, *, past: bool) -> Card:
    """What a turn's message becomes where Discord refuses what it should show: hardly anything, so that it takes it. `past`:
    the turn is over.
    """
    title = table.heading(shown, words, "cogs.hand.no-title")
    if past:
        return Card(title=title, text=words("cogs.board.played"), colour=GREEN)
    return Card(title=title, text=table.progress(shown, words), rows=rows(_buttons(shown, words, None)), colour=GOLD)


async def final(bot: ZamkiBot, look: Look, told: Told, words: Words) -> Card:
    """The end: the final picture with the scoring, who came where, and what verifies the game."""
    shown, view, result = look.table, look.view, look.table.result
    assert view is not None
    assert result is not None, "a game that is over has a result"
    setting = table.setting(shown, words, safe=False)
    picture = await table.drawn(bot.pictures.final(shown.game, view, result, setting), shown.id)
    seats = sorted(range(len(shown.seats)), key=lambda seat: (result.places[seat], seat))
    lines = []
    for seat in seats:
        points = words.count("cogs.board.points", result.scores[seat])
        lines.append(f"{_medal(result.places[seat], len(seats))} {table.seat_name(shown, seat)}: {points}")
    reason = words("cogs.board.reason", reason=words(f"{shown.game}.reason.{result.reason}")) if result.reason else ""
    checked = words("cogs.board.verify", table=shown.id, seed=shown.seed)
    return Card(
        title=table.heading(shown, words, "cogs.board.over"),
        picture=picture,
        text="\n".join(filter(None, (story(shown, told, words), *lines, reason, f"-# {checked}"))),
        rows=rows([button(words("cogs.board.again"), make("again", shown.id), style=discord.ButtonStyle.success, emoji="🔁")]),
        colour=BLUE,
    )


def _medal(place: int, players: int) -> str:
    """The place as a sign; who plays alone has won or lost, which the reason tells, and no place."""
    if players == 1:
        return "👤"
    return {1: "🥇", 2: "🥈", 3: "🥉"}.get(place, f"**{place}.**")


@verb("again", Ack.PRIVATE)
async def again(answer: Answer, press: Press) -> None:
    """The same game once more: the first to press opens the table, the others take a seat at it."""
    look = await answer.hall.open_again(press.table, answer.person, request=answer.request)
    words, host = answer.words, look.table.host == answer.user
    title = table.heading(look.table, words, "cogs.hand.no-title")
    link = button(words("cogs.hand.board"), url=await table.board_link(answer.bot, look.table))
    text = words("cogs.start.done" if host else "cogs.board.joined")
    await answer.tell(Card(title=title, text=text, rows=rows([link]), colour=GREEN))


async def post_again(answer: Answer, look: Look) -> None:
    """Have the board posted anew where its message is gone, for who plays there."""
    shown = look.table
    if table.playing_seat(look) is None or shown.state != "playing" or answer.guild != shown.place.guild:
        return
    found = await answer.hall.messages.get(shown.id, "board")
    if found is not None:
        try:
            await answer.bot.http.get_message(found[0], found[1])
        except discord.NotFound:
            await answer.hall.messages.drop(shown.id, "board")
        except discord.HTTPException:
            return
        else:
            return
    await answer.hall.show_again(shown.id)


@verb("text", Ack.PRIVATE)
async def text(answer: Answer, press: Press) -> None:
    """The "As text" button."""
    await show_text(answer, press.table)


async def show_text(answer: Answer, number: int) -> None:
    """The board as text for the presser: with their own hand where they play, the public table where they watch."""
    look = await answer.hall.look(number, answer.user)
    await private.show(answer, "text", look, await text_card(answer.bot, look, answer.user, answer.words))


@private.kind("text")
async def text_card(bot: ZamkiBot, look: Look, user: int, words: Words) -> Card:
    """The board as text."""
    if table.playing_seat(look) is None:
        look = await bot.hall.look(look.table.id)
    shown = look.table
    if look.view is None:
        return await hand.card(bot, look, user, words)
    body = table.room(shown).text(look.view, table.setting(shown, words, safe=True))
    link = button(words("cogs.hand.board"), url=await table.board_link(bot, shown))
    own = [button(words("cogs.board.hand"), make("hand", shown.id, shown.stage))] if look.seat is not None else []
    title = table.heading(shown, words, "cogs.board.text-title")
    return Card(title=title, text="\n".join(filter(None, (body, table.progress(shown, words)))), rows=rows([*own, link]))


@private.kind("board")
async def glance(bot: ZamkiBot, look: Look, user: int, words: Words) -> Card:
    """The public board for one person alone, with the way to where it is played."""
    public = await bot.hall.look(look.table.id)
    shown = public.table
    if public.view is None or shown.state != "playing":
        return await hand.card(bot, look, user, words)
    picture = await table.drawn(bot.pictures.board(shown.game, public.view, table.setting(shown, words, safe=False)), shown.id)
    text = table.progress(shown, words)
    if picture is None:
        text = f"{table.room(shown).text(public.view, table.setting(shown, words, safe=True))}\n{text}"
    buttons = [
        button(words("cogs.board.hand"), make("hand", shown.id, shown.stage), emoji="🃏"),
        button(words("cogs.board.text"), make("text", shown.id, shown.stage), emoji="📝"),
        button(words("cogs.hand.board"), url=await table.board_link(bot, shown)),
    ]
    title = table.heading(shown, words, "cogs.board.title", turn=shown.turn)
    return Card(title=title, picture=picture, text=text, rows=rows(buttons), colour=BLUE)


@verb("more", Ack.PRIVATE)
async def more(answer: Answer, press: Press) -> None:
    """What is needed seldom, behind one button."""
    look = await answer.hall.look(press.table, answer.user)
    shown, words = look.table, answer.words
    found = []
    if table.playing_seat(look) is not None and shown.state == "playing":
        found.append(button(words("cogs.more.write"), make("form", shown.id, shown.stage), emoji="⌨️"))
        if look.can_take_back or look.may_ask is not None:
            label = words("cogs.hand.take-back" if look.can_take_back else "cogs.back.ask")
            found.append(button(label, make("undo", shown.id, shown.stage), emoji="↩️"))
        found.append(button(words("cogs.more.resign"), make("resign", shown.id, shown.stage), emoji="🏳️"))
        found.append(button(words("cogs.more.cancel"), make("ask", shown.id, shown.stage), emoji="✖️"))
    found.append(button(words("cogs.more.rules"), make("rules", shown.id), emoji="📖"))
    found.append(button(words("cogs.hand.board"), url=await table.board_link(answer.bot, shown)))
    await answer.tell(Card(title=table.heading(shown, words, "cogs.more.title"), rows=rows(found)))


@verb("rules", Ack.PRIVATE)
async def rules(answer: Answer, press: Press) -> None:
    """The rules of the table's game."""
    look = await answer.hall.look(press.table)
    await answer.tell(rules_card(look.table.game, answer.words))


def rules_card(game: str, words: Words) -> Card:
    """A game's rules in short."""
    title = words("cogs.rules.title", game=words(f"{game}.name"))
    return Card(title=title, text=cut(words(f"{game}.rules"), 3800), colour=BLUE)


@verb("resign", Ack.PRIVATE)
async def resign(answer: Answer, press: Press) -> None:
    """Asks once more: resigning cannot be taken back."""
    await ask_resign(answer, press.table)


async def ask_resign(answer: Answer, number: int) -> None:
    """Asks whether the person really wants to resign."""
    look = await answer.hall.look(number, answer.user)
    if table.playing_seat(look) is None or look.table.state != "playing":
        await answer.tell(await hand.card(answer.bot, look, answer.user, answer.words))
        return
    danger = discord.ButtonStyle.danger
    sure = button(answer.words("cogs.resign.sure"), make("resigned", number, look.table.stage), style=danger)
    title = table.heading(look.table, answer.words, "cogs.resign.title")
    await answer.tell(Card(title=title, text=answer.words("cogs.resign.about"), rows=rows([sure]), colour=RED))


@verb("resigned", Ack.UPDATE)
async def resigned(answer: Answer, press: Press) -> None:
    """Resigning, confirmed."""
    look = await answer.hall.resign(press.table, answer.user, request=answer.request)
    await _close(answer, look, "cogs.resign.done")
    await private.follow(answer.bot, press.table, answer.user)


async def _close(answer: Answer, look: Look, key: str) -> None:
    """The question just answered, without its buttons."""
    title = table.heading(look.table, answer.words, "cogs.hand.no-title")
    await answer.show(Card(title=title, text=answer.words(key), colour=GREY))


@verb("ask", Ack.PRIVATE)
async def ask_cancel(answer: Answer, press: Press) -> None:
    """Agree to end the game without a result."""
    await cancel(answer, press.table)


async def cancel(answer: Answer, number: int) -> None:
    """Cancel a lobby (its host), or agree to end a running game: it ends when all who play agree. A moderator of the server
    may end either, but not a running game of their own.
    """
    before = await answer.hall.look(number, answer.user)
    moderator = moderates(answer.interaction) and (before.table.state == "lobby" or table.playing_seat(before) is None)
    look = await answer.hall.cancel(number, answer.user, request=answer.request, moderator=moderator)
    key = "cogs.cancel.done" if look.table.state == "cancelled" else "cogs.cancel.agreed"
    title = table.heading(look.table, answer.words, "cogs.hand.no-title")
    await answer.tell(Card(title=title, text=answer.words(key), colour=GREY))


def moderates(interaction: discord.Interaction[Any]) -> bool:
    """Whether the person may look after this server's channel (Manage Messages)."""
    return interaction.guild_id is not None and interaction.permissions.manage_messages
