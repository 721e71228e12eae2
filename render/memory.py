"""How the C library keeps the memory that pictures take, where it can be told.

A picture takes some tens of megabytes for a moment. Left to itself, glibc hands them back to the system after each picture and
fetches them, zeroed page by page, for the next: a fifth of a picture's time. It also gives each drawing thread a part of memory
of its own, which never shrinks: one part for all holds a third of the bytes. And what pictures have left free lies in pieces
between the sprites that stay, which glibc hands back only when it is told to: another third (docs/decisions/11-memory.md).
"""

from __future__ import annotations

import ctypes
import os
from contextlib import suppress
from functools import cache
from pathlib import Path

_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD, _M_ARENA_MAX = -1, -3, -8
KEPT, LARGEST = 16 * 2**20, 32 * 2**20
"""How many free bytes stay with the process, and up to which size one block is taken from there (32 MiB is the most that glibc
allows).
"""

_STATM = Path("/proc/self/statm")


@cache
def keep() -> None:
    """Keep some freed memory for the next picture, and all threads' in one place; to be called before they start. Does nothing
    with another C library than glibc.
    """
    if (library := _glibc()) is not None:
        library.mallopt(_M_ARENA_MAX, 1)
        library.mallopt(_M_MMAP_THRESHOLD, LARGEST)
        library.mallopt(_M_TRIM_THRESHOLD, KEPT)


def hand_back() -> None:
    """Hand back to the system what lies free between the sprites, some milliseconds' work. To be called by the event loop: all
    threads wait for memory meanwhile, and one of the drawing threads could be suspended in the middle of it.
    """
    if (library := _glibc()) is not None:
        library.malloc_trim(0)


def resident() -> int:
    """Bytes that this process holds of the machine's memory; 0 where the system does not tell."""
    try:
        return int(_STATM.read_bytes().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, AttributeError):
        return 0


@cache
def _glibc() -> ctypes.CDLL | None:
    """The C library, where it is glibc."""
    with suppress(OSError, AttributeError, TypeError):  # Windows takes no None
        library = ctypes.CDLL(None)
        library.gnu_get_libc_version  # noqa: B018 - musl has mallopt too, with other meanings
        return library
    return None
