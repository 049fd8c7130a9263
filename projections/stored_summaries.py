"""The newest summaries of games as a store keeps them, not decoded, and its contract."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Stored:
    """A game's newest summary as it is stored, and the id of the feed's line that tells of it."""

    line: str
    summary: bytes


class Summaries(Protocol):
    """The newest summaries of games; those of a shard and its feed are written as one."""

    def newest(self, games: Collection[str]) -> Mapping[str, Stored]:
        """Return the summaries of these games that have one, those of a shard at one moment."""

    def keep(self, shard: int, game_id: str, version: int, stored: Stored) -> None:
        """Keep a game's summary unless a newer one is kept."""

    def end_if_whole(self, shard: int) -> str | None:
        """Return the mark of a feed's last line if each game there has its newest summary."""

    def each(self, shard: int, after: str) -> Iterator[Mapping[str, Stored]]:
        """Yield a shard's summaries whose lines are after an id, in chunks.

        Each is at least as new as it was when the first chunk was read.
        """
