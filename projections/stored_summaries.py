"""The newest summaries of games as a store keeps them, not decoded, and its contract."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol


@dataclass(frozen=True, slots=True)
class Stored:
    """A game's newest summary in its stored form, and the id of its line in the feed."""

    line: str
    summary: bytes


class Changed(NamedTuple):
    """A game, and the time (ms since 1970) of its newest summary's line."""

    game_id: str
    at: int


@dataclass(frozen=True, slots=True)
class End:
    """The mark of a feed's last line; ``is_settled`` if each game has its newest summary there."""

    mark: str
    is_settled: bool


class Summaries(Protocol):
    """The newest summaries of games; a shard's summaries are written as one with its feed."""

    def newest(self, games: Collection[str]) -> Mapping[str, Stored]:
        """Return the summaries that these games have; those of a shard are read at one moment."""

    def keep(self, shard: int, game_id: str, version: int, stored: Stored) -> None:
        """Keep a game's summary unless a newer one is kept."""

    def ends(self, shards: Collection[int]) -> Mapping[int, End]:
        """Return the ends of these shards' feeds, without empty feeds."""

    def changed(self, since: Mapping[int, int], limit: int) -> Mapping[int, Sequence[Changed]]:
        """Return by shard the games with a summary of this time or later, in order, up to a
        limit."""
