"""The program API: a server's finished games, standings and records as JSON, read-only, on the health check's server
under `/v1`. A server's managers open it with a key (`cogs/server/programs.py`); docs/program-api.md describes the responses.
"""

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeVar, get_args

import msgspec
from aiohttp import web

from asking.budget import RateLimiter
from chat.app import App
from chat.wire.numbers import number
from data.errors import StoreError
from data.program import ZAMKI
from data.words import words
from engines.contract import Game
from service.results import VisibleGames, game_json
from tables.errors import Refusal
from tables.history.record import nameless
from tables.history.record_steps import export
from tables.model.standings import BoardKind, StandingsSpan
from tables.service.server_actions import LATEST

T = TypeVar("T")

log = logging.getLogger(__name__)

GAMES = 50
"""Maximum games in one response."""

ALL_BURST, ALL_A_SECOND = 100, 20.0
"""Requests in a burst, and a second after that, of all programs with a key: they cost the bot time that players wait for."""

BURST, A_SECOND = 30, 1.0
"""The same for one server's programs."""

STRANGE_BURST, STRANGE_A_SECOND = 20, 5.0
"""The same for all requests without a key. They use up nothing of the others."""

LARGEST_PAGE = 10**6

ApiAnswer = Callable[[int, web.Request], Awaitable[Any]]


class ProgramApi:
    """Answers programs. Without a key they learn nothing, not even whether a server exists."""

    def __init__(self, app: App, seen: VisibleGames) -> None:
        self._app = app
        self._tables = app.tables
        self._seen = seen
        self._all = RateLimiter(burst=ALL_BURST, a_second=ALL_A_SECOND)
        self._each = RateLimiter(burst=BURST, a_second=A_SECOND)
        self._strange = RateLimiter(burst=STRANGE_BURST, a_second=STRANGE_A_SECOND)

    def routes(self) -> list[web.RouteDef]:
        """Returns the routes."""
        place = "/v1/servers/{server:[0-9]+}"
        return [
            web.get(place, self._guard(self._directory)),
            web.get(f"{place}/games", self._guard(self._games)),
            web.get(f"{place}/games/{{table:[0-9]+}}", self._guard(self._record)),
            web.get(f"{place}/standings", self._guard(self._standings)),
        ]

    def _guard(self, answer: ApiAnswer) -> Callable[[web.Request], Awaitable[web.Response]]:
        async def handle(request: web.Request) -> web.Response:
            try:
                return await self._answer(request, answer)
            except (Refusal, ValueError) as refusal:
                text = refusal.text(words("en")) if isinstance(refusal, Refusal) else str(refusal)
                return _refusal(404 if isinstance(refusal, Refusal) else 400, text)
            except StoreError:
                return _refusal(503, "the database does not answer")
            except Exception as error:  # noqa: BLE001 - anybody can ask again and again: one line each
                log.error("cannot answer a program: %s", type(error).__name__, extra={"route": answer.__name__})  # noqa: TRY400
                return _refusal(503, "the answer could not be made")

        return handle

    async def _answer(self, request: web.Request, answer: ApiAnswer) -> web.Response:
        guild = number(request.match_info["server"])
        scheme, _, key = request.headers.get("Authorization", "").partition(" ")
        if guild is None or scheme != "Bearer" or not await self._tables.servers.opens(guild, key):
            wait = self._strange.wait(0)
            return _refusal(429, "too many requests", wait) if wait else _refusal(401, "this key opens no such server")
        if wait := self._each.early(guild) or self._all.wait(0):
            return _refusal(429, "too many requests", wait)
        self._each.wait(guild)
        if not await self._seen.server(guild):
            return _refusal(404, "the bot is not in this server")
        body = await answer(guild, request)
        if body is None:
            return _refusal(404, "there is no such finished game here")
        return _json(body if isinstance(body, bytes) else msgspec.json.encode(body))

    async def _directory(self, guild: int, _: web.Request) -> Any:
        return {"server": str(guild), "program": ZAMKI, "games": [_game(key, game) for key, game in self._app.games.items()]}

    async def _games(self, guild: int, request: web.Request) -> Any:
        before, limit = _number(request, "before", LATEST, LATEST), max(1, _number(request, "limit", GAMES, GAMES))
        found = await self._tables.servers.finished_games(guild, limit, before)
        games = [game_json(info, names=_names(request)) for info in found if await self._seen.game(info)]
        return {"games": games, "next": found[-1].id if len(found) == limit else None}

    async def _record(self, guild: int, request: web.Request) -> Any:
        table = number(request.match_info["table"], LATEST)
        found = await self._tables.servers.finished_games(guild, 1, table + 1) if table is not None else []
        if not (found and found[0].id == table and await self._seen.game(found[0])):
            return None
        record = await self._tables.looks.record(found[0].id)
        record = record if _names(request) else nameless(record)
        return await asyncio.to_thread(export, record, self._app.games.get(record.game))

    async def _standings(self, guild: int, request: web.Request) -> Any:
        game = request.query.get("game")
        if game is not None and game not in self._app.games:
            raise ValueError("there is no such game")
        standings = await self._tables.ratings.standings(
            guild,
            game,
            kind=_word(request, "kind", get_args(BoardKind), "wins"),
            span=_word(request, "span", get_args(StandingsSpan), "all"),
            page=_number(request, "page", 0, LARGEST_PAGE),
        )
        rows = [msgspec.to_builtins(row) for row in standings.rows]
        left_out = {"user"} if _names(request) else {"user", "name"}
        kept = [{name: value for name, value in row.items() if name not in left_out} for row in rows]
        return {
            "game": game,
            "kind": standings.kind,
            "span": standings.span,
            "page": standings.page,
            "pages": standings.pages,
            "rows": kept,
        }


def _game(key: str, game: Game) -> Mapping[str, Any]:
    options = {option.key: option.values for option in game.options}
    return {"key": key, "name": words("en")(f"{key}.name"), "seats": list(game.seats), "options": options}


def _names(request: web.Request) -> bool:
    return request.query.get("names") == "1"


def _number(request: web.Request, name: str, default: int, most: int) -> int:
    found = number(request.query.get(name) or str(default))
    if found is None:
        raise ValueError(f"{name} is a number from 0")
    return min(found, most)


def _word(request: web.Request, name: str, known: tuple[str, ...], default: str) -> str:
    word = request.query.get(name, default)
    if word not in known:
        raise ValueError(f"{name} is one of {', '.join(known)}")
    return word


def _refusal(status: int, text: str, wait: float = 0.0) -> web.Response:
    answer = _json(msgspec.json.encode({"error": text}), status)
    if wait:
        answer.headers["Retry-After"] = str(math.ceil(wait))
    return answer


def _json(body: bytes, status: int = 200) -> web.Response:
    headers = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
    return web.Response(body=body, status=status, content_type="application/json", headers=headers)
