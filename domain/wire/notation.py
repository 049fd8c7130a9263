"""Lines of text that people type for moves, in any ruleset."""

import re
from collections.abc import Iterable
from reprlib import repr as brief

from domain.errors import Malformed


def normalised(text: str) -> str:
    """Return a line in lower case, with single blanks and none beside commas."""
    # People type `3, 4` for `3,4`; the forms then need no optional blanks.
    return re.sub(r"\s*,\s*", ",", " ".join(text.lower().split()))


def unreadable(text: str, examples: Iterable[str]) -> Malformed:
    """Return the fault of a line that has none of a ruleset's forms."""
    message = f"must read like one of: {'; '.join(examples)}. Given: {brief(text)}."
    return Malformed({"notation": [message]})
