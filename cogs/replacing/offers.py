"""The message of a seat that is offered."""

import discord

from chat.cards import table
from chat.press.presses import make
from chat.wire.layout import GOLD, GREEN, GREY, PublicCard, button, rows
from chat.wire.text import escaped
from data.words import Words
from tables.model.models import TableInfo
from tables.model.outbox_rows import OfferRow


def offer(info: TableInfo, payload: OfferRow, words: Words) -> PublicCard:
    """A seat that somebody may take over, or what has become of the offer."""
    title = table.heading(info, words, "cogs.offer.title")
    name = f"{table.LETTERS[payload.offer.seat]} · {escaped(payload.name)}"
    if payload.ended:
        colour = GREEN if payload.ended == "taken" else GREY
        return PublicCard(
            title=title, text=words(f"cogs.offer.{payload.ended}", name=name, now=escaped(payload.now)), colour=colour
        )
    to = payload.offer.to
    asks = words("cogs.offer.to-one", who=f"<@{to}>", name=name) if to is not None else words("cogs.offer.to-all", name=name)
    number = (str(payload.offer.id),)
    buttons = [
        button(
            words("cogs.offer.take"), make("replacing.sit", info.id, 0, number), style=discord.ButtonStyle.success, emoji="🪑"
        ),
        button(words("cogs.back.withdraw"), make("replacing.withdraw", info.id, 0, number)),
    ]
    return PublicCard(
        title=title, text=asks, rows=rows(buttons), colour=GOLD, pings=() if to is None or not payload.mention else (to,)
    )
