"""Checks of the archive outside of the server: does it take blocks, and give them back?"""

import logging
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import suppress
from itertools import islice
from pathlib import Path

from service.machine.os_errors import plain
from service.machine.plain_text import counted
from service.operations.archive.counting import count
from service.operations.doctor.findings import Finding, error, ok, warning
from service.redis.errors import StoreUnavailable
from service.settings.archive_addresses import folder_of
from service.settings.config import Config
from service.store.blocks.archive_identity import NotBound, check_bound, is_bound
from service.store.blocks.archive_storage import NOWHERE, Folder, Outside, outside_of
from service.store.redis_store import RedisStore

log = logging.getLogger(__name__)

SUBJECT = "archive"
MOST_OPEN = 1_000
"""The most files that are counted as open to others."""
# More than the sum of the time limits of a bucket's three commands.
PROBE_SECONDS = 30.0


def check_archive(config: Config) -> Iterator[Finding]:
    """Yield the finding about the configured archive; it writes an object, and deletes it again."""
    outside = outside_of(config.archive_url)
    if outside is not NOWHERE:
        yield _probed(outside)
    if isinstance(outside.objects, Folder):
        yield from _open_files(outside.objects, folder_of(str(config.archive_url)))


def _probed(outside: Outside) -> Finding:
    try:
        _in_time(outside.probe)
    except OSError as failure:
        text = "no object could be written to ANABASIS_ARCHIVE_URL, read back and deleted"
        text = f"{text} ({plain(failure)})"
        remedy = "Fix the address or its rights: until then games that lie there cannot be read."
        return error(SUBJECT, text, remedy)
    return ok(SUBJECT, "an object was written to it, read back and deleted")


def _open_files(archive: Folder, folder: Path) -> Iterator[Finding]:
    """Yield a warning if other users of the machine can read blocks."""
    files: list[Path] = []
    with suppress(OSError):  # reported by the probe
        _in_time(lambda: files.extend(islice(archive.open_files(), MOST_OPEN)))
    if files:
        is_more = len(files) == MOST_OPEN
        number = f"{MOST_OPEN} or more files" if is_more else counted(len(files), "file")
        text = (
            f"{number} in {folder} can be read by others on this machine, such as {files[0].name}"
        )
        yield warning(SUBJECT, text, f"Try chmod -R go-rwx {folder}.")


def _in_time(look: Callable[[], object]) -> None:
    """Look at an archive. Raises OSError if that takes more than PROBE_SECONDS."""
    done = Future[None]()

    def looked() -> None:
        try:
            look()
            done.set_result(None)
        except Exception as error:
            done.set_exception(error)

    # A mounted folder may hang for hours. An exit waits for a pool's threads, not for a daemon.
    threading.Thread(target=looked, daemon=True).start()
    try:
        done.result(PROBE_SECONDS)
    except TimeoutError:
        if done.done():
            raise
        raise OSError(f"no answer in {PROBE_SECONDS:.0f} s") from None


def check_games_outside(config: Config, store: RedisStore) -> Iterator[Finding]:
    """Yield an error if games lie outside of the store, but not in the configured archive."""
    if config.archive_url:
        yield from _check_bound(outside_of(config.archive_url), store)
        return
    try:
        games = count(store.client, lambda _: None).outside
    except StoreUnavailable:
        return  # reported by the checks of the server
    if games:
        text = f"{counted(games, 'game lies', 'games lie')} outside of the store"
        remedy = "Set ANABASIS_ARCHIVE_URL to the archive that has them."
        yield error(SUBJECT, f"{text}, and no archive is set", remedy)


def warn_of_archive(config: Config, store: RedisStore) -> None:
    """Log why the archive cannot be used, before players notice. Raises StoreUnavailable."""
    # Games are counted only if some may lie outside, as counting goes through all of them.
    if config.archive_url or is_bound(store.client):
        for finding in (*check_archive(config), *check_games_outside(config, store)):
            if finding.level != "ok":
                log.warning("the archive cannot be used: %s. %s", finding.text, finding.remedy)


def _check_bound(outside: Outside, store: RedisStore) -> Iterator[Finding]:
    """Yield an error if an archive lacks the store's id, or has another store's."""
    objects = outside.objects
    assert objects is not None
    try:
        _in_time(lambda: check_bound(store.client, objects))
    except NotBound as refusal:
        remedy = refusal.remedy
        yield error(SUBJECT, refusal.fault, f"{remedy[0].upper()}{remedy[1:]}.")
    except (StoreUnavailable, OSError):
        return  # reported by the checks of the server, and by the probe
