"""The sandbox as a whole: one aiohttp server on loopback with REST, gateway, person API and page."""

from types import TracebackType
from typing import Any, Self

from aiohttp import web

from sandbox import page
from sandbox.actions import Actions
from sandbox.buckets import Buckets
from sandbox.clock import Clock
from sandbox.errors import JSON
from sandbox.faults import Fault, Faults
from sandbox.gateway import Gateway
from sandbox.guard import guard
from sandbox.interactions import Interactions
from sandbox.limits import MOST_REQUEST_BYTES
from sandbox.logins import Logins
from sandbox.person_api import PersonApi
from sandbox.rest import PREFIX, Api, Exchange
from sandbox.rest_application import ApplicationRoutes
from sandbox.rest_emojis import EmojiRoutes
from sandbox.rest_events import EventRoutes
from sandbox.rest_interactions import InteractionRoutes
from sandbox.rest_messages import MessageRoutes
from sandbox.retention import Retention
from sandbox.serializers import Serializer
from sandbox.world import World


class Sandbox:
    """An imitation of Discord on 127.0.0.1, to be used as an async context manager.

    `port=0` takes a free one. A test may move `clock` (seconds since 1970 from `now()`); `people` and `guilds` are those of
    `World`. `seconds` is the time for an interaction's first answer, `limit` the requests that a route and channel may take in
    `window` seconds, `privileged` whether privileged intents are granted, `everywhere` the requests a second over all routes
    (0: no limit; interactions do not count), `logins` how often shards may log in, `recording` whether every request is kept in
    `record` (better not in a long run). After entering: `url`, and for the bot `api` (REST base), `gateway` (address) and
    `token`.
    """

    def __init__(
        self,
        port: int = 0,
        clock: Clock | None = None,
        *,
        seconds: float = 3.0,
        limit: int = 50,
        window: float = 1.0,
        everywhere: int = 0,
        logins: Logins | None = None,
        privileged: bool = False,
        recording: bool = True,
        **world: Any,
    ) -> None:
        self._port = port
        self.world = World(clock, **world)
        self.retention = Retention(self.world)
        self.faults = Faults()
        self.serializer = Serializer(self.world)
        self.gateway_server = Gateway(self.serializer, self.faults, privileged=privileged, logins=logins)
        self.interactions = Interactions(self.serializer, self.gateway_server, self.faults, seconds)
        self.buckets = Buckets(limit, window, everywhere)
        self.url = ""
        app = web.Application(client_max_size=MOST_REQUEST_BYTES + (1 << 20), middlewares=[guard])
        self.rest = Api(self.interactions, self.buckets, recording=recording)
        ApplicationRoutes(self.rest, app.router)
        EmojiRoutes(self.rest, app.router)
        EventRoutes(self.rest, app.router)
        MessageRoutes(self.rest, app.router)
        InteractionRoutes(self.rest, app.router)
        self.person_api = PersonApi(self.serializer, Actions(self.interactions), self.faults, self.gateway_server, app.router)
        app.router.add_get("/gateway/", self.gateway_server.serve)
        app.router.add_get("/gateway", self.gateway_server.serve)
        for method in ("GET", "POST", "PUT", "PATCH", "DELETE"):
            self.rest.route(app.router, method, "/{tail:.*}", self.rest.nothing)
        app.router.add_get("/", page.index)
        app.router.add_get("/{name:.+}", page.file)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)

    @property
    def token(self) -> str:
        """The bot's token."""
        return self.world.token

    @property
    def api(self) -> str:
        """The base address of REST, without a trailing slash."""
        return self.url + PREFIX

    @property
    def gateway(self) -> str:
        """The address of the gateway."""
        return self.gateway_server.url

    @property
    def record(self) -> list[Exchange]:
        """All REST requests and their answers, oldest first."""
        return self.rest.record

    def fault(self, kind: str, times: int = 1, **parameters: Any) -> Fault:
        """Add a fault, see `faults.Fault`; `drop_gateway` strikes immediately."""
        return self.faults.add(kind, times, **parameters)

    def errors(self) -> list[JSON]:
        """The bodies of all refusals so far (answers of 400 and above)."""
        return [exchange.answer for exchange in self.record if exchange.status >= 400]

    async def __aenter__(self) -> Self:
        """Start listening."""
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self._port)
        await site.start()
        port = self._runner.addresses[0][1]
        self.url = self.serializer.url = f"http://127.0.0.1:{port}"
        self.gateway_server.url = f"ws://127.0.0.1:{port}/gateway/"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End every connection and stop listening."""
        await self.interactions.close()
        self.person_api.close()
        for connection in self.gateway_server.connections:
            connection.close(1001, "Going away")
        await self._runner.cleanup()
