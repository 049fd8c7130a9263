"""Errors of the operating system in words for people."""

import re
import shutil

_NUMBER = re.compile(r"\[Errno -?\d+\] ")


def plain(error: OSError) -> str:
    """Return an error's words and file, without its number; of several the first."""
    # Copying a folder gives a list: from where, where to, and why.
    text = error.args[0][0][2] if isinstance(error, shutil.Error) else error
    return _NUMBER.sub("", str(text))
