"""The calls about imported games: finished games from other servers, brought as files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from .call import Call
from .caller import ApiMethod
from .calls import delete, game_path, get, without_answer

if TYPE_CHECKING:
    from .answers import Imports, View

# The service recomputes the whole record before it answers.
_SECONDS: Final = 300.0
"""The seconds that the service may take for a game."""


class ImportCalls:
    """What a player asks about imported games."""

    @ApiMethod
    def import_game(self, document: Mapping[str, Any]) -> Call[View]:
        """Import a finished game, given its export; return its view.

        A game that is here already is returned as it is, so it is safe to repeat. Raises Invalid
        for a document that does not hold (``import_refused``), Refused if another game has its id.
        """
        return Call("POST", "/games/import", body=document, repeatable=True, silence=_SECONDS)

    @ApiMethod
    def imports(self) -> Call[Imports]:
        """Return the imported games, the newest first."""
        return get("/me/imports")

    @ApiMethod
    def delete_import(self, game: str) -> Call[None]:
        """Delete a game that this player has imported. Raises NotFound, Forbidden."""
        return without_answer(delete(game_path(game)))
