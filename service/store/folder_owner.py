"""Data folders of another user, refused: our files there would be closed to their owner."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from service.store.contract import StoreUnavailable
from service.store.folder_files import APPEND_ONLY, OURS


class FolderOfAnother(StoreUnavailable):
    """Something in a data folder is another user's; ``text`` says whose."""

    def __init__(self, folder: Path, file: Path) -> None:
        self.text = f"{file} {_trouble(file)}"
        self.remedy = (
            f"Run it as the user of {folder}, or give all of it to this one: "
            f"chown -R {os.geteuid()} {folder} (and chmod -R u+rwX {folder})."
        )
        super().__init__(f"{self.text}. {self.remedy}")


@contextmanager
def own_files(folder: Path) -> Iterator[None]:
    """Raise FolderOfAnother in place of a PermissionError for a file in the folder."""
    try:
        yield
    except PermissionError as error:
        raise FolderOfAnother(folder, _named(folder, error)) from error


def refuse_another(folder: Path) -> None:
    """Raise FolderOfAnother if a file of ours in the folder belongs to another user.

    The folder itself may: that of a mounted volume is often root's.
    """
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
    """Return the file that an error names, if it is one of the folder, else the folder."""
    name = error.filename
    file = folder / name if isinstance(name, str) else folder
    return file if file.is_relative_to(folder) else folder
