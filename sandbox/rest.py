"""REST v10: what every route shares. Token, rate limits, faults, reading bodies, refusals, and the record."""

import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from aiohttp import BodyPartReader, web

from sandbox import broken_answers
from sandbox.broken_answers import Cut, HtmlPage
from sandbox.buckets import GLOBAL, Buckets, Limited
from sandbox.copies import copied
from sandbox.errors import Refused, number, refusal
from sandbox.faults import Fault
from sandbox.interactions import Interactions
from sandbox.posting import Form, Posting

PREFIX = "/api/v10"
MULTIPART = "multipart/form-data"
Answer = tuple[int, Any]
MAJOR = ("channel_id", "guild_id", "webhook_id", "webhook_token", "interaction_token")
"""The path parameters that have buckets of their own."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """One request and its answer, for validation afterwards.

    `path` is below `/api/v10`, `route` its template (`/channels/{channel_id}/messages`), `body` the JSON payload (None without
    one), `files` the names of uploads, `status` what was answered (0: not carried out, and the connection was cut), `answer`
    the JSON answered (None for 204 and for HTML), `fault` the kind of the fault that struck, if any. If the fault broke only
    the delivery of the answer, `status` and `answer` are what would have arrived.
    """

    method: str
    path: str
    route: str
    query: dict[str, str]
    body: Any
    files: tuple[str, ...]
    status: int
    answer: Any
    fault: str | None = None


@dataclass(slots=True)
class Call:
    """One request for a handler; `part("channel_id")` is a snowflake of its path."""

    request: web.Request
    form: Form
    body: Any

    def part(self, name: str) -> int:
        """A number in the path; 404 if it is not one."""
        found = number(self.request.match_info[name])
        if found is None:
            raise Refused(404, 0, "404: Not Found")
        return found

    def text(self, name: str) -> str:
        """A word in the path."""
        return self.request.match_info[name]

    def flag(self, name: str) -> bool:
        """Whether a query parameter is true."""
        return self.request.query.get(name, "").lower() in ("1", "true")


Handler = Callable[[Call], Awaitable[Answer]]


class Api:
    """What the handlers of all routes share."""

    def __init__(self, interactions: Interactions, buckets: Buckets, *, recording: bool = True) -> None:
        self.interactions = interactions
        self.world = interactions.world
        self.serializer = interactions.serializer
        self.faults = interactions.faults
        self.gateway = interactions.gateway
        self.buckets = buckets
        self.posting = Posting(self.serializer)
        self.record: list[Exchange] = []
        self.recording = recording

    def route(self, router: web.UrlDispatcher, method: str, path: str, handler: Handler, *, free: bool = False) -> None:
        """Serve a route below `/api/v10`; `free` ones need no bot token: they are public or have an interaction's token."""

        async def serve(request: web.Request) -> web.StreamResponse:
            return await self._serve(request, path, handler, free=free)

        router.add_route(method, PREFIX + path, serve)

    async def nothing(self, _call: Call) -> Answer:
        """Answer routes that are not simulated."""
        raise Refused(404, 0, "404: Not Found")

    async def _serve(self, request: web.Request, route: str, handler: Handler, *, free: bool) -> web.StreamResponse:
        path = request.path.removeprefix(PREFIX)
        bucket = self._bucket(request, route)
        headers, wait = self.buckets.take(bucket)
        exchange = _Pending(Call(request, Form(), None), path, route)
        fault: Fault | None = None
        try:
            self._admit(request, bucket, wait, free=free)
            fault = self.faults.strike_answer(request.method, path, upload=_uploads(request), size=request.content_length or 0)
            status, answer = await self._carry_out(exchange, handler, fault)
        except Limited as limited:
            if fault is not None:
                self.buckets.shut(GLOBAL if limited.everywhere else bucket, limited.seconds)
            status, answer, headers = 429, limited.body(), limited.headers(headers)
        except Refused as refused:
            status, answer = refused.status, refused.body()
        except HtmlPage as page:
            self._note(exchange, page.status, None, fault)
            return web.Response(status=page.status, text=page.text, content_type="text/html")
        except Cut:
            self._note(exchange, 0, None, fault)
            return web.Response(status=500)
        self._note(exchange, status, answer, fault)
        headers["Via"] = "1.1 sandbox"
        if answer is None:
            response = web.Response(status=status, headers=headers)
        else:
            headers["Content-Type"] = "application/json"
            response = web.Response(status=status, body=json.dumps(answer).encode(), headers=headers)
        return response if fault is None else await broken_answers.strike_answer(fault, request, response)

    def _admit(self, request: web.Request, bucket: str, wait: float, *, free: bool) -> None:
        """Check rate limits and the bot's token. As at Discord, the limit over all routes is not for interactions."""
        if not free:
            self.buckets.check_shut(GLOBAL)
            self.buckets.take_everywhere()
        self.buckets.check_shut(bucket)
        if wait:
            raise Limited(wait, everywhere=False)
        if not free and request.headers.get("Authorization") != f"Bot {self.world.token}":
            raise Refused(401, 0, "401: Unauthorized")

    @staticmethod
    async def _carry_out(exchange: "_Pending", handler: Handler, fault: Fault | None) -> Answer:
        request = exchange.call.request
        if fault is not None:
            broken_answers.strike_early(fault, request)
        exchange.call = await read(request)
        if fault is not None:
            await broken_answers.strike_before(fault, request)
        answer = await handler(exchange.call)
        if fault is not None:
            broken_answers.strike_after(fault)
        return answer

    def _bucket(self, request: web.Request, route: str) -> str:
        major = [request.match_info.get(key, "") for key in MAJOR]
        return " ".join([request.method, route, *major])

    def _note(self, pending: "_Pending", status: int, answer: Any, fault: Fault | None) -> None:
        if not self.recording:
            return
        call = pending.call
        self.record.append(
            Exchange(
                call.request.method,
                pending.path,
                pending.route,
                dict(call.request.query),
                copied(call.body),
                tuple(name for name, _ in call.form.files.values()),
                status,
                copied(answer),
                fault.kind if fault is not None else None,
            )
        )


@dataclass(slots=True)
class _Pending:
    """A request that is being served: its path below `/api/v10`, its route, and the call after it has been read."""

    call: Call
    path: str
    route: str


def _uploads(request: web.Request) -> bool:
    # aiohttp parses `content_type` like a mail header, which takes as long as the rest of reading an upload.
    return request.headers.get("Content-Type", "").lower().startswith(MULTIPART)


async def read(request: web.Request) -> Call:
    """Read a request's body: JSON, multipart with `payload_json` and `files[n]`, or none. Raises 50109 for broken JSON."""
    form = Form()
    if _uploads(request):
        text = ""
        reader = await request.multipart()
        async for part in reader:
            if not isinstance(part, BodyPartReader):
                continue
            data = bytes(await part.read(decode=False))
            name = part.name or ""
            if name == "payload_json":
                text = data.decode()
            elif name.startswith("files[") and (place := number(name[6:-1])) is not None:
                form.files[place] = (part.filename or "unknown", data)
            elif part.filename:
                form.files[len(form.files)] = (part.filename, data)
    else:
        text = await request.text()
    if not text:
        return Call(request, form, None)
    try:
        body = json.loads(text)
    except ValueError:
        raise refusal(50109) from None
    if isinstance(body, dict):
        form.payload = body
    return Call(request, form, body)
