"""The packages of the service, and others' packages that stand in their place.

It imports nothing of ours, as it has to say why such an import has failed.
"""

from collections.abc import Iterator
from importlib.metadata import packages_distributions
from importlib.util import find_spec
from pathlib import Path
from typing import Final

HOME: Final = Path(__file__).resolve().parents[2]
PACKAGES: Final = ("domain", "projections", "service", "clients")
DISTRIBUTION: Final = "anabasis"
REMEDY: Final = "Install Anabasis into an environment of its own, and unset PYTHONPATH."


def foreign_packages(home: Path = HOME) -> Iterator[tuple[str, str]]:
    """Yield the name of each package that Python finds elsewhere, and where it finds it."""
    for name in PACKAGES:
        places = _places(name)
        if places != [home / name]:
            yield name, ", ".join(map(str, places)) or "nowhere"


def sharing_distributions() -> Iterator[tuple[str, str]]:
    """Yield the name of each package that another distribution writes into, and that one's name."""
    owners = packages_distributions()
    for name in PACKAGES:
        for owner in sorted({*owners.get(name, ())} - {DISTRIBUTION}):
            yield name, owner


def _places(name: str) -> list[Path]:
    spec = find_spec(name)
    folders = spec.submodule_search_locations if spec else None
    if folders is not None:
        return [Path(folder).resolve() for folder in folders]
    return [Path(spec.origin)] if spec and spec.origin else []
