"""The person API, used by the page and by test clients: JSON over HTTP, and one websocket for each client."""

import asyncio
import contextlib
import json
import re
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import WSMsgType, web

from sandbox.actions import Actions, BadInput
from sandbox.command_limits import MESSAGE_MENU, USER_MENU
from sandbox.errors import JSON, Refused, number, refusal
from sandbox.faults import Faults
from sandbox.gateway import Gateway
from sandbox.interactions import Interaction
from sandbox.permissions import bits
from sandbox.serializers import Serializer
from sandbox.world import EPHEMERAL, Channel, Message, User

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

MOST_REPEATED = 100
"""The most times that one interaction is sent again to the bot."""


def _progress(interaction: Interaction) -> JSON:
    """How far an interaction has come, and the message that it is about."""
    about = interaction.response_id or (interaction.message.id if interaction.message else None)
    return {
        "interaction": str(interaction.id),
        "message": str(about) if about else None,
        "status": interaction.status,
        "text": interaction.error,
    }


class PersonApi:
    """Handlers of `/people/...`, `/faults` and `/attachments/...`."""

    def __init__(
        self, serializer: Serializer, actions: Actions, faults: Faults, gateway: Gateway, router: web.UrlDispatcher
    ) -> None:
        self.serializer = serializer
        self.world = serializer.world
        self.actions = actions
        self.interactions = actions.interactions
        self.faults = faults
        self.gateway = gateway
        self.listeners: dict[asyncio.Queue[JSON | None], User] = {}
        self.world.watchers.append(self._watch)
        me = "/people/{uid}"
        here = me + "/channels/{cid}"
        routes: tuple[tuple[str, str, Handler], ...] = (
            ("GET", "/people", self.everybody),
            ("PATCH", me, self.change),
            ("GET", me + "/channels", self.channels),
            ("POST", me + "/dm", self.open_dm),
            ("POST", me + "/groups", self.open_group),
            ("GET", me + "/commands", self.commands),
            ("GET", me + "/live", self.live),
            ("GET", me + "/interactions/{iid}", self.interaction),
            ("POST", me + "/modals/{iid}", self.submit),
            ("POST", me + "/messages/{mid}/press", self.press),
            ("DELETE", me + "/messages/{mid}", self.dismiss),
            ("GET", here + "/messages", self.messages),
            ("POST", here + "/messages", self.say),
            ("POST", here + "/commands", self.command),
            ("POST", here + "/autocomplete", self.autocomplete),
            ("GET", here + "/members", self.members),
            ("GET", here + "/menu", self.menus),
            ("POST", here + "/menu", self.menu),
            ("GET", "/faults", self.list_faults),
            ("POST", "/faults", self.add_fault),
            ("DELETE", "/faults", self.clear_faults),
            ("GET", "/attachments/{cid}/{aid}/{name}", self.attachment),
        )
        for method, path, handler in routes:
            router.add_route(method, path, self._polite(handler))

    @staticmethod
    def _polite(handler: Handler) -> Handler:
        async def serve(request: web.Request) -> web.StreamResponse:
            try:
                return await handler(request)
            except BadInput as error:
                return web.json_response({"error": str(error)}, status=400)
            except Refused as refused:
                return web.json_response({"error": refused.message}, status=refused.status)

        return serve

    # Finding things.

    def _user(self, request: web.Request) -> User:
        user = self.world.users.get(_number(request, "uid"))
        if user is None or user.bot:
            raise refusal(10013)
        return user

    def _channel(self, user: User, cid: str) -> Channel:
        channel = self.world.channels.get(number(cid) or 0)
        if channel is None or channel not in self.world.visible(user):
            raise refusal(10003)
        return channel

    def _here(self, request: web.Request) -> tuple[User, Channel]:
        user = self._user(request)
        return user, self._channel(user, request.match_info["cid"])

    def _message(self, request: web.Request) -> tuple[User, Message]:
        user = self._user(request)
        message = self.world.messages.get(_number(request, "mid"))
        if message is None or not self.world.sees(user, message):
            raise refusal(10008)
        return user, message

    # Reading.

    async def everybody(self, _request: web.Request) -> web.Response:
        """GET /people."""
        return web.json_response([self.serializer.person(user) for user in self.world.people])

    async def change(self, request: web.Request) -> web.Response:
        """PATCH /people/{uid}: locale, name, whether direct messages are open and the person has installed the app."""
        user = self._user(request)
        body = await _body(request)
        user.locale = str(body.get("locale", user.locale))
        user.name = str(body.get("name", user.name))
        user.installed = bool(body.get("installed", user.installed))
        user.dms_open = bool(body.get("dms_open", user.dms_open))
        self.world.notify("person", None, user)
        return web.json_response(self.serializer.person(user))

    async def channels(self, request: web.Request) -> web.Response:
        """GET /people/{uid}/channels."""
        user = self._user(request)
        return web.json_response([self.serializer.channel_for(user, channel) for channel in self.world.visible(user)])

    async def open_dm(self, request: web.Request) -> web.Response:
        """POST /people/{uid}/dm: the direct-message channel with the bot, opened if necessary."""
        user = self._user(request)
        return web.json_response(self.serializer.channel_for(user, self.world.dm(user)))

    async def open_group(self, request: web.Request) -> web.Response:
        """POST /people/{uid}/groups: direct messages with these `people`, without the bot; `name` defaults to their names."""
        user, body = self._user(request), await _body(request)
        wanted = [number(uid) or 0 for uid in _texts(body, "people") or ()]
        others = [each for each in self.world.people if each.id in wanted and each is not user]
        if not others or len(others) != len(wanted):
            raise BadInput("A group has people, each of them somebody else.")
        name = str(body.get("name") or "").strip()[:100] or ", ".join(each.name for each in (user, *others))
        return web.json_response(self.serializer.channel_for(user, self.world.group(name, user, *others)))

    async def members(self, request: web.Request) -> web.Response:
        """GET /people/{uid}/channels/{cid}/members: the people who see the channel."""
        _, channel = self._here(request)
        seeing = (each for each in self.world.people if channel in self.world.visible(each))
        return web.json_response([self.serializer.person(each) for each in seeing])

    async def menus(self, request: web.Request) -> web.Response:
        """GET /people/{uid}/channels/{cid}/menu: the entries of apps in people's menus; with `?of=message` in messages'."""
        kind = MESSAGE_MENU if request.query.get("of") == "message" else USER_MENU
        return web.json_response(self.actions.menus(*self._here(request), kind))

    async def commands(self, request: web.Request) -> web.Response:
        """GET /people/{uid}/commands?channel={cid}."""
        user = self._user(request)
        channel = self._channel(user, request.query.get("channel", ""))
        return web.json_response(self.actions.commands(user, channel))

    async def messages(self, request: web.Request) -> web.Response:
        """GET /people/{uid}/channels/{cid}/messages?limit=100, oldest first; marks them as read unless `peek=1`."""
        user, channel = self._here(request)
        limit = request.query.get("limit", "100")
        if not (many := number(limit)):
            raise BadInput("limit is a positive number.")
        mids = [mid for mid in channel.messages if self.world.sees(user, self.world.messages[mid])][-many:]
        if mids and request.query.get("peek") != "1":
            self.world.read[user.id, channel.id] = mids[-1]
        return web.json_response([self.serializer.message_for(user, self.world.messages[mid]) for mid in mids])

    async def attachment(self, request: web.Request) -> web.Response:
        """GET /attachments/{channel}/{attachment}/{file name}; 404 after it has been forgotten."""
        channel = self.world.channels.get(_number(request, "cid"))
        number = _number(request, "aid")
        for mid in reversed(channel.messages if channel else []):
            for each in self.world.messages[mid].attachments:
                if each.id == number and each.filename == request.match_info["name"] and len(each.data) == each.size:
                    headers = {"Cache-Control": "public, max-age=31536000, immutable"}
                    return web.Response(body=each.data, content_type=each.content_type, headers=headers)
        raise refusal(10008)

    async def interaction(self, request: web.Request) -> web.Response:
        """GET /people/{uid}/interactions/{id}: its current state."""
        return web.json_response(self.interactions.outcome(self._own(self._user(request), request)))

    def _own(self, user: User, request: web.Request) -> Interaction:
        interaction = self.interactions.by_id.get(_number(request, "iid"))
        if interaction is None or interaction.user.id != user.id:
            raise refusal(10062)
        return interaction

    # Doing.

    async def _outcome(self, interaction: Interaction) -> web.Response:
        await interaction.answered.wait()
        return web.json_response(self.interactions.outcome(interaction))

    async def command(self, request: web.Request) -> web.Response:
        """POST /people/{uid}/channels/{cid}/commands."""
        user, channel = self._here(request)
        body = await _body(request)
        options, repeat = _object(body, "options"), _repeat(body)
        return await self._outcome(self.actions.command(user, channel, _path(body), options, repeat))

    async def menu(self, request: web.Request) -> web.Response:
        """POST /people/{uid}/channels/{cid}/menu: an entry of the menu of the person or message `target`."""
        user, channel = self._here(request)
        body = await _body(request)
        repeat = _repeat(body)
        wanted = number(str(body.get("target"))) or 0
        return await self._outcome(self.actions.menu(user, channel, str(body.get("name")), wanted, repeat))

    async def autocomplete(self, request: web.Request) -> web.Response:
        """POST /people/{uid}/channels/{cid}/autocomplete."""
        user, channel = self._here(request)
        body = await _body(request)
        options, focused = _object(body, "options"), str(body.get("focused"))
        interaction = self.actions.autocomplete(user, channel, _path(body), options, focused)
        await interaction.answered.wait()
        choices = [
            {"name": (each.get("name_localizations") or {}).get(user.locale, each["name"]), "value": each["value"]}
            for each in interaction.choices or ()
        ]
        return web.json_response({"choices": choices, "error": interaction.error})

    async def press(self, request: web.Request) -> web.Response:
        """POST /people/{uid}/messages/{mid}/press."""
        user, message = self._message(request)
        body = await _body(request)
        values = _texts(body, "values")
        forge, repeat = bool(body.get("forge")), _repeat(body)
        return await self._outcome(
            self.actions.press(user, message, str(body.get("custom_id")), values, forge=forge, repeat=repeat)
        )

    async def submit(self, request: web.Request) -> web.Response:
        """POST /people/{uid}/modals/{interaction}."""
        user = self._user(request)
        opened = self._own(user, request)
        body = await _body(request)
        return await self._outcome(self.actions.submit(user, opened, _object(body, "values"), _repeat(body)))

    async def dismiss(self, request: web.Request) -> web.Response:
        """DELETE /people/{uid}/messages/{mid}: dismiss an ephemeral one, delete an own one, or any with MANAGE_MESSAGES."""
        user, message = self._message(request)
        rights = self.world.rights(user, self.world.channels[message.channel_id])
        if not (message.flags & EPHEMERAL or message.author_id == user.id or rights & bits("MANAGE_MESSAGES")):
            raise refusal(50013)
        self.world.delete(message)
        return web.Response(status=204)

    async def say(self, request: web.Request) -> web.Response:
        """POST /people/{uid}/channels/{cid}/messages."""
        user, channel = self._here(request)
        body = await _body(request)
        message = self.actions.say(user, channel, str(body.get("content") or ""))
        return web.json_response(self.serializer.message_for(user, message))

    # Faults.

    async def list_faults(self, _request: web.Request) -> web.Response:
        """GET /faults."""
        return web.json_response([fault.body() for fault in self.faults.due])

    async def add_fault(self, request: web.Request) -> web.Response:
        """POST /faults; `drop_gateway` strikes immediately."""
        body = await _body(request)
        try:
            fault = self.faults.add(str(body.pop("kind", "")), int(body.pop("times", 1)), **body)
        except (KeyError, TypeError, ValueError, OverflowError, re.error) as error:
            raise BadInput(str(error)) from None
        return web.json_response(fault.body())

    async def clear_faults(self, _request: web.Request) -> web.Response:
        """DELETE /faults."""
        self.faults.clear()
        return web.Response(status=204)

    # The live connection.

    async def live(self, request: web.Request) -> web.WebSocketResponse:
        """WS /people/{uid}/live."""
        user = self._user(request)
        socket = web.WebSocketResponse(heartbeat=30.0, timeout=1.0)
        await socket.prepare(request)
        queue: asyncio.Queue[JSON | None] = asyncio.Queue()
        self.listeners[queue] = user
        writer = asyncio.create_task(_write(socket, queue))
        try:
            async for message in socket:
                if message.type == WSMsgType.ERROR:
                    break
        finally:
            del self.listeners[queue]
            queue.put_nowait(None)
            await writer
        return socket

    def close(self) -> None:
        """End every live connection."""
        for queue in self.listeners:
            queue.put_nowait(None)

    def _watch(self, kind: str, channel: Channel | None, thing: object) -> None:
        newest: dict[int, JSON | None] = {}
        for queue, user in self.listeners.items():
            if user.id not in newest:
                newest[user.id] = self._news(user, kind, channel, thing)
            news = newest[user.id]
            if news is not None:
                queue.put_nowait(news)

    def _news(self, user: User, kind: str, channel: Channel | None, thing: object) -> JSON | None:
        """The news of an event for one person; None if they get none."""
        cid = str(channel.id) if channel else None
        if isinstance(thing, Message):
            if not self.world.sees(user, thing):
                return None
            data = {"id": str(thing.id)} if kind == "delete" else self.serializer.message_for(user, thing)
        elif isinstance(thing, Interaction):
            if thing.user.id != user.id:
                return None
            data = (self.interactions.modal(thing) or {}) if kind == "modal" else _progress(thing)
        elif isinstance(thing, Channel):
            kind = "channel"
            data = self.serializer.channel_for(user, thing) | {"gone": thing.id not in self.world.channels}
            if not data["gone"] and thing not in self.world.visible(user):
                return None
        elif isinstance(thing, User):
            data = self.serializer.person(thing)
        else:
            return None
        return {"t": kind, "channel": cid, "d": data}


async def _write(socket: web.WebSocketResponse, queue: asyncio.Queue[JSON | None]) -> None:
    while (news := await queue.get()) is not None:
        with contextlib.suppress(ConnectionError, RuntimeError):
            await socket.send_json(news)
    await socket.close()


def _number(request: web.Request, name: str) -> int:
    return number(request.match_info[name]) or 0


async def _body(request: web.Request) -> JSON:
    try:
        body: Any = json.loads(await request.text() or "{}")
    except (ValueError, RecursionError):
        raise BadInput("The body is not JSON.") from None
    if not isinstance(body, dict):
        raise BadInput("The body must be a JSON object.")
    return body


def _object(body: JSON, name: str) -> JSON:
    value = body.get(name)
    if value is not None and not isinstance(value, dict):
        raise BadInput(f"{name} is a JSON object.")
    return value or {}


def _texts(body: JSON, name: str) -> list[str] | None:
    value = body.get(name)
    if value is not None and not isinstance(value, list):
        raise BadInput(f"{name} is a list.")
    return None if value is None else [str(each) for each in value]


def _repeat(body: JSON) -> int:
    value = body.get("repeat")
    if value is not None and (type(value) is not int or not 0 <= value <= MOST_REPEATED):
        raise BadInput(f"repeat is a whole number from 0 to {MOST_REPEATED}.")
    return value or 0


def _path(body: JSON) -> list[str]:
    path = body.get("path")
    return path.split() if isinstance(path, str) else _texts(body, "path") or []
