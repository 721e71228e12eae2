"""The HTTP server of the pages. A link is read from a header and stands in no address.

A request of a session has its token in a header, and sends what is done as JSON with POST.

`/` is the page, which reads the link from its own address's fragment. `/table` is the state of the table as JSON (with `wait`,
as soon as it is no longer the one named by `If-None-Match`), `/changes` the same line by line for as long as the reader stays,
and `/picture/<name>` a picture that a state names. `/session` begins a session with a key, `/own` is its page (with `wait`, as
soon as it is another one), and `/act` changes it.
"""

import asyncio
import gzip
import hashlib
import ipaddress
import logging
import math
import random
import zlib
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from html import escape
from pathlib import Path
from typing import TypeVar

import msgspec
from aiohttp import web

from asking.asker import Asker
from asking.budget import RateLimiter
from asking.lines import refusal_text
from asking.moments import Moments
from data.errors import StoreError
from data.telemetry import PAGE_BYTES, PAGE_STREAMS
from data.themes import DEFAULT, THEMES
from data.words import language_of, languages, words
from render.contract import Picture
from tables.errors import NoSuchTable, Refusal, SetAside
from web.following import Follower, Watched, WatchedPage
from web.playing import LOOK_SECONDS, LogIn, Playing, Sent, TooFast

log = logging.getLogger(__name__)

MARK = '<meta name="application-name" content="Zamki">'
"""What tells the page from others."""

FOLDER = Path(__file__).parent / "page"

LABELS = ("seats", "log", "text", "gone", "lost", "scripts", "used", "ended", "which", "close")
"""What the page itself says, by the last part of the key."""

LINK = "Zamki-Link"
"""The header with the link."""

LONGEST_LINK = 64

SESSION = "Zamki-Session"
"""The header with the token of a session."""

LONGEST_BODY = 4096

BURST, A_SECOND = 60, 10.0
"""Requests in a burst, and a second after that, of one address."""

STREAMS_EACH, STREAMS_TABLE = 20, 1000
"""The most readers of changes at one address, and of one table; others ask from time to time."""

QUIET_SECONDS, WAIT_SECONDS = 20.0, 25.0
"""Seconds after which an empty line shows that a stream is alive, and for which `/table` waits for a change."""

SPREAD_SECONDS = 0.3
"""Seconds over which the readers of one change are told, so that presses come in between."""

HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src blob:; connect-src 'self'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Robots-Tag": "noindex",
}

Body = TypeVar("Body", bound=msgspec.Struct)

Respond = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Site:
    """Serves the pages of the tables that `asker` has. `public` is the address under which people reach it."""

    def __init__(self, asker: Asker, moments: Moments, public: str) -> None:
        self._follower = Follower(asker)
        self._playing = Playing(asker, moments)
        self._origin = "/".join(public.split("/", 3)[:3])
        self._limiter = RateLimiter(burst=BURST, a_second=A_SECOND)
        self._streams: Counter[str] = Counter()
        self._files = page_files()
        self._warned = False

    @asynccontextmanager
    async def serving(self, address: tuple[str, int]) -> AsyncIterator[int]:
        """Serve while the block runs; yields the port (useful with port 0). Raises OSError if it cannot be bound."""
        app = web.Application(middlewares=[self._guard], client_max_size=LONGEST_BODY)
        app.router.add_post("/session", self._begin_session)
        app.router.add_post("/own", self._show_own)
        app.router.add_post("/act", self._act)
        app.router.add_get("/table", self._table)
        app.router.add_get("/changes", self._changes, allow_head=False)
        app.router.add_get("/picture/{name:[0-9a-f]+[.][a-z]+}", self._picture)
        app.router.add_get("/{name:(?:page|play)[0-9a-f]+[.][a-z]+}", self._file)
        app.router.add_get("/", self._page)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5, handler_cancellation=True)
        await runner.setup()
        try:
            await web.TCPSite(runner, *address).start()
            yield runner.addresses[0][1]
        finally:
            await runner.cleanup()

    @web.middleware
    async def _guard(self, request: web.Request, handler: Respond) -> web.StreamResponse:
        try:
            answer = self._refusal(request) or await handler(request)
        except web.HTTPException as error:
            answer = web.Response(status=error.status, text=error.reason, headers=error.headers)
        except NoSuchTable:
            answer = web.Response(status=404)
        except TooFast as early:
            answer = web.Response(status=429, headers={"Retry-After": str(math.ceil(early.seconds))})
        except SetAside:
            answer = web.Response(status=503, text="the table rests")
        except Refusal as refusal:
            answer = web.Response(status=403, text=refusal_text(refusal, words(_read_manner(request)[0])))
        except StoreError:
            answer = web.Response(status=503, text="the database does not answer")
        except Exception as error:  # noqa: BLE001 - anybody can ask again and again: one line each
            log.error("cannot answer a reader: %s", type(error).__name__)  # noqa: TRY400
            answer = web.Response(status=503, text="the answer could not be made")
        if not answer.prepared:
            _add_headers(answer)
            PAGE_BYTES.inc(answer.content_length or 0)
        return answer

    def _refusal(self, request: web.Request) -> web.Response | None:
        """Returns the refusal of a request that our pages do not make, or that comes too soon."""
        if request.method not in {"GET", "HEAD", "POST"}:
            return web.Response(status=405, headers={"Allow": "GET, HEAD, POST"})
        sends = request.method == "POST"
        if request.can_read_body and (not sends or (request.content_length or LONGEST_BODY + 1) > LONGEST_BODY):
            return web.Response(status=413)
        if sends and (request.content_type != "application/json" or "Content-Encoding" in request.headers):
            return web.Response(status=415)
        if (refusal := self._refuse_origin(request, sends=sends)) is not None:
            return refusal
        if self._limiter.wait(zlib.crc32(_address(request).encode())):
            return web.Response(status=429, headers={"Retry-After": "1"})
        return None

    def _refuse_origin(self, request: web.Request, *, sends: bool) -> web.Response | None:
        """Returns the refusal of a request from another page, or from our own if it is open elsewhere than at `public`."""
        asked_by, site = request.headers.get("Origin", self._origin), request.headers.get("Sec-Fetch-Site", "none")
        elsewhere = asked_by != self._origin and request.path[1:] not in self._files
        if elsewhere and site == "same-origin":
            if not self._warned:
                log.warning("nobody can play at %.80r: set ZAMKI_WEB (%s) to the address of the proxy", asked_by, self._origin)
            self._warned = True
            return web.Response(status=421, text=words(_read_manner(request)[0])("watch.page.misdirected"))
        if elsewhere or (site not in {"same-origin", "none"} and (sends or request.path != "/")):
            return web.Response(status=403)
        return None

    async def _begin_session(self, request: web.Request) -> web.Response:
        token = await self._playing.begin(await _read_body(request, LogIn))
        return web.json_response({"token": token})

    async def _show_own(self, request: web.Request) -> web.Response:
        token, (language, theme) = request.headers.get(SESSION, ""), _read_manner(request)
        sent, seen = await _read_body(request, Sent), request.headers.get("If-None-Match", "")
        async with self._playing.changes(token) as changed:
            body = msgspec.json.encode(await self._playing.see(token, sent, language, theme))
            if "wait" in request.query and _tag(body) == seen:
                with suppress(TimeoutError):
                    async with asyncio.timeout(LOOK_SECONDS):
                        await changed.wait()
                body = msgspec.json.encode(await self._playing.see(token, sent, language, theme))
        return _json(body, seen)

    async def _act(self, request: web.Request) -> web.Response:
        token, (language, theme) = request.headers.get(SESSION, ""), _read_manner(request)
        page = await self._playing.act(token, await _read_body(request, Sent), language, theme)
        answer = _json(msgspec.json.encode(page))
        plain = msgspec.structs.replace(page, own=msgspec.structs.replace(page.own, note=""))
        answer.headers["ETag"] = _tag(msgspec.json.encode(plain))  # what `/own` says of the same page
        return answer

    async def _page(self, request: web.Request) -> web.Response:
        wanted = request.headers.get("Accept-Language", "").split(",")[0].partition(";")[0].strip()
        return _compress(request, self._files[language_of(request.query.get("language", wanted))])

    async def _file(self, request: web.Request) -> web.Response:
        found = self._files.get(request.match_info["name"])
        if found is None:
            raise web.HTTPNotFound
        answer = _compress(request, found)
        answer.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return answer

    async def _table(self, request: web.Request) -> web.Response:
        async with self._follower.follow(_read_watched(request)) as page:
            seen = request.headers.get("If-None-Match", "")
            if "wait" in request.query and _tag(page.body) == seen:
                await page.change(page.body, WAIT_SECONDS)
            if not page.body:
                raise web.HTTPNotFound
            return _json(page.body, seen)

    async def _picture(self, request: web.Request) -> web.Response:
        if SESSION in request.headers:
            return _picture(await self._playing.picture(request.headers[SESSION], request.match_info["name"]))
        async with self._follower.follow(_read_watched(request)) as page:
            return _picture(page.pictures.get(request.match_info["name"]) if page.body else None)

    async def _changes(self, request: web.Request) -> web.StreamResponse:
        watched, address = _read_watched(request), _address(request)
        if self._streams[address] >= STREAMS_EACH or self._follower.watching(watched.table) >= STREAMS_TABLE:
            raise web.HTTPServiceUnavailable(headers={"Retry-After": "10"})
        self._streams[address] += 1
        PAGE_STREAMS.inc()
        try:
            async with self._follower.follow(watched) as page:
                if not page.body:
                    raise web.HTTPNotFound
                return await _stream(request, page)
        finally:
            PAGE_STREAMS.dec()
            self._streams -= Counter({address: 1})


async def _stream(request: web.Request, page: WatchedPage) -> web.StreamResponse:
    """Write the page, and write it again each time it has changed, until the reader leaves or the link opens nothing."""
    answer = web.StreamResponse(headers={"Content-Type": "application/x-ndjson", "X-Accel-Buffering": "no"})
    _add_headers(answer)
    with suppress(ConnectionError):  # the reader has left
        await answer.prepare(request)
        sent = None
        while sent != b"":
            if page.body == sent:
                await page.change(sent, QUIET_SECONDS)
                await asyncio.sleep(random.uniform(0, SPREAD_SECONDS))  # noqa: S311 - no secret
            line = b"\n" if page.body == sent else (page.body or b"{}") + b"\n"
            sent = page.body
            PAGE_BYTES.inc(len(line))
            await answer.write(line)
    return answer


def _picture(picture: Picture | None) -> web.Response:
    if picture is None:
        raise web.HTTPNotFound
    lasts = {"Cache-Control": "private, max-age=86400, immutable"}
    return web.Response(body=picture.data, content_type=f"image/{picture.kind}", headers=lasts)


def _json(body: bytes, seen: str = "") -> web.Response:
    """Returns a body of JSON, unless it is the one `seen` (by its tag)."""
    tag = _tag(body)
    if tag == seen:
        return web.Response(status=304, headers={"ETag": tag})
    answer = web.Response(body=body, content_type="application/json", headers={"ETag": tag})
    answer.enable_compression()
    return answer


async def _read_body(request: web.Request, kind: type[Body]) -> Body:
    """Returns what was sent. Raises HTTPBadRequest if it is something else."""
    try:
        return msgspec.json.decode(await request.read(), type=kind)
    except msgspec.DecodeError as error:
        raise web.HTTPBadRequest from error


def _read_manner(request: web.Request) -> tuple[str, str]:
    """Returns the language and the theme of a page."""
    theme = request.query.get("theme", DEFAULT)
    return language_of(request.query.get("language")), theme if theme in THEMES else DEFAULT


def _compress(request: web.Request, file: tuple[str, bytes]) -> web.Response:
    kind, body = file
    if "gzip" not in request.headers.get("Accept-Encoding", ""):
        return web.Response(body=gzip.decompress(body), content_type=kind, charset="utf-8")
    headers = {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
    return web.Response(body=body, content_type=kind, charset="utf-8", headers=headers)


def page_files() -> dict[str, tuple[str, bytes]]:
    """Returns the page's files as they are sent, with their kinds, each named by what is in it; and the page itself in each
    language, by its name.
    """
    found, called, html = {}, dict[str, str](), (FOLDER / "page.html").read_text(encoding="utf-8")
    for name, kind in (("page.css", "text/css"), ("page.js", "text/javascript"), ("play.js", "text/javascript")):
        text = (FOLDER / name).read_text(encoding="utf-8")
        for before, after in called.items():
            text = text.replace(before, after)
        stem, _, ending = name.partition(".")
        called[name] = hashed = f"{stem}{hashlib.sha256(text.encode()).hexdigest()[:12]}.{ending}"
        found[hashed] = (kind, gzip.compress(text.encode(), mtime=0))
        html = html.replace(name, hashed)
    for language in languages():
        said = {label: escape(words(language)(f"watch.page.{label}")) for label in LABELS}
        page = html.format_map(
            {"language": language, **said, "bank": escape(words(language)("watch.page.bank", bank="{bank}"))}
        )
        found[language] = ("text/html", gzip.compress(page.encode(), mtime=0))
    return found


def _read_watched(request: web.Request) -> Watched:
    """Returns what a request is about. Raises HTTPNotFound if that can be nothing."""
    link = request.headers.get(LINK, "")
    number = link.partition(".")[0]
    if len(link) > LONGEST_LINK or not (number.isascii() and number.isdecimal()):
        raise web.HTTPNotFound
    return Watched(link, *_read_manner(request))


def _address(request: web.Request) -> str:
    """Returns the reader's address. A proxy beside the bot names it; nobody else is believed."""
    here = request.remote or ""
    try:
        near = ipaddress.ip_address(here).is_private
    except ValueError:
        near = False
    named = request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip()
    return named if near and named else here


def _tag(body: bytes) -> str:
    return f'"{hashlib.sha256(body).hexdigest()[:32]}"'


def _add_headers(answer: web.StreamResponse) -> None:
    for name, value in HEADERS.items():
        answer.headers.setdefault(name, value)
