"""Checks that Python finds the service's own packages, and no other's in their place."""

from collections.abc import Iterator

from service.machine.foreign_packages import (
    HOME,
    REMEDY,
    foreign_packages,
    sharing_distributions,
)
from service.operations.doctor.findings import Finding, error, ok


def check_packages() -> Iterator[Finding]:
    """Yield an error for each package of another's, or the place of our own."""
    faults = [
        *(f"the package {name} is another's: {place}" for name, place in foreign_packages()),
        *(
            f"{owner}, too, writes into the package {name}"
            for name, owner in sharing_distributions()
        ),
    ]
    yield from (error("packages", fault, REMEDY) for fault in faults)
    if not faults:
        yield ok("packages", f"Anabasis' own, in {HOME}")
