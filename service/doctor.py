"""`bot.py doctor`: looks at the application as Discord has it, for whatever a host can set wrongly in the developer portal.

It makes six requests, changes nothing, and does not log in to the gateway: the bot may be running.
"""

import asyncio
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any
from urllib.parse import parse_qs, urlsplit

import discord
import msgspec

from asking.names import plain
from chat.wire.internals import ANSWERED, Bot, Gateway, Route, point_at, request
from chat.wire.outcomes import UNREACHED
from chat.wire.payloads import CommandPayload
from service.findings import Advice, Fault, report
from service.settings import BadSettings, Settings, token_of

NEEDED = {
    "View Channels": 1 << 10,
    "Send Messages": 1 << 11,
    "Attach Files": 1 << 15,
    "Read Message History": 1 << 16,
    "Create Public Threads": 1 << 35,
    "Send Messages in Threads": 1 << 38,
}
"""The permissions of the README's invitation by their names in the portal, each with its bit."""

ADMINISTRATOR = 1 << 3

SCOPES = ("bot", "applications.commands")
"""The scopes of the README's invitation."""

GUILD, USER = "0", "1"
"""Discord's keys of the two ways to install an application."""

INTENTS = {
    "Presence Intent": 1 << 12 | 1 << 13,
    "Server Members Intent": 1 << 14 | 1 << 15,
    "Message Content Intent": 1 << 18 | 1 << 19,
}
"""Privileged intents by their names in the portal, each with the two flags of an application that has it."""

VERIFIED = 1 << 16
"""The flag of a verified bot's user."""

ASKED_FROM, CLOSED_FROM = 75, 100
"""Servers from which verification can be asked for, and those that a bot has at most without it."""

LOGINS_SCARCE = 50
"""Logins left below which a host should look for the reason."""

LISTED = 200
"""The most servers that Discord lists in one answer."""

NAMED = 5
"""The most servers that are named here."""

PATIENCE_SECONDS = 60.0
"""Seconds within which Discord must have answered everything."""


class Seen(msgspec.Struct, frozen=True):
    """What Discord answered: the bot's user, its application, its servers (at most `LISTED`), its commands and its logins."""

    user: Mapping[str, Any]
    application: Mapping[str, Any]
    guilds: list[Mapping[str, Any]]
    commands: list[CommandPayload]
    gateway: Gateway


def doctor(settings: Settings) -> int:
    """Print what Discord says of this bot's application, with a remedy for each fault. Returns 1 if there is one."""
    try:
        seen = asyncio.run(_look(settings))
    except Fault as fault:
        return report({"token": partial(_raise, fault)})
    return report({name: partial(check, seen) for name, check in CHECKS.items()})


def _raise(fault: Fault) -> str:
    raise fault


async def _look(settings: Settings) -> Seen:
    point_at(settings.api, settings.gateway)
    try:
        token = token_of(settings, "there is none. Set DISCORD_TOKEN or DISCORD_TOKEN_FILE.")
        async with asyncio.timeout(PATIENCE_SECONDS), Bot(command_prefix=(), intents=discord.Intents(guilds=True)) as bot:
            await bot.login(token)
            return Seen(
                await request(bot, Route("GET", "/users/@me"), ANSWERED),
                await request(bot, Route("GET", "/applications/@me"), ANSWERED),
                await request(bot, Route("GET", "/users/@me/guilds"), ANSWERED, params={"limit": LISTED}),
                await bot.commands_there(),
                await bot.gateway(),
            )
    except BadSettings as error:
        raise Fault(str(error)) from None
    except discord.LoginFailure:
        raise Fault(
            "Discord does not know it. Press Reset Token on the portal's page Bot, and give the bot the new one."
        ) from None
    except UNREACHED as error:
        reason = str(error) or type(error).__name__
        raise Fault(f"not looked at, since Discord cannot be reached ({reason}). Check the network.") from None
    except discord.DiscordException as error:
        raise Fault(f"Discord does not answer as it should ({error or type(error).__name__}). Try again later.") from None


def _token(seen: Seen) -> str:
    return f"of {plain(seen.user['username'], 40)}, application {seen.application['id']}"


def _endpoint(seen: Seen) -> str:
    if seen.application.get("interactions_endpoint_url"):
        raise Fault(
            "Discord sends every command and press to a web address instead of this bot. "
            "Empty Interactions Endpoint URL on the page General Information."
        )
    return "commands and presses come to the bot"


def _public(seen: Seen) -> str:
    if seen.application.get("bot_require_code_grant"):
        raise Fault("nobody can add the bot by a link. Switch Requires OAuth2 Code Grant off on the page Bot.")
    if not seen.application.get("bot_public", True):
        return Advice("only its owner can add it. If others may, switch Public Bot on, on the page Bot")
    return "everybody who manages a server can add it"


def _installation(seen: Seen) -> str:
    """Check what the button Add App gives the bot."""
    if custom := seen.application.get("custom_install_url"):
        asked = {name: values[0] for name, values in parse_qs(urlsplit(custom).query).items()}
        return _grant("the custom link of the page Installation", asked.get("scope", "").split(), asked.get("permissions", "0"))
    kinds = seen.application.get("integration_types_config") or {}
    if GUILD not in kinds:
        return Advice("Add App adds it to no server. On the page Installation tick Guild Install and its two scopes")
    given = kinds[GUILD].get("oauth2_install_params") or {"scopes": [], "permissions": "0"}
    found = _grant("Add App", given["scopes"], given["permissions"])
    if isinstance(found, Advice) or USER in kinds:
        return found
    return f"{found}; nobody can play in direct messages and groups unless User Install is ticked on the page Installation"


def _grant(way: str, scopes: list[str], permissions: str) -> str:
    missing = [scope for scope in SCOPES if scope not in scopes]
    lacking = _lacking(permissions)
    if missing or lacking:
        return Advice(
            f"a server that adds it by {way} lacks {', '.join([*missing, *lacking])}: "
            "it is there and cannot play. Set them on the page Installation, as the README's invitation has them"
        )
    return f"{way} gives all that it needs"


def _lacking(permissions: str) -> list[str]:
    """Returns the names of the needed permissions that are not among these."""
    given = int(permissions) if permissions.isdecimal() else 0
    return [] if given & ADMINISTRATOR else [name for name, bit in NEEDED.items() if not given & bit]


def _servers(seen: Seen) -> str:
    number = max(seen.application.get("approximate_guild_count") or 0, len(seen.guilds))
    if int(seen.user.get("public_flags") or 0) & VERIFIED:
        return f"about {number}; the bot is verified"
    if number >= CLOSED_FROM:
        raise Fault(
            f"{number}: no other server can add the bot until Discord has verified it. Ask for it on the portal's page Bot."
        )
    if number >= ASKED_FROM:
        return Advice(
            f"{number}: from {CLOSED_FROM} on nobody can add the bot. Ask for verification in the portal, it takes weeks"
        )
    return f"{number}; Discord verifies bots from {ASKED_FROM} on, and needs to from {CLOSED_FROM}"


def _permissions(seen: Seen) -> str:
    """Check the permissions in each server as a whole. A channel's own may differ, which `/zamki-moderation check` tells."""
    lacking = {guild["name"]: missing for guild in seen.guilds if (missing := _lacking(guild["permissions"]))}
    if lacking:
        named = "; ".join(f"{plain(name, 40)}: {', '.join(missing)}" for name, missing in list(lacking.items())[:NAMED])
        more = f"; and {len(lacking) - NAMED} more" if len(lacking) > NAMED else ""
        return Advice(
            f"{len(lacking)} of {len(seen.guilds)} servers do not give all ({named}{more}). Send them the README's invitation"
        )
    return "every server gives all" if seen.guilds else "the bot is in no server: invite it with the README's link"


def _intents(seen: Seen) -> str:
    flags = int(seen.application.get("flags") or 0)
    if on := [name for name, bits in INTENTS.items() if flags & bits]:
        return Advice(f"{', '.join(on)}: not needed. Switch it off on the page Bot, Discord asks about it at verification")
    return "no privileged one, and none is needed"


def _commands(seen: Seen) -> str:
    names = [command["name"] for command in seen.commands]
    return f"Discord has {len(names)}" if names else "Discord has none yet: the bot's first start publishes them"


def _logins(seen: Seen) -> str:
    if seen.gateway.left < LOGINS_SCARCE:
        return Advice(
            f"{seen.gateway.left} left of {seen.gateway.total} for {seen.gateway.renewed_in / 3600:.0f} hours. "
            "Find out in the log why the bot logs in so often: Discord resets the token of one that has none left"
        )
    return f"{seen.gateway.left} left of {seen.gateway.total} today"


def _pages(seen: Seen) -> str:
    missing = {"privacy_policy_url": "privacy policy", "terms_of_service_url": "terms", "description": "description"}
    if lacking := [name for key, name in missing.items() if not seen.application.get(key)]:
        return Advice(
            f"the portal has no {', no '.join(lacking)}: see docs/listing.md for what goes on the page General Information"
        )
    return "privacy policy, terms and description are there"


CHECKS: Mapping[str, Callable[[Seen], str]] = {
    "token": _token,
    "presses": _endpoint,
    "adding": _public,
    "installation": _installation,
    "servers": _servers,
    "permissions": _permissions,
    "intents": _intents,
    "commands": _commands,
    "logins": _logins,
    "pages": _pages,
}
