"""The script that sets a club up: its answers, that it can be run again, and what it removes."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from service.settings.config import Config
from tests.deploy.proxies import DEPLOY

SETUP = DEPLOY / "setup.sh"
ANSWERS = ("--yes", "--domain", "games.example", "--host", "Ada")


def programs(folder: Path, **own: str) -> Path:
    """Programs that note how they are called, in the place of those that change a machine."""
    folder.mkdir()
    for name in ("apt-get", "systemd-sysusers", "runuser", "userdel"):
        write(folder / name, f'echo "{name} $*" >>"$NOTED"')
    write(folder / "dpkg-query", "case $* in *Conffiles*) ;; *) echo ' installed' ;; esac")
    write(folder / "caddy", "echo v2.6.2")
    write(folder / "id", "echo 0")
    # The environment is one of the test's: only a program that can be seen is made.
    python = shutil.which("python3")
    body = f"""case $* in
      *"-m venv"*) mkdir -p "$3/bin" && touch "$3/pyvenv.cfg" && cp "$0" "$3/bin/python" &&
        printf '#!/bin/sh\\n' >"$3/bin/anabasis" && chmod +x "$3/bin/anabasis" ;;
      *"-m pip"*) echo "pip $*" >>"$NOTED" ;;
      *) exec {python} "$@" ;;
    esac"""
    write(folder / "python3", body)
    for name, text in own.items():
        write(folder / name, text)
    return folder


def write(file: Path, body: str) -> None:
    file.write_text(f"#!/bin/sh\n{body}\n")
    file.chmod(0o755)


class Machine:
    """A root folder of its own, in which the script runs as on a fresh machine."""

    def __init__(self, folder: Path) -> None:
        self.root, self.noted = folder / "root", folder / "noted"
        self.root.mkdir()
        self._bin = programs(folder / "bin")

    def setup(self, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
        path = f"{self._bin}:{os.environ['PATH']}"
        env = {"PATH": path, "NOTED": str(self.noted), "SETUP_ROOT": str(self.root)}
        return subprocess.run(
            ["/bin/sh", str(SETUP), *words],
            env={**env, **more},
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
            check=False,
        )

    def done(self, *words: str) -> str:
        answer = self.setup(*words)
        assert answer.returncode == 0, answer.stderr
        return answer.stdout

    def files(self) -> dict[str, bytes]:
        every = (each for each in self.root.rglob("*") if each.is_file())
        return {str(each.relative_to(self.root)): each.read_bytes() for each in every}

    @property
    def settings(self) -> dict[str, str]:
        text = (self.root / "etc/anabasis/anabasis.env").read_text()
        return dict(re.findall(r"(?m)^(\w+)='(.*)'$", text))


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_a_fresh_machine_gets_user_units_settings_and_proxy(machine: Machine):
    machine.done(*ANSWERS, "--door", "invite")
    config = Config.from_environment(machine.settings)
    assert (config.hosts, config.url) == (("games.example",), "https://games.example/")
    assert (config.registration, config.proxies) == ("invite", 1)
    assert len(config.backup_passphrase or "") == 64
    made = machine.files()
    unit = "etc/systemd/system/anabasis.service"
    assert made[unit] == (DEPLOY / "systemd/anabasis.service").read_bytes()
    assert b"\ngames.example {" in made["etc/caddy/Caddyfile"]
    assert b"buffer_requests" in made["etc/caddy/Caddyfile"]
    mode = (machine.root / "etc/anabasis/anabasis.env").stat().st_mode
    assert oct(mode & 0o777) == "0o600"
    assert "requirements.lock" in machine.noted.read_text()


def test_a_second_run_changes_nothing_and_keeps_own_lines(machine: Machine):
    machine.done(*ANSWERS)
    before = machine.files()
    machine.done("--yes")
    assert machine.files() == before
    settings = machine.root / "etc/anabasis/anabasis.env"
    with settings.open("a") as file:
        file.write("ANABASIS_IDLE_ACCOUNTS='730'\n")
    passphrase = machine.settings["ANABASIS_BACKUP_PASSPHRASE"]
    machine.done("--yes", "--domain", "club.example")
    machine.done("--yes")
    assert machine.settings["ANABASIS_HOSTS"] == "club.example"
    assert machine.settings["ANABASIS_IDLE_ACCOUNTS"] == "730"
    assert machine.settings["ANABASIS_BACKUP_PASSPHRASE"] == passphrase
    assert settings.read_text().count("IDLE") == 1


def test_it_asks_nothing_that_a_variable_answers(machine: Machine):
    given = {"SETUP_YES": "1", "SETUP_DOMAIN": "games.example", "SETUP_DOOR": "invite"}
    mail = {"SETUP_SMTP": "smtp://u:p&x@mail.example:587", "SETUP_MAIL_FROM": "A <a@b.example>"}
    answer = machine.setup(**given, **mail)
    assert answer.returncode == 0, answer.stderr
    config = Config.from_environment(machine.settings)
    assert config.smtp_url == mail["SETUP_SMTP"]
    assert config.mail_from == mail["SETUP_MAIL_FROM"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--yes",), "The host name"),
        (("--yes", "--domain", "games"), "games.example"),
        (("--yes", "--domain", "a b.example"), "games.example"),
        (("--yes", "--domain", "games.example", "--door", "closed"), "open or invite"),
        (("--yes", "--domain", "games.example", "--smtp", "mail"), "smtp://"),
        (("--yes", "--domain", "games.example", "--host", "A'da"), "quote"),
        (("--yes", "--domain", "games.example", "--host", "x" * 41), "40"),
        (("--doamin", "games.example"), "--help"),
        (("--domain",), "--help"),
        (("--with-data",), "--undo"),
    ],
)
def test_a_wrong_answer_is_named_in_one_line_and_nothing_is_done(
    machine: Machine, words: tuple[str, ...], said: str
):
    answer = machine.setup(*words)
    assert answer.returncode == 1
    assert answer.stderr.startswith("setup: ")
    assert answer.stderr.count("\n") == 1
    assert said in answer.stderr
    assert machine.files() == {}


def test_a_dry_run_does_nothing(machine: Machine):
    said = machine.done(*ANSWERS, "--dry-run")
    assert "would run" in said
    assert machine.files() == {}
    assert not machine.noted.exists()


def test_settings_that_somebody_else_made_are_left_alone(machine: Machine):
    settings = machine.root / "etc/anabasis/anabasis.env"
    settings.parent.mkdir(parents=True)
    settings.write_text("ANABASIS_PORT=9000\n")
    for words in (ANSWERS, ("--undo",), ("--undo", "--with-data")):
        answer = machine.setup(*words)
        assert answer.returncode == 1
        assert str(settings.parent) in answer.stderr
    assert [*machine.files().values()] == [b"ANABASIS_PORT=9000\n"]


def test_settings_written_in_another_way_are_kept_by_a_further_run(machine: Machine):
    machine.done(*ANSWERS)
    settings = machine.root / "etc/anabasis/anabasis.env"
    lines = settings.read_text().replace("ANABASIS_PROXIES='1'", 'ANABASIS_PROXIES="2"')
    settings.write_text(re.sub("(?m)(PASSPHRASE=).*", r"\1mine", lines))
    machine.done(*ANSWERS)
    assert "ANABASIS_BACKUP_PASSPHRASE='mine'" in settings.read_text()
    assert "ANABASIS_PROXIES='2'" in settings.read_text()


def test_a_site_of_ones_own_in_our_caddyfile_outlasts_undoing(machine: Machine):
    machine.done(*ANSWERS)
    caddy = machine.root / "etc/caddy/Caddyfile"
    caddy.write_text(caddy.read_text() + "mine.example {\n}\n")
    assert "remove our site by hand" in machine.done("--undo")
    assert "mine.example" in caddy.read_text()


def test_a_caddyfile_of_ones_own_stays(machine: Machine):
    caddy = machine.root / "etc/caddy/Caddyfile"
    caddy.parent.mkdir(parents=True)
    caddy.write_text("mine.example {\n}\n")
    assert "your own and stays" in machine.done(*ANSWERS)
    machine.done("--undo")
    assert caddy.read_text() == "mine.example {\n}\n"


def test_undoing_leaves_data_backups_and_settings(machine: Machine):
    machine.done(*ANSWERS)
    games = machine.root / "var/lib/anabasis/games"
    games.mkdir(parents=True)
    (games / "identity").write_text("x")
    changed = machine.root / "etc/systemd/system/anabasis-backup.timer"
    changed.write_text("[Timer]\nOnCalendar=hourly\n")
    said = machine.done("--undo")
    assert "was changed and stays" in said
    assert {*machine.files()} == {
        "etc/anabasis/anabasis.env",
        "etc/anabasis/made-by-setup",
        "etc/systemd/system/anabasis-backup.timer",
        "var/lib/anabasis/games/identity",
    }
    machine.done(*ANSWERS)
    assert (games / "identity").read_text() == "x"


def test_data_that_is_not_the_services_own_is_never_removed(machine: Machine):
    machine.done(*ANSWERS)
    games = machine.root / "var/lib/anabasis"
    games.mkdir(parents=True)
    (games / "photos").write_text("x")
    answer = machine.setup("--undo", "--with-data")
    assert answer.returncode == 1
    assert "remove it by hand" in answer.stderr
    assert (games / "photos").exists()
    assert (machine.root / "etc/anabasis/anabasis.env").exists()


def test_undoing_with_data_leaves_nothing_of_its_own(machine: Machine):
    machine.done(*ANSWERS)
    machine.done("--undo", "--with-data")
    assert machine.files() == {}


def test_it_is_sound_shell_and_asks_at_most_five_questions():
    assert len(re.findall(r"(?m)^ *(?:\[[^\n]*\|\| )?ask [A-Z]", SETUP.read_text())) == 5
    subprocess.run(["dash" if shutil.which("dash") else "sh", "-n", str(SETUP)], check=True)
