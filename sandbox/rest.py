"""REST v10: what every route shares. Token, rate limits, faults, reading bodies, refusals, and the record."""

import copy
import json
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from aiohttp import BodyPartReader, web

from sandbox.errors import JSON, Refused, refusal
from sandbox.faults import Fault
from sandbox.interactions import Interactions
from sandbox.posting import Form, Posting

PREFIX = "/api/v10"
Answer = tuple[int, Any]
MAJOR = ("channel_id", "guild_id", "webhook_id", "webhook_token", "interaction_token")
"""The parameters of a path that have buckets of their own."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """One request and its answer, for validation afterwards.

    `path` is below `/api/v10`, `route` its template (`/channels/{channel_id}/messages`), `body` the JSON payload
    (None without one), `files` the names of uploads, `answer` the JSON answered (None for 204).
    """

    method: str
    path: str
    route: str
    query: dict[str, str]
    body: Any
    files: tuple[str, ...]
    status: int
    answer: Any


@dataclass(slots=True)
class Call:
    """One request on its way to a handler; `part("channel_id")` is a snowflake of its path."""

    request: web.Request
    form: Form
    body: Any

    def part(self, name: str) -> int:
        """A number in the path; 404 if it is none."""
        text = self.request.match_info[name]
        if not text.isdigit():
            raise Refused(404, 0, "404: Not Found")
        return int(text)

    def text(self, name: str) -> str:
        """A word in the path."""
        return self.request.match_info[name]

    def flag(self, name: str) -> bool:
        """Whether a query parameter says yes."""
        return self.request.query.get(name, "").lower() in ("1", "true")


Handler = Callable[[Call], Awaitable[Answer]]


class Buckets:
    """Rate limits: `limit` requests in `window` seconds for each bucket."""

    def __init__(self, limit: int = 50, window: float = 1.0) -> None:
        self.limit = limit
        self.window = window
        self._used: dict[str, tuple[float, int]] = {}

    def take(self, bucket: str) -> tuple[dict[str, str], float]:
        """Use a bucket once: the headers, and the seconds to wait (0: the request may go on)."""
        now = time.monotonic()
        until, used = self._used.get(bucket, (0.0, 0))
        if now >= until:
            if len(self._used) > 1000:
                self._used = {name: entry for name, entry in self._used.items() if entry[0] > now}
            until, used = now + self.window, 0
        wait = until - now if used >= self.limit else 0.0
        used = min(used + 1, self.limit)
        self._used[bucket] = (until, used)
        return {
            "X-RateLimit-Bucket": f"{abs(hash(bucket)):032x}",
            "X-RateLimit-Limit": str(self.limit),
            "X-RateLimit-Remaining": str(self.limit - used),
            "X-RateLimit-Reset": f"{time.time() + until - now:.3f}",
            "X-RateLimit-Reset-After": f"{until - now:.3f}",
        }, wait


class Api:
    """What the handlers of all routes work with."""

    def __init__(self, interactions: Interactions, buckets: Buckets, *, recording: bool = True) -> None:
        self.interactions = interactions
        self.world = interactions.world
        self.faces = interactions.faces
        self.faults = interactions.faults
        self.gateway = interactions.gateway
        self.buckets = buckets
        self.posting = Posting(self.faces)
        self.record: list[Exchange] = []
        self.recording = recording

    def route(self, router: web.UrlDispatcher, method: str, path: str, handler: Handler, *, free: bool = False) -> None:
        """Serve a route below `/api/v10`; `free` ones need no bot token, an interaction's token being in the path."""

        async def serve(request: web.Request) -> web.Response:
            return await self._serve(request, path, handler, free=free)

        router.add_route(method, PREFIX + path, serve)

    async def nothing(self, _call: Call) -> Answer:
        """Answer what is not simulated."""
        raise Refused(404, 0, "404: Not Found")

    async def _serve(self, request: web.Request, route: str, handler: Handler, *, free: bool) -> web.Response:
        path = request.path.removeprefix(PREFIX)
        call = Call(request, Form(), None)
        headers: dict[str, str] = {}
        try:
            headers, wait = self.buckets.take(self._bucket(request, route))
            await self.faults.wait(after=False, method=request.method, path=path)
            call = await read(request)
            status, answer = await self._handle(call, path, handler, wait, free=free)
        except _Limited as limited:
            status, answer = 429, limited.body()
            headers |= limited.headers()
        except Refused as refused:
            status, answer = refused.status, refused.body()
        await self.faults.wait(after=True, method=request.method, path=path)
        self._note(call, path, route, status, answer)
        headers["Content-Type"] = "application/json"
        headers["Via"] = "1.1 sandbox"
        if answer is None:
            del headers["Content-Type"]
            return web.Response(status=status, headers=headers)
        return web.Response(status=status, body=json.dumps(answer).encode(), headers=headers)

    async def _handle(self, call: Call, path: str, handler: Handler, wait: float, *, free: bool) -> Answer:
        if wait:
            raise _Limited(wait, everywhere=False)
        method = call.request.method
        if not free and call.request.headers.get("Authorization") != f"Bot {self.world.token}":
            raise Refused(401, 0, "401: Unauthorized")
        limited = self.faults.strike("rate_limit", method=method, path=path)
        if limited is not None:
            everywhere = bool(limited.parameters.get("global"))
            raise _Limited(float(limited.parameters.get("retry_after", 0.2)), everywhere=everywhere)
        failing = self.faults.strike("status", method=method, path=path)
        if failing is not None and not failing.parameters.get("after"):
            raise _failed(failing)
        answer = await handler(call)
        if failing is not None:
            raise _failed(failing)
        return answer

    def _bucket(self, request: web.Request, route: str) -> str:
        major = [request.match_info.get(key, "") for key in MAJOR]
        return " ".join([request.method, route, *major])

    def _note(self, call: Call, path: str, route: str, status: int, answer: Any) -> None:
        if not self.recording:
            return
        files = tuple(name for name, _ in call.form.files.values())
        body = copy.deepcopy(call.body)
        query = dict(call.request.query)
        answer = copy.deepcopy(answer)
        self.record.append(Exchange(call.request.method, path, route, query, body, files, status, answer))


class _Limited(Exception):
    """A 429."""

    def __init__(self, seconds: float, *, everywhere: bool) -> None:
        super().__init__()
        self.seconds = seconds
        self.everywhere = everywhere

    def body(self) -> JSON:
        return {
            "message": "You are being rate limited.",
            "code": 0,
            "retry_after": round(self.seconds, 3),
            "global": self.everywhere,
        }

    def headers(self) -> dict[str, str]:
        scope = "global" if self.everywhere else "user"
        more = {"X-RateLimit-Global": "true"} if self.everywhere else {}
        wait = {"Retry-After": str(int(self.seconds) + 1), "X-RateLimit-Reset-After": f"{self.seconds:.3f}"}
        return {"X-RateLimit-Scope": scope, "X-RateLimit-Remaining": "0", **wait, **more}


def _failed(fault: Fault) -> Refused:
    status = int(fault.parameters.get("status", 500))
    message = str(fault.parameters.get("message", f"{status}: Internal Server Error"))
    return Refused(status, int(fault.parameters.get("code", 0)), message)


async def read(request: web.Request) -> Call:
    """Read a request's body: JSON, multipart with `payload_json` and `files[n]`, or none. 50109 for broken JSON."""
    form = Form()
    if request.content_type == "multipart/form-data":
        text = ""
        reader = await request.multipart()
        async for part in reader:
            if not isinstance(part, BodyPartReader):
                continue
            data = bytes(await part.read(decode=False))
            name = part.name or ""
            if name == "payload_json":
                text = data.decode()
            elif name.startswith("files[") and name[6:-1].isdigit():
                form.files[int(name[6:-1])] = (part.filename or "unknown", data)
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
