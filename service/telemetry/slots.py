"""A number for each process that counts: a new one goes on counting where a dead one stopped.

prometheus_client names a process's files by its id, and keeps those of the dead forever: each dead
process would add 0.25 ms to every scrape, and processes of bots come and go all day.
"""

import fcntl
import os
from pathlib import Path

LOCKS = "slots"
MOST = 1_000
SPACE = {
    "counter": 1 << 16,
    "histogram": 1 << 20,
    "gauge_max": 1 << 16,
    "gauge_livemax": 1 << 16,
    "gauge_livesum": 1 << 16,
}
"""Bytes of a process's files, more than all series take. prometheus_client reserves none: on a full
disk its first write ends the process by SIGBUS."""


class Slots:
    """The numbers of the processes that count in a folder, held by locks on bytes of one file.

    Such a lock is its process's own: no fork inherits it, and it ends with the process.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        # Never closed: that would end all locks that the process has on the file.
        self._file = os.open(folder / LOCKS, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        self._process, self._number = 0, 0

    def own(self) -> int:
        """Return this process's number, which was the first free one; a fork gets another.

        Raises OSError if there is no room for its files.
        """
        if self._process != os.getpid():
            self._number = next(number for number in range(MOST) if self._locked(number))
            self._forget(self._number)
            self._reserve(self._number)
            self._process = os.getpid()
        return self._number

    def forget_dead(self) -> None:
        """Remove the levels of ended processes; call it in a process that counts nothing."""
        for number in {int(file.stem.rpartition("_")[2]) for file in self._levels("*")}:
            if self._locked(number):
                self._forget(number)
                fcntl.lockf(self._file, fcntl.LOCK_UN, 1, number)

    def _forget(self, number: int) -> None:
        for file in self._levels(str(number)):
            file.unlink()

    def _reserve(self, number: int) -> None:
        for kind, size in SPACE.items():
            with (self._folder / f"{kind}_{number}.db").open("ab") as file:
                file.write(bytes(max(0, size - file.tell())))

    def _levels(self, number: str) -> list[Path]:
        return list(self._folder.glob(f"gauge_live*_{number}.db"))

    def _locked(self, number: int) -> bool:
        try:
            fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, number)
        except OSError:
            return False
        return True
