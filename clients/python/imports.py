"""A player's imported games: finished games from other servers, brought as files."""

from typing import Any

from clients.python.calls import Calls, game_path
from clients.python.connection import Call
from clients.python.shapes import JsonObject

# The service recomputes the whole record before it answers.
SECONDS = 300.0
"""The seconds that the service may take for a game."""


class GameImports(Calls):
    """The imported games of a player; every method raises ApiError like the client's.

    >>> GameImports.of(ada).import_game(other.export(game))  # doctest: +SKIP
    """

    @classmethod
    def of(cls, client: Calls) -> "GameImports":
        """Return the imported games of a client's player, over the same connection."""
        return cls(client._connection, client.token)

    def import_game(self, document: JsonObject) -> JsonObject:
        """Import a finished game, given its export; return its view.

        A game that is here already is returned as it is, so it is safe to repeat. Raises Invalid
        for a document that does not hold (``import_refused``), Refused if another game has its id.
        """
        call = Call("POST", "/games/import", body=document, repeatable=True, silence=SECONDS)
        return self._json(call)

    def list(self) -> list[Any]:
        """Return the imported games, the newest first."""
        games: list[Any] = self._get("/me/imports")["imports"]
        return games

    def delete(self, game: str) -> None:
        """Delete a game that this player has imported. Raises NotFound, Forbidden."""
        self._delete(game_path(game))
