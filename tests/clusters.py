"""A real cluster of six nodes and a real set of sentinels, from the packaged Valkey."""

import socket
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from random import SystemRandom
from typing import Any, Self

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import AuthenticationError, RedisError
from redis.retry import Retry

from service.machine.processes import spawn
from service.server.valkey import valkey_server
from tests.waiting import eventually

MASTERS = 3
NODE_TIMEOUT_MS = 600
DOWN_AFTER_MS = 500
SLOTS = 16_384
PORTS = range(12_000, 22_000)
"""Below those that systems give to outgoing connections, as are the cluster's own, 10,000 above."""
SETTINGS = {
    "bind": "127.0.0.1",
    "appendonly": "yes",
    "appendfsync": "always",
    "save": "",
    "repl-diskless-sync-delay": "0",
    "repl-ping-replica-period": "1",
    "maxmemory-policy": "noeviction",
    "shutdown-timeout": "0",
}


class Node:
    """A server of the test's own, which can be killed and started again on its folder."""

    def __init__(self, folder: Path, port: int, settings: dict[str, Any]) -> None:
        self.folder, self.port = folder, port
        self.settings = SETTINGS | {"port": port} | settings
        folder.mkdir(parents=True)
        self.start()

    def __enter__(self) -> Self:
        eventually(lambda: _answers(self), 60.0)
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def start(self) -> None:
        """Start it, on what it has kept."""
        pairs = self.settings.items()
        arguments = [text for name, value in pairs for text in (f"--{name}", *_words(value))]
        with (self.folder / "log").open("ab") as log:
            self.process = spawn([valkey_server(), *arguments], env={}, cwd=self.folder, output=log)
        self.client = _client(self.port)

    def kill(self) -> None:
        """End it without a word."""
        self.process.kill()
        self.process.wait()

    @property
    def is_running(self) -> bool:
        return self.process.poll() is None

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"


class Servers(ABC):
    """Servers, some of them replicas of others."""

    nodes: list[Node]

    def __enter__(self) -> Self:
        try:
            for node in self.nodes:
                eventually(lambda node=node: _answers(node), 60.0)
            self._form()
            eventually(self._is_whole, 20.0)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        for node in self.nodes:  # nobody wants to keep anything
            node.kill()

    @abstractmethod
    def _form(self) -> None:
        """Make them know each other."""

    @abstractmethod
    def _is_whole(self) -> bool:
        """True once every master has all that follow it."""


class ClusterServers(Servers):
    """Six nodes: three masters with a third of the slots each, and a replica of each."""

    def __init__(self, folder: Path) -> None:
        ports = free_ports(4 * MASTERS)
        self.folder = folder
        self.nodes = [
            self._node(port, bus) for port, bus in zip(ports[::2], ports[1::2], strict=True)
        ]

    @property
    def url(self) -> str:
        """The address of the cluster; two of its nodes are enough."""
        return "redis+cluster://" + ",".join(node.address for node in self.nodes[1:3])

    def add_node(self) -> Node:
        """Start one more master, which has no slots yet."""
        node = self._node(*free_ports(2))
        self.nodes.append(node)
        eventually(lambda: _answers(node), 60.0)
        node.client.execute_command("CLUSTER MEET", *self._meeting())
        eventually(lambda: self._knows_all(node) and _is_ok(node), 60.0)
        return node

    def masters(self) -> list[Node]:
        """The nodes that have slots now, as those that run see it."""
        ids = {row[2][1] for row in self._any().client.execute_command("CLUSTER SLOTS")}
        return [node for node in self.nodes if node.is_running and node.port in ids]

    def master_of(self, key: str) -> Node:
        """The master that has a key."""
        slot = self.slot_of(key)
        [port] = [
            row[2][1]
            for row in self._any().client.execute_command("CLUSTER SLOTS")
            if row[0] <= slot <= row[1]
        ]
        return next(node for node in self.nodes if node.port == port)

    def replica_of(self, key: str) -> Node:
        """The replica of the master that has a key."""
        master = self.master_of(key)
        [address] = master.client.execute_command("CLUSTER REPLICAS", node_id(master))
        return next(node for node in self.nodes if node.address == address.partition("@")[0])

    def slot_of(self, key: str) -> int:
        """The slot of a key."""
        return int(self._any().client.execute_command("CLUSTER KEYSLOT", key))

    def settle(self) -> None:
        """Start what was killed, and return once every master has a replica that follows it."""
        for node in self.nodes:
            if not node.is_running:
                node.start()
        eventually(self._is_whole, 20.0)

    def empty(self) -> None:
        """Forget all keys."""
        for node in self.masters():
            node.client.flushall()

    def _node(self, port: int, bus: int) -> Node:
        settings = {
            "cluster-enabled": "yes",
            "cluster-port": bus,
            "cluster-node-timeout": NODE_TIMEOUT_MS,
            "cluster-replica-validity-factor": 0,
            "cluster-allow-replica-migration": "no",
        }
        return Node(self.folder / str(port), port, settings)

    def _form(self) -> None:
        masters, replicas = self.nodes[:MASTERS], self.nodes[MASTERS:]
        share = SLOTS // MASTERS
        for number, node in enumerate(masters):
            last = SLOTS - 1 if number == MASTERS - 1 else (number + 1) * share - 1
            node.client.execute_command("CLUSTER ADDSLOTSRANGE", number * share, last)
            node.client.execute_command("CLUSTER SET-CONFIG-EPOCH", number + 1)
        for node in self.nodes[1:]:
            node.client.execute_command("CLUSTER MEET", *self._meeting())
        eventually(lambda: all(map(self._knows_all, self.nodes)), 60.0)
        for node, master in zip(replicas, masters, strict=True):
            node.client.execute_command("CLUSTER REPLICATE", node_id(master))

    def _knows_all(self, node: Node) -> bool:
        info = node.client.execute_command("CLUSTER INFO")
        return int(info["cluster_known_nodes"]) >= len(self.nodes)

    def _is_whole(self) -> bool:
        with suppress(RedisError):
            return all(map(self._is_well, self.nodes))
        return False

    def _is_well(self, node: Node) -> bool:
        state = node.client.execute_command("CLUSTER INFO")["cluster_state"]
        about = node.client.info("replication")
        if about["role"] == "master":
            has_slots = node in self.masters()
            return state == "ok" and (not has_slots or about["connected_slaves"] >= 1)
        return state == "ok" and about["master_link_status"] == "up"

    def _meeting(self) -> tuple[str, int, int]:
        first = self.nodes[0]
        return "127.0.0.1", first.port, int(first.settings["cluster-port"])

    def _any(self) -> Node:
        return next(node for node in self.nodes if node.is_running)


class SentinelServers(Servers):
    """A master, two replicas, and three sentinels that watch them."""

    def __init__(self, folder: Path, name: str = "games") -> None:
        self.name, self._folder = name, folder
        ports = free_ports(6)
        self._ports = ports[3:]
        self._sentinels: list[subprocess.Popen[bytes]] = []
        self.nodes = [Node(folder / str(port), port, {}) for port in ports[:3]]

    def __exit__(self, *_: object) -> None:
        for process in self._sentinels:
            process.kill()
            process.wait()
        super().__exit__()

    @property
    def url(self) -> str:
        hosts = ",".join(f"127.0.0.1:{port}" for port in self._ports)
        return f"redis+sentinel://{hosts}/{self.name}"

    def master(self) -> Node:
        """The master that the sentinels name now."""
        _, port = _client(self._ports[0]).execute_command(
            "SENTINEL GET-MASTER-ADDR-BY-NAME", self.name
        )
        return next(node for node in self.nodes if node.port == int(port))

    def settle(self, *, in_haste: bool = False) -> None:
        """Start what was killed, and return once the master has both replicas.

        In haste nobody waits for the sentinels, who take 8 s until they make a replica of a master
        that is back.
        """
        for node in self.nodes:
            if not node.is_running:
                node.start()
                if in_haste:
                    eventually(lambda node=node: _answers(node), 60.0)
                    node.client.replicaof("127.0.0.1", str(self.master().port))
        eventually(self._is_whole, 20.0)

    def empty(self) -> None:
        """Forget all keys."""
        self.master().client.flushall()

    def _form(self) -> None:
        for node in self.nodes[1:]:
            node.client.replicaof("127.0.0.1", str(self.nodes[0].port))
        for port in self._ports:
            self._sentinels.append(self._sentinel(port))
        for port in self._ports:
            eventually(lambda port=port: self._sees_all(port), 20.0)

    def _sentinel(self, port: int) -> subprocess.Popen[bytes]:
        folder = self._folder / f"sentinel-{port}"
        folder.mkdir()
        # The server acts as a sentinel; the file is where it keeps what it finds out.
        (folder / "sentinel.conf").write_text(
            f"port {port}\nbind 127.0.0.1\nprotected-mode no\n"
            f"sentinel monitor {self.name} 127.0.0.1 {self.nodes[0].port} 2\n"
            f"sentinel down-after-milliseconds {self.name} {DOWN_AFTER_MS}\n"
            f"sentinel failover-timeout {self.name} 2000\n"
        )
        with (folder / "log").open("ab") as log:
            command = [valkey_server(), "sentinel.conf", "--sentinel"]
            return spawn(command, env={}, cwd=folder, output=log)

    def _sees_all(self, port: int) -> bool:
        with suppress(RedisError):
            about = _client(port).sentinel_masters()[self.name]
            return bool(about["num-slaves"] == 2 and about["num-other-sentinels"] == 2)
        return False

    def _is_whole(self) -> bool:
        with suppress(RedisError, StopIteration):
            about = self.master().client.info("replication")
            links = [about.get(f"slave{number}", {}).get("state") for number in range(2)]
            return bool(about["role"] == "master" and links == ["online", "online"])
        return False


def move_slot(source: Node, target: Node, slot: int) -> None:
    """Move a slot with all its keys from one master to another, key by key."""
    with opened_slot(source, target, slot):
        move_keys(source, target, slot)


@contextmanager
def opened_slot(source: Node, target: Node, slot: int) -> Iterator[None]:
    """A slot on its way from one master to another; at the end it is there."""
    target.client.execute_command("CLUSTER SETSLOT", slot, "IMPORTING", node_id(source))
    source.client.execute_command("CLUSTER SETSLOT", slot, "MIGRATING", node_id(target))
    yield
    for node in (target, source):
        node.client.execute_command("CLUSTER SETSLOT", slot, "NODE", node_id(target))


def move_keys(source: Node, target: Node, slot: int) -> None:
    """Move the keys of an opened slot."""
    while keys := source.client.execute_command("CLUSTER GETKEYSINSLOT", slot, 10):
        source.client.execute_command(
            "MIGRATE", "127.0.0.1", target.port, "", 0, 2000, "KEYS", *keys
        )


def move_slot_at_once(source: Node, target: Node, slot: int) -> None:
    """Move a slot with all its keys from one master to another at one moment."""
    source.client.execute_command(
        "CLUSTER", "MIGRATESLOTS", "SLOTSRANGE", slot, slot, "NODE", node_id(target)
    )


def node_id(node: Node) -> str:
    """The name by which a cluster knows a node."""
    return str(node.client.execute_command("CLUSTER MYID").decode())


def free_ports(count: int) -> list[int]:
    """So many ports that nobody listens on, and that no outgoing connection is given meanwhile."""
    with ExitStack() as stack:
        ports: set[int] = set()
        while len(ports) < count:
            port = SystemRandom().choice(PORTS)
            with suppress(OSError):
                stack.enter_context(socket.create_server(("127.0.0.1", port)))
                ports.add(port)
        return list(ports)


def _words(value: Any) -> list[str]:
    return str(value).split() or [""]


def _is_ok(node: Node) -> bool:
    return bool(node.client.execute_command("CLUSTER INFO")["cluster_state"] == "ok")


def _answers(node: Node) -> bool:
    try:
        return bool(node.client.ping())
    except AuthenticationError:
        return True  # to any client with the password
    except RedisError:
        return False


def _client(port: int) -> Redis:
    return Redis(port=port, retry=Retry(NoBackoff(), 0), socket_timeout=2.0, protocol=2)
