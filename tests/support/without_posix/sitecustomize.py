"""Removes from Python what Windows lacks, for a process with this folder in PYTHONPATH, and for all that it starts.

Python's own modules are imported first, since Python on Windows has others in their place.
"""

import asyncio
import os
import shutil
import signal
import sys
import tempfile
import types
from typing import Any

import fcntl  # isort: skip


def _locking(file: int, _mode: int, _count: int) -> None:
    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _missing(*_: Any) -> Any:
    raise NotImplementedError


assert shutil
assert tempfile
for name in ("fcntl", "resource", "termios"):
    sys.modules[name] = None  # type: ignore[assignment]
sys.modules["msvcrt"] = types.SimpleNamespace(LK_NBLCK=2, locking=_locking)  # type: ignore[assignment]
for name in ("geteuid", "fork", "sysconf", "O_DIRECTORY", "nice", "killpg", "setsid"):
    delattr(os, name)
for name in ("SIGUSR1", "SIGUSR2", "pthread_kill", "pthread_sigmask", "sigwait"):
    delattr(signal, name)
asyncio.SelectorEventLoop.add_signal_handler = _missing  # type: ignore[method-assign, assignment]
