"""Dates of nights in Discord's calendar: one event each, where the bot may enter it. A night takes place without it as well."""

import logging
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

import discord

from chat.cards import audiences
from chat.cards.nights import title
from chat.outbox.deliveries import delivers
from chat.press.presses import Cog
from chat.wire.outcomes import Outcome, outcome
from chat.wire.payloads import EventPayload, InterestedPayload
from chat.wire.rest import UNKNOWN_EVENT
from chat.wire.text import clip, link
from data.records.messages import Noted
from tables.model.outbox_rows import NightEventRow, OutboxRow
from tables.nights.night import EVENING, EventFault, Night

log = logging.getLogger(__name__)

EXTERNAL, GUILD_ONLY = 3, 2

FAULTS: dict[int, EventFault] = {50013: "right", 50001: "right", 30038: "full", UNKNOWN_EVENT: "gone"}
"""What Discord's codes say of an event."""


class NightEvents(Cog):
    """Enters and reads them."""

    @delivers(NightEventRow)
    async def keep(self, row: OutboxRow, payload: NightEventRow, noted: Noted) -> None:
        """Enter a date, or read who has marked it; delete it if it does not take place. Refusals are noted."""
        nights, rest = self.app.tables.nights, self.app.messenger.rest
        night = await nights.night(row.subject)
        guild, event = night.place.guild, night.event
        fault: EventFault = ""
        try:
            if payload.event:
                await rest.delete_event(guild, payload.event)
                return
            if night.date != payload.date or night.state != "open" or night.event_fault == "gone":
                return
            if not event and night.starts > self.app.tables.clock.now():
                event = await self._enter(night, noted)
            if event:
                found, here = await rest.event(guild, event), link(guild, night.place.channel)
                if _is_elsewhere(found, here):
                    found = await rest.move_event(guild, event, here)
                fault = "" if _starts(found) == night.starts else "moved"
                await nights.add_interested(night.id, [*_people(await rest.people_of_event(guild, event))])
        except discord.HTTPException as error:
            if outcome(error) is Outcome.LATER:
                raise
            fault = FAULTS.get(error.code, "refused")
            event = 0 if fault == "gone" else event
            log.info("Discord refuses an event", extra={"server": guild, "code": error.code})
        if not payload.event:
            await nights.note_event(night.id, payload.date, event, fault)

    async def _enter(self, night: Night, noted: Noted) -> int:
        """Returns the event of a date, which is entered unless an earlier attempt has done so."""
        rest, guild = self.app.messenger.rest, night.place.guild
        words = await audiences.public_words(self.app, night, noted)
        place = {"location": link(guild, night.place.channel)}
        for each in await rest.events(guild):
            if each["creator_id"] == str(rest.me) and each["entity_metadata"] == place and _starts(each) == night.starts:
                return int(each["id"])
        body = {
            "name": clip(title(night, words).removeprefix("### "), 100),
            "description": words("cogs.nights.event.about"),
            "scheduled_start_time": datetime.fromtimestamp(night.starts, UTC).isoformat(),
            "scheduled_end_time": datetime.fromtimestamp(night.starts + EVENING, UTC).isoformat(),
            "privacy_level": GUILD_ONLY,
            "entity_type": EXTERNAL,
            "entity_metadata": place,
        }
        return int((await rest.create_event(guild, body))["id"])


def _is_elsewhere(event: EventPayload, here: str) -> bool:
    """Returns whether an event leads to the channel in which its night was before, and not to a place that people wrote."""
    said = (event["entity_metadata"] or {}).get("location", "")
    return said != here and said.rpartition("/")[0] == here.rpartition("/")[0]


def _starts(event: EventPayload) -> float:
    return datetime.fromisoformat(event["scheduled_start_time"]).timestamp()


def _people(found: Sequence[InterestedPayload]) -> Iterator[tuple[int, str]]:
    """Yield people with the names that they have on the server."""
    for each in found:
        user, member = each.get("user", {}), each.get("member", {})
        name = member.get("nick") or user.get("global_name") or user.get("username")
        if name and not user.get("bot"):
            yield int(each["user_id"]), name
