"""The hashed part of an event, made from its stored form as the audit's page describes it."""

from typing import Any

import msgspec

from domain.record.record import Event
from domain.record.visibility import conceal


def hashed_form(event: Event) -> dict[str, Any]:
    """All but the hidden values, the hash itself and the command's id, which are not hashed."""
    form: dict[str, Any] = msgspec.to_builtins(event)
    del form["hash"], form["command"]
    return {**form, "data": conceal(event.data, list(event.commitments))}
