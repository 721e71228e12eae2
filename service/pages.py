"""The pages on which tables can be watched, as the bot serves them and as its host sees them from outside."""

import logging
import ssl
import urllib.error
import urllib.request
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from email.message import Message
from http import HTTPStatus
from threading import Thread

from asking.asker import Asker
from asking.moments import Moments
from service.settings import Settings
from web.site import HEADERS, MARK, Site

log = logging.getLogger(__name__)

ANSWER_SECONDS = 10.0
"""Seconds within which the public address must answer."""

READ_BYTES = 100_000

_FORWARD = "have the proxy pass all of this address to ZAMKI_WEB_LISTEN"


@asynccontextmanager
async def serving_pages(settings: Settings, asker: Asker, moments: Moments) -> AsyncIterator[None]:
    """Serve the pages while the block runs, if the settings want any, and log what is wrong with their public address. Raises
    OSError if the address cannot be bound.
    """
    if settings.web_address is None:
        yield
        return
    async with Site(asker, moments, settings.web).serving(settings.web_address) as port:
        log.info("pages on port %d", port)
        Thread(target=_warn, args=(settings.web,), name="pages", daemon=True).start()  # a slow answer must not delay an end
        yield


def _warn(public: str) -> None:
    if fault := wrong_with(public):
        log.warning("pages: %s", fault)


def wrong_with(public: str) -> str:
    """Returns what is wrong with the public address of a running bot's pages, and what to do; "" if nothing is. Asks for the
    page, and logs in as browsers do, with a key that opens nothing.
    """
    address = f"{public.rstrip('/')}/"
    headers = {"Content-Type": "application/json", "Origin": "/".join(address.split("/", 3)[:3])}
    try:
        status, there, told, body = _fetch(urllib.request.Request(address))  # noqa: S310 - as the host has set it
        taken = _fetch(urllib.request.Request(f"{address}session", b'{"key":""}', headers))  # noqa: S310
    except (OSError, ValueError) as error:
        reason = error.reason if isinstance(error, urllib.error.URLError) else error
        if isinstance(reason, ssl.SSLError):
            return f"{public} has no valid certificate ({reason.reason}): have the proxy fetch one."
        return f"{public} cannot be reached from here ({reason}): look at its DNS record, the firewall and the proxy."
    if status != HTTPStatus.OK:
        return f"{public} answers {status}: {_FORWARD}."
    if MARK not in body:
        return f"{public} shows something else than Zamki's page: {_FORWARD}."
    if there != address:
        return f"{public} leads to {there}, from where nobody could play: set ZAMKI_WEB to that address."
    if missing := [name for name in ("Content-Security-Policy", "Referrer-Policy") if told[name] != HEADERS[name]]:
        return f"The proxy of {public} changes the header {missing[0]}: have it leave the headers as they are."
    if taken[0] != HTTPStatus.NOT_FOUND or taken[2]["Referrer-Policy"] != HEADERS["Referrer-Policy"]:
        return f"{public} answers {taken[0]} to what players send: {_FORWARD}, POST too."
    return ""


def _fetch(request: urllib.request.Request) -> tuple[int, str, Message, str]:
    """Returns status, final address, headers and body of an answer."""
    try:
        answer = urllib.request.urlopen(request, timeout=ANSWER_SECONDS)  # noqa: S310 - as the host has set it
    except urllib.error.HTTPError as error:
        answer = error
    with answer:
        return answer.status, answer.url, answer.headers, answer.read(READ_BYTES).decode(errors="replace")
