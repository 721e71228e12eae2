"""`bot.py rehearse`: plays games on a real test server and in the sandbox, and compares the responses to the same calls.

The bot plays for everybody. A person is asked only for what a bot cannot do: to type one command and to press one button. The
tables are in a separate database, which is deleted. The report holds names of calls and keys, kinds of values, codes, durations
and limits, but no text that Discord has sent, so no token, id, name or message.
"""

import argparse
import asyncio
import json
import platform
import random
import re
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from statistics import median
from typing import Any, Protocol

import aiohttp
import discord
import msgspec

from chat.wire.internals import Route
from data.program import ZAMKI
from data.words import words
from engines import games as all_games
from service import sandbox
from service.client import ZamkiBot
from service.run import REASONS, bot_of, warm_up
from service.settings import BadSettings, Settings, token_of
from service.tasks import end_task
from tables.errors import Refusal
from tables.model.people import Person
from tables.model.table_info import TableInfo

TOLD_SECONDS = 60.0
"""Seconds that the bot may take to send a move to Discord before the next one is made."""

ATTEMPTS = 50
"""How often one of the sandbox's people looks for a button to press."""

BEFORE_ARCHIVING = 2
"""Moves of the person's seat before the thread of the first game is archived."""

LEVEL = "easy"

LIMITS = {"x-ratelimit-limit", "x-ratelimit-reset-after", "retry-after"}
"""Headers whose largest value is reported; for others only their presence."""

SHOWN, VALUE = 12, 60
"""Maximum differences that the terminal shows, and characters of a value; the report has all."""

KEY = re.compile(r"[a-z][a-z_0-9]*")
"""The form of Discord's keys that are no ids, locales or names."""

KINDS: dict[type, str] = {dict: "object", list: "list", str: "text", bool: "boolean", int: "number", float: "number"}


class Calls:
    """The responses to each kind of call."""

    def __init__(self) -> None:
        self._answers: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._seconds: defaultdict[str, list[float]] = defaultdict(list)
        self._headers: defaultdict[str, dict[str, float | None]] = defaultdict(dict)
        self._kinds: defaultdict[str, defaultdict[str, set[str]]] = defaultdict(lambda: defaultdict(set))

    def watch(self, trace: aiohttp.TraceConfig) -> None:
        """Record every traced call from now on."""
        trace.on_request_start.append(_began)
        trace.on_request_end.append(self._note_end)

    def _note_headers(self, call: str, headers: Mapping[str, str]) -> None:
        """Note the headers about rate limits, and the largest values of those in `LIMITS`."""
        noted = self._headers[call]
        for header, value in headers.items():
            name = header.lower()
            if name.startswith(("x-ratelimit-", "retry-after")):
                number = float(value) if name in LIMITS and re.fullmatch(r"\d+(\.\d+)?", value) else 0.0
                noted[name] = max(number, noted.get(name) or 0.0) or None

    async def _note_end(self, _session: object, context: Any, about: aiohttp.TraceRequestEndParams) -> None:
        base = Route.BASE
        if not str(about.url).startswith(base):
            return  # the gateway, or a file
        answer = about.response
        call = f"{about.method} {_pattern(str(about.url)[len(base) :])}"
        self._seconds[call].append(time.monotonic() - context.began)
        body = json.loads(await answer.read() or b"null") if answer.content_type == "application/json" else None
        code = body.get("code") if answer.status >= 400 and isinstance(body, dict) else None
        self._answers[call][f"{answer.status} {code}" if isinstance(code, int) else str(answer.status)] += 1
        self._note_headers(call, answer.headers)
        if answer.status < 400:
            for at, kind in _kinds(body, ""):
                self._kinds[call][at].add(kind)

    def summary(self) -> dict[str, Any]:
        """Returns, by call: responses, milliseconds, headers of rate limits, and kinds of values."""
        return {
            call: {
                "answers": dict(sorted(answers.items())),
                "milliseconds": {
                    "median": round(median(self._seconds[call]) * 1000),
                    "most": round(max(self._seconds[call]) * 1000),
                },
                "headers": dict(sorted(self._headers[call].items())),
                "kinds": {at: sorted(kinds) for at, kinds in sorted(self._kinds[call].items())},
            }
            for call, answers in sorted(self._answers.items())
        }


async def _began(_session: object, context: Any, _about: object) -> None:
    context.began = time.monotonic()


def _kinds(value: Any, at: str) -> Iterator[tuple[str, str]]:
    """Yields the path and kind of each value in a response. The path includes the type of a component."""
    yield at, KINDS.get(type(value), "null")
    if isinstance(value, dict):
        if at.endswith("[]") and isinstance(value.get("type"), int):
            at += f"<{value['type']}>"
            yield at, "object"
        for key, inner in value.items():
            if key == "emoji" and "components[]" in at:
                continue  # our own, and only if the game has got to a piece
            yield from _kinds(inner, f"{at}.{key if KEY.fullmatch(key) else '{}'}")
    elif isinstance(value, list):
        for inner in value:
            yield from _kinds(inner, f"{at}[]")


def _pattern(url: str) -> str:
    """Returns the path of a call with names for the ids and tokens in it."""
    path = re.sub(r"^/(interactions|webhooks)/\d+/[^/]+", r"/\1/{id}/{token}", url.partition("?")[0])
    return re.sub(r"/[0-9]+", "/{id}", path)


def _unlike(
    ours: dict[str, list[str]], theirs: dict[str, list[str]]
) -> Iterator[tuple[str, list[str] | None, list[str] | None]]:
    """Yields the keys that one of two answers lacks, or whose values have nothing in common but null, with the kinds of value.
    A key is not compared if its parent came from only one of them.
    """
    for at in sorted({*ours, *theirs}):
        parent = at.rpartition(".")[0] if not at.endswith(("]", ">")) else None
        left, right = set(ours.get(at, ())) - {"null"}, set(theirs.get(at, ())) - {"null"}
        lacking = (at in ours) != (at in theirs) and parent is not None and parent in ours and parent in theirs
        if lacking or (left and right and not left & right):
            yield at, ours.get(at), theirs.get(at)


def differences(here: dict[str, Any], there: dict[str, Any]) -> list[dict[str, Any]]:
    """Returns how the calls of Discord (`here`) and the sandbox (`there`) differ. If only one of them got a call, only that is
    said.
    """
    found: list[dict[str, Any]] = []

    def differ(call: str, what: str, discord_: Any, sandbox_: Any) -> None:
        found.append({"call": call, "what": what, "discord": discord_, "sandbox": sandbox_})

    for call in sorted({*here, *there}):
        if call not in here or call not in there:
            differ(call, "asked", call in here, call in there)
            continue
        one, other = here[call], there[call]
        if set(one["answers"]) != set(other["answers"]):
            differ(call, "answers", sorted(one["answers"]), sorted(other["answers"]))
        if set(one["headers"]) != set(other["headers"]):
            differ(call, "headers", sorted(one["headers"]), sorted(other["headers"]))
        for at, ours, theirs in _unlike(one["kinds"], other["kinds"]):
            differ(call, at.lstrip(".") or "the answer", ours, theirs)
    return found


class Hands(Protocol):
    """Somebody who does what a bot cannot."""

    async def start(self, title: str, key: str) -> None:
        """Have them open a table."""

    async def press(self, thread: int) -> None:
        """Have them press *My hand* in an archived thread."""


class Reader:
    """The person at the terminal, who is told what to do."""

    async def start(self, title: str, key: str) -> None:  # noqa: ARG002 - people read titles
        """Ask for the command."""
        _say(f"\n  In a channel of your test server, type /zamki start and choose {title}.")
        _say("  The bot plays it for you. After a few moves you will be asked to press one button.\n")

    async def press(self, thread: int) -> None:  # noqa: ARG002 - people see which one
        """Ask for the press."""
        _say('\n  The thread of the game is archived now. Open it and press "My hand" (or "My view") below its board.')
        _say("  After that there is nothing more for you to do.\n")


class Puppet:
    """One of the sandbox's people, who acts immediately."""

    def __init__(self, page: str) -> None:
        self._page = page.rstrip("/")

    async def start(self, title: str, key: str) -> None:  # noqa: ARG002 - the sandbox needs the key
        """Type the command in the first channel of the server."""
        me = await self._me()
        channel = next(each["id"] for each in await self._call("GET", f"{me}/channels") if each["type"] == 0)
        await self._call("POST", f"{me}/channels/{channel}/commands", path=["zamki", "start"], options={"game": key})

    async def press(self, thread: int) -> None:
        """Press the button on the newest message that has it; a board may be replaced after it has been read."""
        me = await self._me()
        for _ in range(ATTEMPTS):
            for message in reversed(await self._call("GET", f"{me}/channels/{thread}/messages")):
                if found := re.search(r'"custom_id": "(play\.hand:[^"]*)"', json.dumps(message)):
                    with suppress(aiohttp.ClientResponseError):
                        await self._call("POST", f"{me}/messages/{message['id']}/press", custom_id=found[1])
                        return
            await asyncio.sleep(0.1)

    async def _me(self) -> str:
        return f"/people/{(await self._call('GET', '/people'))[0]['id']}"

    async def _call(self, method: str, where: str, **body: Any) -> Any:
        async with (
            aiohttp.ClientSession() as session,
            session.request(method, self._page + where, json=body or None, raise_for_status=True) as answer,
        ):
            return await answer.json()


class Rehearsal:
    """The games on one Discord."""

    def __init__(self, bot: ZamkiBot, hands: Hands, games: list[str]) -> None:
        self._bot = bot
        self._tables = bot.app.tables
        self._hands = hands
        self._games = games
        self._rng = random.Random()  # noqa: S311 - any moves are good enough
        self._heard: asyncio.Queue[discord.Interaction] = asyncio.Queue()
        bot.add_listener(self._heard.put, "on_interaction")

    async def play(self) -> None:
        """Play all games. The thread of the first one is archived and opened again."""
        info, person = await self._open(self._games[0])
        await self._game(info, person, archived=True)
        for key in self._games:
            if key != info.game:
                reading = await self._tables.lobbies.open_table(person, info.place, key, language=info.language)
                await self._game(reading.info, person)

    async def _open(self, key: str) -> tuple[TableInfo, Person]:
        await self._hands.start(words("en")(f"{key}.name"), key)
        while True:
            user = (await self._next(discord.InteractionType.application_command)).user
            await self._flush()
            for info in await self._tables.looks.tables_of(user.id):
                if info.place.guild > 0:
                    return info, Person(user.id, user.display_name)

    async def _next(self, kind: discord.InteractionType) -> discord.Interaction:
        while (heard := await self._heard.get()).type is not kind:
            pass
        return heard

    async def _game(self, info: TableInfo, person: Person, *, archived: bool = False) -> None:
        """Play one game to its end: two computer players if there is room, and the person's seat, which plays at random with
        its hand in direct messages.
        """
        number, tables, title = info.id, self._tables, words("en")(f"{info.game}.name")
        for _ in range(min(2, self._bot.app.games[info.game].seats[-1] - 1)):
            await tables.lobbies.add_computer(number, person.user, LEVEL)
        await tables.endings.set_direct(number, person.user, direct=True)
        await tables.lobbies.start(number, person.user)
        moves = 0
        while (reading := await tables.looks.read(number, person.user)).info.state == "playing":
            if not await self._move(number, person.user):
                await asyncio.sleep(0.1)
                continue
            moves += 1
            await self._flush()
            _say(f"\r  {title}: move {moves}", end="")
            if archived and moves == BEFORE_ARCHIVING:
                await self._archive((await tables.looks.read(number)).info)
        await self._flush()
        _say(f"\r  {title}: over after {moves} moves and {reading.info.turn} turns")

    async def _move(self, number: int, user: int) -> bool:
        """Returns whether the person's seat was asked and has moved."""
        with suppress(Refusal):  # another move was faster
            if not (await self._tables.looks.read(number, user)).choices().words:
                return False
            reading = await self._tables.moves.reveal(number, user)
            said: tuple[str, ...] = ()
            while not (now := reading.choices(said)).complete or (now.words and self._rng.random() < 0.5):
                said = (*said, *self._rng.sample(now.words, now.together))
            await self._tables.moves.play(number, user, said)
            return True
        return False

    async def _archive(self, info: TableInfo) -> None:
        """Archive a game's thread, have somebody press there, and open it again."""
        thread, rest = info.place.channel, self._bot.app.messenger.rest
        if info.home in {None, thread}:
            return
        await rest.archive(thread)
        await self._hands.press(thread)
        await self._next(discord.InteractionType.component)
        await rest.keep_open(thread)

    async def _flush(self) -> None:
        """Wait until everything has been sent to Discord, or until that takes too long."""
        with suppress(TimeoutError):
            async with asyncio.timeout(TOLD_SECONDS):
                await asyncio.sleep(0.1)
                while self._bot.busy or (await self._tables.people.outbox_load())[1]:  # noqa: ASYNC110 - also by other tasks
                    await asyncio.sleep(0.1)


async def calls(settings: Settings, hands: Hands, games: list[str]) -> dict[str, Any]:
    """Play these games on the Discord of the settings, and return its responses. Raises BadSettings if it cannot be reached."""
    noted = Calls()
    with tempfile.TemporaryDirectory() as folder:
        apart = msgspec.structs.replace(settings, database=str(Path(folder) / "rehearsal.sqlite"), health="", shards="")
        async with bot_of(apart) as bot:
            noted.watch(bot.trace)
            connected = asyncio.create_task(bot.start(settings.token), name="discord")
            warm = asyncio.create_task(warm_up(bot, lambda: None), name="warm")
            playing = asyncio.create_task(_after(warm, Rehearsal(bot, hands, games)), name="play")
            await asyncio.wait({connected, playing}, return_when=asyncio.FIRST_COMPLETED)
            if not playing.done():
                playing.cancel()
                error = connected.exception()
                raise BadSettings(REASONS.get(type(error)) or f"The connection to Discord ended: {error}")
            await playing
            await bot.close()
            await end_task(connected)
    return noted.summary()


async def _after(warm: asyncio.Task[None], rehearsal: Rehearsal) -> None:
    await warm
    await rehearsal.play()


def rehearse(settings: Settings, asked: argparse.Namespace) -> int:
    """Play on Discord and in the sandbox, and write the differences; returns 0 even if there are some."""
    token_of(settings, "DISCORD_TOKEN is missing: a rehearsal needs a bot's token and a test server that has invited it.")
    games = asked.game or list(all_games())
    if unknown := sorted({*games} - {*all_games()}):
        raise BadSettings(f"--game {unknown[0]}: there is no such game. Write one of {', '.join(all_games())}.")
    findings = asyncio.run(report(settings, Reader(), games))
    asked.file.write_text(json.dumps(findings, indent=1) + "\n", encoding="utf-8")
    _say(closing_lines(findings["differences"], asked.file))
    return 0


def closing_lines(found: Sequence[Mapping[str, Any]], file: Path) -> str:
    """Returns what the person at the terminal reads at the end: the first differences, and where to paste and attach what."""
    lines = ["", f"  {len(found)} differences between Discord and the sandbox{':' if found else '.'}"]
    for each in found[:SHOWN]:
        here, there = _short(each["discord"]), _short(each["sandbox"])
        lines.append(f"    {each['call']}, {each['what']}: Discord {here}, sandbox {there}")
    if len(found) > SHOWN:
        lines.append(f"    … and {len(found) - SHOWN} more in the report")
    return "\n".join((
        *lines,
        f"\n  The report is {file.resolve()}. It holds no token, id, name or text.",
        "  Please send it to us, also if there are no differences. In the repository that you took Zamki from:",
        "    1. New issue, form “A rehearsal on Discord”.",
        "    2. Paste the lines from “differences” on into its first field.",
        f"    3. Drag the file {file.name} into its second field.",
    ))  # fmt: skip


def _short(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= VALUE else f"{text[: VALUE - 1]}…"


async def report(settings: Settings, hands: Hands, games: list[str]) -> dict[str, Any]:
    """Returns the responses of Discord, those of the sandbox to the same calls, and the differences."""
    sandbox.check_free(msgspec.structs.replace(settings, health=""), 0)
    here = await calls(settings, hands, games)
    _say("\n  Now the bot plays the same games in the sandbox.")
    async with sandbox.sandbox_for(settings, 0) as (of_sandbox, page):
        there = await calls(of_sandbox, Puppet(page), games)
    versions = {"zamki": ZAMKI, "discord.py": discord.__version__, "python": platform.python_version()}
    return {**versions, "differences": differences(here, there), "discord": here, "sandbox": there}


def _say(text: str, end: str = "\n") -> None:
    sys.stdout.write(f"{text}{end}")
    sys.stdout.flush()
