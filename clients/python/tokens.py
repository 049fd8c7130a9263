"""A player's tokens for programs: with names, scopes and an end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .call import Call
from .caller import ApiMethod, AsyncCaller, Caller
from .calls import delete, get, segment, without_answer

if TYPE_CHECKING:
    from .answers import AccessTokenMade, AccessTokens


class TokenCalls:
    """Tokens with scopes; every method raises ApiError like the client's.

    >>> token = ada.tokens.create("My bot", ["play"])["token"]  # doctest: +SKIP
    """

    @ApiMethod
    def create(
        self, name: str, scopes: Sequence[str], days: int | None = None
    ) -> Call[AccessTokenMade]:
        """Return a new token; only this answer has its secret, ``token``.

        ``scopes`` are among read, play, bot, notices and account. Needs a token without scopes.
        """
        ends = {} if days is None else {"days": days}
        # Not repeatable: a second call would make a second token.
        return Call("POST", "/me/tokens", body={"name": name, "scopes": [*scopes], **ends})

    @ApiMethod
    def read(self) -> Call[AccessTokens]:
        """Return the tokens that have not ended, without their secrets."""
        return get("/me/tokens")

    @ApiMethod
    def revoke(self, token_id: str) -> Call[None]:
        """Void a token at once. Raises NotFound."""
        return without_answer(delete(f"/me/tokens/{segment(token_id)}"))


class Tokens(TokenCalls, Caller):
    """A player's tokens, for programs that block."""


class AsyncTokens(TokenCalls, AsyncCaller):
    """A player's tokens, for programs that await."""
