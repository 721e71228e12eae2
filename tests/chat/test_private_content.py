"""What is one person's alone is never written where others see it: the types say so, and it is refused before it is sent."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from mypy import api

from chat.cards import audiences, board, end_card
from chat.press.answer import Ack, PrivateAnswer
from chat.wire.layout import Card, PrivateContent, PublicCard
from chat.wire.messenger import MessageSpot, Messenger
from data.records.messages import Shows
from data.words import words
from engines import games
from engines.contract import Seat
from render import renderers
from tables.model.table_info import Place, SeatInfo, TableInfo

SHOWN = TableInfo(
    id=1, place=Place(1, 2), game="rycerze", options={}, pace="none", language="en", state="playing", host=1,
    seats=(SeatInfo("Ada", 1), SeatInfo("Borys", 2)), random_order=False, created=0.0, changed=0.0, version=1,
)  # fmt: skip
"""A table being played."""


def look(seat: Seat | None) -> Any:
    """Returns what is drawn from for this seat; None: for spectators."""
    return SimpleNamespace(info=SHOWN, seat=seat, view=games()["rycerze"].start(2, {}, bytes(16)).view(seat))


class NoRest:
    """Discord must not be reached."""

    def __getattr__(self, name: str) -> Any:
        def asked(*_: Any) -> None:
            raise AssertionError(f"Discord was asked to {name}")

        return asked


def messenger() -> Messenger:
    return Messenger(NoRest(), SimpleNamespace(posts=NoRest(), messages=NoRest()))  # type: ignore[arg-type]


async def test_only_public_cards_go_into_a_channel() -> None:
    private: Any = Card(text="your hand: dragon")
    with pytest.raises(PrivateContent):
        await messenger().post(SHOWN, "board", private, Shows(turn=1))
    with pytest.raises(PrivateContent):
        await messenger().edit(MessageSpot(2, 3), private)
    with pytest.raises(PrivateContent):
        await messenger().say(2, private, "nonce")
    with pytest.raises(AssertionError, match="asked to"):
        await messenger().edit(MessageSpot(2, 3), PublicCard(text="the board"))


def test_a_public_card_is_made_of_a_spectators_view() -> None:
    audiences.spectators(look(None))
    with pytest.raises(PrivateContent):
        audiences.spectators(look(0))


async def test_no_board_is_drawn_of_what_a_seat_sees() -> None:
    app: Any = SimpleNamespace(renderers=renderers())
    for made in (board.card, end_card.final):
        with pytest.raises(PrivateContent):
            await made(app, look(0), {}, words("en"))  # type: ignore[arg-type]


@pytest.mark.parametrize("ack", [Ack.UPDATE, Ack.KEEP, Ack.NONE])
def test_no_private_answer_is_made_of_a_message_that_others_see(ack: Ack) -> None:
    message = SimpleNamespace(flags=SimpleNamespace(ephemeral=False))
    interaction: Any = SimpleNamespace(message=message, guild_id=1)
    with pytest.raises(PrivateContent):
        PrivateAnswer(SimpleNamespace(tables=None), interaction, ack)  # type: ignore[arg-type]


WRONG = """
from chat.press.answer import Ack, Answer, On, PrivateAnswer
from chat.wire.layout import Card, PublicCard
from chat.wire.messenger import Messenger, MessageSpot
from chat.press.presses import Press, verb
from asking.asker import Asker
from data.words import Words
from tables.rules.reading import Reading
from web.public_page import PublicPage

async def into_a_channel(messenger: Messenger, card: Card) -> None:
    await messenger.edit(MessageSpot(1, 2), card)

async def onto_the_message_pressed(answer: Answer, card: Card) -> None:
    await answer.show(card)

class Cog:
    @verb("press", Ack.KEEP, On.CHANNEL)
    async def pressed(self, answer: PrivateAnswer, press: Press) -> None: ...

async def onto_a_page(asker: Asker, reading: Reading, words: Words) -> None:
    await PublicPage.of(asker, reading, {}, words, "dark")

async def right(messenger: Messenger, card: PublicCard, answer: PrivateAnswer) -> None:
    await messenger.edit(MessageSpot(1, 2), card)
    await answer.show(card)
"""


@pytest.mark.long
def test_mypy_refuses_what_would_leak() -> None:
    told, _, _ = api.run(["--config-file=", "--strict", "-c", WRONG])
    errors = [line for line in told.splitlines() if ": error:" in line and line.startswith("<string>")]
    assert [line.split(":")[1] for line in errors] == ["12", "15", "18", "22"], told
