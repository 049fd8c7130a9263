"""Findings: the subject checked, its state, and the remedy."""

from dataclasses import dataclass
from typing import Literal

Level = Literal["ok", "warning", "error"]

SEVERITY: dict[Level, int] = {"ok": 0, "warning": 1, "error": 2}


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the report; ``remedy`` is empty if all is well."""

    level: Level
    subject: str
    text: str
    remedy: str = ""

    def __str__(self) -> str:
        text = f"{self.text}. {self.remedy}" if self.remedy else self.text
        return f"{self.level:<8} {self.subject:<14} {text}"


def ok(subject: str, text: str) -> Finding:
    """Return a finding without a fault."""
    return Finding("ok", subject, text)


def warning(subject: str, text: str, remedy: str) -> Finding:
    """Return a finding that may become an error."""
    return Finding("warning", subject, text, remedy)


def error(subject: str, text: str, remedy: str) -> Finding:
    """Return a finding about a fault that loses games, or stops people from playing them."""
    return Finding("error", subject, text, remedy)
