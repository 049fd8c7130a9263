"""Writing to the master of a key: repeated until answered, and confirmed by replicas.

Only for writes that are safe to repeat: without a reply nobody knows whether they were done.
"""

import logging
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from msgspec import Struct
from redis import Redis
from redis.exceptions import (
    AskError,
    ClusterDownError,
    MovedError,
    NoScriptError,
    ReadOnlyError,
    RedisClusterException,
    TryAgainError,
)
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import TimeoutError as RedisTimeoutError

from service.redis.cluster import Cluster, look_again
from service.redis.errors import Unconfirmed
from service.redis.scripts import Keys, Script
from service.telemetry.instruments import RESENT

ATTEMPTS = 3
"""Attempts to write to one server, or to a master that sentinels name."""
CLUSTER_SECONDS = 2.0
"""The time in which a write to a cluster is sent again, while slots or masters change."""
PAUSE_SECONDS = 0.05
CONFIRM_MS = 500

LOST = (RedisConnectionError, RedisTimeoutError)
"""Errors without an answer, after which the write may have been done."""
CHANGING = (TryAgainError, ClusterDownError, ReadOnlyError, RedisClusterException, *LOST)
"""Errors while a slot or a master changes: soon the cluster may accept the write."""

log = logging.getLogger(__name__)


class Replicas(NamedTuple):
    """The number of replicas that must confirm a write; ``synced`` if from their disks."""

    number: int
    synced: bool = False


NO_REPLICAS = Replicas(0)


class WriteTarget(Struct, frozen=True):
    """The master to send a write to; one that is importing the slot needs ``asking``."""

    client: Redis
    asking: bool = False


Reply = tuple[Any, int]
"""A server's reply to a write, and the number of replicas that have it."""
Sending = Callable[[WriteTarget], Reply]


class Writer:
    """Sends writes to the masters that have their keys, and has replicas confirm them.

    ``client`` must not repeat commands by itself.
    """

    def __init__(self, client: Redis, replicas: Replicas) -> None:
        self.client = client
        self.replicas = replicas
        # Checked once: isinstance takes 5 µs, as redis-py's classes are protocols.
        self._cluster = client if isinstance(client, Cluster) else None

    def run(self, script: Script, keys: Keys, arguments: Sequence[Any]) -> Reply:
        """Run a script on keys of one slot; return its reply and its number of replicas.

        Raises a RedisError or RedisClusterException if nobody answered in time.
        """

        def send(target: WriteTarget) -> Reply:
            try:
                return self._send(target, partial(script.send, keys=keys, arguments=arguments))
            except NoScriptError:
                whole = partial(script.send_whole, keys=keys, arguments=arguments)
                return self._send(target, whole)

        return self._until_answered(keys[0], send)

    def set(self, key: str, value: str) -> int:
        """Set a key; return the number of replicas that have it. Raises as ``run``."""
        _, confirmed = self._until_answered(
            key, lambda target: self._send(target, lambda to: to.set(key, value))
        )
        return confirmed

    def enforce(self, confirmed: int) -> None:
        """Raise Unconfirmed if too few replicas have a write."""
        if confirmed < self.replicas.number:
            raise Unconfirmed(
                f"{confirmed} of {self.replicas.number} replicas confirmed the write: "
                "send it again with the same command id"
            )

    def _until_answered(self, key: str, send: Sending) -> Reply:
        if self._cluster is not None:
            return _send_to_cluster(self._cluster, key, send)
        for attempt in range(1, ATTEMPTS + 1):
            try:
                return send(WriteTarget(self.client))
            except LOST as error:
                if attempt == ATTEMPTS:
                    raise
                _tell(key, error)
        raise AssertionError

    def _send(self, target: WriteTarget, command: Callable[[Any], Any]) -> Reply:
        """Send a command, which ``command`` calls on a client or a pipeline."""
        if not self.replicas.number and not target.asking:
            return command(target.client), 0
        pipeline: Any = target.client.pipeline(transaction=False)
        if target.asking:
            pipeline.execute_command("ASKING")
        # WAIT and WAITAOF use the connection of the write: on another one they would not wait for
        # it.
        command(pipeline)
        self._wait(pipeline)
        reply, *confirmed = pipeline.execute()[int(target.asking) :]
        return reply, _least(confirmed)

    def _wait(self, pipeline: Any) -> None:
        number, synced = self.replicas
        if number:
            pipeline.wait(number, CONFIRM_MS)
        if synced:
            # Sent at once, WAITAOF would find the write not yet on disk and look again only a
            # second later; after WAIT the write has just reached the disk.
            pipeline.waitaof(1, number, CONFIRM_MS)


def _least(confirmed: list[Any]) -> int:
    """Return the number of replicas with a write; 0 if it is not on the master's disk (WAITAOF)."""
    match confirmed:
        case [replicas]:
            return int(replicas)
        case [_, [on_master, replicas]]:
            return int(replicas) if on_master else 0
    return 0


def _send_to_cluster(cluster: Cluster, key: str, send: Sending) -> Reply:
    deadline, target = time.monotonic() + CLUSTER_SECONDS, None
    while True:
        try:
            return send(target or WriteTarget(cluster.node_of(key)))
        except (MovedError, AskError, *CHANGING) as error:
            if time.monotonic() > deadline:
                raise
            target = _follow(cluster, key, error)
            # Looking up nodes that hang takes longer than the time left.
            if (
                isinstance(error, CHANGING)
                and not look_again(cluster)
                and time.monotonic() > deadline
            ):
                raise


def _follow(cluster: Cluster, key: str, error: Exception) -> WriteTarget | None:
    """Return the node to which an error leads; None for the one that has the key by now."""
    if isinstance(error, MovedError):
        cluster.note_moved(error)
        return None
    if isinstance(error, AskError):
        return WriteTarget(cluster.node_at(error.host, error.port), asking=True)
    _tell(key, error)
    time.sleep(PAUSE_SECONDS)
    return None


def _tell(key: str, error: Exception) -> None:
    RESENT.inc()
    log.warning("write to %s: %s; sending it again", key, error)
