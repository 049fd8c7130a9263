"""Waiting for news in the shards' feeds, on one server and on the masters of a cluster."""

import select
import threading
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from time import monotonic
from typing import Any, Protocol

from redis import Redis
from redis.exceptions import MovedError

from service.redis.cluster import Cluster, look_again
from service.redis.connecting import changed_keys, follow, new_connection
from service.redis.error_translation import STORE_ERRORS

Places = Mapping[str, str]
"""The id of the last line read, by the key of the feed."""
News = dict[str, list[Any]]
"""New entries by the key of their feed."""

LINES = 1000
"""The most lines read from a feed at once."""
LOOK_SECONDS = 1.0
"""Seconds for which a cluster's feed is assumed to have no news after it had none."""
POLL_SECONDS = 0.1
"""The pause between looks at a master that does not announce changes."""


class FeedReader(Protocol):
    """Waits for lines in feeds. May raise a RedisError or RedisClusterException."""

    def read(self, places: Places, seconds: float) -> News:
        """Return the entries past these ids; wait up to ``seconds`` for some."""


def feed_reader(client: Redis, feeds: Sequence[str]) -> FeedReader:
    """Return the reader of these feeds for a client whose timeout allows it to block."""
    return ClusterFeeds(client, feeds) if isinstance(client, Cluster) else ServerFeeds(client)


class ServerFeeds:
    """Feeds that are all on one server, which one command waits for."""

    def __init__(self, client: Redis) -> None:
        self._client: Any = client  # redis-py does not type bytes answers

    def read(self, places: Places, seconds: float) -> News:
        """Return the entries past these ids; wait up to ``seconds`` for some."""
        block = max(int(seconds * 1000), 1)
        news = self._client.xread(dict(places), count=LINES, block=block)
        return {key.decode(): entries for key, entries in news or ()}


class ClusterFeeds:
    """Feeds on the masters of a cluster, where no command may name keys of two slots.

    Each master announces changed feeds on one connection, and only those are read. Each reading
    thread has its own connections.
    """

    def __init__(self, cluster: Cluster, feeds: Sequence[str]) -> None:
        self._cluster, self._feeds = cluster, feeds
        self._own = threading.local()

    def read(self, places: Places, seconds: float) -> News:
        """Return the entries past these ids; wait up to ``seconds`` for some.

        While a master is away, the news of the others is returned. Raises if all are away.
        """
        if not hasattr(self._own, "listener"):
            self._own.listener = _Listener(self._cluster, self._feeds)
        news: News = self._own.listener.read(places, seconds)
        return news


class _Listener:
    """One thread's connections to the masters, and the feeds that have nothing new.

    ``_quiet`` holds for each feed the id after which it had nothing, until its master announces a
    change, and for LOOK_SECONDS at most.
    """

    def __init__(self, cluster: Cluster, feeds: Sequence[str]) -> None:
        self._cluster, self._feeds = cluster, feeds
        self._connections: dict[Redis, Any] = {}
        self._quiet: dict[str, str] = {}
        self._due = 0.0

    def read(self, places: Places, seconds: float) -> News:
        """Return the entries past these ids; wait up to ``seconds`` for some."""
        deadline = monotonic() + seconds
        while True:
            self._follow_masters()  # listen first: no change may fall between reading and listening
            news = self._look(places)
            left = deadline - monotonic()
            if news or left <= 0:
                return news
            is_told = all(self._quiet.get(feed) == place for feed, place in places.items())
            self._listen(min(left, LOOK_SECONDS if is_told else POLL_SECONDS))

    def _follow_masters(self) -> None:
        now = monotonic()
        if now >= self._due:
            self._quiet.clear()
            # So a slot that moved unnoticed, or a master that hangs, delays news by LOOK_SECONDS at
            # most.
            self._due = now + LOOK_SECONDS
        for master in self._cluster.masters():
            if master not in self._connections:
                self._follow(master)

    def _follow(self, master: Redis) -> None:
        connection = new_connection(master)
        with suppress(*STORE_ERRORS, OSError):  # its feeds are polled meanwhile
            follow(connection, self._feeds)
            self._connections[master] = connection
            self._quiet.clear()

    def _look(self, places: Places) -> News:
        """Return the news of all feeds but those known to have none."""
        unknown = {feed: at for feed, at in places.items() if self._quiet.get(feed) != at}
        groups = self._by_master(unknown)
        news: News = {}
        errors: list[Exception] = []
        for master, group in groups.items():
            try:
                news |= self._ask(master, group)
            except STORE_ERRORS as error:
                errors.append(error)
                self._drop(master)
        if errors:
            look_again(self._cluster)
        if errors and len(errors) == len(groups):
            raise errors[0]
        return news

    def _by_master(self, places: Places) -> Mapping[Redis, Places]:
        groups: defaultdict[Redis, dict[str, str]] = defaultdict(dict)
        for feed, at in places.items():
            groups[self._cluster.node_of(feed)][feed] = at
        return groups

    def _ask(self, master: Redis, places: Places) -> News:
        pipeline: Any = master.pipeline(transaction=False)
        for feed, at in places.items():
            pipeline.xrange(feed, f"({at}", count=LINES)
        replies = zip(places, pipeline.execute(raise_on_error=False), strict=True)
        answers = {feed: reply for feed, reply in replies if not self._is_elsewhere(reply)}
        if master in self._connections:
            self._quiet |= {feed: places[feed] for feed, entries in answers.items() if not entries}
        return {feed: entries for feed, entries in answers.items() if entries}

    def _is_elsewhere(self, reply: Any) -> bool:
        """True if a master does not serve a feed; note the new master of a feed that moved."""
        if isinstance(reply, MovedError):
            self._cluster.note_moved(reply)
        return isinstance(reply, Exception)

    def _listen(self, seconds: float) -> None:
        """Wait up to ``seconds`` until some feeds have changed."""
        poll = select.poll()
        by_socket = {each._sock.fileno(): master for master, each in self._connections.items()}
        for number in by_socket:
            poll.register(number, select.POLLIN)
        for number, _ in poll.poll(seconds * 1000):
            self._hear(by_socket[number])

    def _hear(self, master: Redis) -> None:
        connection = self._connections[master]
        try:
            while connection.can_read(0):
                self._note(changed_keys(connection.read_response()))
        except (*STORE_ERRORS, OSError):
            self._drop(master)

    def _note(self, keys: Sequence[bytes] | None) -> None:
        for feed in self._feeds if keys is None else map(bytes.decode, keys):
            self._quiet.pop(feed, None)

    def _drop(self, master: Redis) -> None:
        connection = self._connections.pop(master, None)
        if connection is not None:
            connection.disconnect()
        self._quiet.clear()
