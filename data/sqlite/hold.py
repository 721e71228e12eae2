"""The exclusive hold on a database file."""

import os
from pathlib import Path

from data.errors import InUse
from data.locks import lock
from data.sqlite.files import make_folder, unwritable


class Hold:
    """The exclusive hold on a database: an advisory lock on `<database>.lock`, which ends with the process in any case."""

    def __init__(self, path: Path) -> None:
        """Take the hold. Raises InUse if another process has it, and Unwritable if the lock file cannot be created."""
        file = path.with_name(path.name + ".lock")
        try:
            make_folder(path.parent)
            self._file = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise unwritable(file, error) from error
        if not lock(self._file):
            os.close(self._file)
            raise InUse(f"{path} is held by another running process.")

    def release(self) -> None:
        os.close(self._file)
