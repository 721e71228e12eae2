"""Requests to addresses that people have entered. They reach the public internet only, not the host's own network."""

import asyncio
import ipaddress
import re
import socket
import threading
from contextlib import suppress

from aiohttp.abc import AbstractResolver, ResolveResult
from yarl import URL

LONGEST = 300
"""Maximum characters of an address."""

TUNNELS = tuple(
    map(ipaddress.IPv6Network, ("::/96", "::ffff:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48", "2001::/32", "2002::/16"))
)
"""Address ranges that embed an address of another network."""

LOOK_UPS = 16
"""Names that are looked up at the same time."""

DOTTED = re.compile(r"(0x[0-9a-f]*|[0-9]+)(\.(0x[0-9a-f]*|[0-9]+))*\.?")
"""Every spelling of an IPv4 address that some resolver takes for one: `127.1`, `2130706433`, `0x7f.0.0.1`, `0177.0.0.1`."""


def outside(address: str) -> bool:
    """Returns whether an IP address belongs to the public internet, not to the host's own network."""
    found = ipaddress.ip_address(address.partition("%")[0])
    inside = isinstance(found, ipaddress.IPv6Address) and any(found in tunnel for tunnel in TUNNELS)
    return found.is_global and not found.is_multicast and not inside


def _addresses(host: str, port: int, family: socket.AddressFamily) -> list[ResolveResult]:
    """Returns the addresses of a host, after as long as its server takes. Raises OSError or UnicodeError."""
    found = socket.getaddrinfo(host, port, family, socket.SOCK_STREAM, flags=socket.AI_ADDRCONFIG)
    return [
        ResolveResult(hostname=host, host=str(where[0]), port=port, family=kind, proto=proto, flags=socket.AI_NUMERICHOST)
        for kind, _, proto, _, where in found
    ]


class OwnThreads(AbstractResolver):
    """Looks names up in threads of its own: a name that its server answers slowly, or never, holds up no other part of the bot,
    neither while it runs nor when it ends.
    """

    def __init__(self) -> None:
        self._places = asyncio.Semaphore(LOOK_UPS)

    async def resolve(self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC) -> list[ResolveResult]:
        """Returns the addresses of a host. Raises OSError."""
        loop = asyncio.get_running_loop()
        looked_up: asyncio.Future[list[ResolveResult]] = loop.create_future()

        def end(found: list[ResolveResult] | None, error: OSError | None) -> None:
            self._places.release()
            if looked_up.done():
                return  # nobody waits any more
            if error is not None:
                looked_up.set_exception(error)
            else:
                looked_up.set_result(found or [])

        def look_up() -> None:
            found, fault = None, None
            try:
                found = _addresses(host, port, family)
            except (OSError, UnicodeError) as error:
                fault = OSError(str(error))
            with suppress(RuntimeError):  # the loop has been closed
                loop.call_soon_threadsafe(end, found, fault)

        await self._places.acquire()
        threading.Thread(target=look_up, name="look up a name", daemon=True).start()
        return await looked_up

    async def close(self) -> None:
        """Nothing is waited for."""


class Outside(AbstractResolver):
    """Resolves names to public addresses only. The connection uses the address that was checked, even if the name changes."""

    def __init__(self, inner: AbstractResolver | None = None) -> None:
        self._inner = inner or OwnThreads()

    async def resolve(self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC) -> list[ResolveResult]:
        """Resolve as the inner resolver does. Raises OSError if one of the addresses is not public."""
        found = await self._inner.resolve(host, port, family)
        if not found or not all(outside(each["host"]) for each in found):
            raise OSError("an address of an inner network")
        return found

    @staticmethod
    def takes(address: str) -> bool:
        """Returns whether an address may be requested at all. A host name is checked when a connection is made, but a host that
        is an IP address is not resolved.
        """
        try:
            url = URL(address)
            odd = url.user or url.password or url.fragment or not re.fullmatch(r"[a-z0-9.:-]+", url.raw_host or "")
            if len(address) > LONGEST or url.scheme != "https" or not url.port or odd:
                return False
        except ValueError:
            return False
        try:
            return outside(url.raw_host or "")
        except ValueError:
            return not DOTTED.fullmatch(url.raw_host or "")

    async def close(self) -> None:
        """Close the inner resolver."""
        await self._inner.close()
