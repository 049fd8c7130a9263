"""A setting: its variable, meaning and default, and its reading from the environment."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from service.settings.address import without_passwords

T = TypeVar("T")
KEY = "setting"
"""The key of a setting in the metadata of its field."""


class ConfigRefused(Exception):
    """A variable's value cannot be used; names the variable, the value and a valid form."""

    def __init__(self, variable: str, value: str, remedy: str) -> None:
        self.variable, self.value, self.remedy = variable, value, remedy
        super().__init__(f"{variable}={without_passwords(value)!r} cannot be used: {remedy}.")


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting as in the hosts' handbook and `--help`.

    ``variable`` states it; if that is not set, ``also`` does. ``parse`` turns a text into
    a value, or raises ValueError with a valid form. ``shown`` is the default in words. ``needs``
    are the fields of the settings without which this one is refused.
    """

    variable: str
    meaning: str
    default: Any
    parse: Callable[[str], Any]
    shown: str
    also: str
    needs: tuple[str, ...]

    def read(self, environment: Mapping[str, str]) -> Any:
        """Return the value, or the default if none is stated. Raises ConfigRefused."""
        variable, text = self.stated(environment)
        if not text:
            return self.default
        try:
            return self.parse(text)
        except ValueError as error:
            raise ConfigRefused(variable, text, str(error)) from error

    def stated(self, environment: Mapping[str, str]) -> tuple[str, str]:
        """Return the variable that counts and its text, which is empty if it is not set."""
        text = environment.get(self.variable, "").strip()
        if text or not self.also:
            return self.variable, text
        return self.also, environment.get(self.also, "").strip()


def setting(  # noqa: PLR0913 (a setting has this many properties)
    variable: str,
    meaning: str,
    default: T,
    parse: Callable[[str], T],
    *,
    shown: str = "",
    also: str = "",
    needs: tuple[str, ...] = (),
    secret: bool = False,
) -> T:
    """Return a field of the configuration that a variable sets; ``repr`` hides a secret one."""
    of_field = Setting(variable, meaning, default, parse, shown or _shown(default), also, needs)
    return field(default=default, repr=not secret, metadata={KEY: of_field})


def _shown(default: object) -> str:
    """Return a default as a person would write it."""
    match default:
        case None:
            return "none"
        case bool():
            return "on" if default else "off"
    return str(default)
