"""The id that a store and its archive share, so that no store takes another folder for its archive.

At first use a random id is stored, marked as new, and written into the archive; then the mark is
removed. From then on the archive must have that id. Two stores never share an archive: each has its
own folder. A store that is restored or moved keeps its id, and goes on with the same archive.
"""

import secrets
from typing import Any

from service.machine.os_errors import plain
from service.redis.error_translation import translated_errors
from service.store.blocks.archive_storage import ArchiveUnreachable, Objects

KEY = "anabasis:archive"
# In a folder of its own, which can only be made in an archive that is there.
MARKER = "anabasis/archive-id"
"""The object that holds the id."""
_NEW = b"new "
"""Precedes an id in the store until the archive holds it: nothing is sealed there yet."""

ITS_OWN = "mount this store's archive, or point ANABASIS_ARCHIVE_URL to it"
A_NEW_ONE = (
    "this store has none yet, or was restored from a backup taken before it had one: point "
    "ANABASIS_ARCHIVE_URL to a new, empty one"
)
"""The remedies for a store that is bound to an archive, and for one that is not."""


class NotBound(ArchiveUnreachable):
    """The archive lacks the store's id, or has another's: nothing is sealed there."""

    def __init__(self, stated: bytes | None, remedy: str = ITS_OWN) -> None:
        lack = "lacks the id of this store" if stated is None else "is another store's by its id"
        self.fault = f"the archive {lack} ({MARKER})"
        self.remedy = remedy
        super().__init__(f"{self.fault}, so nothing is sealed: {remedy}")


def check_belongs(client: Any, objects: Objects) -> None:
    """Raise ArchiveUnreachable unless the archive is the store's. Raises StoreUnavailable.

    A new archive and a new store are bound to each other. ``client`` reads and writes the store.
    """
    # An empty folder whose disk is not mounted looks like a new archive. The next mount would hide
    # a block written there, and its game would be gone from the store.
    with translated_errors():
        client.set(KEY, _NEW + secrets.token_hex(16).encode(), nx=True)
        own = client.get(KEY)
    if own.startswith(_NEW):
        _bind(objects, own.removeprefix(_NEW))
        with translated_errors():
            client.set(KEY, own.removeprefix(_NEW))
    else:
        _refuse_other(objects, own)


def check_bound(client: Any, objects: Objects) -> None:
    """Raise as ``check_belongs`` does, but write nothing; a new archive fits a new store."""
    with translated_errors():
        own = client.get(KEY)
    if own is None or own.startswith(_NEW):
        _refuse_bound(objects, (own or b"").removeprefix(_NEW))
    else:
        _refuse_other(objects, own)


def is_bound(client: Any) -> bool:
    """True if games of a store have been put into an archive. Raises StoreUnavailable."""
    with translated_errors():
        own = client.get(KEY)
    return own is not None and not own.startswith(_NEW)


def shows_id(client: Any, objects: Objects) -> bool:
    """True if the archive is there and has the store's id. Raises StoreUnavailable."""
    with translated_errors():
        own = client.get(KEY)
    try:
        return own is not None and _id_in(objects) == own
    except ArchiveUnreachable:
        return False


def _refuse_other(objects: Objects, own: bytes) -> None:
    stated = _id_in(objects)
    if stated != own:
        raise NotBound(stated)


def _refuse_bound(objects: Objects, own: bytes) -> None:
    """Refuse an archive that is already bound, unless it has the store's own new id."""
    stated = _id_in(objects)
    if stated not in (None, own):
        raise NotBound(stated, A_NEW_ONE)


def _bind(objects: Objects, own: bytes) -> None:
    _refuse_bound(objects, own)
    try:
        objects.write(MARKER, own)
    except OSError as error:
        raise ArchiveUnreachable(f"the archive cannot be written to: {plain(error)}") from error


def _id_in(objects: Objects) -> bytes | None:
    """Return the id that an archive holds, None without one."""
    try:
        return objects.read(MARKER)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise ArchiveUnreachable(f"the archive cannot be read: {plain(error)}") from error
