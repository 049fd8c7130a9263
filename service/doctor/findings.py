"""A finding: what was looked at, how it is, and what to do about it."""

from dataclasses import dataclass
from typing import Literal

Level = Literal["ok", "warning", "error"]

SEVERITY: dict[Level, int] = {"ok": 0, "warning": 1, "error": 2}


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the report; ``remedy`` is empty where all is well."""

    level: Level
    subject: str
    text: str
    remedy: str = ""

    def __str__(self) -> str:
        told = f"{self.text}. {self.remedy}" if self.remedy else self.text
        return f"{self.level:<8} {self.subject:<14} {told}"


def ok(subject: str, text: str) -> Finding:
    """Return the finding that all is well."""
    return Finding("ok", subject, text)


def warning(subject: str, text: str, remedy: str) -> Finding:
    """Return the finding of something that may become worse."""
    return Finding("warning", subject, text, remedy)


def error(subject: str, text: str, remedy: str) -> Finding:
    """Return the finding of something that loses games, or keeps people from them."""
    return Finding("error", subject, text, remedy)
