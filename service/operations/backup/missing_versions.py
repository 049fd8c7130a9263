"""Versions missing from a backup, according to a later backup's index or a folder's feed ends."""

from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from domain.record.times import moment
from service.machine.os_errors import cause
from service.operations.backup.creation import place_of
from service.operations.backup.errors import BackupFailed
from service.operations.backup.form import GameRow
from service.operations.backup.reading import BackupFile
from service.redis.shards import SHARDS
from service.server.feed_ends import FeedEnds

MOST_BYTES = 100_000
"""The most bytes of a file of feed ends."""


def missing_lines(
    path: Path, newest: BackupFile, opened: Callable[[Path], BackupFile] = BackupFile
) -> Iterator[str]:
    """Yield a line for each game or shard whose known head is past the backup's.

    ``path`` is the ``heads.json`` of a data folder, or a later backup, which ``opened`` opens and
    which needs no more than an index. Raises BackupFailed.
    """
    if path.suffix == ".json":
        yield from _missing_in_shards(_feed_ends(path), newest)
    else:
        yield from missing_versions(opened(path).games, newest.games)


def left_out_versions(newest: BackupFile) -> Iterator[str]:
    """Yield a line for each game that was left out of a backup."""
    yield from missing_versions({game: newest.games[game] for game in newest.tail.left_out}, {})


def damaged_lines(newest: BackupFile) -> Iterator[str]:
    """Yield a line for each game whose block was damaged in the archive, and so in the backup."""
    for game in newest.tail.damaged:
        last = newest.games[game].version
        yield (
            f"{game}: {_span(1, last)} in a damaged block: `anabasis verify` shows how far it is "
            "sound, and an older backup may hold it whole"
        )


def missing_versions(known: dict[str, GameRow], held: dict[str, GameRow]) -> Iterator[str]:
    """Yield a line for each game whose known head is past the held one, or differs from it."""
    for game, head in sorted(known.items()):
        have = held.get(game, GameRow(game, 0, b"", b""))
        if have.version < head.version:
            yield f"{game}: {_span(have.version + 1, head.version)} missing"
        elif have.version == head.version and have.hash != head.hash:
            yield f"{game}: version {head.version} is another event"


def _missing_in_shards(known: FeedEnds, newest: BackupFile) -> Iterator[str]:
    for shard, last in sorted((int(name), last) for name, (_, last) in known.feeds.items()):
        held = newest.tail.shards[shard].last or "0-0"
        if place_of(held) < place_of(last):
            yield f"shard {shard}: events recorded {_time_span(held, last)} are missing"


def _span(first: int, last: int) -> str:
    return f"version {first} is" if first == last else f"versions {first} to {last} are"


def _time_span(held: str, last: str) -> str:
    """Return the time span between two lines of a feed, in UTC."""
    # The server names each line by the milliseconds at which it was added.
    first, end = (moment(place_of(each)[0]) for each in (held, last))
    return f"up to {end}" if held == "0-0" else f"after {first}, up to {end},"


def _feed_ends(path: Path) -> FeedEnds:
    try:
        with path.open("rb") as file:
            ends = msgspec.json.decode(file.read(MOST_BYTES), type=FeedEnds)
    except OSError as error:
        raise BackupFailed(f"{path} cannot be read ({cause(error)}).") from error
    except (msgspec.DecodeError, ValueError) as error:
        raise BackupFailed(f"{path} holds no known heads ({error}).") from error
    if any(int(name) >= SHARDS or last.find("-") > 14 for name, (_, last) in ends.feeds.items()):
        raise BackupFailed(f"{path} holds no known heads (it names a feed that cannot exist).")
    return ends
