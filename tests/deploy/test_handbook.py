"""The host's handbook names commands, options, files and settings that exist."""

import re
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path

import click
import yaml

from service.run.cli import main
from service.settings.address import parse_address
from service.telemetry import instruments
from service.telemetry.exporter import Counts
from service.telemetry.series import FAMILIES
from tests.benchmarks.__main__ import BENCHMARKS, COMMANDS
from tests.deploy.proxies import DEPLOY, ROOT
from tests.programs import installed

TEXT = (DEPLOY / "README.md").read_text()
BLOCKS = re.findall(r"^```\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)


COMMAND = re.compile(r"(?<!-n)(?:^|[ \"/])anabasis ([a-z][^\n#&)\"]*)", re.MULTILINE)


def commands() -> Iterator[list[str]]:
    """The words after each `anabasis` that is followed by a command."""
    for text in (*BLOCKS, *re.findall(r"`([^`\n]+)`", TEXT)):
        for found in COMMAND.finditer(text):
            words = shlex.split(found[1])
            if words[0].isalpha() and words[0] != "env":  # cron's user and an image have that name
                yield words


def test_every_command_and_option_exists() -> None:
    seen = set()
    for name, *words in commands():
        command = main.get_command(click.Context(main), name)
        while isinstance(command, click.Group) and words and words[0].isalpha():
            command = command.get_command(click.Context(command), words.pop(0))
        assert command, name
        options = {option for parameter in command.params for option in parameter.opts}
        assert {word for word in words if word.startswith("-")} <= options, (name, words)
        seen.add(name)
    assert seen >= {"run", "backup", "restore", "move", "verify", "doctor", "projections"}


def test_every_file_and_heading_that_is_named_exists() -> None:
    for name in set(re.findall(r"deploy/[\w./-]+\w", TEXT)) - {"deploy/worker", "deploy/web"}:
        if not name.endswith("/.env"):
            assert (ROOT / name).exists(), name
    headings = {
        re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")
        for title in re.findall(r"^## (.*)$", TEXT, re.MULTILINE)
    }
    assert set(re.findall(r"\]\(#([\w-]+)\)", TEXT)) <= headings


def test_every_command_with_containers_runs_in_a_service_that_has_the_store() -> None:
    services = yaml.safe_load((DEPLOY / "compose" / "compose.yaml").read_text())["services"]
    named = set(re.findall(r"docker compose .*?run --rm (\w+)", TEXT))
    assert named == {"backup", "worker"}
    assert all("ANABASIS_REDIS_URL" in services[name]["environment"] for name in named)
    assert "entrypoint" not in services["worker"], "the image's, which takes commands"


def test_every_part_of_the_benchmarks_that_is_named_exists() -> None:
    [parts] = re.findall(r'PARTS="([\w ]+)"', TEXT)
    assert set(parts.split()) <= set(BENCHMARKS)
    assert set(re.findall(r"^\| [^|]*\(`(\w+)`\) \|", TEXT, re.MULTILINE)) == set(parts.split())
    assert set(re.findall(r"python -m tests\.benchmarks (\w+)", TEXT)) == set(COMMANDS)


def test_every_address_of_a_store_is_one() -> None:
    addresses = re.findall(r"redis[+\w]*://:password@[\w.:,@/-]+", TEXT)
    assert {parse_address(each).kind for each in addresses} == {"server", "sentinel", "cluster"}


def test_the_secrets_for_kubernetes_are_made_as_it_says() -> None:
    [block] = [block for block in BLOCKS if "create secret" in block]
    script = "\n".join(line for line in block.splitlines() if "kubectl apply" not in line)
    script = script.partition("kubectl -n anabasis exec")[0]
    script = script.replace("kubectl", installed("kubectl"))
    script = script.replace("create secret generic", "create secret --dry-run=client generic")
    done = subprocess.run(["sh", "-ec", script], capture_output=True, text=True, check=False)
    assert done.stdout.splitlines() == [
        "secret/valkey created (dry run)",
        "secret/anabasis created (dry run)",
    ], done.stderr


def test_every_metric_is_in_the_table(tmp_path: Path) -> None:
    rows = [
        f"| `{each.name}` | {', '.join([each.kind, *(f'`{name}`' for name in each.label_names)])} "
        f"| {each.text} |"
        for each in FAMILIES
    ]
    assert instruments.GAMES
    [build] = Counts(tmp_path).collect()
    labels = ", ".join(f"`{name}`" for name in build.samples[0].labels)
    rows.insert(0, f"| `{build.name}` | {build.type}, {labels} | {build.documentation} |")
    assert re.findall(r"^\| `anabasis_.*$", TEXT, re.MULTILINE) == rows
