"""REST routes of a server's scheduled events, of the kind that takes place elsewhere (EXTERNAL)."""

from datetime import UTC, datetime

from aiohttp import web

from sandbox.errors import JSON, Problems, refusal
from sandbox.permissions import BITS
from sandbox.rest import Answer, Api, Call
from sandbox.world import Guild, ScheduledEvent

MOST = 100
"""Events of a server that have not ended."""

EXTERNAL, GUILD_ONLY, INTERESTED = 3, 2, 1
SCHEDULED, ACTIVE, COMPLETED = 1, 2, 3


class EventRoutes:
    """Handlers of `/guilds/{id}/scheduled-events`."""

    def __init__(self, api: Api, router: web.UrlDispatcher) -> None:
        self.api = api
        self.world = api.world
        every = "/guilds/{guild_id}/scheduled-events"
        one = every + "/{guild_scheduled_event_id}"
        for method, path, handler in (
            ("GET", every, self.all),
            ("POST", every, self.create),
            ("GET", one, self.one),
            ("PATCH", one, self.move),
            ("DELETE", one, self.delete),
            ("GET", one + "/users", self.users),
        ):
            api.route(router, method, path, handler)

    def _guild(self, call: Call) -> Guild:
        guild = self.world.guilds.get(call.part("guild_id"))
        if guild is None or self.world.bot.id not in guild.members:
            raise refusal(10004)
        return guild

    def _found(self, call: Call) -> ScheduledEvent:
        found = self.world.events.get(call.part("guild_scheduled_event_id"))
        if found is None or found.guild != self._guild(call).id:
            raise refusal(10070)
        return found

    def _check_right(self, guild: Guild) -> None:
        """Since February 2026 the right to manage events does not include that to create one."""
        if not self.world.base_rights(self.world.bot, guild) & BITS["CREATE_EVENTS"]:
            raise refusal(50013)

    def _status(self, event: ScheduledEvent) -> int:
        """Events elsewhere begin and end by themselves."""
        now = self.world.clock.now()
        return SCHEDULED if now < event.starts else ACTIVE if now < event.ends else COMPLETED

    def _json(self, event: ScheduledEvent) -> JSON:
        return {
            "id": str(event.id),
            "guild_id": str(event.guild),
            "name": event.name,
            "description": event.description,
            "channel_id": None,
            "creator_id": str(self.world.bot.id),
            "image": None,
            "scheduled_start_time": datetime.fromtimestamp(event.starts, UTC).isoformat(),
            "scheduled_end_time": datetime.fromtimestamp(event.ends, UTC).isoformat(),
            "status": self._status(event),
            "entity_type": EXTERNAL,
            "entity_id": None,
            "recurrence_rule": None,
            "privacy_level": GUILD_ONLY,
            "guild_scheduled_event_exceptions": [],
            "entity_metadata": {"location": event.location},
        }

    def _open(self, guild: Guild) -> list[ScheduledEvent]:
        return [each for each in self.world.events.values() if each.guild == guild.id and self._status(each) != COMPLETED]

    async def all(self, call: Call) -> Answer:
        """GET .../scheduled-events: those that have not ended."""
        return 200, [self._json(each) for each in self._open(self._guild(call))]

    async def create(self, call: Call) -> Answer:
        """POST .../scheduled-events."""
        guild, payload = self._guild(call), call.form.payload
        self._check_right(guild)
        place = payload.get("entity_metadata") or {}
        with Problems() as problems:
            problems.length(("name",), payload.get("name"), 1, 100)
            problems.length(("description",), payload.get("description", ""), 0, 1000)
            problems.choice(("entity_type",), payload.get("entity_type"), (EXTERNAL,))
            problems.choice(("privacy_level",), payload.get("privacy_level"), (GUILD_ONLY,))
            problems.length(("entity_metadata", "location"), place.get("location"), 1, 100)
            times = [_time(problems, name, payload) for name in ("scheduled_start_time", "scheduled_end_time")]
            if times[0] <= self.world.clock.now() or times[1] <= times[0]:
                problems.add(
                    ("scheduled_start_time",), "GUILD_SCHEDULED_EVENT_SCHEDULE_PAST", "Cannot schedule event in the past."
                )
        if len(self._open(guild)) >= MOST:
            raise refusal(30038)
        name, text = payload["name"], payload.get("description") or ""
        event = ScheduledEvent(self.world.ids.next(), guild.id, name, text, times[0], times[1], place["location"])
        self.world.events[event.id] = event
        return 200, self._json(event)

    async def one(self, call: Call) -> Answer:
        """GET .../scheduled-events/{id}."""
        return 200, self._json(self._found(call))

    async def move(self, call: Call) -> Answer:
        """PATCH .../scheduled-events/{id}: where it takes place."""
        event, place = self._found(call), call.form.payload.get("entity_metadata") or {}
        self._check_right(self._guild(call))
        with Problems() as problems:
            problems.length(("entity_metadata", "location"), place.get("location"), 1, 100)
        event.location = place["location"]
        return 200, self._json(event)

    async def delete(self, call: Call) -> Answer:
        """DELETE .../scheduled-events/{id}."""
        event = self._found(call)
        self._check_right(self._guild(call))
        del self.world.events[event.id]
        return 204, None

    async def users(self, call: Call) -> Answer:
        """GET .../users: a page of those who are interested, by id."""
        event, query = self._found(call), call.request.query
        ids = [each for each in sorted(event.interested) if each > int(query.get("after", 0))]
        return 200, [
            {
                "guild_scheduled_event_id": str(event.id),
                "user_id": str(user),
                "user": self.api.serializer.user(self.world.users[user]),
                "member": self.api.serializer.member(self.world.users[user]),
                "response": INTERESTED,
            }
            for user in ids[: int(query.get("limit", 100))]
        ]


def _time(problems: Problems, name: str, payload: JSON) -> float:
    try:
        return datetime.fromisoformat(str(payload.get(name))).timestamp()
    except ValueError:
        problems.required((name,))
        return 0.0
