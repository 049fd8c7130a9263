"""Refusing data folders that cannot be read, or belong to another user, in one line."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from service.machine.os_errors import cause
from service.redis.errors import StoreUnavailable
from service.server.folder_files import APPEND_ONLY, OURS


class FolderUnreadable(StoreUnavailable):
    """A data folder, or something in it, cannot be read; ``text`` says why."""

    def __init__(self, text: str, remedy: str) -> None:
        self.text, self.remedy = text, remedy
        super().__init__(f"{text}. {remedy}")


class FolderOfAnother(FolderUnreadable):
    """A file in a data folder belongs to another user; ``text`` says to whom."""

    def __init__(self, folder: Path, file: Path) -> None:
        super().__init__(
            f"{file} {_trouble(file)}",
            f"Run it as the user of {folder}, or give all of it to this one: "
            f"chown -R {os.geteuid()} {folder} (and chmod -R u+rwX {folder}).",
        )


@contextmanager
def own_files(folder: Path) -> Iterator[None]:
    """Turn an OSError for an existing file in the folder into FolderUnreadable.

    A PermissionError becomes FolderOfAnother.
    """
    try:
        yield
    except PermissionError as error:
        raise FolderOfAnother(folder, _named(folder, error)) from error
    except FileNotFoundError:
        raise
    except OSError as error:
        raise unreadable(folder, error) from error


def unreadable(folder: Path, error: OSError) -> FolderUnreadable:
    """Return the refusal of a folder for an error of its path or of a file in it."""
    if os.path.lexists(folder) and not os.path.isdir(folder):
        return FolderUnreadable(f"{folder} is no folder", "Set ANABASIS_DATA to one.")
    text = f"{_named(folder, error)} cannot be read ({cause(error)})"
    return FolderUnreadable(text, "Set ANABASIS_DATA to a folder of its own.")


def refuse_another(folder: Path) -> None:
    """Raise FolderOfAnother if a file of ours in the folder belongs to another user."""
    # The folder itself may belong to another: that of a mounted volume often belongs to root.
    with own_files(folder):
        names = sorted(OURS & set(os.listdir(folder)))
        files = [folder / name for name in names] + sorted((folder / APPEND_ONLY).glob("*"))
        for file in files:
            if _owner(file) not in {None, os.geteuid()}:
                raise FolderOfAnother(folder, file)


def _trouble(file: Path) -> str:
    owner, user = _owner(file), os.geteuid()
    if owner in {None, user}:
        return f"cannot be opened by user {user}"
    return f"belongs to user {owner}, and this is user {user}"


def _owner(file: Path) -> int | None:
    """Return a file's user, None if it is gone or may not be seen."""
    try:
        return file.lstat().st_uid
    except OSError:
        return None


def _named(folder: Path, error: OSError) -> Path:
    """Return the file that an error names, if it is in the folder, otherwise the folder."""
    name = error.filename
    file = folder / name if isinstance(name, str) else folder
    return file if file.is_relative_to(folder) else folder
