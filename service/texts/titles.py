"""Titles of games as they are shown.

A game whose creator gives no title is stored under its ruleset's name in the creator's language;
each reader sees that name in their own.
"""

from functools import cache

from domain.kernel.rulesets import rulesets
from service.texts import DEFAULT, LANGUAGES, text


def shown_title(title: str, ruleset: str, language: str) -> str:
    """Return the title of a game of a ruleset as readers of a language see it."""
    is_default = default_titles().get(title) == ruleset
    return text(language, f"{ruleset}.title") if is_default else title


def default_title(ruleset: str) -> str:
    """Return the title that a game of a ruleset is stored under if its creator gives none."""
    return text(DEFAULT, f"{ruleset}.title")


@cache
def default_titles() -> dict[str, str]:
    """Return the ruleset of each title that a game has by default, in any language."""
    return {text(language, f"{name}.title"): name for language in LANGUAGES for name in rulesets()}
