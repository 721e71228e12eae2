"""What a pool of pictures has drawn, and the threads that draw."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from cachetools import LRUCache

from render.contract import Picture
from render.pool import Pool


def finished_pictures(pool: Pool) -> LRUCache[bytes, Picture | None]:
    """Returns the pictures that the pool would not draw again."""
    return pool._done


def drawing_threads(pool: Pool) -> ThreadPoolExecutor:
    return pool._threads


def is_drawing(pool: Pool) -> bool:
    """Returns whether a picture is being drawn or waits for it."""
    return bool(pool._under_way)
