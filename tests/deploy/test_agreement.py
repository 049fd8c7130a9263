"""The files for hosts agree with the service and with one another."""

import json
import re
import shlex
import subprocess
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from service.game.listeners import KEEP_ALIVE_SECONDS
from service.operations.commands.reporting import INCOMPLETE
from service.run.cli import main
from service.run.gunicorn_settings import graceful_timeout
from service.run.launcher import STOP_SECONDS
from service.settings.config import PORT, SETTINGS, Config
from service.telemetry import instruments
from service.telemetry.series import FAMILIES
from tests.deploy.proxies import CADDYFILE, DEPLOY, NGINX, ROOT, adapted
from tests.programs import installed

HOME = "/var/lib/anabasis"
DATA = f"{HOME}/games"
"""Under the folder of the user or volume: a restore puts the whole folder in its place."""
PROGRAM = "/opt/anabasis"
USER = "10001"
COMPOSE = DEPLOY / "compose" / "compose.yaml"
CONTAINERFILE = DEPLOY / "Containerfile"
PROMETHEUS = DEPLOY / "observing" / "prometheus.yaml"
UNITS = sorted(DEPLOY.glob("systemd/*.service"))
NOT_SETTINGS = {"ANABASIS_IMAGE"}
"""Words of compose's own .env."""


def texts() -> Iterator[tuple[Path, str]]:
    for file in sorted(DEPLOY.rglob("*")):
        if file.is_file() and file.suffix not in (".lock", ".pyc"):
            yield file, file.read_text()


def test_whatever_starts_the_service_calls_its_command_and_no_module() -> None:
    named = [ROOT / name for name in ("Makefile", ".ci/run", "README.md", "CONTRIBUTING.md")]
    files = [*named, *ROOT.glob("tests/**/*.py")]
    starts = [text for _, text in texts()] + [file.read_text("utf-8") for file in files]
    assert len(starts) > 500
    assert [found for text in starts for found in re.findall(r"-m[\"', ]+service\S*", text)] == []
    inside = re.compile(r"^\s*(?:from|import) service\b.*|python:service\S*", re.MULTILINE)
    assert {file.name: found for file, text in texts() if (found := inside.findall(text))} == {}


def test_the_tools_that_build_the_package_are_not_among_the_packages_that_run() -> None:
    tools = pinned("requirements-build.lock")
    assert {"editables", "hatchling"} <= tools
    for name in ("requirements.lock", "requirements-s3.lock", "requirements-tracing.lock"):
        assert pinned(name) & tools == {"packaging"}, "which the service needs, too"


def pinned(name: str) -> set[str]:
    """The packages of a lock."""
    return set(re.findall(r"^([\w.-]+)==", (DEPLOY / name).read_text(), re.MULTILINE))


def test_every_setting_that_is_named_exists() -> None:
    known = {each.variable for each in SETTINGS.values()} | NOT_SETTINGS
    for file, text in texts():
        assert set(re.findall(r"ANABASIS_[A-Z_]+[A-Z]", text)) <= known, file


def test_every_setting_that_is_given_is_accepted() -> None:
    for environment in settings():
        Config.from_environment(environment)


def settings() -> Iterator[dict[str, str]]:
    words = {"SITE": "games.example", "VALKEY_PASSWORD": "secret"}
    for service in ("web", "worker"):
        given = compose()["services"][service]["environment"]
        yield {name: interpolated(value, words) for name, value in given.items()}
    yield manifest("ConfigMap", "settings")["data"]
    yield env_file((DEPLOY / "systemd" / "anabasis.env").read_text())
    yield env_file((DEPLOY / "systemd" / "anabasis.env").read_text().replace("\n# ANA", "\nANA"))
    for unit in UNITS:
        yield dict(
            word.split("=", 1) for line in values(unit, "Environment") for word in shlex.split(line)
        )


def interpolated(text: str, words: dict[str, str]) -> str:
    """Fill in ``${NAME}``, ``${NAME:-default}`` and ``${NAME:?complaint}`` as compose does."""
    return re.sub(
        r"\$\{(\w+)(?::(-)?([^}]*))?\}",
        lambda found: words.get(found[1], found[3] if found[2] else ""),
        text,
    )


def env_file(text: str) -> dict[str, str]:
    lines = (line for line in text.splitlines() if line and not line.startswith("#"))
    return dict("".join(shlex.split(line)).split("=", 1) for line in lines)


def test_every_command_that_is_run_exists() -> None:
    commands = {
        *(compose()["services"][name]["command"][0] for name in ("web", "worker")),
        *(container(name)["args"][0] for name in ("web", "worker")),
        *(re.findall(r"bin/anabasis (\w+)", unit.read_text())[0] for unit in UNITS),
        *re.findall(r"anabasis (\w+)", container("backup")["command"][2]),
        *json.loads(instruction("CMD")),
    }
    assert commands == {"run", "worker", "backup"}
    assert all(main.get_command(None, name) for name in commands)  # type: ignore[arg-type]


def test_the_port_is_the_same_everywhere() -> None:
    assert instruction("EXPOSE") == str(PORT)
    assert f"http://127.0.0.1:{PORT}/readyz" in instruction("HEALTHCHECK")
    assert f"server 127.0.0.1:{PORT};" in NGINX.read_text()
    assert f"127.0.0.1:{PORT}" in json.dumps(adapted(CADDYFILE, {}))
    assert compose()["services"]["caddy"]["environment"]["UPSTREAM"] == f"web:{PORT}"
    assert {"name": "http", "containerPort": PORT} in container("web")["ports"]
    assert {"ports": [{"port": PORT}]} in manifest("NetworkPolicy", "web")["spec"]["ingress"]


def test_metrics_are_served_where_prometheus_asks() -> None:
    [scrape] = yaml.safe_load(PROMETHEUS.read_text())["scrape_configs"]
    port = int(scrape["static_configs"][0]["targets"][0].rpartition(":")[2])
    assert manifest("ConfigMap", "settings")["data"]["ANABASIS_METRICS_PORT"] == str(port)
    for name in ("web", "worker"):
        assert {"name": "metrics", "containerPort": port} in container(name)["ports"]
        told = manifest("Deployment", name)["spec"]["template"]["metadata"]["annotations"]
        assert told["prometheus.io/port"] == str(port)
        allowed = manifest("NetworkPolicy", name)["spec"]["ingress"]
        assert [rule["from"] for rule in allowed if rule["ports"] == [{"port": port}]]
        assert compose()["services"][name]["environment"]["ANABASIS_METRICS_PORT"] == str(port)
    assert f"ANABASIS_METRICS_PORT={port}" in (DEPLOY / "systemd" / "anabasis.env").read_text()


def test_the_metrics_port_is_published_nowhere() -> None:
    assert "9464" not in CADDYFILE.read_text() + NGINX.read_text()
    assert all("9464" not in str(each.get("ports")) for each in compose()["services"].values())


def test_every_metric_that_rules_and_dashboard_ask_for_is_reported() -> None:
    assert instruments.GAMES
    told = {f"{each.name}{part}" for each in FAMILIES for part in ("", "_bucket", "_count", "_sum")}
    for file in (PROMETHEUS.with_name("alerts.yaml"), PROMETHEUS.with_name("dashboard.json")):
        asked = set(re.findall(r"\banabasis_\w+", file.read_text()))
        assert asked <= told | {"anabasis_build_info"}, asked - told
        assert len(asked) > 10


def test_labels_that_rules_and_dashboard_ask_for_are_reported() -> None:
    known = {each.name: {*each.label_names, "le", "job", "version"} for each in FAMILIES}
    for file in (PROMETHEUS.with_name("alerts.yaml"), PROMETHEUS.with_name("dashboard.json")):
        text = file.read_text().replace('\\"', '"')
        for name, labels in re.findall(r"\b(anabasis_\w+)\{([^}]*)\}", text):
            family = re.sub(r"_(bucket|count|sum)$", "", name)
            stated = set(re.findall(r"(\w+)=", labels))
            assert stated <= known.get(family, {"job"}), (name, stated)


def test_program_and_data_have_one_place() -> None:
    assert f"ANABASIS_DATA={DATA}" in CONTAINERFILE.read_text()
    assert f"COPY --from=build {PROGRAM} {PROGRAM}" in CONTAINERFILE.read_text()
    for unit in UNITS:
        [command] = values(unit, "ExecStart")
        assert f"{PROGRAM}/bin/anabasis " in command
        assert HOME in [f"/var/lib/{name}" for name in values(unit, "StateDirectory")[0].split()]
        assert {DATA} >= set(re.findall(r"ANABASIS_DATA=(\S+)", unit.read_text()))
    assert (DEPLOY / "systemd" / "anabasis.sysusers").read_text().split()[-1] == HOME


def test_the_user_is_the_same_everywhere_and_never_root() -> None:
    assert instruction("USER") == f"{USER}:{USER}"
    for name in ("web", "worker", "backup"):
        [security] = [
            spec["securityContext"]
            for spec in map(pod, manifests())
            if spec and spec["containers"][0]["name"] == name
        ]
        assert (security["runAsUser"], security["runAsNonRoot"]) == (int(USER), True)
    name = (DEPLOY / "systemd" / "anabasis.sysusers").read_text().partition("\nu ")[2].split()[0]
    for unit in UNITS:
        assert values(unit, "User") == [name]


def test_images_bear_the_version_of_the_project() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert container("web")["image"] == container("worker")["image"] == f"anabasis:{version}"
    assert compose()["services"]["web"]["image"] == f"${{ANABASIS_IMAGE:-anabasis:{version}}}"


def test_a_web_process_ends_by_itself_before_it_is_killed() -> None:
    spec = manifest("Deployment", "web")["spec"]["template"]["spec"]
    drain = float(container("web")["lifecycle"]["preStop"]["exec"]["command"][1])
    graces = [
        spec["terminationGracePeriodSeconds"] - drain,
        seconds(compose()["services"]["web"]["stop_grace_period"]),
        *(float(value) for unit in UNITS for value in values(unit, "TimeoutStopSec")),
    ]
    assert graceful_timeout < STOP_SECONDS < min(graces)


def seconds(text: str) -> float:
    return float(text.removesuffix("s"))


def test_proxies_wait_for_a_quiet_stream() -> None:
    ingress = manifest("Ingress", "web")["metadata"]["annotations"]
    prefix = "nginx.ingress.kubernetes.io/proxy"
    assert float(ingress[f"{prefix}-read-timeout"]) > KEEP_ALIVE_SECONDS
    assert ingress[f"{prefix}-buffering"] == "off"


def test_every_store_keeps_what_it_acknowledges() -> None:
    for file in (DEPLOY / "compose" / "valkey.conf", DEPLOY / "kubernetes" / "valkey.conf"):
        lines = file.read_text().splitlines()
        for line in ("appendonly yes", "appendfsync always", "maxmemory-policy noeviction"):
            assert line in lines, file


def test_a_full_store_refuses_before_it_is_killed() -> None:
    # Room for the copy that a rewrite of the append-only file makes, and for its buffers.
    limits = (
        interpolated(compose()["services"]["valkey"]["mem_limit"], {}),
        container("valkey")["resources"]["limits"]["memory"],
    )
    assert limits == ("2g", "2Gi")
    for file in (DEPLOY / "compose" / "valkey.conf", DEPLOY / "kubernetes" / "valkey.conf"):
        assert "maxmemory 1500mb" in file.read_text()


def test_web_workers_and_store_survive_a_drained_machine() -> None:
    for name in ("web", "worker", "valkey"):
        budget = manifest("PodDisruptionBudget", name)["spec"]
        assert budget["maxUnavailable"] == 1
        assert budget["selector"]["matchLabels"] == {"app.kubernetes.io/name": name}


def test_a_backup_without_lost_games_is_taken_once_a_night() -> None:
    [rule] = manifest("CronJob", "backup")["spec"]["jobTemplate"]["spec"]["podFailurePolicy"][
        "rules"
    ]
    assert (rule["action"], rule["onExitCodes"]["values"]) == ("FailJob", [INCOMPLETE])


@pytest.mark.parametrize("name", ["web", "worker", "backup", "valkey", "join"])
def test_every_container_is_locked(name: str) -> None:
    assert container(name)["securityContext"] == {
        "allowPrivilegeEscalation": False,
        "readOnlyRootFilesystem": True,
        "capabilities": {"drop": ["ALL"]},
    }


@cache
def compose() -> Any:
    return yaml.safe_load(COMPOSE.read_text())


@cache
def manifests() -> list[Any]:
    command = [installed("kubectl"), "kustomize", str(DEPLOY / "kubernetes")]
    done = subprocess.run(command, capture_output=True, check=True)
    return list(yaml.safe_load_all(done.stdout))


def manifest(kind: str, name: str) -> Any:
    [found] = [m for m in manifests() if (m["kind"], m["metadata"]["name"]) == (kind, name)]
    return found


def container(name: str) -> Any:
    specs = [spec for manifest in manifests() if (spec := pod(manifest))]
    [found] = [each for spec in specs for each in spec["containers"] if each["name"] == name]
    return found


def pod(manifest: Any) -> Any:
    """What a manifest says of the pods it makes; None if it makes none."""
    spec = manifest.get("spec", {})
    spec = spec.get("jobTemplate", {}).get("spec", spec)
    return spec.get("template", {}).get("spec")


def instruction(word: str) -> str:
    """The last instruction of the image's recipe that begins with a word."""
    text = CONTAINERFILE.read_text().replace("\\\n", " ")
    return re.findall(rf"^{word}\s+(.*)$", text, re.MULTILINE)[-1]


def values(unit: Path, key: str) -> list[str]:
    """The values of a key in a unit, in their order."""
    return re.findall(rf"^{key}=(.*)$", unit.read_text(), re.MULTILINE)
