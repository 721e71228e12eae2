"""The memory that pictures take and leave.

A picture takes some tens of megabytes for a moment. By default, glibc returns them to the system after each picture and fetches
them, zeroed page by page, for the next: a fifth of a picture's time. It also gives each drawing thread its own arena, which
never shrinks: a single arena takes a third of the bytes. Memory that pictures have freed is fragmented between the sprites that
stay, and glibc returns it only on request: another third (docs/decisions/11-memory.md).
"""

import ctypes
import os
from contextlib import suppress
from functools import cache

_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD, _M_ARENA_MAX = -1, -3, -8

KEPT, LARGEST = 16 * 2**20, 32 * 2**20
"""Free bytes that stay with the process, and the size up to which one block is taken from them (32 MiB is the most that glibc
allows).
"""


@cache
def keep() -> None:
    """Keep some freed memory for the next picture, and that of all threads in one arena; call it before they start. A no-op
    with C libraries other than glibc.
    """
    if (library := _glibc()) is not None:
        library.mallopt(_M_ARENA_MAX, 1)
        library.mallopt(_M_MMAP_THRESHOLD, LARGEST)
        library.mallopt(_M_TRIM_THRESHOLD, KEPT)


def hand_back() -> None:
    """Return the free memory between the sprites to the system, which takes some milliseconds. Only the event loop may call it:
    all threads wait for memory meanwhile, and a drawing thread could be suspended in the middle of it.
    """
    if (library := _glibc()) is not None:
        library.malloc_trim(0)


def resident() -> int:
    """The resident memory of this process in bytes; 0 if the system does not report it."""
    try:
        return int(os.pread(_statm(), 100, 0).split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, AttributeError):
        return 0


@cache
def _statm() -> int:
    """Opened once, because opening costs more than the read after each picture. Raises OSError."""
    return os.open("/proc/self/statm", os.O_RDONLY | os.O_CLOEXEC)


@cache
def _glibc() -> ctypes.CDLL | None:
    """The C library if it is glibc, else None."""
    with suppress(OSError, AttributeError, TypeError):  # Windows does not accept None
        library = ctypes.CDLL(None)
        library.gnu_get_libc_version  # noqa: B018 - musl has mallopt too, with other meanings
        return library
    return None
