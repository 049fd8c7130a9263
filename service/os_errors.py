"""Errors of the operating system in words for people."""

import re
import shutil

_NUMBER = re.compile(r"\[Errno -?\d+\] ")


def plain(error: Exception) -> str:
    """Return the words of an error, with its file but no number; of several the first."""
    # Copying a folder gives a list: from where, where to, and why.
    text = error.args[0][0][2] if isinstance(error, shutil.Error) else error
    return _NUMBER.sub("", str(text))
