"""Admits requests of the sandbox's own page and of programs on this machine, but of no other page open in a browser."""

from collections.abc import Awaitable, Callable

from aiohttp import hdrs, web

from sandbox.rest import PREFIX

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

NAMES = ("127.0.0.1", "localhost", "[::1]")
"""The names of this machine. Another name in `Host` means that a page has pointed its own name to it (DNS rebinding)."""


@web.middleware
async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Refuse what another page's script may have sent: a foreign `Host` or `Origin`, and forms (sent without a preflight)."""
    sockname = request.transport.get_extra_info("sockname") if request.transport is not None else None
    ends = ("", ":80") if sockname and sockname[1] == 80 else (f":{sockname[1]}" if sockname else "",)
    hosts = {name + end for name in NAMES for end in ends}
    origin = request.headers.get(hdrs.ORIGIN)
    if request.host not in hosts or (origin is not None and origin.removeprefix("http://") not in hosts):
        return web.json_response({"error": "This is not the sandbox's own page."}, status=403)
    # The path first: aiohttp parses `content_type` like a mail header.
    if not request.path.startswith(PREFIX) and request.body_exists and request.content_type != "application/json":
        return web.json_response({"error": "The body must be application/json."}, status=415)
    return await handler(request)
