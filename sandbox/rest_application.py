"""REST routes of the application itself: its identity, the gateway, guilds and users, its commands."""

from aiohttp import web

from sandbox.command_limits import CHAT, ENTRY_POINT, check_command, check_commands
from sandbox.copies import copied
from sandbox.errors import JSON, Refused, refusal
from sandbox.rest import Answer, Api, Call
from sandbox.world import THREADS, Guild


class ApplicationRoutes:
    """Handlers of `/users`, `/applications`, `/gateway` and `/guilds`."""

    def __init__(self, api: Api, router: web.UrlDispatcher) -> None:
        self.api = api
        self.world = api.world
        app = "/applications/{application_id}"
        for method, path, handler in (
            ("GET", "/users/@me", self.me),
            ("GET", "/users/@me/guilds", self.guilds),
            ("GET", "/applications/@me", self.application),
            ("GET", "/oauth2/applications/@me", self.application),
            ("GET", "/gateway/bot", self.gateway_bot),
            ("GET", "/users/{user_id}", self.user),
            ("GET", "/guilds/{guild_id}", self.guild),
            ("GET", "/guilds/{guild_id}/channels", self.channels),
            ("GET", "/guilds/{guild_id}/threads/active", self.threads),
            ("GET", "/guilds/{guild_id}/members/{user_id}", self.member),
        ):
            api.route(router, method, path, handler)
        api.route(router, "GET", "/gateway", self.gateway, free=True)
        for scope in (app, app + "/guilds/{guild_id}"):
            for method, path, handler in (
                ("GET", "/commands", self.commands),
                ("PUT", "/commands", self.replace),
                ("POST", "/commands", self.create),
                ("GET", "/commands/{command_id}", self.command),
                ("PATCH", "/commands/{command_id}", self.edit),
                ("DELETE", "/commands/{command_id}", self.delete),
            ):
                api.route(router, method, scope + path, handler)

    async def me(self, _call: Call) -> Answer:
        """GET /users/@me."""
        more = {"mfa_enabled": True, "locale": "en-US", "premium_type": 0, "email": None, "verified": True}
        return 200, self.api.serializer.user(self.world.bot) | more

    async def guilds(self, _call: Call) -> Answer:
        """GET /users/@me/guilds: with what the bot may do in each, whatever its channels say."""
        return 200, [
            {
                "id": str(guild.id),
                "name": guild.name,
                "icon": None,
                "banner": None,
                "owner": False,
                "permissions": str(self.world.base_rights(self.world.bot, guild)),
                "features": [],
            }
            for guild in self.world.guilds.values()
            if self.world.bot.id in guild.members
        ]

    async def application(self, _call: Call) -> Answer:
        """GET /applications/@me, and the same under its older name."""
        bot = self.api.serializer.user(self.world.bot)
        return 200, {
            "id": str(self.world.bot.id),
            "name": self.world.bot.name,
            "icon": None,
            "description": "",
            "type": None,
            "bot": bot,
            "verify_key": "0" * 64,
            "flags": 0,
            "flags_new": "0",
            "redirect_uris": [],
            "role_connections_verification_url": None,
            "owner": self.api.serializer.user(self.world.people[0]),
            "approximate_guild_count": len(self.world.guilds),
            "approximate_user_install_count": 0,
            "approximate_user_authorization_count": 0,
            "explicit_content_filter": 0,
            "team": None,
            "eligible_oauth2_scopes": [],
        } | self.world.portal

    async def gateway(self, _call: Call) -> Answer:
        """GET /gateway."""
        return 200, {"url": self.api.gateway.url}

    async def gateway_bot(self, _call: Call) -> Answer:
        """GET /gateway/bot."""
        return 200, {"url": self.api.gateway.url} | self.api.gateway.logins.as_json()

    async def user(self, call: Call) -> Answer:
        """GET /users/{id}."""
        return 200, self.api.serializer.user(self.world.user(call.part("user_id")))

    def _guild(self, call: Call) -> Guild:
        guild = self.world.guilds.get(call.part("guild_id"))
        if guild is None:
            raise refusal(10004)
        if self.world.bot.id not in guild.members:
            raise refusal(50001)
        return guild

    async def guild(self, call: Call) -> Answer:
        """GET /guilds/{id}."""
        return 200, self.api.serializer.guild(self._guild(call))

    async def channels(self, call: Call) -> Answer:
        """GET /guilds/{id}/channels: all but threads."""
        guild = self._guild(call)
        own = [channel for channel in self.world.channels.values() if channel.guild_id == guild.id]
        return 200, [self.api.serializer.channel(channel) for channel in own if channel.type not in THREADS]

    async def threads(self, call: Call) -> Answer:
        """GET /guilds/{id}/threads/active."""
        guild = self._guild(call)
        own = [channel for channel in self.world.channels.values() if channel.guild_id == guild.id]
        active = [channel for channel in own if channel.type in THREADS and not channel.archived]
        threads = [self.api.serializer.channel(channel) for channel in active]
        return 200, {"threads": threads, "members": [], "has_more": False}

    async def member(self, call: Call) -> Answer:
        """GET /guilds/{id}/members/{id}."""
        guild = self._guild(call)
        uid = call.part("user_id")
        if uid not in guild.members:
            raise refusal(10007)
        return 200, self.api.serializer.member(self.world.users[uid])

    # Commands.

    def _scope(self, call: Call) -> int | None:
        if call.part("application_id") != self.world.bot.id:
            raise Refused(403, 20012, "You are not authorized to perform this action on this application")
        return self._guild(call).id if "guild_id" in call.request.match_info else None

    def _kept(self, scope: int | None, payload: JSON) -> JSON:
        """The stored form of a command, with the id of an older one of the same name and type."""
        kind = payload.get("type") or CHAT
        version = str(self.world.ids.next())
        old = [each for each in self.world.commands.get(scope, []) if (each["type"], each["name"]) == (kind, payload["name"])]
        needed = payload.get("default_member_permissions")  # a number or text; the answer is always text
        command: JSON = {
            "id": old[0]["id"] if old else version,
            "application_id": str(self.world.bot.id),
            "version": version,
            "default_member_permissions": None if needed is None else str(needed),
            "type": kind,
            "name": payload["name"],
            "name_localizations": payload.get("name_localizations"),
            "description": payload.get("description") or "",
            "description_localizations": payload.get("description_localizations"),
            "contexts": payload.get("contexts"),
            "integration_types": payload.get("integration_types") or [0],
            "dm_permission": payload.get("dm_permission", True),
            "nsfw": bool(payload.get("nsfw")),
        }
        if scope is not None:
            command["guild_id"] = str(scope)
        if kind == ENTRY_POINT:
            command["handler"] = payload.get("handler") or 1
        if payload.get("options"):
            command["options"] = [_without_none(option) for option in payload["options"]]
        return command

    async def commands(self, call: Call) -> Answer:
        """GET .../commands; translations are included only with `with_localizations`."""
        stored = copied(self.world.commands.get(self._scope(call), []))
        if not call.flag("with_localizations"):
            for command in stored:
                command.pop("name_localizations", None)
                command.pop("description_localizations", None)
        return 200, stored

    async def replace(self, call: Call) -> Answer:
        """PUT .../commands. The entry point of Activities must be among them, if there is one."""
        scope = self._scope(call)
        check_commands(call.body)
        if _entry_points(self.world.commands.get(scope, [])) - _entry_points(call.body):
            raise refusal(50240)
        self.world.commands[scope] = [self._kept(scope, payload) for payload in call.body]
        return 200, self.world.commands[scope]

    async def create(self, call: Call) -> Answer:
        """POST .../commands; replaces a command of the same name."""
        scope = self._scope(call)
        check_command(call.form.payload)
        command = self._kept(scope, call.form.payload)
        stored = self.world.commands.setdefault(scope, [])
        known = command["id"] in {each["id"] for each in stored}
        self.world.commands[scope] = [each for each in stored if each["id"] != command["id"]] + [command]
        return 200 if known else 201, command

    def _one(self, call: Call) -> tuple[int | None, JSON]:
        scope = self._scope(call)
        for command in self.world.commands.get(scope, []):
            if command["id"] == call.text("command_id"):
                return scope, command
        raise refusal(10063)

    async def command(self, call: Call) -> Answer:
        """GET .../commands/{id}."""
        return 200, self._one(call)[1]

    async def edit(self, call: Call) -> Answer:
        """PATCH .../commands/{id}."""
        scope, old = self._one(call)
        changed = old | call.form.payload
        check_command(changed)
        new = self._kept(scope, changed) | {"id": old["id"]}
        self.world.commands[scope] = [new if each is old else each for each in self.world.commands[scope]]
        return 200, new

    async def delete(self, call: Call) -> Answer:
        """DELETE .../commands/{id}."""
        scope, old = self._one(call)
        self.world.commands[scope].remove(old)
        return 204, None


def _entry_points(commands: list[JSON]) -> set[str]:
    return {command["name"] for command in commands if command.get("type") == ENTRY_POINT}


def _without_none(option: JSON) -> JSON:
    result = {key: value for key, value in option.items() if value is not None}
    if "options" in result:
        result["options"] = [_without_none(inner) for inner in result["options"]]
    return result
