"""A player's tokens for programs: with names, scopes and an end."""

from collections.abc import Sequence

from clients.python.calls import Calls, segment
from clients.python.connection import Call
from clients.python.shapes import JsonObject


class Tokens(Calls):
    """Tokens with scopes; every method raises ApiError like the client's.

    >>> token = ada.tokens.create("My bot", ["play"])["token"]  # doctest: +SKIP
    """

    def create(self, name: str, scopes: Sequence[str], days: int | None = None) -> JsonObject:
        """Return a new token; only this answer has its secret, ``token``.

        ``scopes`` are among read, play, bot, notices and account. Needs a token without scopes.
        """
        body: JsonObject = {"name": name, "scopes": list(scopes)}
        if days is not None:
            body["days"] = days
        # Not repeatable: a second call would make a second token.
        return self._json(Call("POST", "/me/tokens", body=body))

    def read(self) -> JsonObject:
        """Return the tokens that have not ended, without their secrets."""
        return self._get("/me/tokens")

    def revoke(self, token_id: str) -> None:
        """Void a token at once. Raises NotFound."""
        self._delete(f"/me/tokens/{segment(token_id)}")
