"""The script that sets a club up: its answers, and what it makes."""

import re
import shutil
import subprocess

import pytest

from service.settings.config import Config
from tests.deploy.machine import ANSWERS, SETUP, Machine
from tests.deploy.proxies import DEPLOY


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
        (("--yes", "--domain", "games.example", "--door", "shut"), "open, invite or closed"),
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
    assert "Ready" not in said
    assert said.splitlines()[-1] == "==> Nothing was done: this was a dry run"
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


def test_a_caddyfile_of_ones_own_stays(machine: Machine):
    caddy = machine.root / "etc/caddy/Caddyfile"
    caddy.parent.mkdir(parents=True)
    caddy.write_text("mine.example {\n}\n")
    assert "is your own, so it stays" in machine.done(*ANSWERS)
    machine.done("--undo")
    assert caddy.read_text() == "mine.example {\n}\n"


def test_it_is_sound_shell_and_asks_at_most_five_questions():
    assert len(re.findall(r"(?m)^ *(?:\[[^\n]*\|\| )?ask [A-Z]", SETUP.read_text())) == 5
    shell = "dash" if shutil.which("dash") else "sh"
    for script in DEPLOY.glob("setup*.sh"):
        subprocess.run([shell, "-n", str(script)], check=True)
