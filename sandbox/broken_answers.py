"""Breaks answers: what a fault of REST answers does to the connection."""

import asyncio
import socket
import struct

from aiohttp import web

from sandbox.buckets import Limited
from sandbox.errors import Problems, Refused, refusal
from sandbox.faults import Fault

HTML = (
    "<html>\r\n<head><title>{status} Bad Gateway</title></head>\r\n<body>\r\n"
    "<center><h1>{status} Bad Gateway</h1></center>\r\n<hr><center>cloudflare</center>\r\n</body>\r\n</html>\r\n"
)
LOOK_SECONDS = 0.05
INVALID_FORM = 50035


class Cut(Exception):
    """The connection is gone, so nothing can be answered."""


class HtmlPage(Exception):
    """The answer is a page of a proxy between the bot and Discord, in place of JSON."""

    def __init__(self, status: int) -> None:
        super().__init__(f"{status} with HTML")
        self.status = status
        self.text = HTML.format(status=status)


def strike_early(fault: Fault, request: web.Request) -> None:
    """Strike before the body is read. Raises `Cut` if the connection is reset."""
    if fault.kind == "drop" and fault.parameters.get("reset"):
        _reset(request)
        raise Cut


async def strike_before(fault: Fault, request: web.Request) -> None:
    """Strike before the request is carried out. Raises `Cut`, `Limited`, `Refused` or `HtmlPage`."""
    if fault.kind == "rate_limit":
        raise Limited(float(fault.parameters.get("retry_after", 0.2)), everywhere=bool(fault.parameters.get("global")))
    if fault.parameters.get("after"):
        return
    if fault.kind == "refusal":
        code = int(fault.parameters.get("code", INVALID_FORM))
        if code != INVALID_FORM:
            raise refusal(code)
        with Problems() as problems:
            problems.add(("components", 0), "UNKNOWN", "Refused on demand")
    if fault.kind == "status":
        _fail(fault)
    elif fault.kind == "slow":
        await asyncio.sleep(float(fault.parameters.get("seconds", 1.0)))
    elif fault.kind == "silence":
        await _gone(request)
        raise Cut
    elif fault.kind == "drop":
        _close(request)
        raise Cut


def strike_after(fault: Fault) -> None:
    """Strike after the request has been carried out, instead of its answer. Raises `Refused` or `HtmlPage`."""
    if fault.kind == "status" and fault.parameters.get("after"):
        _fail(fault)


async def strike_answer(fault: Fault, request: web.Request, answer: web.Response) -> web.StreamResponse:
    """Return what the client gets of an answer."""
    after = bool(fault.parameters.get("after"))
    if fault.kind == "slow" and after:
        await asyncio.sleep(float(fault.parameters.get("seconds", 1.0)))
    elif fault.kind == "silence" and after:
        await _gone(request)
        _close(request)
    elif fault.kind == "drop" and after:
        _close(request)
    elif fault.kind == "half_body":
        return await _half(request, answer)
    return answer


def _fail(fault: Fault) -> None:
    status = int(fault.parameters.get("status", 500))
    if fault.parameters.get("html"):
        raise HtmlPage(status)
    message = str(fault.parameters.get("message", f"{status}: Internal Server Error"))
    raise Refused(status, int(fault.parameters.get("code", 0)), message)


async def _gone(request: web.Request) -> None:
    """Wait until the client has gone away."""
    while request.transport is not None and not request.transport.is_closing():  # noqa: ASYNC110 - no event to wait for
        await asyncio.sleep(LOOK_SECONDS)


def _close(request: web.Request) -> None:
    if request.transport is not None:
        request.transport.close()


def _reset(request: web.Request) -> None:
    """Close like a router that has lost the connection: the client sees a reset (RST) immediately."""
    if request.transport is None:
        return
    connection = request.transport.get_extra_info("socket")
    if connection is not None:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    request.transport.abort()


async def _half(request: web.Request, answer: web.Response) -> web.StreamResponse:
    body = answer.body if isinstance(answer.body, bytes) else b""
    if not body:
        _close(request)
        return answer
    half = web.StreamResponse(status=answer.status, headers=answer.headers)
    half.content_length = len(body)
    await half.prepare(request)
    await half.write(body[: len(body) // 2])
    _close(request)
    return half
