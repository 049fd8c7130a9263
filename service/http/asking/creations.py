"""The ids of games that requests make."""

from service.context import services
from service.game.ids import game_id_of, new_game_id

SPARE_IDS = 3
"""The ids in reserve for a creation with a key, where imported games have taken those before."""


def creation_id(player: str, key: str | None) -> str:
    """Return the id of the game that a player's request makes, or has made if it is repeated.

    It is derived from the ``Idempotency-Key``, so that any process finds the same game. Somebody
    who knows the key could import a game with this id: that is never the player's, and their game
    gets the next id.
    """
    if key is None:
        return new_game_id()
    scopes = [player, *(f"{player} {number}" for number in range(1, SPARE_IDS + 1))]
    ids = [game_id_of(scope, key) for scope in scopes]
    store = services().store
    taken = [each for each in ids if store.exists(each)]
    # All are looked at: an import may be deleted after a game was made with a later id.
    own = next((each for each in taken if store.origin(each) is None), None)
    return own or next((each for each in ids if each not in taken), ids[0])
