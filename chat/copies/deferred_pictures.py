"""Pictures that follow: where they queue up, private answers go out as text at once and get their pictures later."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import discord

log = logging.getLogger(__name__)

PATIENCE_SECONDS = 1.5
"""Seconds that a private answer is kept back for its picture; where it would take longer, the text goes out first."""

MANY = 25
"""Pictures that have followed, from which on what they leave free is handed back to the system when all have come."""


class DeferredPictures:
    """The pictures that are still to come, at most one for a message. `hand_back` hands back to the system what they have left
    free.
    """

    def __init__(self, hand_back: Callable[[], None] = lambda: None) -> None:
        self._hand_back = hand_back
        self._drawing: dict[int, asyncio.Task[Any]] = {}
        self._sending: dict[int, asyncio.Task[None]] = {}
        self._following: set[asyncio.Task[None]] = set()
        self._sent = 0

    @property
    def busy(self) -> bool:
        """Whether any picture is still to come."""
        return bool(self._following)

    def start(self, message: int, drawing: asyncio.Task[Any], send: Callable[[], Awaitable[None]]) -> None:
        """Have a message get what is being drawn, by `send`."""
        self._drawing[message] = drawing
        following = asyncio.create_task(self._follow(message, drawing, send), name=f"picture of message {message}")
        self._following.add(following)
        following.add_done_callback(self._followed)

    def _followed(self, following: asyncio.Task[None]) -> None:
        self._following.discard(following)
        self._sent += 1
        if not self._following and self._sent >= MANY:
            self._sent = 0
            self._hand_back()

    async def stop(self, message: int) -> None:
        """The message is about to show something else: what has not been sent yet is not sent any more."""
        if (drawing := self._drawing.pop(message, None)) is not None:
            drawing.cancel()
        if (sending := self._sending.get(message)) is not None:
            await asyncio.wait({sending})

    async def close(self, patience: float) -> None:
        """Wait for what is still to come, at most this many seconds; messages without pictures stay readable."""
        if self._following:
            _, late = await asyncio.wait(self._following, timeout=patience)
            for drawing in self._drawing.values():
                drawing.cancel()
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    async def _follow(self, message: int, drawing: asyncio.Task[Any], send: Callable[[], Awaitable[None]]) -> None:
        await asyncio.wait({drawing})
        if self._drawing.get(message) is not drawing:
            return  # stopped
        del self._drawing[message]
        if drawing.cancelled():
            return
        task = asyncio.current_task()
        assert task is not None
        self._sending[message] = task
        try:
            await send()
        except discord.HTTPException as error:
            log.info("picture could not follow", extra={"code": error.code, "status": error.status})
        except Exception:
            log.exception("picture could not follow")
        finally:
            if self._sending.get(message) is task:
                del self._sending[message]
