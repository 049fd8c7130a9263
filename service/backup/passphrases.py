"""The passphrase of encrypted backups: from a file or the environment, never argv."""

from pathlib import Path

from service.backup.errors import BackupFailed
from service.config import Config

VARIABLE = "ANABASIS_BACKUP_PASSPHRASE"


def passphrase_of(file: Path | None) -> str | None:
    """Return the passphrase in a file, else the environment's, else None. Raises
    BackupFailed."""
    if file is None:
        return Config.from_environment().backup_passphrase
    try:
        text = file.read_text("utf-8").rstrip("\r\n")
    except OSError as error:
        raise BackupFailed(f"{file} cannot be read ({error.strerror}).") from error
    except UnicodeDecodeError as error:
        raise BackupFailed(f"{file} cannot be read (it is not UTF-8).") from error
    if not text:
        raise BackupFailed(f"{file} is empty: it should hold a passphrase.")
    return text
