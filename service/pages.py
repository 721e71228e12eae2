"""The pages on which tables can be watched, as the bot serves them and as its host sees them from outside."""

import logging
import ssl
import urllib.error
import urllib.request
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from asking.asker import Asker
from asking.moments import Moments
from service.settings import Settings
from web.site import HEADERS, MARK, Site

log = logging.getLogger(__name__)

ANSWER_SECONDS = 10.0
"""Seconds within which the public address must answer."""

READ_BYTES = 100_000


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
    try:
        with urllib.request.urlopen(f"{public.rstrip('/')}/", timeout=ANSWER_SECONDS) as answer:  # noqa: S310 - as the host has set it
            headers, body = answer.headers, answer.read(READ_BYTES).decode(errors="replace")
    except urllib.error.HTTPError as error:
        return f"{public} answers {error.code}: have the proxy pass all of this address to ZAMKI_WEB_LISTEN."
    except (OSError, ValueError) as error:
        reason = error.reason if isinstance(error, urllib.error.URLError) else error
        if isinstance(reason, ssl.SSLError):
            return f"{public} has no valid certificate ({reason.reason}): have the proxy fetch one."
        return f"{public} cannot be reached from here ({reason}): look at its DNS record, the firewall and the proxy."
    if MARK not in body:
        return f"{public} shows something else than Zamki's page: have the proxy pass all of this address to ZAMKI_WEB_LISTEN."
    missing = [name for name in ("Content-Security-Policy", "Referrer-Policy") if headers[name] != HEADERS[name]]
    return f"The proxy of {public} changes the header {missing[0]}: have it leave the headers as they are." if missing else ""
