"""Advisory locks on open files. They end with the process in any case."""

import os

try:
    import fcntl
except ImportError:  # Windows
    import msvcrt

    def lock(file: int, *, shared: bool = False) -> bool:
        """Lock an open file without waiting; False: another process has it. There are no shared locks on Windows."""
        del shared
        os.lseek(file, 0, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
        except OSError:
            return False
        return True
else:

    def lock(file: int, *, shared: bool = False) -> bool:
        """Lock an open file without waiting; False: another process has it."""
        try:
            fcntl.flock(file, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
