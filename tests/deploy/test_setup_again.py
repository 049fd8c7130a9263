"""A further run of the script: what the host has changed meanwhile stays."""

import re

import pytest

from service.settings.config import Config
from tests.deploy.machine import ANSWERS, Machine, write

TIMER, SERVICE = (
    f"etc/systemd/system/{name}" for name in ("anabasis-backup.timer", "anabasis.service")
)


def test_settings_written_in_another_way_are_kept_by_a_further_run(machine: Machine):
    machine.done(*ANSWERS)
    settings = machine.root / "etc/anabasis/anabasis.env"
    lines = settings.read_text().replace("ANABASIS_PROXIES='1'", 'ANABASIS_PROXIES="2"')
    settings.write_text(re.sub("(?m)(PASSPHRASE=).*", r"\1mine", lines))
    machine.done(*ANSWERS)
    assert "ANABASIS_BACKUP_PASSPHRASE=mine\n" in settings.read_text()
    assert 'ANABASIS_PROXIES="2"\n' in settings.read_text()


@pytest.mark.parametrize(
    ("hosts", "site"),
    [
        ("'games.example,www.games.example'", "games.example"),
        ('"www.games.example games.example"', "www.games.example"),
        ("'.games.example, localhost'", "games.example"),
        ("'.games.example,www.example.org'", "games.example"),
        ("'127.0.0.1,games.example'", "games.example"),
    ],
)
def test_every_list_of_hosts_that_the_service_takes_is_kept(
    machine: Machine, hosts: str, site: str
):
    machine.done(*ANSWERS)
    machine.set("ANABASIS_HOSTS", hosts)
    machine.done("--yes")
    assert f"ANABASIS_HOSTS={hosts}\n" in machine.settings_file.read_text()
    assert f"\n{site} {{" in machine.caddyfile.read_text()


def test_a_list_without_a_name_for_a_site_has_the_domain_asked_for(machine: Machine):
    machine.done(*ANSWERS)
    machine.set("ANABASIS_HOSTS", "localhost")
    assert "The host name" in machine.setup("--yes").stderr
    machine.done(*ANSWERS)
    assert machine.settings["ANABASIS_HOSTS"] == "games.example"


def test_registration_may_be_closed_by_an_answer_or_in_the_file(machine: Machine):
    machine.done(*ANSWERS, "--door", "closed")
    assert Config.from_environment(machine.settings).registration == "closed"
    machine.set("ANABASIS_REGISTRATION", "closed")
    machine.done("--yes")
    assert "ANABASIS_REGISTRATION=closed\n" in machine.settings_file.read_text()


def test_a_sender_with_a_quote_in_it_is_kept(machine: Machine):
    machine.done(*ANSWERS, "--smtp", "smtp://mail.example")
    machine.set("ANABASIS_MAIL_FROM", '"Ada\'s club <ada@games.example>"')
    machine.done("--yes")
    assert '"Ada\'s club <ada@games.example>"' in machine.settings_file.read_text()
    assert machine.settings["ANABASIS_SMTP_URL"] == "smtp://mail.example"
    machine.done("--yes", "--smtp", "none")
    assert "MAIL_FROM" not in machine.settings_file.read_text()


def test_an_address_of_ones_own_stays_until_the_domain_changes(machine: Machine):
    machine.done(*ANSWERS)
    machine.set("ANABASIS_URL", "'https://games.example/club/'")
    for words in (("--yes",), ANSWERS):
        machine.done(*words)
        assert machine.settings["ANABASIS_URL"] == "https://games.example/club/"
    machine.done("--yes", "--domain", "club.example")
    assert machine.settings["ANABASIS_URL"] == "https://club.example/"


@pytest.mark.parametrize("name", ["ANABASIS_PORT", "PORT"])
def test_the_port_of_the_settings_is_asked_and_given_to_the_proxy(machine: Machine, name: str):
    machine.done(*ANSWERS)
    machine.set(name, '"9000"')
    machine.done("--yes")
    assert "127.0.0.1:9000" in machine.caddyfile.read_text()
    assert "127.0.0.1:8000" not in machine.caddyfile.read_text()
    write(machine.bin / "python3", 'echo "$*" >>"$NOTED"')
    machine.part("is_ready")
    assert "http://127.0.0.1:9000/readyz" in machine.noted.read_text()


def test_a_site_of_ones_own_in_our_caddyfile_outlasts_a_further_run(machine: Machine):
    machine.done(*ANSWERS)
    own = machine.caddyfile.read_text() + "mine.example {\n}\n"
    machine.caddyfile.write_text(own)
    said = machine.done("--yes", "--domain", "club.example")
    ours = machine.root / "etc/anabasis/Caddyfile.made"
    assert f"so it stays; merge what is new from {ours}" in said
    assert machine.caddyfile.read_text() == own
    assert "\nclub.example {" in ours.read_text()
    # Once merged, or taken over, it is ours again.
    machine.caddyfile.write_text(ours.read_text())
    assert "stays" not in machine.done(*ANSWERS)
    assert "\ngames.example {" in machine.caddyfile.read_text()


def test_a_unit_of_ones_own_outlasts_a_newer_release(machine: Machine):
    machine.done(*ANSWERS)
    (machine.root / TIMER).write_text("[Timer]\nOnCalendar=hourly\n")
    machine.take_newer_release()
    said = machine.done("--yes")
    ours = machine.root / "etc/anabasis/anabasis-backup.timer.made"
    assert f"{TIMER} was changed or is your own, so it stays; merge what is new from {ours}" in said
    assert said.count("so it stays") == 1
    assert ours.read_text().endswith("# Newer.\n")
    assert (machine.root / TIMER).read_text() == "[Timer]\nOnCalendar=hourly\n"
    assert (machine.root / SERVICE).read_text().endswith("# Newer.\n")
