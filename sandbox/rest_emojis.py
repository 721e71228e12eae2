"""REST routes of the application's emoji, and their pictures for the page."""

import base64
import binascii
import re

from aiohttp import web

from sandbox.errors import JSON, Problems, Refused, number, refusal
from sandbox.rest import Answer, Api, Call
from sandbox.world import Emoji

MOST, MOST_BYTES = 2000, 256 * 1024
NAME = re.compile(r"\w{2,32}", re.ASCII)
IMAGE = re.compile(r"data:image/(png|jpeg|gif|webp|avif);base64,(.+)", re.DOTALL)


class EmojiRoutes:
    """Handlers of `/applications/{id}/emojis`."""

    def __init__(self, api: Api, router: web.UrlDispatcher) -> None:
        self.api = api
        self.world = api.world
        every = "/applications/{application_id}/emojis"
        one = every + "/{emoji_id}"
        for method, path, handler in (
            ("GET", every, self.all),
            ("POST", every, self.create),
            ("GET", one, self.one),
            ("PATCH", one, self.rename),
            ("DELETE", one, self.delete),
        ):
            api.route(router, method, path, handler)
        router.add_get("/emojis/{emoji_id}", self.picture)

    def _own(self, call: Call) -> None:
        if call.part("application_id") != self.world.bot.id:
            raise Refused(403, 20012, "You are not authorized to perform this action on this application")

    def _found(self, call: Call) -> Emoji:
        self._own(call)
        found = self.world.emojis.get(call.part("emoji_id"))
        if found is None:
            raise refusal(10014)
        return found

    def _json(self, emoji: Emoji) -> JSON:
        return {
            "id": str(emoji.id),
            "name": emoji.name,
            "user": self.api.serializer.user(self.world.bot),
            "roles": [],
            "require_colons": True,
            "managed": False,
            "animated": False,
            "available": True,
        }

    def _check_name(self, problems: Problems, name: object) -> None:
        if not problems.length(("name",), name, 2, 32):
            return
        if not NAME.fullmatch(str(name)):
            problems.add(("name",), "STRING_TYPE_REGEX", "String value did not match validation regex.")
        elif any(each.name == name for each in self.world.emojis.values()):
            problems.add(("name",), "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "This emoji name is already taken.")

    async def all(self, call: Call) -> Answer:
        """GET .../emojis."""
        self._own(call)
        return 200, {"items": [self._json(each) for each in self.world.emojis.values()]}

    async def create(self, call: Call) -> Answer:
        """POST .../emojis: a name and a picture as a data URI."""
        self._own(call)
        if len(self.world.emojis) >= MOST:
            raise refusal(30008)
        payload = call.form.payload
        with Problems() as problems:
            self._check_name(problems, payload.get("name"))
            data = _image(problems, payload.get("image"))
        emoji = Emoji(self.world.ids.next(), payload["name"], data)
        self.world.emojis[emoji.id] = emoji
        return 201, self._json(emoji)

    async def one(self, call: Call) -> Answer:
        """GET .../emojis/{id}."""
        return 200, self._json(self._found(call))

    async def rename(self, call: Call) -> Answer:
        """PATCH .../emojis/{id}: another name."""
        emoji = self._found(call)
        with Problems() as problems:
            if (name := call.form.payload.get("name", "")) != emoji.name:
                self._check_name(problems, name)
        emoji.name = name
        return 200, self._json(emoji)

    async def delete(self, call: Call) -> Answer:
        """DELETE .../emojis/{id}."""
        del self.world.emojis[self._found(call).id]
        return 204, None

    async def picture(self, request: web.Request) -> web.StreamResponse:
        """GET /emojis/{id}.png, as on Discord's file server."""
        found = self.world.emojis.get(number(request.match_info["emoji_id"].partition(".")[0]) or 0)
        if found is None:
            raise web.HTTPNotFound
        return web.Response(body=found.data, content_type="image/png")


def _image(problems: Problems, image: object) -> bytes:
    found = IMAGE.fullmatch(image) if isinstance(image, str) else None
    try:
        data = base64.b64decode(found[2], validate=True) if found else b""
    except binascii.Error:
        data = b""
    if not data:
        problems.add(("image",), "IMAGE_INVALID", "Invalid image data")
    elif len(data) > MOST_BYTES:
        problems.add(("image",), "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
    return data
