"""What the script removes again, and what it leaves."""

import hashlib

from tests.deploy.machine import ANSWERS, Machine, write

TIMER = "etc/systemd/system/anabasis-backup.timer"
COPY = "etc/anabasis/anabasis-backup.timer.made"


def test_undoing_leaves_data_backups_and_settings(machine: Machine):
    machine.done(*ANSWERS)
    games = machine.root / "var/lib/anabasis/games"
    games.mkdir(parents=True)
    (games / "identity").write_text("x")
    (machine.root / TIMER).write_text("[Timer]\nOnCalendar=hourly\n")
    said = machine.done("--undo")
    assert "was changed and stays" in said
    assert {*machine.files()} == {
        "etc/anabasis/anabasis.env",
        "etc/anabasis/made-by-setup",
        TIMER,
        COPY,
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


def test_a_dry_run_of_undoing_removes_nothing_and_says_so(machine: Machine):
    machine.done(*ANSWERS)
    before = machine.files()
    said = machine.done("--undo", "--with-data", "--dry-run")
    assert said.splitlines()[-1] == "==> Nothing was done: this was a dry run"
    assert machine.files() == before


def test_undoing_with_data_leaves_nothing_of_its_own(machine: Machine):
    machine.done(*ANSWERS)
    machine.done("--undo", "--with-data")
    assert machine.files() == {}


def test_a_site_of_ones_own_in_our_caddyfile_outlasts_undoing(machine: Machine):
    machine.done(*ANSWERS)
    machine.caddyfile.write_text(machine.caddyfile.read_text() + "mine.example {\n}\n")
    assert "remove our part of it by hand" in machine.done("--undo")
    assert "mine.example" in machine.caddyfile.read_text()


def test_the_caddyfile_of_the_package_is_replaced_and_put_back(machine: Machine):
    machine.caddyfile.parent.mkdir(parents=True)
    machine.caddyfile.write_text(":80 {\n}\n")
    md5 = hashlib.md5(b":80 {\n}\n", usedforsecurity=False).hexdigest()
    listed = f"echo ' /etc/caddy/Caddyfile {md5}'"
    others = "echo ' installed'"
    write(machine.bin / "dpkg-query", f"case $* in *Conf*) {listed} ;; *) {others} ;; esac")
    assert "stays" not in machine.done(*ANSWERS)
    assert "games.example" in machine.caddyfile.read_text()
    machine.done("--undo")
    assert machine.caddyfile.read_text() == ":80 {\n}\n"


def test_undoing_knows_what_another_release_installed(machine: Machine):
    machine.done(*ANSWERS)
    (machine.root / TIMER).write_text("[Timer]\nOnCalendar=hourly\n")
    machine.take_newer_release()
    assert machine.done("--undo").count("was changed and stays") == 1
    assert {*machine.files()} == {
        "etc/anabasis/anabasis.env",
        "etc/anabasis/made-by-setup",
        TIMER,
        COPY,
    }


def test_the_user_is_removed_once_no_process_of_theirs_is_left(machine: Machine):
    machine.done(*ANSWERS)
    left = machine.root.parent / "left"
    left.write_text("xxx")
    write(machine.bin / "pgrep", f"[ ! -s {left} ] || echo 12; truncate -s -1 {left}")
    write(machine.bin / "userdel", f'[ ! -s {left} ] && echo "userdel $*" >>"$NOTED"')
    answer = machine.part("has_systemd() { :; }; ROOT='' WITH_DATA=1; undo")
    assert answer.returncode == 0, answer.stderr
    noted = machine.noted.read_text()
    # A nightly backup may run just then.
    assert "anabasis-backup.service" in noted[: noted.index("userdel anabasis")]
    assert machine.files() == {}


def test_what_is_left_is_said_if_a_process_of_the_user_goes_on(machine: Machine):
    machine.done(*ANSWERS)
    before = machine.files()
    write(machine.bin / "pgrep", "echo 12 34")
    answer = machine.part("ROOT='' && undo_data")
    assert answer.returncode == 1
    assert "still run (12 34), so games, backups, settings and the user stay" in answer.stderr
    assert machine.files() == before
    assert "userdel" not in machine.noted.read_text()


def test_a_user_that_cannot_be_removed_is_said_and_a_further_run_goes_on(machine: Machine):
    machine.done(*ANSWERS)
    write(machine.bin / "userdel", "exit 8")
    answer = machine.part("ROOT='' && undo_data")
    assert answer.returncode == 1
    assert "the user anabasis could not be removed" in answer.stderr
    write(machine.bin / "userdel", "exit 0")
    machine.done("--undo", "--with-data")
    assert machine.files() == {}
