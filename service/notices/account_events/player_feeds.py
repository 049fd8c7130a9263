"""The feeds of players: the news that each got of their games, for a week.

All keys of a slice of the players share its hash tag, as those of notices do::

    {n07}:told:<player>    the player's news, oldest first: the name and the game's version
    {n07}:news             players with something new, for the web processes that they listen to

An event's id is its id in the player's feed. It is known as long as the feed has it, so the
ids after a loss of events, as by a fail-over or a restored backup, are unknown.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct
from redis import Redis

from projections.account_events import EventKind, EventName, read_name
from service.machine import clock
from service.redis.error_translation import translated_errors
from service.redis.leases import SLICES, prefix, slice_of
from service.redis.scripts import Script, ScriptCall, run_all

KEPT_MILLISECONDS = 7 * 24 * 3600 * 1000
MOST = 1_000
"""The most events of a player that are kept."""
NEWS = 1_000
"""The least number of news of a slice that are kept."""
# Of the machine that recorded the event against the store's.
CLOCKS_APART = 60_000
"""The most milliseconds that clocks are assumed to differ by."""
BEGINNING = "0-0"
"""The id before all events."""
PAGE = 100

_TELL = Script.of("service.notices.account_events", "tell.lua")
_ID = re.compile(r"[0-9]{1,14}-[0-9]{1,9}")


class TellingEvent(Struct, frozen=True):
    """An event to report, with the game's ``version`` and the moment it began (ms since 1970)."""

    name: EventName
    version: int
    at: int


class ToldEvent(Struct, frozen=True):
    """An event that a player got, by its ``id``; ``version`` is the game's at that time."""

    id: str
    name: EventName
    version: int

    @property
    def at(self) -> int:
        """The moment it was reported, in ms since 1970."""
        return int(self.id.partition("-")[0])


class PlayerFeeds:
    """The feeds of all players. Every method may raise StoreUnavailable."""

    def __init__(self, client: Redis) -> None:
        self._client: Any = client  # redis-py does not type bytes answers

    def tell(self, events: Mapping[str, Sequence[TellingEvent]]) -> int:
        """Append events by player, in order, and wake the players' streams; return how many.

        Events reported before or older than a week, and those to forgotten players, are left out.
        It is safe to repeat.
        """
        oldest = clock.now_ms() - KEPT_MILLISECONDS
        recent = {who: [each for each in own if each.at > oldest] for who, own in events.items()}
        known = self._existing([who for who, own in recent.items() if own])
        calls = [_call(who, recent[who]) for who in known]
        if not calls:
            return 0
        with translated_errors():
            return sum(run_all(self._client, calls))

    def tell_now(self, kind: EventKind, subject: str, players: Iterable[str]) -> int:
        """Report a new thing to players, each once: an ``invited`` to a game, a ``challenged``.

        ``subject`` is the id of the game or of the challenge.
        """
        event = TellingEvent(EventName(kind, subject), 0, clock.now_ms())
        return self.tell({player: [event] for player in players})

    def _existing(self, players: Sequence[str]) -> list[str]:
        if not players:
            return []
        with translated_errors():
            pipeline = self._client.pipeline(transaction=False)
            for player in players:
                pipeline.exists(f"player:{player}")
            return [who for who, exists in zip(players, pipeline.execute(), strict=True) if exists]

    def since(self, player: str, after: str) -> list[ToldEvent] | None:
        """Return a player's next events after an id, at most PAGE; None if the id is unknown."""
        if not _ID.fullmatch(after):
            return None
        with translated_errors():
            entries = self._client.xrange(_feed(player), after, count=PAGE + 1)
        if after != BEGINNING:
            if not entries or entries[0][0].decode() != after:
                return None
            del entries[0]
        return [_read(*entry) for entry in entries[:PAGE]]

    def end(self, player: str) -> str:
        """Return the id of a player's newest event, BEGINNING if there is none."""
        with translated_errors():
            newest = self._client.xrevrange(_feed(player), count=1)
        return newest[0][0].decode() if newest else BEGINNING

    def forget(self, player: str) -> None:
        """Delete a player's feed."""
        with translated_errors():
            self._client.unlink(_feed(player))


def news_key(number: int) -> str:
    """Return the key of the news of a slice of the players."""
    return f"{prefix(number)}news"


def news_keys() -> list[str]:
    """Return the keys of the news of all slices."""
    return [news_key(number) for number in range(SLICES)]


def players_of(entries: Iterable[Any]) -> set[str]:
    """Return the players whom entries of news name."""
    return {fields[b"p"].decode() for _, fields in entries}


def _feed(player: str) -> str:
    return f"{prefix(slice_of(player))}told:{player}"


def _call(player: str, events: Sequence[TellingEvent]) -> ScriptCall:
    keys = _feed(player), news_key(slice_of(player))
    words = [word for e in events for word in (str(e.name), e.version, _earliest(e))]
    return ScriptCall(_TELL, keys, [player, MOST, NEWS, KEPT_MILLISECONDS, *words])


def _earliest(event: TellingEvent) -> int:
    """Return the moment before which an event cannot have been reported (ms)."""
    # What happens once in a game has the moment of its newest change.
    return max(event.at - CLOCKS_APART, 0) if event.name.version else 0


def _read(id_: bytes, fields: Mapping[bytes, bytes]) -> ToldEvent:
    return ToldEvent(id_.decode(), read_name(fields[b"e"].decode()), int(fields[b"v"]))
