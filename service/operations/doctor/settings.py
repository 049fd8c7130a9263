"""Checks of the environment's variables, and the versions that run."""

import os
import platform
import socket
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from importlib.metadata import version
from os import cpu_count

from service.machine.plain_text import counted
from service.operations.doctor.findings import Finding, error, ok, warning
from service.settings.addresses import why_not_bound
from service.settings.config import SETTINGS, Config, unknown_variables
from service.telemetry.tracing import TracingUnavailable, check_installed

EVERYWHERE = ("0.0.0.0", "::")
ANABASIS = version("anabasis")
NAMES = [each.variable for each in SETTINGS.values()]


def check_settings(
    config: Config, environment: Mapping[str, str] = os.environ
) -> Iterator[Finding]:
    """Yield the findings about settings that were read without a fault."""
    findings = [*_unknown(environment), *_unfit(config), *_traces(environment), *_host(config.host)]
    yield from findings or [ok("configuration", _count(environment))]
    yield ok("versions", f"Anabasis {ANABASIS}, Python {platform.python_version()}")


def _unknown(environment: Mapping[str, str]) -> Iterator[Finding]:
    for name in unknown_variables(environment):
        near = get_close_matches(name, NAMES, 1)
        meant = f"Perhaps {near[0]} is meant" if near else "`anabasis run --help` has the names"
        yield warning("configuration", f"{name} is no setting", f"{meant}.")


def _unfit(config: Config) -> Iterator[Finding]:
    if config.replicas and not config.redis_url:
        text = f"ANABASIS_REPLICAS={config.replicas}, but the embedded server has none"
        yield error("configuration", text, "Set ANABASIS_REDIS_URL, or leave it out.")
    if config.host in EVERYWHERE and not config.hosts:
        text = f"it listens on {config.host} and answers to any host name"
        yield warning("configuration", text, "Set ANABASIS_HOSTS to its names.")
    if config.url and config.url.startswith("http:"):
        text = f"ANABASIS_URL={config.url} is not encrypted"
        yield warning("configuration", text, "Put a proxy with TLS in front of it: https://…")
    cores = cpu_count() or 1
    if config.workers > cores:
        text = f"ANABASIS_WORKERS={config.workers} on {cores} cores"
        yield warning("configuration", text, f"More than {cores} make each move more expensive.")


def _traces(environment: Mapping[str, str]) -> Iterator[Finding]:
    try:
        check_installed(environment)
    except TracingUnavailable as refusal:
        yield Finding("error", "configuration", str(refusal))


def _count(environment: Mapping[str, str]) -> str:
    return f"{counted(sum(name in environment for name in NAMES), 'variable')} set"


def _host(host: str) -> Iterator[Finding]:
    """Yield an error if this machine cannot listen on an address."""
    # Port 0 is any free one: only the address is tried here; `check_service` tries the port.
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.socket(family) as listener:
            listener.bind((host, 0))
    except OSError as refusal:
        text = f"ANABASIS_HOST={host} cannot be listened on ({why_not_bound(refusal)})"
        yield error("configuration", text, "Name an address of this machine, or leave it out.")
