"""Types made ready before threads read values of them."""

from typing import Any

from msgspec import json


def prepare(*kinds: Any) -> None:
    """Have msgspec work out types now, not at the first value that it reads.

    Two threads that met a new type at once crashed the process (a segmentation fault, msgspec
    0.22), as threads of a worker that has just started do.
    """
    for kind in kinds:
        json.Decoder(kind)
