"""Checks of the games in a stopped data folder, by starting a server on a copy of them."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from service.machine.os_errors import plain
from service.operations.doctor.findings import Finding, Level, ok, warning
from service.redis.connecting import connect
from service.redis.error_translation import translated_errors
from service.redis.errors import StoreRefused, StoreUnavailable
from service.server import feed_ends
from service.server.data_folder import DataFolderUnusable, is_copy
from service.server.embedded import EmbeddedServer, ServerFailed
from service.server.folder_files import APPEND_ONLY
from service.store.schema import refuse_newer, refuse_older

SUBJECT = "games"
# Copying more would take too long, and the disk may not have room for it.
LARGEST = 500_000_000
"""The most bytes that are copied."""


def check_cold(folder: Path) -> Iterator[Finding]:
    """Yield the finding about the games of a folder on which no server runs, if it has any."""
    files = folder / APPEND_ONLY
    if not files.is_dir():
        return
    if sum(file.stat().st_size for file in files.iterdir()) > LARGEST:
        yield ok(SUBJECT, "too many to be tried here: `anabasis verify` tries whether they start")
        return
    try:
        with TemporaryDirectory(prefix="anabasis-doctor-") as place:
            yield _tried(folder, Path(place).resolve())
    except (OSError, DataFolderUnusable, StoreUnavailable) as failure:
        text = f"a start could not be tried ({plain(failure).rstrip('.')})"
        yield warning(SUBJECT, text, "Try `anabasis verify`.")


def _tried(folder: Path, place: Path) -> Finding:
    """Return the finding of a start on a copy, which is made in an empty folder."""
    shutil.copytree(folder / APPEND_ONLY, place / APPEND_ONLY)
    # Copy the known feed ends, too, so that the start notices missing events.
    if (folder / feed_ends.NAME).exists():
        shutil.copy2(folder / feed_ends.NAME, place)
    try:
        with EmbeddedServer(place) as server:
            client, name = connect(server.url), f"ANABASIS_DATA ({folder})"
            with translated_errors():
                refuse_newer(client, name)
                refuse_older(client, name)
            return ok(SUBJECT, "a start finds all that were known")
    except StoreRefused as refusal:
        return Finding("error", SUBJECT, str(refusal))
    except ServerFailed as refusal:
        reason = str(refusal).splitlines()[0].replace(str(place), str(folder))
        level: Level = "warning" if is_copy(folder) else "error"  # a start on a copy only warns
        return Finding(level, SUBJECT, reason)
