"""The faults of an inline board, each with its code and its place."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from domain.errors import BoardInvalid
from domain.record.visibility import JsonObject


@dataclass(frozen=True, slots=True)
class BoardFault:
    """A reason why a board cannot be played on.

    ``place`` names one place of the board as moves do, such as ``{"hex": [0, 1]}``; None if the
    fault has none. The ``parameters`` fill the gaps of the code's text.
    """

    code: str
    message: str
    place: JsonObject | None = None
    parameters: Mapping[str, object] = field(default_factory=dict)


def refuse(faults: Iterable[BoardFault]) -> None:
    """Raise BoardInvalid with the first fault, if there is one."""
    # Faults are generated lazily: a new game stops at the first, the editor at its limit. So one
    # set of checks serves both, and their cost is bounded.
    for fault in faults:
        raise BoardInvalid(fault.message)
