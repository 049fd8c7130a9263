"""A service whose web processes reach their server through a proxy."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from service.run.launcher import Programs
from service.server.data_folder import password, socket_path
from service.server.embedded import EmbeddedServer
from tests.faults.proxy import Proxy, Target
from tests.servers import Service, Web


def target_of(server: EmbeddedServer) -> Target:
    """The place where a proxy reaches a server."""
    return socket_path(server.folder)


def behind(proxy: Proxy, server: EmbeddedServer) -> str:
    """The address of a server through a proxy."""
    return f"redis://:{password(server.folder)}@127.0.0.1:{proxy.port}/0"


@contextmanager
def proxied(
    folder: Path, workers: int = 2, program: Sequence[str] = Programs().web, **settings: str
) -> Iterator[tuple[Service, Proxy]]:
    """A ready service and the proxy before its server; nothing is left of either afterwards."""
    with (
        EmbeddedServer(folder / "var") as valkey,
        Proxy(target_of(valkey)) as proxy,
        Web(behind(proxy, valkey), folder / "web.log", workers, settings, program) as web,
    ):
        web.wait_until_ready()
        yield Service(valkey, web), proxy
