"""What the board asks in public, and the buttons that answer it there."""

import random
from collections.abc import Sequence

import discord
import msgspec

from asking.lead import PlayMove, following
from asking.offers import left_to_spend
from asking.question import Question, Walk, question
from chat.app import App
from chat.cards import (
    hand_lines,
    picker,
    question_rows,
    row_context,
    seating,
)
from chat.press.presses import make
from chat.wire import limits
from chat.wire.layout import EVEN, Row, button, grid, rows
from data.words import Words
from engines.contract import Seat
from tables.rules.reading import Reading

MENU = 2 * limits.SELECT_OPTIONS
"""Maximum number of possible words for menus on the board itself: two menus."""

PLACES = 20
"""Maximum number of places shown as buttons on the board itself, with the board's own buttons below."""


class PublicQuestion(msgspec.Struct, frozen=True):
    """What the player on turn is asked, if everybody may know it: the question, and buttons or a menu if few enough words are
    possible to fit on the board.
    """

    asked: str
    rows: Sequence[Row] = ()
    private: bool = False
    """Whether the choices are partly hidden. If so, the board offers the ways to begin a move that everybody can know."""


def public_question(app: App, spectator: Reading, words: Words) -> PublicQuestion | None:
    """Returns the picker for the player on turn, if their choices are not secret (the game hides nothing)."""
    info = spectator.info
    if len(info.pending) != 1 or (user := info.seats[info.pending[0]].user) is None:
        return None
    reading = spectator.reading_for(user)
    if reading.view is None or reading.seat is None:
        return None
    if left_to_spend(app.asker, reading) is not None:
        return _ways_to_begin(app, spectator, reading.seat, words, private=reading.view.private)
    if reading.view.private:
        return None
    asked = question(reading.choices)
    choices = asked.choices
    ask = (
        f"👉 {seating.seat_name(info, reading.seat)}: {hand_lines.of_choices(info.game, choices, words)}" if choices.ask else ""
    )
    if not choices.words or choices.together > 1 or choices.slots > 1 or len(choices.words) > MENU:
        return PublicQuestion(ask)
    if isinstance(asked.asked, Walk) and asked.asked.turned:
        return PublicQuestion(ask)  # rotations are shown in private only
    return _offer(app, reading, asked, words, ask)


def _offer(app: App, reading: Reading, asked: Question, words: Words, ask: str) -> PublicQuestion:
    """Returns the question with a button for each choice, or with menus if there are too many."""
    info, said, choices = reading.info, asked.said, asked.choices
    context = row_context.of_table(app, reading, words, marked=info.display != "text", public=True)
    ways = [following(reading.choices, (*said, word)) for word in choices.words]
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
    return PublicQuestion(ask, grid(buttons))


def _ways_to_begin(app: App, spectator: Reading, seat: Seat, words: Words, *, private: bool) -> PublicQuestion:
    """Returns the ways to begin a move of a turn of many moves, as far as everybody can know: they come from a table imagined
    from the spectator's view. Each continues in private, where the turn is drafted and may turn out to be impossible.
    """
    info = spectator.info
    imagined = app.games[info.game].determinize(spectator.view, random.Random(f"{info.id} {info.stage}"))  # noqa: S311
    choices = imagined.choices(seat)
    labels = [words(f"{info.game}.begin.{word}") for word in choices.words]
    signs = row_context.of_table(app, spectator, words, marked=info.display != "text", public=True).signs(choices.words, ())
    made = [
        button(label, make("play.open", info.id, info.stage, (word,)), style=discord.ButtonStyle.primary, emoji=sign or None)
        for word, label, sign in zip(choices.words, labels, signs, strict=True)
    ]
    asked = f"👉 {seating.seat_name(info, seat)}: {hand_lines.of_choices(info.game, choices, words)}"
    return PublicQuestion(asked, rows(made, EVEN), private)
