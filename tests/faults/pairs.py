"""A service on a master with a replica, whose link can be parted and whose places can change."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from redis import Redis

from service.run.launcher import Programs
from service.server.data_folder import password
from service.server.embedded import EmbeddedServer
from service.store.redis_store import RedisStore
from tests.clusters import free_ports
from tests.faults.proxied import behind, target_of
from tests.faults.proxy import Fault, Proxy
from tests.servers import Service, Web
from tests.waiting import eventually


class Pair:
    """A master and its replica; clients come through ``front``, the replica through ``link``."""

    def __init__(self, master: EmbeddedServer, replica: EmbeddedServer, port: int) -> None:
        self.master, self.replica = master, replica
        self.front, self.link = Proxy(target_of(master)), Proxy(("127.0.0.1", port))
        secret = password(master.folder)
        _client(master).config_set("port", str(port), "repl-diskless-sync-delay", "0")
        self._promoted = _client(replica)
        self._promoted.config_set("masterauth", secret)
        self._promoted.replicaof("127.0.0.1", str(self.link.port))
        # The server that takes the master's place has the same password.
        self._promoted.config_set("requirepass", secret)
        self._promoted = Redis(
            unix_socket_path=str(target_of(replica)), password=secret, protocol=2
        )

    @property
    def url(self) -> str:
        """The address of the present master."""
        return behind(self.front, self.master)

    @property
    def store(self) -> RedisStore:
        """The record of the server that was the replica at first."""
        return RedisStore.of_url(
            f"unix://:{password(self.master.folder)}@{target_of(self.replica)}"
        )

    def settle(self) -> None:
        """Return once the replica follows."""
        eventually(lambda: self._about(self._promoted)["master_link_status"] == "up")

    def part(self) -> None:
        """Part the replica from its master: data on its way never arrives."""
        self.link.suffer(Fault(hold=True))

    def promote(self) -> None:
        """Make the replica a master; the old one goes on, and clients still reach it."""
        self._promoted.replicaof("no", "one")

    def change_places(self) -> None:
        """Lead clients to the new master, and have the old one follow it."""
        self.front.lead_to(target_of(self.replica))
        self.link.cut_off()
        [port] = free_ports(1)
        self._promoted.config_set("port", str(port), "repl-diskless-sync-delay", "0")
        old = _client(self.master)
        old.config_set("masterauth", password(self.master.folder))
        old.replicaof("127.0.0.1", str(port))
        eventually(lambda: self._about(old)["master_link_status"] == "up")

    def _about(self, client: Redis) -> Any:
        return client.info("replication")


def _client(server: EmbeddedServer) -> Redis:
    return Redis.from_url(server.url, protocol=2)


@contextmanager
def paired(
    folder: Path, workers: int = 2, program: Sequence[str] = Programs().web, **settings: str
) -> Iterator[tuple[Service, Pair]]:
    """A ready service on a pair of servers."""
    with (
        EmbeddedServer(folder / "first") as first,
        EmbeddedServer(folder / "second") as second,
    ):
        [port] = free_ports(1)
        pair = Pair(first, second, port)
        with pair.front, pair.link:
            pair.settle()
            with Web(pair.url, folder / "web.log", workers, settings, program) as web:
                web.wait_until_ready()
                yield Service(first, web), pair
