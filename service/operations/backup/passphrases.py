"""The passphrase of encrypted backups: from a file or the environment, never from arguments."""

from pathlib import Path

from service.machine.os_errors import cause
from service.operations.backup.errors import BackupFailed
from service.settings.config import Config

VARIABLE = "ANABASIS_BACKUP_PASSPHRASE"


def passphrase_of(file: Path | None) -> str | None:
    """Return the passphrase of a file, otherwise the environment's, or None.

    Raises BackupFailed.
    """
    return _from_environment() if file is None else _from_file(file)


def check_portable(passphrase: str) -> None:
    """Raise BackupFailed for a passphrase that the environment would change."""
    if passphrase != passphrase.strip():
        raise BackupFailed(
            f"The passphrase begins or ends with a blank, which {VARIABLE} would lose: choose one "
            "without."
        )


def _from_environment() -> str | None:
    passphrase = Config.from_environment().backup_passphrase
    # Python keeps bytes that are not UTF-8 as surrogates, and scrypt cannot encode those.
    if passphrase and any("\ud800" <= each <= "\udfff" for each in passphrase):
        raise BackupFailed(f"{VARIABLE} cannot be read (it is not UTF-8).")
    return passphrase


def _from_file(file: Path) -> str:
    try:
        # Editors end a file with a line end, which belongs to no passphrase.
        text = file.read_text("utf-8").rstrip("\r\n")
    except OSError as error:
        raise BackupFailed(f"{file} cannot be read ({cause(error)}).") from error
    except UnicodeDecodeError as error:
        raise BackupFailed(f"{file} cannot be read (it is not UTF-8).") from error
    if not text:
        raise BackupFailed(f"{file} is empty: it should hold a passphrase.")
    return text
