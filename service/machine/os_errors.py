"""Errors of the operating system in words for people."""

import errno
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT})
FULL = "the disk is full"
# A rewrite of a small file may need this much.
LEAST_FREE = 1_000_000
"""Bytes on a disk below which it counts as full."""
_NUMBER = re.compile(r"\[Errno -?\d+\] ")


def plain(error: Exception) -> str:
    """Return the words of an error, or the first of several, with the file but no number."""
    # Copying a folder gives a list of sources, targets and reasons.
    text = error.args[0][0][2] if isinstance(error, shutil.Error) else error
    if isinstance(error, OSError) and error.errno in NO_ROOM:
        return f"{FULL}: {error.filename!r}" if error.filename else FULL
    return _NUMBER.sub("", str(text))


def cause(error: OSError) -> str:
    """Return the words of an error without its file."""
    return FULL if error.errno in NO_ROOM else error.strerror or str(error)


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Add this file to errors that name none, such as those of failed writes."""
    try:
        yield
    except OSError as error:
        error.filename = error.filename or str(path)
        raise


def is_full(folder: Path) -> bool:
    """True if the disk of a folder has hardly any room left; False if the folder is gone."""
    try:
        status = os.statvfs(folder)
    except OSError:
        return False
    return status.f_bavail * status.f_frsize < LEAST_FREE
