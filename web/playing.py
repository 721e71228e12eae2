"""Playing on a page: what sessions ask for and send, by the same questions as in every other face of the bot."""

import asyncio
import contextlib
import hashlib
from collections.abc import AsyncIterator
from typing import Annotated

import msgspec
from cachetools import LRUCache

from asking.asker import Asker
from asking.lead import Confirm, Impossible, Next, NotPlaying, PastQuestion, PlayMove, following, lead
from asking.lines import refusal_text
from asking.moments import Moments
from data.words import Words, words
from engines.contract import IllegalMove, Move
from render.contract import Picture
from render.turns import Outdated
from tables.errors import NotAlone, Refusal
from tables.service.page_actions import Session, digest_of
from web.own_page import OwnPage, PageAct, SaidSoFar, of_session
from web.public_page import PublicPage

LOOK_SECONDS = 15.0
"""Seconds after which a session's page is looked at again although nothing was heard."""

KEPT_BYTES = 8 * 2**20
"""The most bytes of pictures that are kept until sessions have fetched them."""

REMEMBERED = 10_000
"""Requests that have been carried out, with what they led to: one that is sent again leads to the same."""

PageWord = Annotated[str, msgspec.Meta(max_length=24)]


class TooFast(Exception):
    """The person acts too fast; `seconds` later they may go on."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.seconds = seconds


class LogIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a page sends to begin a session."""

    key: Annotated[str, msgspec.Meta(max_length=64)]


class Sent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a page sends: words about the question of `stage`. `nonce` is new for each act, and the same if it is sent again."""

    act: PageAct = "see"
    stage: int = -1
    say: Annotated[tuple[PageWord, ...], msgspec.Meta(max_length=32)] = ()
    planning: bool = False
    warned: bool = False
    """Whether the page shows a warning about them."""
    nonce: Annotated[str, msgspec.Meta(max_length=40)] = ""


class SessionPage(msgspec.Struct, frozen=True):
    """Everything that the page of a session shows."""

    page: PublicPage
    own: OwnPage


class Playing:
    """Answers the requests of sessions."""

    def __init__(self, asker: Asker, moments: Moments) -> None:
        self._asker = asker
        self._moments = moments
        self._pictures: LRUCache[tuple[str, str], Picture] = LRUCache(KEPT_BYTES, getsizeof=lambda each: len(each.data))
        self._carried_out: LRUCache[int, SaidSoFar] = LRUCache(REMEMBERED)

    async def begin(self, sent: LogIn) -> str:
        """Returns the token of a new session. Raises NoSuchTable if the key opens none."""
        token, _ = await self._asker.tables.pages.begin(sent.key)
        return token

    async def act(self, token: str, sent: Sent, language: str, theme: str) -> SessionPage:
        """Carry out what a page sends, and return the page after it. Raises TooFast, NoSuchTable, NotSeated and Refusal."""
        session = await self._asker.tables.pages.open(token)
        if seconds := self._asker.acts.wait(session.user):
            raise TooFast(seconds)
        return await self._page(token, await self._carry_out(session, sent, words(language)), language, theme)

    async def see(self, token: str, sent: Sent, language: str, theme: str) -> SessionPage:
        """Returns the page as it is now. Raises NoSuchTable, NotSeated and Refusal."""
        so_far = SaidSoFar(sent.stage, sent.say, sent.planning)
        if sent.warned:
            reading = (await self._asker.tables.pages.open(token)).reading
            warning = lead(reading, sent.say, stage=sent.stage, done=True)
            so_far = msgspec.structs.replace(so_far, warn=warning.warn) if isinstance(warning, Confirm) else SaidSoFar()
        return await self._page(token, so_far, language, theme)

    @contextlib.asynccontextmanager
    async def changes(self, token: str) -> AsyncIterator[asyncio.Event]:
        """Yields what is set when the table of a session changes. Raises as `see` does."""
        session, changed = await self._asker.tables.pages.open(token), asyncio.Event()
        close = self._asker.tables.changes.subscribe(lambda _news: changed.set(), session.reading.info.id)
        try:
            yield changed
        finally:
            close()

    async def picture(self, token: str, name: str) -> Picture | None:
        """Returns a picture that a page of this session has named, if it is still kept. Raises as `see` does."""
        await self._asker.tables.pages.open(token)
        return self._pictures.get((digest_of(token), name))

    async def _page(self, token: str, so_far: SaidSoFar, language: str, theme: str) -> SessionPage:
        asker, spoken = self._asker, words(language)
        while True:
            session = await asker.tables.pages.open(token)
            try:
                turns = await asker.tables.looks.turns(session.reading.info.id)
                page, board = await PublicPage.of(asker, session.public, turns, spoken, theme)
                own, picture = await of_session(asker, self._moments, session, so_far, spoken, theme, board)
            except Outdated:
                continue
            for named, drawn in ((page.picture, board), (own.picture, picture)):
                if named is not None and drawn is not None:
                    self._pictures[digest_of(token), named.name] = drawn
            return SessionPage(page, own)

    async def _carry_out(self, session: Session, sent: Sent, spoken: Words) -> SaidSoFar:
        """Carry out what was sent; return what the page shows then."""
        request = _request_of(session, sent.nonce) if sent.nonce else None
        if request is not None and (before := self._carried_out.get(request)) is not None:
            return before
        try:
            so_far = await self._answer(session, sent, spoken, request)
        except NotAlone:
            return SaidSoFar(note=spoken("watch.own.ask-in-chat"))
        except (Refusal, IllegalMove) as refusal:
            return SaidSoFar(planning=sent.planning, note=refusal_text(refusal, spoken))
        if request is not None:
            self._carried_out[request] = so_far
        return so_far

    async def _answer(self, session: Session, sent: Sent, spoken: Words, request: int | None) -> SaidSoFar:
        asker, user, table = self._asker, session.user, session.reading.info.id
        match sent.act:
            case "see":
                return SaidSoFar(sent.stage, sent.say, sent.planning)
            case "plan":
                return SaidSoFar(planning=not sent.planning)
            case "less":
                kept = max(0, len(session.reading.ahead) - 1)
                await asker.tables.moves.unplan(table, user, keep=kept, request=request)
                return SaidSoFar(planning=True)
            case "on":
                with contextlib.suppress(Outdated):  # then there is something newer to see
                    await self._moments.go_on(asker, session.reading, user)
                await asker.tables.outbox.go_on(table)
                await asker.open(table, user)
                return SaidSoFar()
            case "back":
                await asker.tables.moves.take_back(table, user, request=request)
                return SaidSoFar(note=spoken("cogs.hand.taken-back"))
            case "say" | "done" if sent.planning:
                return await self._plan(session, sent, request)
            case "say" | "done":
                return await self._say(session, sent, spoken, request)
            case "sure":
                return await self._play(session, sent.stage, sent.say, request)

    async def _say(self, session: Session, sent: Sent, spoken: Words, request: int | None) -> SaidSoFar:
        match lead(session.reading, sent.say, stage=sent.stage, done=sent.act == "done"):
            case NotPlaying():
                return SaidSoFar()
            case PastQuestion():
                return SaidSoFar(note=spoken("cogs.hand.stale"))
            case Next(said=further):
                return SaidSoFar(sent.stage, further)
            case Confirm(said=move, warn=warn):
                return SaidSoFar(sent.stage, move, warn=warn)
            case PlayMove(said=move) | Impossible(said=move):
                return await self._play(session, sent.stage, move, request)

    async def _play(self, session: Session, stage: int, move: Move, request: int | None) -> SaidSoFar:
        moves = self._asker.tables.moves
        await moves.play(session.reading.info.id, session.user, move, stage=stage, request=request, whole=False)
        await self._asker.open(session.reading.info.id, session.user)
        return SaidSoFar()

    async def _plan(self, session: Session, sent: Sent, request: int | None) -> SaidSoFar:
        moves, table = self._asker.tables.moves, session.reading.info.id
        trial = await moves.planning(table, session.user)
        if trial is None:
            return SaidSoFar()
        leads = following(trial.choices, sent.say, done=sent.act == "done")
        if isinstance(leads, Next | Impossible):
            return SaidSoFar(session.reading.info.stage, leads.said, planning=True)
        await moves.plan(table, session.user, leads.said, request=request)
        return SaidSoFar(planning=True)


def _request_of(session: Session, nonce: str) -> int:
    """Returns the number of a request, negative to be told from those of Discord."""
    digest = hashlib.sha256(f"{session.user}.{session.reading.info.id}.{nonce}".encode()).digest()
    return -1 - int.from_bytes(digest[:7])
