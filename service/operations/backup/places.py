"""Stores named to a command: an address, a data folder (running or stopped), or the default."""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from shutil import rmtree
from typing import Any

import click

from service.machine.os_errors import cause
from service.operations.backup.errors import BackupFailed
from service.redis.cluster import refuse_other_kind
from service.redis.error_translation import check_answers, translated_errors
from service.redis.retirement import refuse_retired, why_retired
from service.server.data_folder import DataFolderUnusable, DataInUse, running_url
from service.server.embedded import EmbeddedServer, ServerFailed
from service.server.folder_files import APPEND_ONLY, flush_names
from service.server.leftovers import part_of, sweep_folders
from service.settings.address import without_passwords
from service.settings.config import Config
from service.store.blocks.archive_storage import outside_of
from service.store.configured_store import name_of
from service.store.redis_store import RedisStore
from service.store.schema import refuse_newer, refuse_older

# Everybody on a machine can read a command's arguments: an address with a password must not be one.
VARIABLE = "env:"
"""Prefix of the name of a variable that holds an address."""


@contextmanager
def open_named_store(name: str | None, role: str = "") -> Iterator[RedisStore]:
    """Open a store by name; None is the environment's. Errors also name its role in the command.

    For a stopped folder a server runs until the store is closed. Raises BackupFailed,
    StoreRefused, StoreUnavailable.
    """
    url, folder = _named(name)
    with ExitStack() as stack:
        if url is None:
            url = running_url(folder) or stack.enter_context(_cold(folder, name, role)).url
        yield _connected(url, name, role)


@contextmanager
def open_for_events(name: str | None) -> Iterator[RedisStore]:
    """Open a store as ``open_named_store`` does.

    Also raises StoreRefused if it is being filled, its games have moved, or an older release has
    written it. Raises StoreUnavailable.
    """
    with open_named_store(name) as store:
        with translated_errors():
            refuse_older(store.client, _called(name, ""))
            refuse_retired(store.client)
        yield store


def is_served() -> bool:
    """True unless the environment's store is a stopped folder. Raises BackupFailed."""
    url, folder = _named(None)
    return url is not None or running_url(folder) is not None


@dataclass(frozen=True, slots=True)
class Empty:
    """A store to fill; errors call it ``name``, and ``put_in_place`` is called once it is full."""

    client: Any
    put_in_place: Callable[[], object] = lambda: None
    name: str = "The store"


@contextmanager
def opened_empty(name: str | None, role: str = "") -> Iterator[Empty]:
    """Open a store to fill; a data folder that is not put in place is removed.

    Raises BackupFailed for a folder that is not empty, StoreRefused for a server that would lose
    games.
    """
    url, folder = _named(name)
    if url is not None:
        yield Empty(_kept(_connected(url, name, role)).client, name=_called(name, role))
        return
    folder = Path(os.path.realpath(folder))
    _refuse_filled(folder)
    sweep_folders(folder)
    # It has another name until it is whole: a service may start on the folder at any moment.
    part = part_of(folder)
    try:
        with _server(part) as server:
            client = _hurried(server)

            def put_in_place() -> None:
                with translated_errors():  # it answers once everything written is on the disk
                    client.config_set("appendfsync", "always")
                server.stop()
                _put_in_place(part, folder)

            yield Empty(client, put_in_place)
    finally:
        rmtree(part, ignore_errors=True)


def _refuse_filled(folder: Path) -> None:
    try:
        is_free = not folder.exists() or (folder.is_dir() and not any(folder.iterdir()))
    except OSError as error:
        raise BackupFailed(f"{folder} cannot be read ({cause(error)}).") from error
    if not is_free:
        raise BackupFailed(
            f"{folder} is there and not empty, and nothing is overwritten. Move it away, or "
            "name another folder."
        )
    # The filled folder takes its name by a rename, which cannot replace a mount point.
    if os.path.ismount(folder):
        raise BackupFailed(f"{folder} is a mount point: name a new folder in it.")


def readable_place(name: str) -> str:
    """Return the address or absolute path of a name, without passwords, for messages.

    Raises BackupFailed.
    """
    url, folder = _named(name)
    return without_passwords(url) if url else os.path.abspath(folder)


def _called(name: str | None, role: str) -> str:
    """Return a store's name for errors: its role, and its address or folder without passwords."""
    if name is None:
        return name_of(Config.from_environment())
    words = [name, readable_place(name)] if name.startswith(VARIABLE) else [name]
    return _in_role(role, words)


def _in_role(role: str, words: Sequence[str]) -> str:
    text = ", ".join(map(without_passwords, words))
    return f"{role} ({text})" if role else text


def is_same(name: str, other: str) -> bool:
    """True if two names mean the same address or folder. Raises BackupFailed."""
    (url, folder), (url2, folder2) = _named(name), _named(other)
    return (url or folder.resolve()) == (url2 or folder2.resolve())


def is_inside(name: str, other: str) -> bool:
    """True if ``name`` means a folder within that of ``other``. Raises BackupFailed."""
    (url, folder), (url2, folder2) = _named(name), _named(other)
    return url is url2 is None and folder.resolve().is_relative_to(folder2.resolve())


def _connected(url: str, name: str | None, role: str) -> RedisStore:
    """Return the store at an address, once it has answered.

    Raises BackupFailed, StoreRefused, StoreUnavailable.
    """
    try:
        archive = outside_of(Config.from_environment().archive_url)
        store = RedisStore.of_url(url, outside=archive)
    except ValueError as error:
        of_variable = name is not None and name.startswith(VARIABLE)  # may hold a password
        text = _in_role(role, [name or ""]) if of_variable else _called(name, role)
        raise BackupFailed(f"{text} is no address of a store: {error}.") from error
    refuse_other_kind(store.client, _called(name, role))
    check_answers(store.client, _called(name, role), url)
    with translated_errors():
        refuse_newer(store.client, _called(name, role))
    return store


def _kept(store: RedisStore) -> RedisStore:
    """Return the store if its server keeps games. Raises StoreRefused, StoreUnavailable."""
    with translated_errors():
        if why_retired(store.client):
            return store  # `Filling` refuses it, and says how to empty it
    for warning in store.verify_settings():
        click.echo(f"Warning: {warning}", err=True)
    return store


def _named(name: str | None) -> tuple[str | None, Path]:
    """Return the address (None for a folder) and the folder."""
    config = Config.from_environment()
    if name is None:
        return config.redis_url, config.data
    if name.startswith(VARIABLE):
        variable = name.removeprefix(VARIABLE)
        if not os.environ.get(variable):
            raise BackupFailed(f"The variable {variable} is not set.")
        return os.environ[variable], config.data
    return (name, config.data) if "://" in name else (None, Path(name))


@contextmanager
def _cold(folder: Path, name: str | None, role: str) -> Iterator[EmbeddedServer]:
    is_cold = (folder / APPEND_ONLY).is_dir()
    if not is_cold and name is not None:
        raise BackupFailed(
            f"{_called(name, role)} holds no games, and no service runs on it: name the data "
            "folder of a service, or an address such as redis://host:6379."
        )
    if not is_cold:
        raise BackupFailed(
            f"No service runs on {folder}, and it holds no games: set ANABASIS_DATA to its folder "
            "(or ANABASIS_REDIS_URL), or start `anabasis run`."
        )
    with _server(folder) as server:
        yield server


@contextmanager
def _server(folder: Path) -> Iterator[EmbeddedServer]:
    try:
        with EmbeddedServer(folder) as server:
            yield server
    except (DataFolderUnusable, DataInUse, ServerFailed) as error:
        raise BackupFailed(" ".join(str(error).split())) from error


def _hurried(server: EmbeddedServer) -> Any:
    """Return a client of a server that writes to the disk once a second."""
    client: Any = RedisStore.of_url(server.url).client
    # Nobody plays yet, and after a crash the folder is not used: no write has to wait for the disk.
    client.config_set("appendfsync", "everysec")
    return client


def _put_in_place(part: Path, folder: Path) -> None:
    try:
        with suppress(FileNotFoundError):
            folder.rmdir()  # fails unless it is still empty
        os.rename(part, folder)
        flush_names(folder.parent)
    except OSError as error:
        text = f"{folder} could not be put in place ({cause(error)}): nothing is left of it."
        raise BackupFailed(text) from error
