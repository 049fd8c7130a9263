"""All errors of the domain, as one tree of exceptions.

AnabasisError
├── Refused               the game does not allow it now; carries code, rule and parameters
│   └── …                 one subclass a rule, in each ruleset's ``refusals``
├── Malformed             the input does not match its schema; messages by field
│   └── BoardInvalid      a board that cannot be played on; names row and column
├── UnknownName           no ruleset, board or bot of that name
├── OrderGone             an order of earlier releases; names its successor (``wire.orders``)
└── RecordBroken          a stored record contradicts itself; names the version
"""

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, ClassVar


class AnabasisError(Exception):
    """Base of all errors that the domain raises on purpose."""


class Refused(AnabasisError):
    """The game does not allow a command now.

    A subclass has a stable ``code``, the number of its ``rule`` (``A4``; None if no rule of the
    game applies) and a ``template`` that names the offending value and the values allowed. A code
    with several sentences has one subclass a ``case``. ``ruleset`` is the id of the refusing
    ruleset, None for the kernel. Parameters are kept as raw values, as ``in_words`` takes them, so
    that the sentence can be translated.
    """

    code: ClassVar[str] = "refused"
    case: ClassVar[str | None] = None
    rule: ClassVar[str | None] = None
    ruleset: ClassVar[str | None] = None
    template: ClassVar[str] = "The game does not allow this now."

    def __init__(self, **parameters: object) -> None:
        self.parameters = parameters
        # English at once, for logs and tests; other languages take the raw parameters.
        words = {name: in_words(value) for name, value in parameters.items()}
        super().__init__(self.template.format(**words))


def _with_commas(words: list[str]) -> str:
    return ", ".join(words) or "none"


def in_words(
    value: object,
    word: Callable[[Enum], str] = lambda member: str(member.value),
    listed: Callable[[list[str]], str] = _with_commas,
) -> str:
    """Return a refusal's parameter in words, in English by default.

    An enum member becomes a ``word``, a dict counts of words, a tuple a place's coordinates, and a
    list several of these (None items are left out); any other value is shown with ``str``.
    """
    match value:
        case Enum():
            return word(value)
        case dict():
            return listed([f"{n} {word(member)}" for member, n in value.items()])
        case list():
            # None items are gaps, such as an empty slot of a display.
            return listed([in_words(each, word, listed) for each in value if each is not None])
        case tuple():
            return str(_as_lists(value))
        case _:
            return str(value)


def _as_lists(place: Any) -> Any:
    return [_as_lists(part) for part in place] if isinstance(place, tuple) else place


class Malformed(AnabasisError):
    """Input that does not match its schema; ``errors`` holds the messages by field."""

    def __init__(self, errors: Mapping[str, list[str]]) -> None:
        self.errors = {field: list(messages) for field, messages in errors.items()}
        # One sentence for all faults, so each loses its own full stop.
        faults = [f"{field}: {' '.join(m).removesuffix('.')}" for field, m in self.errors.items()]
        super().__init__(f"{'; '.join(faults)}.")


class BoardInvalid(Malformed):
    """A board that cannot be played on; the message names row and column if it can."""

    def __init__(self, message: str) -> None:
        super().__init__({"board": [message]})


class UnknownName(AnabasisError):
    """An unknown name, given in a field of the request; the message lists the known ones."""

    def __init__(self, kind: str, name: str, known: list[str], field: str | None = None) -> None:
        self.kind, self.name, self.known, self.field = kind, name, known, field or kind
        super().__init__(f"There is no {kind} {name!r}; there are: {', '.join(known)}.")


class RecordBroken(AnabasisError):
    """A stored record contradicts itself at ``version``."""

    def __init__(self, version: int, reason: str) -> None:
        self.version, self.reason = version, reason
        super().__init__(f"version {version}: {reason}")
