"""Requests to addresses that people have entered. They reach the public internet only, not the host's own network."""

import ipaddress
import re
import socket

from aiohttp.abc import AbstractResolver, ResolveResult
from aiohttp.resolver import ThreadedResolver
from yarl import URL

LONGEST = 300
"""Maximum characters of an address."""

TUNNELS = tuple(
    map(ipaddress.IPv6Network, ("::/96", "::ffff:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48", "2001::/32", "2002::/16"))
)
"""Address ranges that embed an address of another network."""


def outside(address: str) -> bool:
    """Returns whether an IP address belongs to the public internet, not to the host's own network."""
    found = ipaddress.ip_address(address.partition("%")[0])
    inside = isinstance(found, ipaddress.IPv6Address) and any(found in tunnel for tunnel in TUNNELS)
    return found.is_global and not found.is_multicast and not inside


class Outside(AbstractResolver):
    """Resolves names to public addresses only. The connection uses the address that was checked, even if the name changes."""

    def __init__(self, inner: AbstractResolver | None = None) -> None:
        self._inner = inner or ThreadedResolver()

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
