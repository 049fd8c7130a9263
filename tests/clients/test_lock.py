"""The page's lock file: exact packages, and no registry of its own."""

import json
from pathlib import Path

import clients

LOCK = Path(clients.__file__).parent / "web" / "package-lock.json"


def test_every_locked_package_has_its_digest_and_no_host() -> None:
    packages = json.loads(LOCK.read_text())["packages"]
    del packages[""]
    assert packages
    for name, package in packages.items():
        assert package["integrity"].startswith("sha512-"), name
        assert "resolved" not in package, name
