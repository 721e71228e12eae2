"""Requests to addresses that people have named: they reach the internet at large and nothing of the host's own network."""

import ipaddress
import re
import socket

from aiohttp.abc import AbstractResolver, ResolveResult
from aiohttp.resolver import ThreadedResolver
from yarl import URL

LONGEST = 300
"""Characters of an address."""

TUNNELS = tuple(
    map(ipaddress.IPv6Network, ("::/96", "::ffff:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48", "2001::/32", "2002::/16"))
)
"""Addresses that stand for one of another network."""


def outside(address: str) -> bool:
    """Whether an IP address is one of the internet at large, not of the host's own network."""
    found = ipaddress.ip_address(address.partition("%")[0])
    inside = isinstance(found, ipaddress.IPv6Address) and any(found in tunnel for tunnel in TUNNELS)
    return found.is_global and not found.is_multicast and not inside


class Outside(AbstractResolver):
    """Names only addresses of the internet at large: a connection is made to what was checked, however a name changes."""

    def __init__(self, inner: AbstractResolver | None = None) -> None:
        self._inner = inner or ThreadedResolver()

    async def resolve(self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC) -> list[ResolveResult]:
        """As the inner resolver does. Raises OSError where one of the addresses is inside."""
        found = await self._inner.resolve(host, port, family)
        if not found or not all(outside(each["host"]) for each in found):
            raise OSError("an address of an inner network")
        return found

    @staticmethod
    def takes(address: str) -> bool:
        """Whether an address may be asked at all. What its host's name means is looked at when a connection is made, but a host
        that is an IP address is not resolved.
        """
        try:
            url = URL(address)
            odd = url.user or url.password or url.fragment or not re.fullmatch(r"[a-z0-9.:-]+", url.raw_host or "")
            if len(address) > LONGEST or url.scheme != "https" or odd:
                return False
        except ValueError:
            return False
        try:
            return outside(url.raw_host or "")
        except ValueError:
            return True

    async def close(self) -> None:
        """Close the inner resolver."""
        await self._inner.close()
