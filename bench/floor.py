"""What the presses of `bench live` would cost a bot that does nothing else: the floor to which Zamki is compared.

The bare bot answers each press of the same crowd with requests that Zamki has made, recorded in the same run: as many, of the
same size, by discord.py's public methods, with layouts made in advance. It has no database, rules, drawing, or retries. It runs
in a process of its own, because Zamki replaces parts of discord.py: `python -m bench.floor FILE` prints its figures.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import itertools
import json
import re
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from unittest import mock

import discord
import msgspec
from discord.components import _component_factory
from discord.ui.view import _component_to_item

from bench.at_work import Crowded, crowded
from chat.wire.internals import Adapter, Route, point_at

JSON = dict[str, Any]
DEFERRED_MESSAGE = discord.InteractionResponseType.deferred_channel_message.value
AT_ONCE = 20
"""Boards that are posted at the same time."""

_PRESS = re.compile(r"(?:interactions|webhooks)/\d+/([^/?]+)")
_MESSAGE = re.compile(r"/channels/(\d+)/messages")


class Request(msgspec.Struct):
    """One request: when it was sent (monotonic seconds), its method and address, its JSON as a value or as text, and the names
    and sizes of its files.
    """

    at: float
    method: str
    url: str
    body: Any
    files: list[tuple[str, int]]


class Tape(msgspec.Struct):
    """What the bare bot repeats: the requests of a crowd's presses from a moment on, and a board with a button for the hand.
    The crowd has `people` and `tables` and presses for some `seconds`, `rate` times a second.
    """

    people: int
    tables: int
    seconds: float
    rate: float
    began: float
    board: list[JSON]
    requests: list[Request] = []


@contextlib.contextmanager
def recording(requests: list[Request]) -> Iterator[None]:
    """Collect the requests that are made meanwhile."""
    answer, request = Adapter.request, discord.http.HTTPClient.request

    def note(route: Route, payload: Any, parts: Sequence[JSON] | None) -> None:
        body, *files = parts or ({"value": None},)
        said = payload if body["value"] is None else body["value"]  # read later: not in the time that is measured
        sizes = [(part["filename"], len(part["value"].getbuffer())) for part in files]
        requests.append(Request(time.monotonic(), route.method, route.url, said, sizes))

    async def answered(self: Adapter, route: Route, *args: Any, **options: Any) -> Any:
        note(route, options.get("payload"), options.get("multipart"))
        return await answer(self, route, *args, **options)

    async def requested(self: discord.http.HTTPClient, route: Route, **options: Any) -> Any:
        note(route, options.get("json"), options.get("form"))
        return await request(self, route, **options)

    with (
        mock.patch.object(Adapter, "request", answered),
        mock.patch.object(discord.http.HTTPClient, "request", requested),
    ):
        yield


def _layout(components: Sequence[Any]) -> discord.ui.LayoutView:
    layout = discord.ui.LayoutView(timeout=None)
    layout.stop()  # discord.py would keep it for presses
    for each in components:
        found = _component_factory(each)
        assert found is not None
        layout.add_item(_component_to_item(found))
    return layout


class Answers:
    """Recorded requests by the kind of press that they answer, given out in turn, and the messages sent beside them."""

    def __init__(self, requests: Sequence[Request]) -> None:
        presses: dict[str, list[Request]] = defaultdict(list)
        self.beside = []
        for request in requests:
            if isinstance(request.body, str):
                request.body = json.loads(request.body)
            if (press := _PRESS.search(request.url)) is not None:
                presses[press[1]].append(request)
            elif _MESSAGE.search(request.url):
                self.beside.append(request)
        whole = [steps for steps in presses.values() if steps[0].url.endswith("/callback")]
        by_kind = defaultdict(list)
        for steps in whole:
            by_kind["hand" if _opens(steps[0]) else "pick"].append(steps)
        self._next = {kind: itertools.cycle(found) for kind, found in by_kind.items()}
        self._layouts: dict[int, discord.ui.LayoutView] = {}

    def next(self, kind: str) -> list[Request]:
        """Returns the requests that answered the next press of this kind."""
        return next(self._next[kind])

    def view(self, request: Request) -> discord.ui.LayoutView:
        """Returns the layout of a request, made once."""
        if id(request) not in self._layouts:
            self._layouts[id(request)] = _layout(request.body["components"])
        return self._layouts[id(request)]


def _opens(acknowledgement: Request) -> bool:
    return bool(acknowledgement.body["type"] == DEFERRED_MESSAGE)


def _files(request: Request) -> list[discord.File]:
    return [discord.File(io.BytesIO(bytes(size)), name) for name, size in request.files]


class BareBot(discord.AutoShardedClient):
    """Answers presses as recorded."""

    def __init__(self, answers: Answers) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True, dm_messages=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
        )
        self._answers = answers
        self.connected = asyncio.Event()
        self.sending: set[asyncio.Task[None]] = set()
        self._posted: dict[str, asyncio.Queue[discord.Message]] = defaultdict(asyncio.Queue)

    async def on_ready(self) -> None:
        """Note that presses arrive from now on."""
        self.connected.set()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Send what the next press of this kind was answered with."""
        data: Any = interaction.data
        for step in self._answers.next("hand" if data["custom_id"].startswith("play.hand:") else "pick"):
            if step.url.endswith("/callback"):
                hand = _opens(step)
                await interaction.response.defer(ephemeral=hand, thinking=hand)
            elif step.method == "PATCH" and step.files:
                view = self._answers.view(step)
                await interaction.edit_original_response(view=view, attachments=_files(step))
            elif step.method == "PATCH":
                await interaction.edit_original_response(view=self._answers.view(step))

    def start_beside(self, request: Request, channel: int) -> None:
        """Start to send a message in this channel, or to edit or delete the one that was last sent there."""
        task = asyncio.create_task(self._send_beside(request, channel))
        self.sending.add(task)
        task.add_done_callback(self.sending.discard)

    async def _send_beside(self, request: Request, channel: int) -> None:
        recorded_in = request.url.rsplit("/messages", 1)[0]
        if request.method == "POST":
            where = self.get_partial_messageable(channel)
            sent = await where.send(view=self._answers.view(request), files=_files(request))
            self._posted[recorded_in].put_nowait(sent)
        elif request.method == "DELETE":
            await (await self._posted[recorded_in].get()).delete()

    async def post_boards(self, board: list[JSON], channels: Sequence[int]) -> None:
        """Post a board in each channel, with the channel's place in the list, from 1, as the number of its table."""
        number = re.search(r"play\.hand:(\d+)", json.dumps(board))
        assert number is not None
        gate = asyncio.Semaphore(AT_ONCE)

        async def post(table: int, channel: int) -> None:
            text = re.sub(rf"((?:play|table)\.[a-z-]+:){number[1]}\b", rf"\g<1>{table}", json.dumps(board))
            async with gate:
                await self.get_partial_messageable(channel).send(view=_layout(json.loads(text)))

        await asyncio.gather(*(post(at, channel) for at, channel in enumerate(channels, start=1)))


async def _repeat(tape: Tape) -> JSON:
    """Returns the CPU seconds of the bare bot's event loop, and the number of presses that it answered."""
    answers = Answers(tape.requests)
    async with crowded(tape.people, tape.tables) as (settings, crowd):
        point_at(settings.api, settings.gateway)
        bot = BareBot(answers)
        running = asyncio.create_task(bot.start(settings.token))
        await bot.connected.wait()
        await bot.post_boards(tape.board, crowd.channels)
        await crowd.asked(seated={at: crowd.four(at - 1) for at in range(1, tape.tables + 1)})
        await crowd.asked(limit=5, window=5.0)
        began, cpu = time.monotonic(), time.thread_time()
        beside = asyncio.create_task(_beside(bot, answers, crowd, began - tape.began))
        found = await crowd.asked(do="live", seconds=tape.seconds, rate=tape.rate)
        await beside
        await asyncio.gather(*bot.sending)
        spent = time.thread_time() - cpu
        await bot.close()
        await asyncio.gather(running, return_exceptions=True)
    return {"loop": spent, "presses": found["presses"], "pictured": found["pictured"]}


async def _beside(bot: BareBot, answers: Answers, crowd: Crowded, later: float) -> None:
    """Send the messages beside the answers when Zamki sent them, each of its channels replaced by another one here."""
    places: dict[str, int] = {}
    for request in answers.beside:
        await asyncio.sleep(max(0.0, request.at + later - time.monotonic()))
        recorded_in = _MESSAGE.findall(request.url)[0]
        bot.start_beside(request, places.setdefault(recorded_in, crowd.channels[len(places) % len(crowd.channels)]))


def measure(tape: Tape, folder: Path) -> JSON:
    """Returns the figures of the bare bot in a process of its own."""
    file = folder / "floor.json"
    file.write_bytes(msgspec.json.encode(tape))
    done = subprocess.run([sys.executable, "-m", "bench.floor", str(file)], stdout=subprocess.PIPE, check=True)
    return dict(json.loads(done.stdout))


if __name__ == "__main__":
    sys.stdout.write(json.dumps(asyncio.run(_repeat(msgspec.json.decode(Path(sys.argv[1]).read_bytes(), type=Tape)))))
