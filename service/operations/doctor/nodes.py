"""Checks of a cluster's nodes, or a master's sentinels and replicas: has one of them failed?"""

from collections.abc import Iterator
from typing import Any

from redis import Redis

from service.operations.doctor.findings import Finding, error, warning
from service.redis.cluster import Cluster
from service.redis.connecting import MasterPool
from service.redis.error_translation import STORE_ERRORS, reason_of

SLOTS = 16_384
SUBJECT = "nodes"
START_IT = "Start it again: until then the loss of another one may stop or lose games."
FAILED = {"fail", "fail?"}
"""The flags of a node that masters cannot reach; with a ``?``, only the node that is asked."""


def check_nodes(client: Redis) -> Iterator[Finding]:
    """Yield a finding for each node, replica or sentinel that has failed.

    Raises a RedisError or RedisClusterException.
    """
    if isinstance(client, Cluster):
        yield from _cluster(_first_answering(client))
    elif isinstance(pool := client.connection_pool, MasterPool):
        yield from _sentinels(pool.sentinel_manager.sentinels, pool.service_name)


def _first_answering(cluster: Cluster) -> Redis:
    """Return a client of a node that answers, or of the first one if none does."""
    nodes = [*cluster.masters(), *cluster.replicas()]
    for node in nodes:
        try:
            node.ping()
        except STORE_ERRORS:
            continue
        return node
    return nodes[0]


def _cluster(node: Any) -> Iterator[Finding]:
    about: Any = node.execute_command("CLUSTER INFO")
    if missing := SLOTS - int(about["cluster_slots_ok"]):
        text = f"{missing} of the cluster's {SLOTS} slots have no node that answers"
        yield error(SUBJECT, text, "Their games accept no moves: start the nodes that are down.")
    nodes: Any = node.execute_command("CLUSTER NODES")
    for address, state in sorted(nodes.items()):
        if FAILED & set(state["flags"].split(",")):
            kind, severe = ("master", error) if state["slots"] else ("node", warning)
            text = f"the cluster's {kind} {address.partition('@')[0]} has failed"
            yield severe(SUBJECT, text, START_IT)


def _sentinels(sentinels: list[Redis], master: str) -> Iterator[Finding]:
    """Yield a finding for each sentinel that does not answer, and for each replica that is down."""
    # Several sentinels know the same replica; it is reported once.
    down: dict[str, str] = {}
    for sentinel in sentinels:
        about = sentinel.connection_pool.connection_kwargs
        try:
            replicas: Any = sentinel.sentinel_slaves(master)
        except STORE_ERRORS as failure:
            text = f"the sentinel {about['host']}:{about['port']} does not answer"
            reason = reason_of(failure).rstrip(".")
            yield warning(SUBJECT, f"{text} ({reason})", START_IT)
            continue
        down |= {
            f"{each['ip']}:{each['port']}": each["flags"] for each in replicas if _is_down(each)
        }
    for address in sorted(down):
        yield warning(SUBJECT, f"the replica {address} of {master} is down", START_IT)


def _is_down(replica: Any) -> bool:
    return bool(replica.get("is_sdown") or replica.get("is_odown"))
