"""The first of a cluster's nodes to answer: all are asked at once, as one that hangs takes 1 s."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import TypeVar

from redis.exceptions import RedisError

Node = TypeVar("Node")


def answering_first(nodes: Sequence[Node], ask: Callable[[Node], object]) -> Sequence[Node]:
    """Return the nodes, the first to answer first; none if no node answers.

    ``ask`` raises RedisError or OSError where a node does not answer in time. A single node is not
    asked: the command sent to it next waits no longer than this would.
    """
    if len(nodes) < 2:
        return nodes
    pool = ThreadPoolExecutor(len(nodes), "nodes")
    try:
        asked = {pool.submit(ask, node): node for node in nodes}
        for answered in as_completed(asked):
            if answered.exception() is None:
                first = asked[answered]
                return [first, *(node for node in nodes if node is not first)]
            if not isinstance(answered.exception(), RedisError | OSError):
                answered.result()
        return []
    finally:
        pool.shutdown(wait=False)
