"""Self-checks that a moderator can run, each with its remedy."""

import time
from collections.abc import Awaitable, Callable

import discord
import msgspec

from chat.cards import clocks
from chat.press import permissions
from chat.press.answer import PrivateAnswer
from chat.wire.layout import GREY, Card
from chat.wire.outcomes import UNREACHED, Outcome, outcome
from data.program import ZAMKI

SLOW, LATE, APART = 0.5, 60.0, 2.0
"""Seconds above which a check reports a slow database, a long queue, and a clock that is off."""


class CheckResult(msgspec.Struct, frozen=True):
    """The result of one check."""

    well: bool
    text: str


async def _permissions(answer: PrivateAnswer) -> CheckResult:
    guild = answer.guild or 0
    wanted = (await answer.tables.servers.server_settings(guild)).boards == "thread"
    threads = wanted and not isinstance(answer.interaction.channel, discord.Thread)
    lacking = permissions.lacking(answer.interaction.app_permissions, threads=threads)
    if lacking:
        return _ill(answer, "permissions", permissions=permissions.permission_names(lacking, answer.words))
    return _well(answer, "permissions")


async def _direct(answer: PrivateAnswer) -> CheckResult:
    """Check whether the person can get direct messages, by sending one."""
    if (until := await answer.tables.conversations.flagged_until()) is not None:
        return _ill(answer, "flagged", when=clocks.moment(until))
    card = Card(text=answer.words("cogs.check.hello"), colour=GREY)
    try:
        await answer.app.messenger.say_to(answer.user, card, f"check-{answer.request % 10**12}", asked=True)
    except (discord.DiscordException, *UNREACHED) as error:
        return _ill(answer, "direct" if outcome(error) is Outcome.NOT_TO_THEM else "discord")
    return _well(answer, "direct")


async def _database(answer: PrivateAnswer) -> CheckResult:
    start = time.monotonic()
    await answer.tables.people.meta_set("checked", str(answer.request))
    took = time.monotonic() - start
    return (_well if took < SLOW else _ill)(answer, "database", ms=round(1000 * took))


async def _queue(answer: PrivateAnswer) -> CheckResult:
    waiting, age = await answer.tables.people.outbox_load()
    return (_well if age < LATE else _ill)(answer, "queue", n=waiting, seconds=round(age))


async def _copies(answer: PrivateAnswer) -> CheckResult:
    """Check whether another copy of this bot, with the same token, answers presses."""
    return (_ill if answer.app.adapter.trouble else _well)(answer, "copies")


async def _fonts(answer: PrivateAnswer) -> CheckResult:
    missing = answer.app.pictures.missing()
    return _ill(answer, "fonts", missing=", ".join(missing)) if missing else _well(answer, "fonts")


async def _version(answer: PrivateAnswer) -> CheckResult:
    return _well(answer, "version", version=ZAMKI, library=discord.__version__)


async def _clock(answer: PrivateAnswer) -> CheckResult:
    """Check how far this computer's clock is from Discord's, which has just stamped the command."""
    apart = time.time() - discord.utils.snowflake_time(answer.request).timestamp()
    return (_well if -APART < apart < 2 * APART else _ill)(answer, "clock", seconds=answer.words.number(apart, 1))


async def _emoji(answer: PrivateAnswer) -> CheckResult:
    """Check whether the pieces of the games have their emoji."""
    there, wanted = answer.app.emoji.count
    if trouble := answer.app.emoji.trouble:
        return _ill(answer, "emoji", code=trouble, there=there, wanted=wanted)
    return _well(answer, "emoji", there=there, wanted=wanted)


def _well(answer: PrivateAnswer, about: str, **values: object) -> CheckResult:
    return CheckResult(well=True, text=answer.words(f"cogs.check.{about}.well", **values))


def _ill(answer: PrivateAnswer, about: str, **values: object) -> CheckResult:
    return CheckResult(well=False, text=answer.words(f"cogs.check.{about}.ill", **values))


CHECKS: tuple[Callable[[PrivateAnswer], Awaitable[CheckResult]], ...] = (
    _permissions, _direct, _database, _queue, _copies, _fonts, _emoji, _version, _clock,
)  # fmt: skip
