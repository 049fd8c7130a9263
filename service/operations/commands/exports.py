"""Verifying exports: by the game's own rules, then by the checks of the audit program."""

from collections.abc import Iterable
from itertools import chain
from pathlib import Path

import click
from msgspec import Struct

from domain.kernel.audit import Audit
from domain.record.record import GENESIS
from projections.exports import audit_export
from service import clients
from service.machine.os_errors import cause

# The file is read into memory before anything in it can be trusted.
LARGEST = 200_000_000
"""The most bytes of a file that is read."""


class ExportAudit(Struct, frozen=True):
    """The audit of an export, and its place in the log; empty if that is not there yet.

    ``recorded`` is None where no head of the game was given.
    """

    audit: Audit
    recorded: str | None = None


def examined(files: Iterable[Path | None]) -> ExportAudit:
    """Verify an export, or a zip, with its head and keys if they are given."""
    try:
        texts = list(chain(*(clients.unzipped(_read(file)) for file in files if file)))
        audit = audit_export(texts[0] if texts else b"")
        return _audited_by_strangers(audit, texts) if audit.valid else ExportAudit(audit)
    # The audit program is a script for strangers: it refuses a file by SystemExit.
    except SystemExit as refusal:
        return _refused(str(refusal.code))
    except clients.FAULTS as error:
        return _refused(f"it cannot be read ({error})")


def _audited_by_strangers(audit: Audit, texts: list[bytes]) -> ExportAudit:
    export, *beside = map(clients.parse, texts)
    clients.refuse_others(export, *beside)
    for version, word in clients.faults(export, *beside):
        return _broken(audit, version, f"{word!r} does not hold: see /docs/audit of the service")
    return ExportAudit(audit, clients.place_of(export, *beside) if beside else None)


def _refused(reason: str) -> ExportAudit:
    return _broken(Audit(0, GENESIS), 1, reason)


def _broken(audit: Audit, version: int, reason: str) -> ExportAudit:
    return ExportAudit(Audit(audit.events, audit.hash, version, reason))


def _read(file: Path) -> bytes:
    try:
        with file.open("rb") as opened:
            content = opened.read(LARGEST + 1)
    except OSError as error:
        raise click.ClickException(f"{file} cannot be read ({cause(error)}).") from error
    if len(content) > LARGEST:
        raise click.ClickException(f"{file} has more than {LARGEST:,} bytes: it is no export.")
    return content
