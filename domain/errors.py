"""Everything the domain may refuse or find broken, as one tree of exceptions.

AnabasisError
├── Refused               the game does not allow it now; carries code, rule and parameters
│   └── …                 one subclass a rule, in each ruleset's ``decide``
├── Malformed             the input does not fit its schema; messages by field
│   └── BoardInvalid      a board that cannot be played on; names row and column
├── UnknownName           no ruleset, board or bot of that name
└── RecordBroken          a stored record contradicts itself; names the version
"""

from collections.abc import Mapping
from typing import ClassVar


class AnabasisError(Exception):
    """Base of all errors the domain raises on purpose."""


class Refused(AnabasisError):
    """The game does not allow a command now.

    A subclass states the rule once: its stable ``code``, the ``rule`` it cites (``A4``, or None
    where no rule of the game speaks) and a ``template`` that names the offending value and what
    would have been allowed. The parameters stay apart from the sentence, so that it can be
    translated.
    """

    code: ClassVar[str] = "refused"
    rule: ClassVar[str | None] = None
    template: ClassVar[str] = "The game does not allow this now."

    def __init__(self, **parameters: object) -> None:
        self.parameters = parameters
        super().__init__(self.template.format(**parameters))


class Malformed(AnabasisError):
    """Input that does not fit its schema; ``errors`` holds the messages by field."""

    def __init__(self, errors: Mapping[str, list[str]]) -> None:
        self.errors = {field: list(messages) for field, messages in errors.items()}
        super().__init__("; ".join(f"{field}: {' '.join(m)}" for field, m in self.errors.items()))


class BoardInvalid(Malformed):
    """A board that cannot be played on; the message names row and column where there is one."""

    def __init__(self, message: str) -> None:
        super().__init__({"board": [message]})


class UnknownName(AnabasisError):
    """A name that stands for nothing here; the message lists what would have been known."""

    def __init__(self, kind: str, name: str, known: list[str]) -> None:
        self.kind, self.name, self.known = kind, name, known
        super().__init__(f"There is no {kind} {name!r}; there are: {', '.join(known)}.")


class RecordBroken(AnabasisError):
    """A stored record contradicts itself at ``version``."""

    def __init__(self, version: int, reason: str) -> None:
        self.version, self.reason = version, reason
        super().__init__(f"version {version}: {reason}")
