"""Memory that pictures need again and again is kept, where the C library can be told so.

A picture takes some tens of megabytes for a moment. Left to itself, glibc hands them back to the system after each picture and
fetches them, zeroed page by page, for the next: a fifth of a picture's time.
"""

from __future__ import annotations

import ctypes
from contextlib import suppress
from functools import cache

_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD = -1, -3
KEPT, LARGEST = 64 * 2**20, 32 * 2**20
"""How many free bytes stay with the process (in the part of its memory that each thread uses), and up to which size one block
is taken from there (32 MiB is the most that glibc allows).
"""


@cache
def keep() -> None:
    """Keep freed memory for the next picture; does nothing with another C library than glibc."""
    with suppress(OSError, AttributeError):
        library = ctypes.CDLL(None)
        library.gnu_get_libc_version  # noqa: B018 - musl has mallopt too, with other meanings
        library.mallopt(_M_MMAP_THRESHOLD, LARGEST)
        library.mallopt(_M_TRIM_THRESHOLD, KEPT)
