"""Pictures that follow private answers sent without them."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

import discord

from data import telemetry

log = logging.getLogger(__name__)

PATIENCE_SECONDS = 1.5
"""Seconds that a private answer waits for its picture; after that the text is sent first."""

MANY = 25
"""Number of pictures that have followed after which the memory they leave free is returned to the system."""


class DeferredPictures:
    """The pictures still to come, at most one for a message. While they queue up, private answers are sent as text immediately.
    `hand_back` returns the memory that they leave free to the system.
    """

    def __init__(self, hand_back: Callable[[], None] = lambda: None) -> None:
        self._hand_back = hand_back
        self._drawing: dict[int, asyncio.Task[object]] = {}
        self._sending: dict[int, asyncio.Task[None]] = {}
        self._following: set[asyncio.Task[None]] = set()
        self._sent = 0

    @property
    def busy(self) -> bool:
        """Returns whether any picture is still to come."""
        return bool(self._following)

    def start(self, message: int, drawing: asyncio.Task[object], send: Callable[[], Awaitable[None]]) -> None:
        """Have `send` add the picture to a message when it has been drawn."""
        self._drawing[message] = drawing
        following = asyncio.create_task(self._follow(message, drawing, send), name=f"picture of message {message}")
        self._following.add(following)
        following.add_done_callback(self._note_end)

    def _note_end(self, following: asyncio.Task[None]) -> None:
        self._following.discard(following)
        self._sent += 1
        if not self._following and self._sent >= MANY:
            self._sent = 0
            self._hand_back()

    async def stop(self, message: int) -> None:
        """Cancel what has not been sent yet, because the message is about to show something else."""
        if (drawing := self._drawing.pop(message, None)) is not None:
            drawing.cancel()
        if (sending := self._sending.get(message)) is not None:
            await asyncio.wait({sending})

    async def close(self, patience: float) -> None:
        """Wait at most this many seconds for the pictures still to come; messages without pictures stay readable."""
        if self._following:
            _, late = await asyncio.wait(self._following, timeout=patience)
            for drawing in self._drawing.values():
                drawing.cancel()
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    async def _follow(self, message: int, drawing: asyncio.Task[object], send: Callable[[], Awaitable[None]]) -> None:
        await asyncio.wait({drawing})
        if self._drawing.get(message) is not drawing:
            return  # cancelled
        del self._drawing[message]
        if drawing.cancelled():
            return
        task = asyncio.current_task()
        assert task is not None
        self._sending[message] = task
        try:
            await send()
        except discord.HTTPException as error:
            log.info("cannot add the picture to a private answer", extra={"code": error.code, "status": error.status})
        except Exception:
            telemetry.FAULTS.labels("picture").inc()
            log.exception("cannot add the picture to a private answer")
        finally:
            if self._sending.get(message) is task:
                del self._sending[message]
