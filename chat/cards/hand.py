"""A person's own hand: the picture, the question and its menus, as a private answer and as a direct message.

Both copies are built from the store at each press and are equally complete; a choice made in one shows in the other.
"""

import asyncio
import functools

import msgspec

from asking import players
from asking.pictures import made_of_newest
from asking.question import Question, question
from asking.walk import Joint
from chat.app import App
from chat.cards import audiences, clocks, colours, drawing, hand_buttons, hand_lines, headings, links, row_context, since
from chat.cards.moment import moment_card
from chat.cards.no_hand import no_hand
from chat.cards.question_rows import question_rows
from chat.press import replies
from chat.press.answer import Answer, PrivateAnswer
from chat.press.presses import make
from chat.press.replies import Draw, LiveCard
from chat.wire.layout import GOLD, Card, Row, button, rows
from data.records.messages import Noted, Posted
from data.words import Words
from engines.contract import Move
from tables.model.people import Preferences
from tables.rules.reading import Reading


class HandParts(msgspec.Struct, frozen=True):
    """What a hand consists of besides its picture: the words said, the lines above the picture and below it, and the rows."""

    said: Move
    own: Preferences
    above: list[str]
    asks: list[str]
    rows: tuple[Row, ...]


class Hand:
    """The current hand of `user`, after the words `said`. `note` answers the press, directly above the question. With
    `more`, it shows what else it offers in place of the question. `own` (the person's preferences), `noted` (the table's
    messages), `board` (where its board is) and `notes` (what the person has written down) are given if the caller has read
    them. Its cards, with and without the picture, share parts that are computed only once.

    The picture, the question and the buttons stand together, so that a phone shows them at once; all other text is above.
    """

    def __init__(
        self,
        app: App,
        reading: Reading,
        user: int,
        words: Words,
        *,
        said: Move = (),
        page: int = 0,
        note: str = "",
        more: bool = False,
        own: Preferences | None = None,
        noted: Noted | None = None,
        board: Posted | None = None,
        notes: str | None = None,
    ) -> None:
        self.reading = reading
        self._app = app
        self._user = user
        self._words = words
        self._said = said
        self._page = page
        self._note = note
        self._more = more
        self._own = own
        self._noted = noted
        self._board = board
        self._notes = notes
        self._parts: HandParts | None = None
        self._once = asyncio.Lock()

    async def card(self, *, pictured: bool = True) -> Card:
        """Returns the hand; as text if not `pictured`. Somebody without a hand here gets the state of the table. Raises
        Outdated if the game moves on before the card is complete.
        """
        app, reading, words = self._app, self.reading, self._words
        info, view = reading.info, reading.view
        if info.state != "playing" or view is None or players.playing_seat(reading) is None:
            return await no_hand(app, reading, self._user, words, self._note, await self._preferences() if pictured else None)
        if pictured and (moment := await self._moment()) is not None:
            return moment
        if players.asks_on_board(app.games, reading):
            return await self._way_to_board()
        async with self._once:
            parts = self._parts = self._parts or await self._compute()
        said, display = parts.said, parts.own.display
        picture = await drawing.of_question(app, reading, words, said, parts.own) if pictured and display != "text" else None
        board = self._board_as_text(said) if picture is None or display != "picture" else []
        colour, sign = colours.of_seat(info, reading.seat, parts.own)
        return Card(
            title=headings.heading(info, words, "cogs.hand.title" if view.private else "cogs.hand.mine-title", sign),
            picture=picture,
            text="\n".join(filter(None, (*board, *parts.above))),
            asks="\n".join(filter(None, parts.asks)),
            rows=parts.rows,
            colour=colour,
            text_first=True,
        )

    def _board_as_text(self, said: Move) -> list[str]:
        """Returns what the picture shows, in words."""
        reading, info = self.reading, self.reading.info
        assert reading.view is not None
        renderer, readers = audiences.renderer(self._app, info), audiences.audience(info, self._words, safe=True)
        found = [renderer.text(reading.view, readers)]
        return [*found, renderer.saying(reading.view, said, readers)] if said else found

    async def _moment(self) -> Card | None:
        """Returns what has been decided since the person last looked, which they see first; None if nothing has, or they are in
        the middle of a move. Raises Outdated.
        """
        if self._said or self._more:
            return None
        own = await self._preferences()
        if own.display == "text":
            return None  # the hand's text tells all of it
        found = await self._app.moments.unseen(self._app.asker, self.reading, self._user)
        return None if found is None else await moment_card(self._app, self.reading, found, self._words, own, self._note)

    async def _preferences(self) -> Preferences:
        return self._own or await self._app.tables.people.person(self._user, self._noted)

    async def _own_notes(self, noted: Noted | None) -> str:
        """Returns what the person has written down at the table. `noted`: the table's messages, if they were read."""
        if self._notes is not None:
            return self._notes
        if noted is not None:
            return noted.notes.get(self._user, "")
        return await self._app.tables.notes.read(self.reading.info.id, self._user)

    async def _way_to_board(self) -> Card:
        """Returns the way to the board, which alone shows what the question is about. It is short, so that the board stays on a
        phone's screen.
        """
        app, reading, words = self._app, self.reading, self._words
        info = reading.info
        to_board = button(words("cogs.hand.board"), url=await links.board_link(app, info, self._noted, self._board), emoji="👉")
        fresh = button(words("cogs.hand.refresh"), make("play.fresh", info.id, info.stage, ("_",)), emoji="🔄")
        times = [] if reading.seat is None else clocks.own_times(info, reading.seat, words)
        return Card(
            title=headings.heading(info, words, "cogs.hand.no-title"),
            asks="\n".join(filter(None, (self._note, words("cogs.hand.on-board"), *times))),
            rows=rows([to_board, *hand_buttons.hint(app.asker, reading, words), fresh]),
            colour=GOLD,
        )

    async def _compute(self) -> HandParts:
        app, reading, words, info = self._app, self.reading, self._words, self.reading.info
        assert reading.view is not None
        noted = self._noted or (None if self._own else await app.tables.messages.of(info.id))
        own = self._own or await app.tables.people.person(self._user, noted)
        asked = question(reading.choices, self._said, chosen=reading.view.chosen)
        context = row_context.of_table(app, reading, words, marked=own.display != "text")
        above = [] if self._note else hand_lines.decided_words(asked, context.labels, words)
        if not self._said or _chooses_together(asked):  # otherwise no button may move under the finger
            if not await app.moments.is_read(app.asker, reading, self._user):
                above += await since.since(app, reading, words, own.display)
            above += hand_lines.turn_lines(reading, context.labels, words)
        above += hand_lines.note_lines(await self._own_notes(noted))
        above += hand_lines.turn_so_far(app.asker, reading, context.labels, words)
        if self._more:
            direct = own.dm is None and not info.direct and info.place.guild > 0
            board = await links.board_link(app, info, noted, self._board)
            shown = rows(hand_buttons.more(reading, asked, words, board, direct=direct, page=bool(app.web)))
        else:
            below = hand_buttons.below(app.asker, reading, asked, words)
            marked, dispensable = reading.view.chosen, hand_buttons.DISPENSABLE
            shown = question_rows(context, asked, below, marked=marked, page=self._page, dispensable=dispensable)
        asks = [self._note, *hand_lines.asks(app.asker, reading, asked, context.labels, words)]
        return HandParts(said=asked.said, own=own, above=above, asks=asks, rows=shown)


def _chooses_together(asked: Question) -> bool:
    """Returns whether the person is between two words that are chosen together."""
    return isinstance(asked.asked, Joint) and bool(asked.asked.taken)


async def card(
    app: App,
    reading: Reading,
    user: int,
    words: Words,
    *,
    said: Move = (),
    page: int = 0,
    note: str = "",
    pictured: bool = True,
) -> Card:
    """Returns the card of a hand: see `Hand`."""
    return await Hand(app, reading, user, words, said=said, page=page, note=note).card(pictured=pictured)


async def tell(answer: Answer, reading: Reading, *, note: str = "") -> None:
    """Answer a press with the current hand, without keeping that answer up to date."""
    app, user, words = answer.app, answer.user, answer.words
    found, _ = await made_of_newest(app.asker, user, reading, lambda now: card(app, now, user, words, note=note))
    await answer.tell(found)


class WhileOpen(LiveCard):
    """A card about the open question: drawn again while that question is open and nothing else is chosen, for the change may be
    another's move; then the plain hand is drawn.
    """

    def __init__(self, reading: Reading, draw: Draw) -> None:
        super().__init__(draw)
        self._stage, self._chosen = reading.info.stage, chosen_words(reading)

    async def again(self, app: App, reading: Reading, user: int, words: Words) -> Card:
        same = reading.info.stage == self._stage and chosen_words(reading) == self._chosen
        return await super().again(app, reading, user, words) if same else await card(app, reading, user, words)


class OpenHand(WhileOpen):
    """The hand, with the words of a move that were said so far."""

    def __init__(self, reading: Reading, *, said: Move, page: int, note: str, more: bool) -> None:
        super().__init__(reading, functools.partial(card, said=said, page=page) if said else card)
        self._said, self._page, self._note, self._more = said, page, note, more
        self._newest: Hand | None = None

    async def for_press(self, answer: PrivateAnswer, reading: Reading, *, pictured: bool = True) -> Card:
        if self._newest is None or self._newest.reading is not reading:
            same = reading.info.stage == self._stage
            self._newest = Hand(
                answer.app,
                reading,
                answer.user,
                answer.words,
                said=self._said if same else (),
                page=self._page if same else 0,
                note=answer.words("cogs.hand.stale") if self._said and not same else self._note,
                more=self._more,
                own=answer.preferences,
                board=answer.pressed.board if reading.info.id == answer.table else None,
                notes=answer.pressed.notes if reading.info.id == answer.table else None,
            )
        return await self._newest.card(pictured=pictured)

    def let_go(self) -> None:
        """Drop the card, which has been shown. What remains of an answer stays for a quarter of an hour."""
        self._newest = None


async def show(
    answer: PrivateAnswer,
    number: int,
    *,
    said: Move = (),
    page: int = 0,
    note: str = "",
    more: bool = False,
    reading: Reading | None = None,
) -> None:
    """Answer with the current hand, and keep that answer's token so that it can follow. The parameters are those of `Hand`."""
    reading = reading or await answer.tables.looks.read(number, answer.user)
    opened = OpenHand(reading, said=said, page=page, note=note, more=more)
    if reading.seat is None:
        await answer.show(await opened.for_press(answer, reading))
    else:
        await replies.show(answer, "hand", opened, reading)
        opened.let_go()


def chosen_words(reading: Reading) -> Move:
    """Returns what the person has chosen and can still change."""
    return reading.view.chosen if reading.view is not None else ()
