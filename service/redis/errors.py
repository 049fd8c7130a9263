"""Errors of the store: it cannot be reached or written, or loses what is written."""

from typing import Literal

Unsafe = Literal["folder_gone", "folder_replaced", "files_gone", "appendonly", "maxmemory_policy"]
"""Reasons why events recorded now would be lost."""


FullPlace = Literal["disk", "memory"]
"""Places of a store that may have no room."""


RetirementCause = Literal["filling", "moving", "moved"]
"""Reasons why a store takes no events."""


class StoreUnavailable(Exception):
    """The store cannot be reached or written; a command may have been recorded or not."""


class StoreFull(StoreUnavailable):
    """The store has no room on its disk or in its memory, as ``place`` says."""

    def __init__(self, place: FullPlace, detail: str) -> None:
        self.place = place
        super().__init__(detail)


class StoreRetired(StoreUnavailable):
    """The store is being filled or moved, or its games are elsewhere: nothing was recorded.

    The message names the other store and the remedy: it is only for the log.
    """

    def __init__(self, reason: RetirementCause, why: str) -> None:
        self.reason = reason
        super().__init__(why)


class Unconfirmed(StoreUnavailable):
    """The write was done, but too few replicas confirmed it: send the same command id again."""


class StoreUnsafe(StoreUnavailable):
    """Events recorded now would be lost; ``case`` says why."""

    def __init__(self, case: Unsafe, detail: str) -> None:
        self.case = case
        super().__init__(f"{detail}: nothing is known to be recorded")


class StoreRefused(Exception):
    """The server would lose games or cannot be used; says why, and the remedy."""


def refusal_in(error: BaseException | None) -> StoreRefused | None:
    """Return the StoreRefused that caused an error of the library, None if none did."""
    while error is not None and not isinstance(error, StoreRefused):
        error = error.__cause__
    return error
