"""An observer of a cache of games: told of games found, opened and folded."""

from contextlib import AbstractContextManager, nullcontext
from typing import Protocol

_NOTHING = nullcontext()


class CacheObserver(Protocol):
    """Told of a cache's work, in any of its threads."""

    def on_hit(self) -> None:
        """Note a game that was asked for and found."""

    def on_opened(self) -> None:
        """Note a game that was opened by a snapshot or its record."""

    def on_fold(self, game_id: str) -> AbstractContextManager[object]:
        """Return a context around the folding of a page of a game's record."""


class NoObserver:
    """Notes nothing."""

    def on_hit(self) -> None:
        """Note nothing."""

    def on_opened(self) -> None:
        """Note nothing."""

    def on_fold(self, _game_id: str) -> AbstractContextManager[object]:
        """Return a context that does nothing."""
        return _NOTHING
