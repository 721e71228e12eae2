"""Serves the sandbox's page, the files of `sandbox/page/`, at `/`."""

from pathlib import Path

from aiohttp import web

FOLDER = Path(__file__).with_name("page")


async def index(_request: web.Request) -> web.StreamResponse:
    """GET /."""
    start = FOLDER / "index.html"
    if not start.is_file():
        return web.Response(text="The sandbox runs; its page is not installed.\n")
    return web.FileResponse(start, headers={"Cache-Control": "no-cache"})


async def file(request: web.Request) -> web.StreamResponse:
    """GET /{name} for a file of the page."""
    path = (FOLDER / request.match_info["name"]).resolve()
    if not path.is_relative_to(FOLDER) or not path.is_file():
        raise web.HTTPNotFound
    return web.FileResponse(path, headers={"Cache-Control": "no-cache"})
