"""Another's package in the place of one of ours is named, by the doctor and before a traceback."""

import subprocess
import sys
from pathlib import Path

import pytest

from service.machine import foreign_packages
from service.machine.foreign_packages import PACKAGES
from service.operations.doctor import packages
from tests.programs import ANABASIS


def foreign(folder: Path, name: str) -> Path:
    """A folder with another's package of that name."""
    (folder / name).mkdir(parents=True)
    (folder / name / "__init__.py").touch()
    return folder


def test_ours_are_ours():
    [finding] = packages.check_packages()
    assert finding.level == "ok"


@pytest.mark.parametrize("name", PACKAGES)
def test_a_package_found_first_is_named_with_its_place(tmp_path: Path, name: str):
    program = (
        "import sys; from importlib.util import spec_from_file_location, module_from_spec\n"
        f"spec = spec_from_file_location('checked', {foreign_packages.__file__!r})\n"
        "checked = module_from_spec(spec); spec.loader.exec_module(checked)\n"
        f"sys.path.insert(0, {str(foreign(tmp_path, name))!r})\n"
        "print(*checked.foreign_packages())"
    )
    ran = subprocess.run(
        (sys.executable, "-c", program), capture_output=True, text=True, check=False
    )
    assert ran.stdout.strip() == str((name, str(tmp_path / name)))


def test_a_command_that_cannot_load_for_one_says_so_in_a_line(tmp_path: Path):
    environment = {"PYTHONPATH": str(foreign(tmp_path, "domain")), "PATH": ""}
    ran = subprocess.run(
        (ANABASIS, "doctor"), env=environment, capture_output=True, text=True, check=False
    )
    assert ran.returncode != 0
    assert ran.stderr.splitlines() == [
        f"The package domain is another's: {tmp_path / 'domain'}. "
        "Install Anabasis into an environment of its own, and unset PYTHONPATH."
    ]


def test_the_doctor_names_one_that_stops_nothing(tmp_path: Path):
    environment = {"PYTHONPATH": str(foreign(tmp_path, "clients")), "PATH": ""}
    command = (ANABASIS, "doctor", "--quiet")
    ran = subprocess.run(
        command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 2
    assert f"the package clients is another's: {tmp_path / 'clients'}" in ran.stdout


def test_a_distribution_that_writes_into_one_is_named(monkeypatch: pytest.MonkeyPatch):
    owners = {"domain": ["anabasis", "domain-driven"], "service": ["anabasis"], "other": ["x"]}
    monkeypatch.setattr(foreign_packages, "packages_distributions", lambda: owners)
    [finding] = packages.check_packages()
    assert finding.level == "error"
    assert "domain-driven, too, writes into the package domain" in finding.text
