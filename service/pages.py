"""The pages on which tables can be watched, as the bot serves them and as its host sees them from outside."""

import logging
import ssl
import urllib.error
import urllib.request
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus

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
    """Serve the pages while the block runs, if the settings want any. Raises OSError if the address cannot be bound."""
    if settings.web_address is None:
        yield
        return
    async with Site(asker, moments, settings.web).serving(settings.web_address) as port:
        log.info("pages on port %d", port)
        yield


def wrong_with(public: str) -> str:
    """Returns what is wrong with the public address of a running bot's pages, and what to do; "" if nothing is."""
    address = f"{public.rstrip('/')}/"
    try:
        with urllib.request.urlopen(address, timeout=ANSWER_SECONDS) as answer:  # noqa: S310 - as the host has set it
            there, headers, body = answer.url, answer.headers, answer.read(READ_BYTES).decode(errors="replace")
    except urllib.error.HTTPError as error:
        return f"{public} answers {error.code}: {_FORWARD}."
    except (OSError, ValueError) as error:
        reason = error.reason if isinstance(error, urllib.error.URLError) else error
        if isinstance(reason, ssl.SSLError):
            return f"{public} has no valid certificate ({reason.reason}): have the proxy fetch one."
        return f"{public} cannot be reached from here ({reason}): look at its DNS record, the firewall and the proxy."
    if MARK not in body:
        return f"{public} shows something else than Zamki's page: {_FORWARD}."
    if there != address:
        return f"{public} leads to {there}, from where nobody could play: set ZAMKI_WEB to that address."
    missing = [name for name in ("Content-Security-Policy", "Referrer-Policy") if headers[name] != HEADERS[name]]
    if missing:
        return f"The proxy of {public} changes the header {missing[0]}: have it leave the headers as they are."
    if answers := _answer_to_key(address):
        return f"{public} {answers} what players send: {_FORWARD}, POST too."
    return ""


def _answer_to_key(address: str) -> str:
    """Returns how something else than the pages answers somebody who logs in, as browsers do, with a key that opens nothing."""
    origin = "/".join(address.split("/", 3)[:3])
    headers = {"Content-Type": "application/json", "Origin": origin, "Sec-Fetch-Site": "same-origin"}
    request = urllib.request.Request(f"{address}session", b'{"key":""}', headers)  # noqa: S310 - as the host has set it
    try:
        urllib.request.urlopen(request, timeout=ANSWER_SECONDS).close()  # noqa: S310 - as the host has set it
    except urllib.error.HTTPError as error:
        ours = error.headers["Content-Security-Policy"] == HEADERS["Content-Security-Policy"]
        return "" if ours and error.code == HTTPStatus.NOT_FOUND else f"answers {error.code} to"
    except OSError:
        return "does not answer"
    return "takes"
