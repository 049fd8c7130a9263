"""The boards of any ruleset as JSON: those that we ship by id, all others by their description."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from domain.errors import UnknownName
from domain.record.visibility import JsonObject
from domain.wire.board_faults import BoardFault


@dataclass(frozen=True, kw_only=True)
class BoardCodec:
    """Reads, checks and writes the boards of a ruleset.

    Boards must allow weak references, so that values derived from a board are freed with it.
    """

    ids: tuple[str, ...]
    """The boards that we ship; a game is on the first one unless its host chooses."""
    named: Callable[[str], Any]
    """The board of one of the ids."""
    described: Callable[[Any], Any]
    """Reads an inline description. Raises BoardInvalid."""
    faults: Callable[[Any], Iterator[BoardFault]] = lambda _: iter(())
    """Yields all faults of a description; ``described`` raises BoardInvalid for the first of them.

    Raises BoardInvalid if it does not have the form of a description.
    """
    json: Callable[[Any], JsonObject]
    """Writes the description, for ``read``."""
    topology: Callable[[Any], JsonObject]
    """The board's places and their neighbours, with drawing coordinates."""
    weight: Callable[[Any], int] = lambda _: 0
    """About how many bytes a board takes in memory; 0 if there are only a few boards."""

    def read(self, body: Any) -> Any:
        """Return the board of an id or a description. Raises BoardInvalid or UnknownName."""
        if not isinstance(body, str):
            return self.described(body)
        # Checked here for all rulesets, so that `named` may rely on a known id.
        if body not in self.ids:
            raise UnknownName("board", body, list(self.ids))
        return self.named(body)
