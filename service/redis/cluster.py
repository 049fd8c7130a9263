"""A client of a Redis Cluster, connected at its first use; its nodes, and their clock."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from functools import partial
from typing import Any, Literal, TypeVar

from redis import Redis
from redis.backoff import NoBackoff
from redis.cluster import ClusterNode, ClusterPipeline, RedisCluster
from redis.exceptions import MovedError, RedisClusterException, RedisError
from redis.retry import Retry

from service.redis.attempts import Attempts
from service.redis.error_translation import reason_of, translated_errors
from service.redis.errors import StoreRefused
from service.redis.warm_pool import WarmPool
from service.settings.address import Host, StoreAddress

MASTER: Literal["primary"] = "primary"
REPLICA: Literal["replica"] = "replica"
NOT_A_CLUSTER = "Cluster mode is not enabled"
CLOCK_KEY = "anabasis:clock"
"""The server of this key gives the time by default, so that all processes have the same clock."""

Node = TypeVar("Node")


class Cluster(RedisCluster):
    """redis-py's client, with the service's additions.

    A node's connections are limited, and callers wait for a free one. If all nodes it knows are
    gone, it asks those of its address again. Nothing is read from replicas.
    """

    def __init__(
        self,
        address: StoreAddress,
        check: Callable[[Any], None] | None = None,
        *,
        retry: Retry,
        pool_timeout: float,
        **options: Any,
    ) -> None:
        """``retry`` is for all commands; ``check`` and ``options`` are for every connection."""
        self._address, self._check, self._pool_timeout = address, check, pool_timeout
        self._options = {"retry": retry, **options}
        # Not connected yet, so that an app can be made while the store is away, and shared by
        # forks.
        self._attempts = Attempts()

    def __getattr__(self, name: str) -> Any:
        """Connect if an attribute is missing that the library sets when it connects."""
        if name.startswith("__") or name == "connection_pool":
            raise AttributeError(name)
        self._attempts.make(lambda: None if name in self.__dict__ else self._connect())
        return self.__dict__[name]

    def _connect(self) -> None:
        scheme = "rediss" if self._address.tls else "redis"
        first, *others = self._answering(self._address.hosts)
        super().__init__(
            # With an address, the library makes pools of the given class.
            url=f"{scheme}://{_bracketed(first)}",
            startup_nodes=list(map(_node, others)),
            connection_pool_class=WarmPool,
            timeout=self._pool_timeout,
            require_full_coverage=False,
            redis_connect_func=self._check,
            **self._options,
        )
        # The library also looks up the nodes after each error, in every thread that gets one.
        look_up = partial(self._look_up, self.nodes_manager.initialize)
        self.nodes_manager.initialize = look_up  # type: ignore[method-assign]

    def _look_up(self, initialize: Callable[..., None], *args: Any, **options: Any) -> None:
        self._attempts.make(lambda: self._initialize(partial(initialize, *args, **options)))

    def _initialize(self, initialize: Callable[[], None]) -> None:
        """Look up the nodes at one that answers."""
        manager = self.nodes_manager
        known = manager.startup_nodes
        name, port = self._answering([(each.host, each.port) for each in known.values()])[0]
        # The library would ask one after another, and wait for each that hangs.
        manager.startup_nodes = {n: e for n, e in known.items() if (e.host, e.port) == (name, port)}
        try:
            initialize()
        except Exception:
            manager.startup_nodes = known
            raise

    def _answering(self, hosts: Sequence[Host]) -> Sequence[Host]:
        """Return hosts, an answering one first. Raises RedisClusterException if none answers."""
        failures: list[RedisError] = []

        def ask(host: Host) -> None:
            try:
                self._ask(host)
            except RedisError as error:
                failures.append(error)
                raise

        if answering := answering_first(hosts, ask):
            return answering
        first = f": {reason_of(failures[0])}" if failures else ""
        raise RedisClusterException(f"none of the cluster's {len(hosts)} nodes answers{first}")

    def _ask(self, host: Host) -> None:
        scheme = "rediss" if self._address.tls else "redis"
        options = {**self._options, "retry": Retry(NoBackoff(), 0)}
        with Redis.from_url(f"{scheme}://{_bracketed(host)}", **options) as client:
            client.ping()

    def close(self) -> None:
        """Close all connections, if there are any."""
        if "nodes_manager" in self.__dict__:
            super().close()

    def execute_command(self, *args: Any, **kwargs: Any) -> Any:
        """Send a command to the node of its keys."""
        try:
            return super().execute_command(*args, **kwargs)  # type: ignore[no-untyped-call]
        except RedisClusterException:
            self.ask_address_again()
            raise

    def pipeline(self, transaction: Any = None, shard_hint: Any = None) -> ClusterPipeline:
        """Return a pipeline, which is split by node; a transaction must be for one slot."""
        del shard_hint  # never given
        return _Pipeline(
            nodes_manager=self.nodes_manager,
            commands_parser=self.commands_parser,
            startup_nodes=list(self.nodes_manager.startup_nodes.values()),
            result_callbacks=self.result_callbacks,
            cluster_response_callbacks=self.cluster_response_callbacks,
            reinitialize_steps=self.reinitialize_steps,
            retry=self.retry,
            lock=self._lock,
            transaction=transaction,
            event_dispatcher=self._event_dispatcher,
        )

    def get_node(
        self, host: Any = None, port: Any = None, node_name: str | None = None
    ) -> ClusterNode | None:
        """Return a node, also one that is not known yet."""
        node: ClusterNode | None = self.nodes_manager.get_node(host, port, node_name)
        if node is not None or node_name is None:
            return node
        # A redirection may lead to a node without slots, and the library knows only nodes with
        # slots.
        name, _, number = node_name.rpartition(":")
        return self.nodes_manager.nodes_cache.setdefault(node_name, _node((name, int(number))))

    def node_of(self, key: str) -> Redis:
        """Return a client of the master that has a key."""
        slot: int = self.keyslot(key)  # type: ignore[no-untyped-call]
        return self.get_redis_connection(self.nodes_manager.get_node_from_slot(slot))

    def node_at(self, host: str, port: int) -> Redis:
        """Return a client of a node, known or not."""
        node = self.get_node(node_name=f"{host}:{port}")
        assert node is not None
        return self.get_redis_connection(node)

    def note_moved(self, error: MovedError) -> None:
        """Send a slot's next commands to the node that an error names."""
        self.nodes_manager.slots_cache.setdefault(error.slot_id, [])
        self.nodes_manager.move_slot(error)

    def masters(self) -> list[Redis]:
        """Return a client of each master."""
        nodes = self.nodes_manager.get_nodes_by_server_type(MASTER)
        return [self.get_redis_connection(node) for node in nodes]

    def replicas(self) -> list[Redis]:
        """Return a client of each replica, to read its settings; games are read from masters."""
        nodes = self.nodes_manager.get_nodes_by_server_type(REPLICA)
        return [self.get_redis_connection(node) for node in nodes]

    def refresh(self) -> None:
        """Ask the cluster again which nodes have which slots."""
        try:
            self.nodes_manager.initialize()
        except RedisClusterException:
            self.ask_address_again()
            raise

    def ask_address_again(self) -> None:
        """Include the nodes of the address when the nodes are next looked up."""
        if "nodes_manager" in self.__dict__:
            for node in map(_node, self._address.hosts):
                if node.name not in self.nodes_manager.startup_nodes:
                    self.nodes_manager.startup_nodes[node.name] = node
                    self._attempts.forgive()


class _Pipeline(ClusterPipeline):
    """A pipeline that also takes scripts, each with keys in one slot."""

    eval = RedisCluster.eval  # type: ignore[assignment] # untyped in the library's pipeline
    evalsha = RedisCluster.evalsha

    def _get_command_keys(self, *args: Any) -> Any:
        if args[0] in {"EVAL", "EVALSHA"}:  # no need to ask the server for them
            return args[3 : 3 + int(args[2])]
        return super()._get_command_keys(*args)  # type: ignore[no-untyped-call]


def masters(client: Redis) -> list[Redis]:
    """Return a client of each master: a cluster's nodes that have slots, or the only server."""
    return client.masters() if isinstance(client, Cluster) else [client]


def replicas(client: Redis) -> list[Redis]:
    """Return a client of each known replica of a cluster; none for another store."""
    return client.replicas() if isinstance(client, Cluster) else []


def master_of(client: Redis, key: str) -> Redis:
    """Return a client of the master that has a key."""
    return client.node_of(key) if isinstance(client, Cluster) else client


def server_time_ms(client: Redis, key: str = CLOCK_KEY) -> int:
    """Return the server's time in ms since 1970; in a cluster, that of the key's master.

    Raises StoreUnavailable.
    """
    with translated_errors():
        server: Any = master_of(client, key)
        seconds, micro = server.time()
    return int(seconds) * 1000 + int(micro) // 1000


def epoch_of(client: Redis, server: Redis) -> tuple[Any, ...]:
    """Return a value of a server that changes whenever its cluster's masters or slots change."""
    if not isinstance(client, Cluster):
        return ()
    about: Any = server.execute_command("CLUSTER INFO")
    return about["cluster_current_epoch"], about["cluster_size"]


def look_again(client: Redis | RedisCluster) -> bool:
    """Look up a cluster's masters again; False if no node answers."""
    if isinstance(client, Cluster):
        try:
            client.refresh()
        except (RedisError, RedisClusterException):
            return False
    return True


def refuse_other_kind(client: Redis, name: str = "ANABASIS_REDIS_URL") -> None:
    """Raise StoreRefused for a cluster at the address of one server, or the other way round.

    The message calls the address by ``name``. A server that does not answer passes.
    """
    try:
        about = masters(client)[0].info("cluster")
    except RedisClusterException as error:
        if NOT_A_CLUSTER in str(error):
            raise StoreRefused(
                f"{name} names a cluster (redis+cluster://) where a single server is: write "
                "redis://."
            ) from error
        return
    except RedisError:
        return  # whether it can be reached is for others to find out
    if int(about.get("cluster_enabled", 0)) and not isinstance(client, Cluster):
        raise StoreRefused(
            f"{name} names one node of a Redis Cluster: write "
            "redis+cluster://host:port, with a comma before each further node."
        )


def _node(host: Host) -> ClusterNode:
    return ClusterNode(*host, server_type=MASTER)  # type: ignore[no-untyped-call]


def _bracketed(host: Host) -> str:
    name, port = host
    return f"[{name}]:{port}" if ":" in name else f"{name}:{port}"


def answering_first(nodes: Sequence[Node], ask: Callable[[Node], object]) -> Sequence[Node]:
    """Return the nodes, beginning with the first to answer; an empty list if none answers.

    ``ask`` raises RedisError or OSError if a node does not answer in time.
    """
    # A single node is not asked: the next command to it waits no longer than this would.
    if len(nodes) < 2:
        return nodes
    # All at once, as each that hangs takes 1 s.
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
